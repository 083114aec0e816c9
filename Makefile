# Thin aliases: each target sets up all it needs in .venv, and says what it does.
# `make play ARGS="--port 8080"` hands its arguments on, and so does `make bench`.
PYTHON  ?= python3
# Two for each of two processors: the tests often wait for browsers and servers.
WORKERS ?= 4
ARGS    ?=

PY     := .venv/bin/python
BIN    := .venv/bin
STAMPS := .venv/.stamps
NATIVE_TESTS := $(wildcard native/tests/*.hpp native/tests/*/*.cpp)
NATIVE := CMakeLists.txt $(filter-out $(NATIVE_TESTS),$(wildcard native/*/*.cpp native/*/*.hpp))
CXX_FILES := $(wildcard native/*/*.?pp native/tests/*/*.?pp)

# No network and no isolation: what a build needs is in .venv already.
PIP_BUILD := -m pip --disable-pip-version-check install -q --no-index --no-deps --no-build-isolation

.DELETE_ON_ERROR:
.PHONY: FORCE coach pictures docs help play test lint format bench load boards peers signature brute-force test-deploy stubs types build wheels test-native test-fallbacks test-sanitized test-threads sanitizers fuzz interrupts clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

play: build ## Play in the browser
	$(BIN)/fourfold serve --open $(ARGS)

# One file of tests stays in one process, so that what its fixtures build is built once, and the
# files begin in the order of tests/conftest.py. Bytecode is kept, whatever the environment says:
# each process would compile the tests and the package anew.
test: build $(STAMPS)/dev $(STAMPS)/tools ## Everything: lint, C++ tests, Python tests
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint test-native
	PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

lint: build $(STAMPS)/dev ## ruff, mypy and clang-format
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

format: $(STAMPS)/dev ## Format the Python and C++ code and apply the safe fixes
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(BIN)/clang-format -i $(CXX_FILES)

# Nothing of the package is run for it: the reference is read from the sources. Not --quiet, with which
# MkDocs counts no warnings and `strict` is lost.
docs: $(STAMPS)/docs ## Build the documentation site in build/site, strictly; ARGS=serve shows it
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(or $(ARGS),build)

bench: build $(STAMPS)/dev ## Measure speed, with correctness beside it
	$(PY) -m benchmarks $(ARGS)

load: build $(STAMPS)/dev ## Load and attack a real server on this machine; ARGS="moves"
	$(PY) -m scripts.load $(ARGS)

boards: build ## Solve whole boards whose values are known: many minutes
	$(PY) -m benchmarks --only boards --json build/boards.json $(ARGS)

peers: build $(STAMPS)/dev ## Compare the solver with BitBully on ten thousand positions: minutes
	$(PY) -m benchmarks --only peers --json build/peers.json $(ARGS)

.PHONY: benchmark
benchmark: build ## Prove every score of the benchmark again: minutes
	$(PY) -m scripts.make_benchmark verify $(ARGS)

coach: build $(STAMPS)/dev ## Check threats, plans and explanations on thousands of positions: minutes
	FOURFOLD_COACH_POSITIONS=5000 $(PY) -m pytest -q -s tests/analysis/threats tests/analysis/explain

pictures: build $(STAMPS)/dev $(STAMPS)/tools ## Write the pictures of the screens anew, and the texts that tests compare
	$(PY) -m tests.tui.scenes
	$(PY) -m scripts.page_pictures
	$(PY) -m scripts.notebook_pictures

signature: build ## Count the solver's nodes in fixed positions anew, for the test that compares them
	$(PY) tests/search/signature.py

stubs: build $(STAMPS)/dev ## Write the type stub of the native core anew
	$(PY) -m nanobind.stubgen -q -m fourfold._native.portable -o src/fourfold/_native/portable.pyi

types: build ## Write the page's types of the API anew, from the OpenAPI description
	$(PY) -m scripts.api_types

build: $(STAMPS)/build ## Compile the native core, where something changed

wheels: build $(STAMPS)/release ## Build the sdist and manylinux wheels, and try them without a compiler
	$(PY) scripts/build_wheels.py $(ARGS)

.PHONY: lock audit sbom
lock: $(STAMPS)/release ## Choose the versions of requirements/ anew, with hashes
	$(PY) -m scripts.dependencies lock

audit: $(STAMPS)/release ## Look for known vulnerabilities of the locked versions: needs the network
	$(PY) -m scripts.dependencies audit

sbom: $(STAMPS)/release ## Write the bill of materials of a server to build/sbom.json
	$(PY) -m scripts.dependencies sbom

# --- the native tests ---------------------------------------------------------------------
# In the folder of the development build, with the objects of its portable module; the sanitized
# ones are built alone, in a folder for each kind.

test-native: $(STAMPS)/native-tests ## The C++ tests
	$(BIN)/ctest --test-dir build/editable --output-on-failure --parallel 2

brute-force: $(STAMPS)/native-tests ## The solver against brute force, in full: an hour or more
	build/editable/test_solver full

$(STAMPS)/native-tests: $(NATIVE_TESTS) $(STAMPS)/build
	@touch $@.new
	$(BIN)/cmake --build build/editable --target native_tests
	@mv $@.new $@

native-build = $(BIN)/cmake -S . -B build/$(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
	-DFOURFOLD_NATIVE_TESTS=ON -DFOURFOLD_WERROR=ON $(2) --log-level=WARNING && $(BIN)/cmake --build build/$(1)

test-threads: $(STAMPS)/base ## The C++ tests under ThreadSanitizer
	$(call native-build,native-thread,-DFOURFOLD_SANITIZE=thread -DCMAKE_BUILD_TYPE=Debug)
	$(BIN)/ctest --test-dir build/native-thread --output-on-failure

# Standard C++ alone, by both compilers: nearly what MSVC compiles (native/system/compiler.hpp).
# Clang compiles the usual code as well.
test-fallbacks: build ## The C++ tests without compiler extensions, by GCC and by Clang
	$(PY) scripts/test_fallbacks.py $(ARGS)

test-sanitized: build $(STAMPS)/dev $(STAMPS)/tools ## C++ and Python tests with assertions, ASan and UBSan
	$(call native-build,native-sanitized,-DFOURFOLD_SANITIZE=address$(comma)undefined -DCMAKE_BUILD_TYPE=Debug)
	$(BIN)/ctest --test-dir build/native-sanitized --output-on-failure
	scripts/test_sanitized.sh

comma := ,

.PHONY: coverage
coverage: build $(STAMPS)/coverage ## Measure which lines and branches the tests reach; ARGS=python or ARGS=native
	$(PY) -m scripts.measure_coverage $(ARGS)

interrupts: build ## Interrupt every command at 200 random moments: hours; ARGS="--times 40 solve"
	$(PY) -m scripts.interrupts $(ARGS)

fuzz: build $(STAMPS)/fuzz ## Fuzz notation, files, protocol and the core; ARGS="--inputs 10000000 --seconds 7200"
	$(PY) -m tests.fuzz $(ARGS)

# The searches alone, so that it ends within a quarter of an hour on two processors without a cache.
SEARCH_TESTS := ^test_(solver|alphabeta|own_evaluation|recorder|uct|guided|batch|system|fuzz|faults)
SEARCH_PYTHON_TESTS := tests/search/test_guided.py tests/search/test_own_evaluation.py tests/search/test_batch.py tests/search/test_stop.py tests/agents/test_hooks.py
sanitizers: build $(STAMPS)/dev ## The searches under the address, undefined behaviour and thread sanitizers
	$(call native-build,native-sanitized,-DFOURFOLD_SANITIZE=address$(comma)undefined -DCMAKE_BUILD_TYPE=Debug)
	$(BIN)/ctest --test-dir build/native-sanitized --output-on-failure --timeout 300 -R "$(SEARCH_TESTS)"
	$(call native-build,native-thread,-DFOURFOLD_SANITIZE=thread -DCMAKE_BUILD_TYPE=Debug)
	$(BIN)/ctest --test-dir build/native-thread --output-on-failure --timeout 300 -R "$(SEARCH_TESTS)"
	scripts/test_sanitized.sh -q $(SEARCH_PYTHON_TESTS)

test-deploy: build $(STAMPS)/dev $(STAMPS)/tools ## Build and run the container image, boot the unit: many minutes, as root, on Debian
	@$(PYTHON) scripts/test_tools.py deploy
	$(PY) -m pytest -o python_files="test_*.py whole_*.py" tests/deploy

# --- stamps: a second run finds nothing to do ---------------------------------------------
# A stamp of a build is as old as its start: what changed meanwhile is built the next time.

$(STAMPS)/base: pyproject.toml scripts/setup_venv.py
	@command -v $(PYTHON) >/dev/null || { echo "fourfold needs Python 3.11 or newer, and $(PYTHON) is not there"; exit 1; }
	@$(PYTHON) scripts/setup_venv.py base
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: $(STAMPS)/base
	@$(PYTHON) scripts/setup_venv.py dev
	@touch $@

$(STAMPS)/docs: $(STAMPS)/base
	@$(PYTHON) scripts/setup_venv.py docs
	@touch $@

$(STAMPS)/coverage: $(STAMPS)/dev
	@$(PYTHON) scripts/setup_venv.py coverage
	@touch $@

$(STAMPS)/release: $(STAMPS)/base
	@$(PYTHON) scripts/setup_venv.py release
	@touch $@

$(STAMPS)/fuzz: $(STAMPS)/dev scripts/test_tools.py
	@$(PYTHON) scripts/setup_venv.py fuzz
	@$(PYTHON) scripts/test_tools.py fuzz
	@touch $@

$(STAMPS)/tools: scripts/test_tools.py $(STAMPS)/base
	@$(PYTHON) scripts/test_tools.py
	@touch $@

# The editable install has a list of the modules: it is written anew when one is added or moved.
$(STAMPS)/modules: $(STAMPS)/base FORCE
	@find src/fourfold -name '*.py' | sort > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

FORCE:

$(STAMPS)/build: $(STAMPS)/base $(STAMPS)/modules $(NATIVE)
	@echo "building the native core" && touch $@.new
	@$(PY) $(PIP_BUILD) -e .
	@mv $@.new $@

clean: ## Remove everything that was built or installed
	rm -rf .venv .venv-sanitized build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} +

#!/usr/bin/env bash
# Run the Python tests against a native core with assertions, ASan and UBSan.
#
# The interpreter itself is not sanitized, so the runtime is preloaded, together with
# libstdc++ (otherwise ASan cannot follow C++ exceptions). Python keeps memory until the end
# on purpose, so leaks are not looked for. More arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=.venv-sanitized

if [ ! -x $venv/bin/python ]; then
  echo "creating $venv, which borrows the dependencies of .venv"
  .venv/bin/python -m venv --without-pip $venv
  site=$(echo $venv/lib/python*/site-packages)
  .venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > "$site/borrowed.pth"
fi

echo "building the sanitized core"
.venv/bin/python -m pip --disable-pip-version-check --python $venv install -q --force-reinstall \
  --no-index --no-deps --no-build-isolation . \
  --config-settings=build-dir=build/sanitized --config-settings=cmake.build-type=Debug \
  --config-settings=install.strip=false \
  --config-settings=cmake.define.FOURFOLD_SANITIZE=address,undefined \
  --config-settings=cmake.define.FOURFOLD_WERROR=ON

cxx=${CXX:-c++}
export LD_PRELOAD="$($cxx -print-file-name=libasan.so) $($cxx -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
# Not capturing the file descriptor keeps the report of a run that ASan ends.
exec $venv/bin/python -m pytest --capture=sys -p no:cacheprovider -m "not packaging and not speed" "$@"

"""What is too large for the memory is refused in one sentence, wherever it is asked for.

The limit on memory is set in a process of its own, which has little to start with.
"""

import subprocess
import sys

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from fourfold.cli.main import run
from fourfold.errors import InvalidOption
from fourfold.search.batch import Batch
from fourfold.web.errors import add_handlers

resource = pytest.importorskip("resource")

_LIMITED = """
import resource, sys
import fourfold as ff
import numpy
from fourfold.cli.main import run
from fourfold.search.alphabeta import AlphaBeta
from fourfold.search.evaluation import HardWeights
from fourfold.search.uct import Uct
from fourfold.search import Limit
import fourfold.store, fourfold.cli.solve, fourfold.search.batch, fourfold.search.solver

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

def limited_to(more):
    resource.setrlimit(resource.RLIMIT_AS, (used() + more, resource.RLIM_INFINITY))

def sentence(call):
    try:
        call()
    except ff.FourfoldError as error:
        return str(error)
    return ""

ff.Solver(memory_mb=16).solve("7x6:4455")
run(["solve", "7x6:4455", "--memory", "16"])
limited_to(200 << 20)
"""

_TABLES = """
assert sentence(lambda: ff.Solver(memory_mb=4096, book=False).solve("12x12:")) == (
    "a table of 4096 MB is more memory than there is; choose less"
)
assert sentence(lambda: AlphaBeta(ff.Rules(), HardWeights(), memory_mb=4096)) == (
    "a table of 4096 MB is more memory than there is; choose less"
)
assert sentence(lambda: Uct(memory_mb=4096).search("7x6:", Limit(nodes=10))) == (
    "a tree of 4096 MB is more memory than there is; choose less"
)
assert sentence(lambda: ff.Batch("7x6", 10_000_000)) == (
    "10000000 boards of 7x6 are more than there is memory for; choose fewer"
)
# What fits still works.
assert ff.Solver(memory_mb=16).solve("7x6:4455").score == 18
assert len(ff.Batch("7x6", 100).turn) == 100
assert run(["solve", "12x12:", "--memory", "4096"]) == 2
"""

# A tree does not grow beyond what it took at first.
_TREES = """
large = Uct(evaluation=HardWeights(), memory_mb=2048, seed=1)
assert sentence(lambda: large.search("7x6:44", Limit(nodes=500))) == (
    "a tree of 2048 MB is more memory than there is; choose less"
)
small = Uct(evaluation=HardWeights(), memory_mb=4, seed=1)
assert small.search("7x6:", Limit(nodes=20_000)).column == 3
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert large.search("7x6:44", Limit(nodes=500)).line
"""


def _in_a_limited_process(case: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED + case],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to this limit")
def test_tables_that_do_not_fit() -> None:
    errors = _in_a_limited_process(_TABLES)
    assert errors == ("fourfold: a table of 4096 MB is more memory than there is; choose less\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps to this limit")
def test_a_tree_that_does_not_fit() -> None:
    assert _in_a_limited_process(_TREES) == ""


@pytest.mark.parametrize("size", ["0", "1048577", "99999999999999999999", "x"])
def test_absurd_sizes(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "7x6:", "--memory", size]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("fourfold: ")
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize("boards", [0, -1, 2**31, 2**63, 10**30])
def test_absurd_batches(boards: int) -> None:
    with pytest.raises(InvalidOption, match="boards"):
        Batch("12x12", boards)


def test_a_command_without_memory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("fourfold.search.Solver.bounds", fail)
    assert run(["solve", "7x6:44"]) == 1
    assert capsys.readouterr().err == (
        "fourfold: there is not enough memory for this; give it less (--memory), or close other "
        "programs\n"
    )


def test_a_server_without_memory() -> None:
    app = FastAPI()
    add_handlers(app)

    @app.get("/")
    def fail() -> None:
        raise MemoryError

    answer = TestClient(app).get("/")
    assert answer.status_code == 503
    assert answer.json() == {"error": "The server has no memory left just now."}
    assert answer.headers["Retry-After"] == "1"

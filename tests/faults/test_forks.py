"""A process forks while other threads search: its child neither hangs nor crashes.

Each case runs in a process of its own, whose child ends itself after a minute if it hangs.
"""

import os
import subprocess
import sys

import pytest

_ROUTINE = """
import os, signal, sys, threading, time
import fourfold as ff
from fourfold.errors import LeftBehind
from fourfold.search import Limit, Stop
from fourfold.search.alphabeta import AlphaBeta
from fourfold.search.uct import Uct
from fourfold.search.evaluation import HardWeights, ThreatWeights

POSITION = "12x12:66"
LARGE = ff.Rules(12, 12)

def in_child(work):
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print("the child failed:", repr(error), file=sys.stderr, flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def refuses(call):
    try:
        call()
    except LeftBehind as error:
        assert str(error).startswith("another thread was using this search"), error
        return True
    return False

def while_searching(search, progress, work):
    stop = Stop()
    done = []
    thread = threading.Thread(target=lambda: done.append(search(stop)))
    thread.start()
    while not progress():
        time.sleep(0.001)
    status = in_child(work)
    stop.request()
    thread.join()
    assert done, "the search of the parent failed"
    return status
"""

_SOLVER = """
for threads in (1, 2):
    solver = ff.Solver(threads=threads, memory_mb=16, book=False)
    def work():
        global solver
        assert refuses(lambda: solver.solve("12x12:6"))
        solver.stop()  # which waits for nobody
        assert solver.progress() is None
        assert solver.solve("5x4:3333").score == 0
        assert ff.solve("7x6:4455").score == 18
        solver = None
        new = ff.Solver(threads=threads, memory_mb=16, book=False)
        assert new.solve("7x6:4455").score
    status = while_searching(
        lambda stop: solver.bounds(POSITION, stop=stop),
        lambda: (now := solver.progress()) is not None and now.nodes > 1000,
        work,
    )
    assert status == 0, status
    assert solver.solve("5x4:3333").score == 0
"""

_ALPHABETA = """
for threads in (False, True):
    search = AlphaBeta(LARGE, ThreatWeights(), threads=threads)
    seen = threading.Event()
    def work():
        global search
        assert refuses(lambda: search.search(POSITION, Limit(depth=1)))
        search = None
        assert AlphaBeta(LARGE, ThreatWeights()).search(POSITION, Limit(depth=2)).column >= 0
    status = while_searching(
        lambda stop: search.search(POSITION, stop=stop, watch=lambda now: seen.set()),
        seen.is_set,
        work,
    )
    assert status == 0, status
    assert search.search(POSITION, Limit(depth=1)).finished
"""

_UCT = """
for threads in (1, 2):
    search = Uct(threads=threads, memory_mb=16)
    seen = threading.Event()
    def work():
        global search
        assert refuses(lambda: search.search(POSITION, Limit(nodes=10)))
        search = None
        assert Uct(memory_mb=16).search(POSITION, Limit(nodes=50)).column >= 0
    status = while_searching(
        lambda stop: search.search(POSITION, stop=stop, watch=lambda now: seen.set()),
        seen.is_set,
        work,
    )
    assert status == 0, status
    assert search.search(POSITION, Limit(nodes=100)).column >= 0
"""

# It goes in and out of native code: a child may find it at rest, and then it is as good as ever.
_GUIDED = """
for evaluation in (ThreatWeights(), (lambda position: 0.5)):
    search = Uct(evaluation=evaluation, memory_mb=16)
    seen = threading.Event()
    def work():
        global search
        refuses(lambda: search.search(POSITION, Limit(nodes=10)))
        search = None
        assert Uct(evaluation=evaluation).search(POSITION, Limit(nodes=20)).column >= 0
    status = while_searching(
        lambda stop: search.search(POSITION, stop=stop, watch=lambda now: seen.set()),
        seen.is_set,
        work,
    )
    assert status == 0, status
"""

_AT_REST = """
import multiprocessing
solver = ff.Solver(memory_mb=16, book=False)
uct = Uct(memory_mb=16, reuse=False, seed=1)
minimax = AlphaBeta(ff.Rules(), HardWeights())
batch = ff.Batch("7x6", 10)
def answers():
    return (
        solver.solve("7x6:444444112").score,
        uct.search("7x6:44", Limit(nodes=200)).nodes,
        minimax.search("7x6:44", Limit(depth=4)).nodes,
        batch.playouts(1).shape,
    )
def compare():
    assert answers() == expected
def work():
    compare()
    thread = threading.Thread(target=compare)  # the monitor of the parent is not there
    thread.start()
    thread.join()
expected = answers()
other = ff.Solver(memory_mb=16, book=False)
status = while_searching(
    lambda stop: other.bounds(POSITION, stop=stop),
    lambda: (now := other.progress()) is not None and now.nodes > 1000,
    work,
)
assert status == 0, status
process = multiprocessing.get_context("fork").Process(target=work)
process.start()
process.join(60)
assert process.exitcode == 0, process.exitcode
"""

# The thread that forks in the middle of its own search goes on in the child.
_INSIDE = """
import os
children = []
def evaluate(position):
    if not children:
        children.append(os.fork())
    return 0.0
search = AlphaBeta(ff.Rules(5, 4), evaluation=evaluate)
result = search.search("5x4:", Limit(depth=3))
again = search.search("5x4:", Limit(depth=3))
assert result.column == again.column
if children[0] == 0:
    os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize(
    "case",
    [_SOLVER, _ALPHABETA, _UCT, _GUIDED, _AT_REST, _INSIDE],
    ids=["solver", "alphabeta", "uct", "guided", "at-rest", "inside"],
)
def test_a_fork_during_a_search(case: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _ROUTINE + case],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr

"""The solver: its answers against brute force, its manners under limits, threads and stops."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fourfold as ff
from fourfold import Limit, Position, Result, Rules, Score, Solver, Unproven
from fourfold.search import solver as solver_module
from fourfold.search.engine import Answer, Query
from fourfold.search.score import score_of

from ..rules.strategies import strangers
from ..waiting import AT_LATEST, wait_for
from .brute import Truth

BOARDS = [
    "4x4",
    "5x4",
    "4x5",
    "4x4-xb1",
    "4x4-xc3",
    "5x4-xc1",
    "4x4-xa1-xb2-xd4",
    "4x4-bb2",
    "4x4-bd1",
    "4x5-bb2",
    "5x4-bc4",
    "4x4-xa1-bb3",
]
LEFT_TO_PLAY = 9

HARD = Position.parse("9x7:")


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(memory_mb=16, book=False)


@pytest.fixture(scope="module")
def truths() -> dict[str, Truth]:
    return {board: Truth() for board in BOARDS}


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A position near the end of a game on a small board, the game being over or not."""
    rules = Rules.parse(draw(st.sampled_from(BOARDS)))
    position = Position(rules)
    plies = rules.playable_cells - draw(st.integers(0, LEFT_TO_PLAY))
    for choice in draw(st.lists(st.integers(0, 59), min_size=plies, max_size=plies)):
        if position.outcome is not None:
            break
        legal = position.legal_columns
        position = position.play(legal[choice % len(legal)])
    # Before the end of a game there is more to find out than after it.
    before = Position(rules, position.moves[: max(0, position.ply - 3)])
    early = rules.playable_cells - before.ply > LEFT_TO_PLAY + 3
    return position if early or draw(st.booleans()) else before


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(position=late_positions())
def test_against_brute_force(solver: Solver, truths: dict[str, Truth], position: Position) -> None:
    truth = truths[str(position.rules)]
    score = solver.solve(position)
    assert score.score == truth.score(position)
    assert score.plies == truth.plies(position)
    sign = (score.score > 0) - (score.score < 0)
    assert score.outcome is {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}[sign]
    assert solver.solve(position, wdl=True) == Score(sign, score.outcome, None)

    values = truth.column_values(position)
    columns = solver.columns(position)
    assert list(columns) == sorted(values) == list(position.legal_columns)
    free = position.rules.playable_cells - position.ply
    assert columns == {c: score_of(value, free) for c, value in values.items()}
    signs = solver.columns(position, wdl=True)
    assert {c: s.score for c, s in signs.items()} == {
        c: (v > 0) - (v < 0) for c, v in values.items()
    }
    if values:
        width = position.rules.columns
        best = min(values, key=lambda c: (-values[c], abs(2 * c - (width - 1)), c))
        assert solver.best_column(position) == best


@pytest.mark.parametrize(
    ("text", "score", "plies"),
    [
        ("7x6:121212", 18, 1),  # the quickest win of all: the seventh ply
        ("7x6:1212121", -18, 0),  # and the position after it
        ("7x6:71717122", 17, 1),
        ("7x6:2252576253462244111563365343671351441", -1, 4),
        ("7x6:6146", 18, 3),
        ("4x4:", 0, 16),
        ("4x4:1212121", -5, 0),
        ("4x4-xa1-xa2-xa3-xa4-xb1-xb2-xb3-xb4-xc1-xc2-xc3-xc4-xd1-xd2-xd3-xd4:", 0, 0),
    ],
)
def test_known_positions(solver: Solver, text: str, score: int, plies: int) -> None:
    found = solver.solve(Position.parse(text))
    assert (found.score, found.plies) == (score, plies)


def test_a_finished_position_has_no_columns(solver: Solver) -> None:
    won = Position.parse("7x6:1212121")
    assert solver.columns(won) == {}
    assert solver.column_bounds(won) == {}
    with pytest.raises(ff.IllegalMove, match="no column of '7x6:1212121' can be played"):
        solver.best_column(won)


def test_equal_columns_go_to_the_centre_and_then_to_the_left() -> None:
    solver = Solver(memory_mb=16, book=False)
    assert solver.best_column(Position.parse("4x4:")) == 1
    assert set(solver.columns(Position.parse("4x4:")).values()) == {Score(0, Result.DRAW, 16)}
    assert solver.best_column(Position.parse("5x4:")) == 2


def test_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    position = Position.parse("7x6:4444432")
    warm = Solver(memory_mb=16, book=False)
    cold = Solver(memory_mb=16, book=False)
    for column in position.legal_columns:
        warm.solve(position.play(column))
    assert warm.best_column(position) == cold.best_column(position)
    assert warm.columns(position) == cold.columns(position)
    assert warm.solve_many([position, position]) == [cold.solve(position)] * 2


def test_two_threads_give_the_same() -> None:
    position = Position.parse("7x6:44444323")
    one, two = (Solver(threads=n, memory_mb=16, book=False) for n in (1, 2))
    assert one.columns(position) == two.columns(position)
    assert one.best_column(position) == two.best_column(position)


def test_a_search_tells_what_it_cost(solver: Solver) -> None:
    best = Solver(memory_mb=16, book=False).search(Position.parse("7x6:44444323"))
    assert best.finished
    assert best.scores[best.column] == best.score
    assert best.nodes > 0
    assert best.seconds > 0
    bounds = Solver(memory_mb=16, book=False).bounds(Position.parse("7x6:44444323"))
    assert bounds.proven == best.score
    assert bounds.nodes > 0


# Limits


@pytest.mark.parametrize("limit", [Limit(seconds=0.1), Limit(nodes=100_000), Limit(nodes=100)])
@pytest.mark.parametrize("wdl", [False, True])
def test_a_limit_ends_the_search(solver: Solver, limit: Limit, wdl: bool) -> None:
    began = time.monotonic()
    with pytest.raises(Unproven, match="'9x7:' is not proven") as caught:
        solver.solve(HARD, wdl, limit)
    assert time.monotonic() - began < AT_LATEST
    bounds = caught.value.bounds
    assert bounds is not None
    assert bounds.lower.rank < bounds.upper.rank
    assert bounds.nodes > 0
    again = solver.bounds(HARD, wdl, limit)
    assert again.proven is None
    with pytest.raises(Unproven):
        solver.columns(HARD, wdl, limit)
    with pytest.raises(Unproven):
        solver.best_column(HARD, limit)
    assert list(solver.column_bounds(HARD, wdl, limit)) == list(range(9))


@pytest.mark.parametrize("nodes", [1, 30, 300, 3_000, 30_000])
def test_bounds_hold_the_truth_between_them(nodes: int) -> None:
    truth = Solver(memory_mb=16, book=False)
    for text in ("7x6:443325", "7x6:222335", "6x5:33", "5x4-bb2:33", "6x5-xc1:4"):
        position = Position.parse(text)
        bounds = Solver(memory_mb=16, book=False).bounds(position, limit=Limit(nodes=nodes))
        score = truth.solve(position)
        assert bounds.lower.rank <= score.rank <= bounds.upper.rank
        each = Solver(memory_mb=16, book=False).column_bounds(position, limit=Limit(nodes=nodes))
        for column, proven in truth.columns(position).items():
            assert each[column].lower.rank <= proven.rank <= each[column].upper.rank


def test_a_limit_that_is_enough_does_not_matter(solver: Solver) -> None:
    position = Position.parse("7x6:2252576253462244111563365343671351441")
    limit = Limit(seconds=100, nodes=10**9)
    assert solver.solve(position, limit=limit) == solver.solve(position)
    assert solver.columns(position, limit=limit) == solver.columns(position)


def test_a_proof_has_no_depth(solver: Solver) -> None:
    for ask in (
        solver.solve,
        solver.bounds,
        solver.columns,
        solver.column_bounds,
        solver.search,
    ):
        with pytest.raises(ff.InvalidOption, match="depth 3 is not for a solver"):
            ask(HARD, limit=Limit(depth=3))


def test_what_is_no_limit(solver: Solver) -> None:
    with pytest.raises(ff.InvalidOption, match="a limit is 5, but must be a Limit or None"):
        solver.solve(HARD, limit=5)  # type: ignore[arg-type]


# Stopping, and other threads


def nodes_of(solver: Solver) -> int:
    """The nodes of the running query, 0 while there is none."""
    progress = solver.progress()
    return 0 if progress is None else progress.nodes or 0


@pytest.fixture
def hard_at_work() -> Iterator[tuple[Solver, list[BaseException]]]:
    """A solver with a question that takes for ever, asked by another thread."""
    solver = Solver(memory_mb=16, book=False)
    raised: list[BaseException] = []

    def ask() -> None:
        try:
            solver.columns(HARD)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    wait_for(lambda: nodes_of(solver) > 0)
    yield solver, raised
    solver.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_stop_from_another_thread(hard_at_work: tuple[Solver, list[BaseException]]) -> None:
    solver, raised = hard_at_work
    began = time.monotonic()
    solver.stop()
    assert time.monotonic() - began < AT_LATEST  # it does not wait for the end of the search
    wait_for(lambda: bool(raised))
    assert type(raised[0]) is Unproven
    assert solver.progress() is None
    # It can be used as if nothing had happened.
    assert solver.solve(Position.parse("7x6:121212")).score == 18


def test_progress(hard_at_work: tuple[Solver, list[BaseException]]) -> None:
    solver, _ = hard_at_work
    first = nodes_of(solver)
    assert first > 0
    wait_for(lambda: nodes_of(solver) > first)
    progress = solver.progress()
    assert progress is not None
    assert progress.lower.rank <= progress.upper.rank


def test_progress_is_told_for_the_side_that_asked() -> None:
    """While `columns` searches the opponent's position, its bounds are turned round."""
    told: list[ff.Score] = []

    class Spy(Solver):
        def look(self) -> None:
            now = self.progress()
            assert now is not None
            told.extend((now.lower, now.upper))

    solver = Spy(book=False)
    position = Position.parse("7x6:4444412222551111")
    search = Query.search

    def search_and_look(query: Query, *arguments: Any) -> Answer:
        answer = search(query, *arguments)
        solver.look()
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Query, "search", search_and_look)
        scores = solver.columns(position)
    searched = [score for score in told[::2] for _ in range(2)]
    assert told == searched  # each search was done: its bounds were equal
    assert set(told) <= set(scores.values())
    assert {score.outcome for score in told} == {Result.WIN}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers")
@pytest.mark.parametrize("delay", [0.002, 0.1])
def test_stop_from_a_signal_handler(delay: float) -> None:
    script = f"""
import signal
import fourfold as ff
solver = ff.Solver(memory_mb=16, book=False)
signal.signal(signal.SIGALRM, lambda *_: solver.stop())
signal.setitimer(signal.ITIMER_REAL, {delay}, 0.2)
try:
    solver.solve(ff.Position.parse("9x7:"))
except ff.Unproven:
    print("stopped")
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("stopped\n", "")


def test_stop_of_nothing_is_harmless(solver: Solver) -> None:
    solver.stop()
    assert solver.solve(Position.parse("7x6:121212")).score == 18


def test_many_threads_share_one_solver() -> None:
    solver = Solver(memory_mb=16, book=False)
    texts = ["7x6:44444323", "5x4:", "4x5-bb2:22", "7x6:4444432", "4x4-xb1:1", "7x6:121212"] * 3
    wanted = [Solver(memory_mb=16, book=False).solve(Position.parse(text)) for text in texts]
    found: dict[int, Score] = {}
    errors: list[BaseException] = []

    def ask(number: int) -> None:
        try:
            found[number] = solver.solve(Position.parse(texts[number]))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [found[number] for number in range(len(texts))] == wanted


# Options


@pytest.mark.parametrize("value", [0, -1, 65, True, 1.0, "2", None, 10**30])
def test_bad_threads(value: object) -> None:
    with pytest.raises(
        ff.InvalidOption, match=r"threads is .* must be a whole number from 1 to 64"
    ):
        Solver(threads=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, 15, 2**20 + 1, True, 64.0, "64", None])
def test_bad_memory(value: object) -> None:
    with pytest.raises(ff.InvalidOption, match=r"memory_mb is .* must be a whole number from 16"):
        Solver(memory_mb=value)  # type: ignore[arg-type]


def test_bad_books() -> None:
    with pytest.raises(ff.InvalidOption, match="a book is 7, but must be a path, a Book, several"):
        Solver(book=7)  # type: ignore[arg-type]
    with pytest.raises(ff.BookError, match=r"the opening book nowhere\.book cannot be read"):
        Solver(book="nowhere.book")


@given((strangers | st.integers()).filter(lambda value: not isinstance(value, str)))
def test_what_is_no_position(value: object) -> None:
    with pytest.raises(ff.InvalidOption, match=r"a position is .* or its text"):
        ff.solve(value)  # type: ignore[arg-type]


def test_a_text_is_taken_wherever_a_position_is() -> None:
    solver, text = Solver(memory_mb=16), "7x6:445566"
    position = Position.parse(text)
    assert ff.solve(text) == ff.solve(position) == solver.solve(text)
    assert solver.solve_many([text, position]) == [ff.solve(text)] * 2
    assert solver.columns(text) == solver.columns(position)
    assert solver.column_bounds(text).keys() == solver.columns(position).keys()
    assert solver.best_column(text) == solver.search(text).column == 2
    assert solver.bounds(text).proven == ff.solve(text)
    with pytest.raises(ff.InvalidNotation, match="but a move is '1' to '9' or 'a' to 'l'"):
        ff.solve("7x6:4z")


def test_only_the_table_of_the_last_board_is_kept() -> None:
    solver = Solver(memory_mb=16, book=False)
    for columns in range(4, 12):
        solver.solve(Position(Rules(columns, 4), [0, 1, 0, 1, 0, 1]))
    assert len(solver._engines) == 1
    solver.solve_many(["5x4:", "5x4:1"], threads=2)
    assert len(solver._engines) == 0
    assert len(solver._thread_engines) == 1
    solver.solve("5x4:2")
    assert len(solver._engines) == 1
    assert len(solver._thread_engines) == 0
    solver.clear()
    assert len(solver._engines) == 0
    assert repr(solver) == "Solver(threads=1, memory_mb=16)"


def test_the_shared_solver() -> None:
    position = Position.parse("7x6:121212")
    assert ff.solve(position) == Score(18, Result.WIN, 1)
    assert ff.solve(position, wdl=True) == Score(1, Result.WIN, None)
    assert ff.solve(position, limit=Limit(seconds=1)).score == 18


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_a_solver_of_its_own() -> None:
    ff.solve(Position.parse("7x6:121212"))
    child = os.fork()
    if child == 0:
        fine = solver_module._default is None
        fine = fine and ff.solve(Position.parse("7x6:121212")).score == 18
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0

"""The perfect agent: best moves with a proof, honest ones without."""

import random
import threading
import time

import pytest

import fourfold as ff
from fourfold import IllegalMove, Limit, Position, Rules, SearchProgress, Solver, Stop
from fourfold.agents.perfect import Perfect, not_worse
from fourfold.search.score import Bounds, score_of
from tests.waiting import AT_LATEST

BOARDS = ["7x6", "6x5-xc1", "5x5-bb2", "4x4", "9x4-xa1-xe2", "4x6-bd3"]


def random_position(generator: random.Random, rules: Rules) -> Position:
    """Somewhere in the second half of a game that goes on."""
    while True:
        position = Position(rules)
        for _ in range(generator.randrange(rules.playable_cells // 2, rules.playable_cells)):
            if position.outcome is None:
                position = position.play(generator.choice(position.legal_columns))
        if position.outcome is None:
            return position


@pytest.mark.parametrize("text", BOARDS)
def test_always_a_best_move(text: str) -> None:
    generator = random.Random(text)
    agent = ff.agent("perfect:memory=16")
    solver = Solver(memory_mb=16, book=False)
    for _ in range(20):
        position = random_position(generator, Rules.parse(text))
        decision = agent.choose(position)
        columns = solver.columns(position)
        best = max(score.rank for score in columns.values())
        width = position.rules.columns
        equals = [column for column, score in columns.items() if score.rank == best]
        centre = min(equals, key=lambda column: (abs(2 * column - (width - 1)), column))
        assert decision.column == centre == solver.best_column(position)
        assert decision.score == columns[centre] == solver.solve(position)
        assert decision.reason == f"proven: {decision.score}"
        assert decision.line[0] == centre
        assert decision.evaluation is None
        assert all(columns[column] == score for column, score in decision.scores.items())


def test_the_same_answer_whatever_was_asked_before() -> None:
    generator = random.Random(5)
    positions = [random_position(generator, Rules()) for _ in range(20)]
    one = ff.agent("perfect:memory=16")
    other = ff.agent("perfect:memory=16,threads=2")
    answers = [one.choose(position).column for position in positions]
    assert [other.choose(position).column for position in reversed(positions)] == answers[::-1]
    assert [one.choose(position).column for position in positions] == answers


def test_a_game_against_itself_goes_as_proven() -> None:
    agent = ff.agent("perfect:memory=16")
    position = Position.parse("6x5:3333")
    score = ff.solve(position)
    assert score.plies is not None
    for _ in range(score.plies):
        assert position.outcome is None
        position = position.play(agent.choose(position).column)
    assert position.outcome is not None
    winner = position.outcome.winner
    assert {"win": ff.FIRST, "draw": None, "loss": ff.SECOND}[score.outcome] is winner


@pytest.mark.parametrize("spec", ["perfect", "perfect:seconds=1"])
def test_a_finished_game(spec: str) -> None:
    agent = ff.agent(f"{spec}{',' if ':' in spec else ':'}memory=16")
    with pytest.raises(IllegalMove, match="no column of '7x6:1212121' can be played"):
        agent.choose(Position.parse("7x6:1212121"))


# Without a proof


@pytest.mark.parametrize("text", ["9x8:", "12x12:", "12x12-xf1:g", "10x9-be1:"])
def test_a_move_in_time_that_says_it_is_not_proven(text: str) -> None:
    position = Position.parse(text)
    agent = ff.agent("perfect:seconds=0.3,memory=16")
    began = time.monotonic()
    decision = agent.choose(position)
    assert time.monotonic() - began < AT_LATEST
    assert decision.column in position.legal_columns
    assert decision.score is None
    assert decision.evaluation == decision.evaluations[decision.column]
    assert decision.reason.startswith("not proven in time: column ")
    assert decision.nodes is not None
    assert decision.nodes > 0
    assert decision.seconds is not None


@pytest.mark.parametrize(
    ("text", "column"),
    [("12x12:ababa", 0), ("12x12:fafbf", 5), ("12x12:gfgfg", 6), ("12x12-bl12:ababa", 0)],
)
def test_threats_are_met_without_a_proof(text: str, column: int) -> None:
    position = Position.parse(text)
    assert ff.agent("perfect:seconds=0.2,memory=16").choose(position).column == column


def test_a_win_at_once_is_proven_at_once() -> None:
    decision = ff.agent("perfect:seconds=0.2,memory=16").choose(Position.parse("12x12:ababab"))
    assert decision.column == 0
    assert decision.score is not None
    assert decision.score.plies == 1


def test_stopped_from_another_thread() -> None:
    agent = Perfect(memory=16)
    stop = Stop()
    threading.Timer(0.05, stop.request).start()
    began = time.monotonic()
    decision = agent.choose(Position.parse("12x12:"), stop=stop)
    assert time.monotonic() - began < AT_LATEST
    assert decision.reason.startswith("not proven in time")


def test_stopped_with_time_left() -> None:
    """Told to stop, it must not spend the rest of its time on single columns."""
    stop = Stop()
    threading.Timer(0.05, stop.request).start()
    began = time.monotonic()
    Perfect(memory=16).choose(Position.parse("12x12:"), Limit(seconds=600), stop)
    Perfect(memory=16).choose(Position.parse("12x12:"), Limit(seconds=600), stop)  # beforehand
    assert time.monotonic() - began < AT_LATEST


def test_nodes_are_kept_to() -> None:
    for nodes in (1, 100, 100_000):
        decision = Perfect(memory=16).choose(Position.parse("12x12:"), Limit(nodes=nodes))
        assert decision.nodes is not None
        assert decision.nodes <= nodes + 10_000  # it looks at its limits now and then


def test_stopped_before_it_began() -> None:
    stop = Stop()
    stop.request()
    decision = Perfect(memory=16).choose(Position.parse("12x12:ababa"), stop=stop)
    assert decision.column == 0


def test_a_limit_besides_its_own_option() -> None:
    for agent, limit in (
        (Perfect(memory=16), Limit(seconds=0.1)),
        (Perfect(seconds=1000, memory=16), Limit(seconds=0.1)),
        (Perfect(seconds=0.1, memory=16), Limit(seconds=1000)),
        (Perfect(memory=16), Limit(nodes=10_000)),
    ):
        began = time.monotonic()
        decision = agent.choose(Position.parse("12x12:"), limit)
        assert time.monotonic() - began < AT_LATEST
        assert decision.reason.startswith("not proven in time")


def test_watched() -> None:
    seen: list[SearchProgress] = []
    Perfect(seconds=0.5, memory=16).choose(Position.parse("12x12:"), watch=seen.append)
    assert seen
    nodes = [thinking.nodes for thinking in seen if thinking.nodes is not None]
    assert nodes == sorted(nodes)
    assert nodes[-1] > 0


def bounds(lower: int, upper: int) -> Bounds:
    return Bounds(score_of(lower, 20), score_of(upper, 20))


@pytest.mark.parametrize(
    ("proven", "columns"),
    [
        ({0: (-9, 9), 1: (-9, 9)}, [0, 1]),
        ({0: (-9, 9), 1: (3, 5), 2: (3, 3), 3: (1, 9)}, [1, 2]),  # a win in hand
        ({0: (-9, 9), 1: (0, 0), 2: (0, 5)}, [1, 2]),  # at least a draw
        ({0: (-9, 9), 1: (-5, -5), 2: (-7, -7)}, [0]),  # the only one that is not lost
        ({0: (-9, -5), 1: (-7, -3)}, [0, 1]),
        ({0: (-9, -9), 1: (-7, -7)}, [1]),  # the slowest loss
    ],
)
def test_what_the_bounds_leave_to_choose(
    proven: dict[int, tuple[int, int]], columns: list[int]
) -> None:
    assert not_worse({column: bounds(*pair) for column, pair in proven.items()}) == columns

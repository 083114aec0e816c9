"""The agent `hard` does what its source asks (docs/sources.md), point by point.

Each docstring quotes the point. Those of the evaluation are in
tests/search/test_evaluation_by_hand.py.
"""

import pytest

import fourfold as ff
from fourfold import Limit, Position, Rules
from fourfold.agents.hard import WIN
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.alphabeta import AlphaBeta, Switches
from fourfold.search.evaluation import HardWeights, largest_evaluation
from fourfold.search.order import centre_first

PLAIN = Switches(*[False] * 6)
"""Minimax and nothing else."""


def some_positions(seed: int, texts: list[str], most: int = 16) -> list[Position]:
    """An unfinished position of each board, after random moves."""
    chance = SplitMix64(seed)
    found = []
    for text in texts:
        position = Position.parse(f"{text}:")
        for _ in range(chance.below(most)):
            legal = position.legal_columns
            after = position.play(legal[chance.below(len(legal))])
            position = after if after.outcome is None else position
        found.append(position)
    return found


BOARDS = ["7x6", "6x7-xb2", "5x4-bc1", "8x8-bd1", "12x12", "10x5-xa1-xf2-bj1", "4x4"]


def test_minimax_with_alpha_beta() -> None:
    """Minimax with alpha-beta from the widest possible window; `depth` option, default 8 (the
    document: 8 to 10 for real games)."""
    for position in some_positions(1, BOARDS * 3):
        decision = ff.agent("hard:depth=4").choose(position)
        plain = AlphaBeta(position.rules, HardWeights(), PLAIN, win=WIN).search(
            position, Limit(depth=4)
        )
        # The widest window for every column: not one value is a bound only.
        assert decision.evaluations == plain.evaluations
        assert decision.column == plain.column
        assert decision.nodes is not None
    empty = ff.agent("hard").choose(Position())
    assert empty.depth == 8
    assert ff.agent("hard:depth=10").choose(Position.parse("7x6:444444")).depth == 10


def test_ties() -> None:
    """Ties go to the column nearest the centre (further ties: the left one)."""
    # Without any weights all that is not decided within the depth is equal.
    names = [field for field in HardWeights.__dataclass_fields__ if field != "windows"]
    names += ["four", "three", "two", "their_four", "their_three", "their_two"]
    blind = "hard:depth=3," + ",".join(f"{name}=0" for name in names)
    for position in some_positions(2, BOARDS * 3):
        decision = ff.agent(blind).choose(position)
        best = max(decision.evaluations.values())
        equals = [column for column, value in decision.evaluations.items() if value == best]
        assert decision.column == centre_first(equals, position.rules.columns)[0]
    assert ff.agent(blind).choose(Position()).column == 3
    assert ff.agent(blind).choose(Position(Rules(8, 7))).column == 3
    assert ff.agent(blind).choose(Position.parse("7x6:444444")).column == 2


def test_quick_wins_and_slow_losses() -> None:
    """Quick wins are preferred to slow ones, slow losses to quick ones."""
    # Columns 4 and 6 win, but not equally fast.
    decision = ff.agent("hard").choose(Position.parse("7x6:414152"))
    wins = {c: score.plies for c, score in decision.scores.items() if score.score > 0}
    assert wins == {3: 5, 5: 3}
    assert decision.column == 5
    assert decision.reason == "wins in 3 moves"
    # FIRST has two ends of a three: all is lost, but blocking one of them takes longest.
    lost = ff.agent("hard:depth=4").choose(Position.parse("7x6:33445"))
    assert lost.score is not None
    assert lost.score.score < 0
    plies = {column: score.plies for column, score in lost.scores.items()}
    assert len(plies) == 7
    assert plies[lost.column] == max(p for p in plies.values() if p is not None)


@pytest.mark.parametrize("weights", [HardWeights()])
def test_wins_are_beyond_every_evaluation(weights: HardWeights) -> None:
    """Quick wins are preferred to slow ones: on the largest board, too, to any evaluation."""
    assert largest_evaluation(Rules(12, 12), weights) < WIN


def test_threads() -> None:
    """`threads` option: off = moves one after the other; on = each legal root move searched by its
    own thread on its own copy of the board, joined, then the best taken; same answer as
    single-threaded. If a thread cannot be started, it falls back to single-threaded."""
    one, many = ff.agent("hard:depth=5"), ff.agent("hard:depth=5,threads=on")
    for position in some_positions(3, BOARDS * 2):
        alone, together = one.choose(position), many.choose(position)
        assert alone.column == together.column
        assert alone.evaluations == together.evaluations
        columns = len(position.legal_columns)
        for start in (None, 0, 1, columns - 1):
            engine = AlphaBeta(
                position.rules,
                HardWeights(),
                Switches(deepening=False),
                win=WIN,
                threads=True,
                threads_that_start=start,
            )
            found = engine.search(position, Limit(depth=5))
            assert found.threads == (columns if start is None else start)
            assert (found.column, found.evaluations) == (alone.column, alone.evaluations)
    off = AlphaBeta(Rules(), HardWeights()).search(Position(), Limit(depth=5))
    assert off.threads == 0


@pytest.mark.parametrize("spec", ["hard:depth=4", "hard:depth=4,threads=on"])
def test_the_position_is_left_alone(spec: str) -> None:
    """The given position is never modified."""
    for position in some_positions(4, BOARDS):
        before = (str(position), position.key, position.moves, position.turn, position.must_ban)
        ff.agent(spec).choose(position)
        assert (
            str(position),
            position.key,
            position.moves,
            position.turn,
            position.must_ban,
        ) == before


def test_the_easy_and_the_medium_bot() -> None:
    """The document's easy and medium bots exist too: `random` (any legal column), `greedy` (win,
    else block, else the most central column)."""
    seen = {ff.agent("random").choose(Position()).column for _ in range(200)}
    assert seen == set(range(7))
    greedy = ff.agent("greedy")
    assert greedy.choose(Position.parse("7x6:121212")).reason == "wins in column 1"
    assert greedy.choose(Position.parse("7x6:12121")).reason == "blocks column 1"
    assert greedy.choose(Position()).column == 3

"""The agent `threat` does what its source asks (docs/sources.md), point by point.

Each docstring quotes the point. Those of the evaluation are in
tests/search/test_evaluation_by_hand.py.
"""

import pytest

import fourfold as ff
from fourfold import Limit, Position, Rules
from fourfold.agents.tactics import winning_columns
from fourfold.agents.threat import WIN, dynamic_depth
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.alphabeta import AlphaBeta, Switches
from fourfold.search.book.scores import book_scores
from fourfold.search.evaluation import ThreatWeights, largest_evaluation

from .test_hard_source import BOARDS, some_positions

PLAIN = Switches(*[False] * 6)


def test_minimax_with_alpha_beta() -> None:
    """Minimax with alpha-beta; cut when beta <= alpha."""
    for position in some_positions(1, BOARDS * 2):
        pruned = AlphaBeta(position.rules, ThreatWeights(), Switches(table=False))
        plain = AlphaBeta(position.rules, ThreatWeights(), PLAIN)
        one = pruned.search(position, Limit(depth=4), deepening=False)
        other = plain.search(position, Limit(depth=4))
        assert one.evaluations == other.evaluations
        assert one.nodes <= other.nodes
        assert (one.cutoffs > 0) == (one.nodes < other.nodes)
        assert other.cutoffs == 0


def test_transposition_table() -> None:
    """Transposition table: score, depth, flag EXACT / LOWER_BOUND / UPPER_BOUND with the documented
    use; a stored result counts only when it was searched at least as deep."""
    # The flags themselves are seen from inside in native/tests/alphabeta. From outside:
    # what is stored saves work, and at no depth does it change a value, also not in a table
    # that is full of shallower and of deeper results.
    saved = 0
    for position in some_positions(2, BOARDS * 2):
        table = AlphaBeta(position.rules, ThreatWeights(), memory_mb=1)
        without = AlphaBeta(position.rules, ThreatWeights(), Switches(table=False))
        for depth in (5, 3, 4, 2, 5):
            one = table.search(position, Limit(depth=depth), deepening=False)
            other = without.search(position, Limit(depth=depth), deepening=False)
            assert one.evaluations == other.evaluations
            assert other.table_hits == 0
            saved += other.nodes - one.nodes
    assert saved > 0


def test_move_ordering() -> None:
    """Move ordering: win +1000, block +500, centre +10, distance 1 +5, distance 2 +2."""
    ordered = Switches(table=False, killers=False, history=False, deepening=False)
    from_the_left = Switches(True, False, False, False, False, False)

    def nodes(position: Position, depth: int, column: int, switches: Switches) -> int:
        engine = AlphaBeta(position.rules, ThreatWeights(), switches)
        return engine.search(position, Limit(depth=depth), columns=[column]).nodes

    # SECOND wins in column 7. With the win first it is the only reply that is looked at: a node for
    # the move and one for the reply. From the left, six columns come before it.
    position = Position.parse("7x6:172737")
    assert nodes(position, 4, 2, ordered) == 2
    assert nodes(position, 4, 2, from_the_left) > 7
    # FIRST threatens column 7. With the block first, each other reply is refuted by FIRST's win.
    position = Position.parse("7x6:71727")
    assert nodes(position, 5, 3, ordered) < nodes(position, 5, 3, from_the_left)
    # Where nobody threatens anything, from the centre: less work on every board.
    for text in ("7x6:", "7x6:44", "9x8:", "12x12:", "6x6:34"):
        quiet = Position.parse(text)
        centre = quiet.rules.columns // 2
        assert nodes(quiet, 6, centre, ordered) < nodes(quiet, 6, centre, from_the_left)


@pytest.mark.parametrize(
    ("pieces", "depth"),
    [(0, 6), (8, 6), (9, 8), (20, 8), (21, 10), (30, 10), (31, 12), (41, 12)],
)
def test_depth_by_pieces(pieces: int, depth: int) -> None:
    """Depth by pieces on the board: 0-8: 6, 9-20: 8, 21-30: 10, 31+: 12."""
    assert dynamic_depth(Rules(), pieces) == depth
    # It grows with the playable cells: 8/42, 20/42, 30/42.
    assert dynamic_depth(Rules(12, 7), 2 * pieces) == depth
    free = 42 - pieces
    for seed in range(100):
        (position,) = some_positions_of(seed, pieces)
        if position is None:
            continue
        decision = ff.agent("threat:book=no").choose(position)
        if decision.depth is not None:  # else it won or blocked before any search
            assert decision.depth == min(depth, free)
            return
    pytest.fail("no position of so many pieces needed a search")


def some_positions_of(seed: int, pieces: int) -> list[Position | None]:
    """A position of so many pieces on 7x6, or None if random moves did not lead to one."""
    chance = SplitMix64(seed)
    position = Position()
    for _ in range(pieces):
        quiet = [c for c in position.legal_columns if position.play(c).outcome is None]
        if not quiet:
            return [None]
        position = position.play(quiet[chance.below(len(quiet))])
    return [position]


def test_terminal_scores() -> None:
    """Terminal scores +-(100000 + remaining depth), draw 0."""
    assert WIN == 100_000
    assert largest_evaluation(Rules(12, 12), ThreatWeights()) < WIN  # beyond every evaluation
    engine = AlphaBeta(Rules(), ThreatWeights(), win=WIN)
    found = engine.search(Position.parse("7x6:121212"), Limit(depth=6))
    assert found.evaluations[0] == 100_000 + 5  # one ply is played, five are left
    assert found.evaluations[6] == -(100_000 + 4)  # SECOND wins on the second
    last = Position.parse("4x4:243421221313431")
    draw = AlphaBeta(last.rules, ThreatWeights(), win=WIN).search(last, Limit(depth=6))
    assert draw.evaluations == {draw.column: 0}


def test_immediate_win_then_block() -> None:
    """Immediate win, then block, before any search."""
    chance = SplitMix64(12)
    agent = ff.agent("threat:depth=2")
    wins = blocks = 0
    while wins < 30 or blocks < 30:
        rules = Rules.random(seed=chance.below(10_000), bonus=chance.below(2) == 0)
        position = Position(rules)
        while position.outcome is None:
            mine = () if position.must_ban else winning_columns(position, position.turn)
            theirs = winning_columns(position, position.turn.other)
            if mine and wins < 30:
                wins += 1
                decision = agent.choose(position)
                assert decision.column in mine
                assert decision.nodes == 0
                assert decision.score is not None
                assert decision.score.plies == 1
            elif len(theirs) == 1 and not mine and not position.must_ban and blocks < 30:
                blocks += 1
                decision = agent.choose(position)
                assert decision.column == theirs[0]
                assert decision.nodes == 0
                assert decision.reason.startswith("blocks column ")
            legal = position.legal_columns
            position = position.play(legal[chance.below(len(legal))])


@pytest.mark.parametrize("option", ["deepening", "book", "killers", "history"])
def test_further_improvements(option: str) -> None:
    """The document's own list of further improvements, each an option that can be switched off:
    iterative deepening within a time limit, opening book (where one exists for the rules), killer
    moves, history heuristic."""
    on, off = ff.agent("threat"), ff.agent(f"threat:{option}=off")
    if option == "book":
        first, second = on.choose(Position()), off.choose(Position())
        assert first.reason.startswith("from the opening book: ")
        assert first.scores == book_scores(Position()) == ff.Solver(book=True).columns(Position())
        assert second.reason.startswith("best of ")
        other_board = Position.parse("6x5:")
        assert on.choose(other_board).reason == off.choose(other_board).reason
        return
    position = Position.parse("7x6:44444323")  # past the book
    if option == "deepening":
        wide = Position(Rules(12, 12))
        limit = Limit(nodes=30_000)
        deep, straight = (
            ff.agent(f"threat:depth=20,{option}={way}").choose(wide, limit) for way in ("on", "off")
        )
        assert deep.depth is not None
        assert deep.depth > 2
        assert straight.depth == 2  # there was nothing but the little that is sure
        return
    one, other = on.choose(position), off.choose(position)
    assert one.column == other.column
    assert one.evaluations == other.evaluations
    assert one.nodes != other.nodes

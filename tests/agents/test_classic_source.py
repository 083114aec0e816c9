"""The agent `classic` does what its source asks (docs/sources.md), point by point.

Each docstring quotes the point. Those of the evaluation are in
tests/search/test_evaluation_by_hand.py.
"""

import subprocess
import sys

import pytest

import fourfold as ff
from fourfold import IllegalMove, Limit, Position, Rules
from fourfold.agents.classic import ABOUT_AS_GOOD, WIN
from fourfold.search.alphabeta import AlphaBeta
from fourfold.search.evaluation import ClassicWeights, largest_evaluation

from .test_hard_source import BOARDS, some_positions


@pytest.mark.parametrize("rules", ["7x6", "5x4-bc1", "9x8-xd3"])
def test_ai_against_ai(rules: str) -> None:
    """Modes: human against human, human against AI, AI against AI; red and blue pieces (colours
    are a theme). (Here: two AIs play a whole game; people and colours are the page's.)"""
    players = [ff.agent("classic"), ff.agent("classic:level=easy,seed=2")]
    position = Position.parse(f"{rules}:")
    while position.outcome is None:
        position = position.play(players[position.turn.value].choose(position).column)
    assert position.legal_columns == ()


def test_priority() -> None:
    """Priority: immediate win, else block, else minimax of depth 6 with alpha-beta; quick wins,
    delayed losses (win +depth, loss -depth)."""
    classic = ff.agent("classic")
    win = classic.choose(Position.parse("7x6:121212"))
    assert (win.reason, win.nodes) == ("wins in column 1", 0)
    block = classic.choose(Position.parse("7x6:12121"))
    assert (block.reason, block.nodes) == ("blocks column 1", 0)
    for position in some_positions(6, BOARDS):
        decision = classic.choose(position)
        if decision.depth is None:
            continue
        engine = AlphaBeta(position.rules, ClassicWeights(), win=WIN)
        found = engine.search(position, Limit(depth=6))
        assert decision.depth == min(6, position.rules.playable_cells - position.ply)
        assert (decision.column, decision.evaluations) == (found.column, found.evaluations)
    # One ply of six is played, five are left; two are played, four are left.
    engine = AlphaBeta(Rules(), ClassicWeights(), win=WIN)
    found = engine.search(Position.parse("7x6:121212"), Limit(depth=6))
    assert found.evaluations[0] == WIN + 5
    assert found.evaluations[6] == -WIN - 4
    assert largest_evaluation(Rules(12, 12), ClassicWeights()) < WIN


def test_nothing_is_allocated_inside_the_search() -> None:
    """Moves are made and undone in place; nothing is allocated inside the search."""
    # Seen from outside: a search of a hundred times as many nodes takes no more memory. The table
    # is taken when it is made; a process of its own, so that nothing else is measured.
    script = """
import resource
from fourfold import Limit, Position
from fourfold.search.alphabeta import AlphaBeta, Switches
from fourfold.search.evaluation import ClassicWeights
engine = AlphaBeta(Position().rules, ClassicWeights(), Switches(table=False, deepening=False))
small = engine.search(Position(), Limit(depth=4))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
large = engine.search(Position(), Limit(depth=9))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(large.nodes // small.nodes, after - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    times, more = map(int, done.stdout.split())
    assert times > 50
    assert more < 1024  # kilobytes (on macOS bytes): a thread's stack, not the nodes


def test_levels() -> None:
    """Levels: `easy` depth 2-3 with randomness, `medium` depth 6, `hard` depth 8-10 with opening
    book, `expert` perfect play."""
    position = Position.parse("7x6:4453")
    depths = set()
    columns = set()
    for seed in range(40):
        decision = ff.agent(f"classic:level=easy,seed={seed}").choose(position)
        depths.add(decision.depth)
        columns.add(decision.column)
        best = max(decision.evaluations.values())
        assert decision.evaluations[decision.column] >= best - ABOUT_AS_GOOD
        again = ff.agent(f"classic:level=easy,seed={seed}").choose(position)
        assert again.column == decision.column
    assert depths == {2, 3}
    assert len(columns) > 1

    later = Position.parse("7x6:44444323")
    assert ff.agent("classic:level=medium").choose(later).depth == 6
    assert ff.agent("classic").choose(later).depth == 6
    hard = ff.agent("classic:level=hard")
    assert hard.choose(later).depth == 8
    opening = hard.choose(Position())
    assert opening.reason.startswith("from the opening book: ")
    assert opening.column == 3

    expert, perfect = ff.agent("classic:level=expert"), ff.agent("perfect")
    for position in (later, Position(), Position.parse("6x5:33")):
        one, other = expert.choose(position), perfect.choose(position)
        assert (one.column, one.score, one.reason) == (other.column, other.score, other.reason)


def test_edge_cases() -> None:
    """Invalid moves are refused, full columns skipped, the end is detected."""
    classic = ff.agent("classic")
    with pytest.raises(IllegalMove, match=r"column 3 \(counted from 0\) has no room"):
        Position.parse("7x6:444444").play(3)
    full = Position.parse("7x6:444444")
    assert set(classic.choose(full).evaluations) == {0, 1, 2, 4, 5, 6}
    with pytest.raises(IllegalMove, match="the game is over"):
        classic.choose(Position.parse("7x6:1212121"))
    # The last cell of a board.
    assert classic.choose(Position.parse("4x4:243421221313431")).column == 3

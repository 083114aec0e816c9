"""The positions of the lab: always the same, quiet, and of every phase of a game."""

import pytest

from fourfold import FIRST, SECOND, Rules
from fourfold.agents.tactics import winning_columns
from fourfold.analysis.lab_positions import ROUNDS, draw, lab_positions
from scripts import make_lab_positions


def test_the_shipped_file_is_what_the_script_writes() -> None:
    assert make_lab_positions.FILE.read_text("utf-8") == make_lab_positions.text()


def test_the_shipped_positions() -> None:
    positions = lab_positions()
    assert lab_positions(most=7) == positions[:7]
    assert positions == tuple(draw(Rules(), ROUNDS))
    assert len({position.key for position in positions}) == len(positions) == 4 * ROUNDS
    assert positions[0].ply == 0
    phases = [[position.ply for position in positions[phase::4]] for phase in range(4)]
    for plies, (least, most) in zip(phases, [(0, 8), (9, 20), (21, 30), (31, 36)], strict=True):
        assert all(least <= ply <= most for ply in plies)


@pytest.mark.parametrize("text", ["4x4", "5x4-xa1-bb2", "9x8-xd3", "6x6-bc2"])
def test_positions_of_any_board(text: str) -> None:
    rules = Rules.parse(text)
    positions = lab_positions(rules)
    assert lab_positions(rules, 5) == positions[:5]
    assert len({position.key for position in positions}) == len(positions) > 12
    for position in positions:
        assert position.rules == rules
        assert position.outcome is None
        assert not any(winning_columns(position, player) for player in (FIRST, SECOND))


def test_a_board_without_cells() -> None:
    cells = [(column, row) for column in range(4) for row in range(4)]
    assert lab_positions(Rules(4, 4, cells)) == ()
    assert len(lab_positions(Rules(4, 4, cells[1:]))) == 1

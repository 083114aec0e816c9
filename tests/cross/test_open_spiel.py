"""The Python rules against OpenSpiel's connect_four, an engine by other people.

OpenSpiel takes any number of rows and columns, so that every plain board of ours, 4x4 to 12x12,
is compared. Its parameter `x_in_row`, the length of a line, is 4 unless told otherwise; as with
us, a longer line wins too. It knows neither forbidden cells nor a bonus cell.
"""

import random
from typing import Any

import pytest

from fourfold import FIRST, Position, Rules

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: the rules were not compared with it"
)

GAMES = 25


@pytest.mark.parametrize("columns", range(4, 13))
def test_random_games_agree_at_every_ply(columns: int) -> None:
    for rows in range(4, 13):
        game = pyspiel.load_game(f"connect_four(rows={rows},columns={columns})")
        assert game.get_parameters()["x_in_row"] == 4
        chance = random.Random(100 * columns + rows)
        for _ in range(GAMES):
            compare_one_game(game.new_initial_state(), Position(Rules(columns, rows)), chance)


def compare_one_game(state: Any, position: Position, chance: random.Random) -> None:
    while True:
        where = position.to_text()
        assert state.is_terminal() == (position.outcome is not None), where
        assert tuple(state.legal_actions()) == position.legal_columns, where
        if position.outcome is not None:
            winner = position.outcome.winner
            expected = 0 if winner is None else 1 if winner is FIRST else -1
            assert state.returns() == [expected, -expected], where
            return
        assert state.current_player() == position.turn.value, where
        column = chance.choice(position.legal_columns)
        state.apply_action(column)
        position = position.play(column)


def test_a_line_of_five_or_more_wins_in_both() -> None:
    """Rare in random games: the fourth piece closes a gap."""
    game = pyspiel.load_game("connect_four(rows=6,columns=7)")
    position = Position.parse("7x6:11223355664")  # 1 2 3 . 5 6, and then 4
    assert len(position.winning_cells) == 6
    state = game.new_initial_state()
    for column in position.moves:
        state.apply_action(column)
    assert state.is_terminal()
    assert state.returns() == [1, -1]

"""Games with agents at the board, for tests."""

from fourfold.game import (
    Ending,
    Game,
    Participant,
    TimeControl,
)
from fourfold.rules import Position, Rules

from .games import ROBOT

BAD = Participant("bad", "bad")
PLAYERS = (BAD, ROBOT)


def new_game(control: TimeControl | None = None, start: Position | Rules | None = None) -> Game:
    return Game(start or Rules(), PLAYERS, control or TimeControl())


def ended(game: Game) -> Ending:
    assert game.ending is not None
    return game.ending

"""Deleting a game: who may, and what becomes of the other player of a game by link."""

from fourfold.errors import GameError
from fourfold.game import Game, Participant
from fourfold.rules import Player
from fourfold.store import StoredGame
from fourfold.web.errors import Forbidden
from fourfold.web.play.actions import Changes
from fourfold.web.play.seats import find_seat


def sides_of(stored: StoredGame, secret: str | None, player: str | None) -> frozenset[Player]:
    """Return the sides that belong to who asks, by the secret of a seat or as a known player.

    Forbidden if there is none.
    """
    sides = {side for side in Player if player and stored.identities[side.value] == player}
    seat = find_seat(stored, secret)
    if seat is not None:
        sides.add(seat)
    if not sides:
        raise Forbidden("this game is not yours: only who has played it can delete it")
    return frozenset(sides)


def leave(stored: StoredGame, game: Game, sides: frozenset[Player]) -> Changes | None:
    """Return what changes if these sides leave a game; None if it is to be deleted as a whole.

    A game that two people have played at two screens belongs to both: whoever leaves takes their
    name, their seat and their place in the history with them, and the moves stay with the other.
    """
    others = [side for side in Player if side not in sides and not stored.left[side.value]]
    if not (stored.is_link and stored.record.plies and all(stored.joined) and others):
        return None
    if not game.is_over:
        raise GameError("your opponent is still in this game: resign first, then delete it")
    players, seats, identities = list(game.players), list(stored.seats), list(stored.identities)
    left = list(stored.left)
    for side in sides:
        players[side.value] = Participant.human()
        seats[side.value] = ""
        identities[side.value] = None
        left[side.value] = True
    game.players = (players[0], players[1])
    return {
        "seats": (seats[0], seats[1]),
        "identities": (identities[0], identities[1]),
        "left": (left[0], left[1]),
        "undo_offer": None,
        "rematch_offer": None,
    }

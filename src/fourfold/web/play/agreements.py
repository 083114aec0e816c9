"""What two people at two screens must agree on besides the moves: hints, and a rematch.

Taking back and draws are in `actions`: they change the game itself.
"""

from fourfold.errors import GameError
from fourfold.game import Game
from fourfold.rules import Player
from fourfold.store import StoredGame
from fourfold.web.play.actions import Action, Changes


def rematch(stored: StoredGame, side: Player, accept: bool | None) -> Changes | None:
    """Return what a wish for a rematch, or the answer to it, changes in the old game.

    None if the rematch is to begin now.
    """
    if stored.record.ending is None:
        raise GameError("a rematch can begin once the game is over")
    offer = stored.rematch_offer
    if accept is False:
        if offer is None:
            raise GameError("nobody has asked for a rematch")
        declined = stored.rematch_declined if offer is side else side
        return {"rematch_offer": None, "rematch_declined": declined}
    if any(stored.left):
        raise GameError("your opponent has deleted this game: begin a new one")
    if not stored.is_link or not all(stored.joined):
        return None
    if offer is side.other:
        return None
    if accept:
        raise GameError("your opponent has not asked for a rematch")
    if offer is side:
        raise GameError("you have asked already: your opponent has not answered yet")
    if stored.rematch_declined is side.other:
        raise GameError("your opponent would rather not play again")
    return {"rematch_offer": side, "rematch_declined": None}


def hints(accept: bool) -> Action:
    """Ask to allow hints and study in a game by link, agree to it, decline it, or end it."""

    def act(stored: StoredGame, game: Game, side: Player) -> Changes | None:
        if not stored.is_link:
            raise GameError("hints are always allowed here: only people who play by link agree")
        if game.is_over:
            raise GameError("the game is over: hints and study are free now")
        if not accept:
            if not stored.hints_agreed and stored.hints_offer is None:
                raise GameError("hints and study are not allowed, and nobody has asked for them")
            return {"hints_agreed": False, "hints_offer": None}
        if stored.hints_agreed:
            return None
        if stored.hints_offer is side:
            raise GameError("you have asked already: your opponent has not answered yet")
        if stored.hints_offer is None:
            return {"hints_offer": side}
        return {"hints_agreed": True, "hints_offer": None}

    return act

"""Whoever asks for something at a game: which game, from where, and with which secret."""

from typing import Annotated

from fastapi import Depends, Header, Path, Request
from fastapi.responses import Response

from fourfold.rules import Player
from fourfold.web.actions import Action
from fourfold.web.house import House
from fourfold.web.seats import bearer, find_seat
from fourfold.web.views import Snapshot, View, dump

Id = Annotated[str, Path(max_length=64, description="The name of a game.")]
Authorization = Annotated[str | None, Header(description="`Bearer SECRET`: the secret of a seat.")]


def json(view: View, status: int = 200) -> Response:
    """An answer that is checked by nobody: the views are of our own making."""
    return Response(dump(view), status, media_type="application/json")


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def shown(house: House, snapshot: Snapshot, side: Player | None = None) -> View:
    """A game for one side, with whoever is there."""
    view = snapshot.now(house.lobby.present(snapshot.stored.id))
    return {**view, "you": None if side is None else str(side)}


class Asker:
    """Somebody who asks, and what can be done for him."""

    def __init__(self, house: House, id: str, secret: str | None, address: str) -> None:
        self.house = house
        self.id = id
        self.secret = secret
        self.address = address

    def side(self, snapshot: Snapshot) -> Player | None:
        """Whose seat he has, if any."""
        return find_seat(snapshot.stored, self.secret)

    async def change(self, action: Action, version: int | None = None) -> tuple[Snapshot, Player]:
        """Do something to the game, for the seat that he has; the game then, and whose seat."""
        games, lobby = self.house.games, self.house.lobby
        snapshot, side = await self.house.thread(
            games.change, self.id, self.secret, action, version
        )
        lobby.asked(snapshot, side, self.address)
        return snapshot, side

    async def act(self, action: Action, version: int | None = None) -> Response:
        """Do something to the game, and show it."""
        snapshot, side = await self.change(action, version)
        return json(shown(self.house, snapshot, side))


async def _asker(request: Request, id: Id, authorization: Authorization = None) -> Asker:
    house: House = request.app.state.house
    return Asker(house, id, bearer(authorization), address(request))


Asking = Annotated[Asker, Depends(_asker)]

"""The lobby as the page sees it."""

from collections.abc import Iterable

from fourfold.rules import Rules
from fourfold.store.seeks import Seek
from fourfold.web.api.lobby_responses import LobbyView, SeekClock, SeekView
from fourfold.web.api.views.games import rules_view
from fourfold.web.api.views.texts import encodable


def seek_view(seek: Seek) -> SeekView:
    """Show somebody who looks for a game."""
    wishes = seek.wishes
    clock = wishes["clock"]
    return SeekView(
        id=seek.id,
        name=encodable(wishes["name"]),
        rules=rules_view(Rules.parse(wishes["rules"])),
        clock=None if clock is None else SeekClock(**clock),
        side=wishes["side"],
    )


def lobby_view(seeks: Iterable[Seek]) -> LobbyView:
    """Show all whom nobody has joined yet."""
    return LobbyView(seeks=[seek_view(seek) for seek in seeks if seek.game is None])

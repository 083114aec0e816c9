"""The lobby: people who look for a game, and how two of them come together.

It waits for the database, so it is called from threads. Who is connected is known to
`fourfold.web.live.lobby`.
"""

import hmac
import secrets as random_secrets
from dataclasses import replace

from fourfold.errors import Conflict, GameError
from fourfold.rules import STANDARD, Player, Rules
from fourfold.store import Store, new_id
from fourfold.store.seeks import Seek
from fourfold.web.api.requests import NewClock, NewGame, NewPlayer, NewSeek
from fourfold.web.api.views.snapshots import Snapshot
from fourfold.web.errors import Busy, Forbidden
from fourfold.web.play import new_games
from fourfold.web.play.new_games import Secrets
from fourfold.web.play.seats import digest, new_secret

SEEK_SECONDS = 12.0
"""Seconds for which a seek is there unless it is renewed."""
MOST_SEEKS = 200


class Lobby:
    """Those who look for a game on a database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._seeks = store.seeks

    def list(self) -> list[Seek]:
        """Return everybody who looks for a game, the first who came first, also those matched."""
        return self._seeks.list()

    def renew(self, ids: set[str]) -> None:
        """Let the seeks of those who are connected last."""
        self._seeks.renew(ids, SEEK_SECONDS)

    def delete(self, id: str) -> None:
        """Delete the seek of somebody who has left."""
        self._seeks.delete(id)

    def seek(self, wanted: NewSeek, player: str | None = None) -> tuple[Seek, str]:
        """Look for a game; return the seek and its secret.

        player: the id of the player, whose earlier seek this one replaces.
        """
        clock = None if wanted.clock is None else wanted.clock.model_dump()
        rules = STANDARD if wanted.rules is None else Rules.parse(wanted.rules)
        wishes = {"name": wanted.name, "rules": str(rules), "clock": clock, "side": wanted.side}
        if player is not None:
            for other in self.list():
                if other.player == player:
                    self.delete(other.id)
        secret = new_secret()
        seek = Seek(new_id(), digest(secret), player, wishes)
        if not self._seeks.add(seek, SEEK_SECONDS, MOST_SEEKS):
            raise Busy("too many people look for a game here: join one of them")
        return seek, secret

    def find(self, id: str) -> Seek | None:
        """Return a seek; None if it is not there any more."""
        return next((seek for seek in self.list() if seek.id == id), None)

    def owned(self, secret: str | None) -> Seek | None:
        """Return the seek that a secret is for; None if it is for none."""
        if secret is None:
            return None
        found = digest(secret)
        return next((seek for seek in self.list() if hmac.compare_digest(seek.secret, found)), None)

    def withdraw(self, id: str, secret: str | None) -> None:
        """Stop looking; nothing happens if the seek is gone or somebody has joined."""
        seek = self.find(id)
        if seek is None:
            return
        if secret is None or not hmac.compare_digest(seek.secret, digest(secret)):
            raise Forbidden("this secret is not that of the seek")
        self.delete(id)

    def join(self, id: str, name: str, player: str | None = None) -> tuple[Snapshot, Secrets]:
        """Play with somebody who looks for a game; Conflict if somebody else was quicker.

        Returns the game, and the secret of the caller's seat.
        """
        seek = self.find(id)
        if seek is None or seek.game is not None:
            raise _gone()
        if player is not None and player == seek.player:
            raise GameError("this is your own wish for a game: wait until somebody joins")
        wishes = seek.wishes
        owner = Player[wishes["side"] or random_secrets.choice(("FIRST", "SECOND"))]
        players = [NewPlayer(name=name or None)] * 2
        players[owner.value] = NewPlayer(name=wishes["name"] or None)
        clock = None if wishes["clock"] is None else NewClock(**wishes["clock"])
        wanted = NewGame(rules=wishes["rules"], players=players, clock=clock, link=True)
        stored, given = new_games.from_request(wanted)
        seats, identities = list(stored.seats), [player, player]
        # The owner's secret is that of the seek: nobody else can know it.
        seats[owner.value], identities[owner.value] = seek.secret, seek.player
        stored = replace(
            stored,
            joined=(True, True),
            seats=(seats[0], seats[1]),
            identities=(identities[0], identities[1]),
        )
        # The game is there before the seek names it. One that nobody gets is soon cleaned up.
        snapshot = Snapshot.of(self.store.create(stored))
        if not self._seeks.take(id, snapshot.stored.id):
            raise _gone()
        return snapshot, {owner.other: given[owner.other]}


def _gone() -> Conflict:
    return Conflict("they are not looking for a game any more: somebody was quicker, or they left")

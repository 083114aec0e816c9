"""What can be done to games: read, act, save, and again if another was quicker.

This is called from threads, because it waits for the database. It knows nothing of who watches.
"""

from dataclasses import replace

from fourfold.errors import Conflict, GameError
from fourfold.game import Game
from fourfold.game.lines import encode, lines_of
from fourfold.rules import Player
from fourfold.store import Store, StoredGame, game_of
from fourfold.web import making
from fourfold.web.actions import Action, after
from fourfold.web.making import Secrets
from fourfold.web.schemas import NewGame
from fourfold.web.seats import seat_of
from fourfold.web.views import Snapshot

_TRIES = 8


class Games:
    """The games of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def create(self, wanted: NewGame) -> tuple[Snapshot, Secrets]:
        """Begin a game."""
        stored, secrets = making.begin(wanted)
        return Snapshot.of(self.store.create(stored)), secrets

    def keep(self, data: bytes) -> list[tuple[Snapshot, Secrets]]:
        """Take over the games of a file."""
        games = making.from_file(data)
        return [(Snapshot.of(self.store.create(stored)), given) for stored, given in games]

    def get(self, id: str) -> Snapshot:
        """A game as it is now; one whose clock has run out is over."""
        return Snapshot.of(self._settled(id)[0])

    def _settled(self, id: str) -> tuple[StoredGame, Game]:
        for _ in range(_TRIES):
            stored = self.store.get(id)
            game = game_of(stored)
            if not game.check_clock():
                return stored, game
            try:
                saved = self.store.save(after(stored, game, {}))
                return saved, game_of(saved)
            except Conflict:
                continue
        raise _too_many(id)

    def change(
        self, id: str, secret: str | None, action: Action, version: int | None = None
    ) -> tuple[Snapshot, Player]:
        """Act for the seat that a secret is for."""
        for _ in range(_TRIES):
            stored, game = self._settled(id)
            side = seat_of(stored, secret)
            if version is not None and version != stored.version:
                raise Conflict(
                    f"the game has moved on: it is at version {stored.version}, not {version}"
                )
            changes = action(stored, game, side)
            if changes is None:
                return Snapshot.of(stored), side
            try:
                return Snapshot.of(self.store.save(after(stored, game, changes))), side
            except Conflict:
                continue  # what another did may make this impossible, and then it is refused
        raise _too_many(id)

    def rematch(self, id: str, secret: str | None) -> tuple[Snapshot, Snapshot, Player]:
        """The old game, the one that follows it, and the asker's side in that.

        The second who asks gets the game that the first has begun.
        """
        created: StoredGame | None = None
        for _ in range(_TRIES):
            old, _ = self._settled(id)
            side = seat_of(old, secret)
            if old.next is not None:
                return Snapshot.of(old), self.get(old.next), side.other
            if old.record.ending is None:
                raise GameError("a rematch can begin once the game is over")
            created = created or self.store.create(making.rematch(old))
            try:
                saved = self.store.save(replace(old, next=created.id))
                return Snapshot.of(saved), Snapshot.of(created), side.other
            except Conflict:
                continue  # a game that is not the next after all has no moves, and is tidied away
        raise _too_many(id)

    def record(self, id: str) -> bytes:
        """A game as a file."""
        return encode(lines_of(self._settled(id)[0].record))


def _too_many(id: str) -> Conflict:
    return Conflict(f"too many change game {id} at once: try again")

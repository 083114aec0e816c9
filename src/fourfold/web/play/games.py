"""The games of a database: read, change, save, and retry if another process saved first.

Called from threads, because it waits for the database. It knows nothing of subscribers.
"""

import contextlib
from dataclasses import replace

from fourfold.errors import Conflict, GameError
from fourfold.game import Game, Record
from fourfold.game.json_lines import encode, record_lines
from fourfold.rules import Player
from fourfold.store import GameNotFound, Store, StoredGame, restore_game
from fourfold.web.api.requests import NewGame
from fourfold.web.api.responses import Emote, EmoteView
from fourfold.web.api.views.snapshots import Snapshot
from fourfold.web.api.views.texts import side_name
from fourfold.web.errors import TooMany
from fourfold.web.play import agreements, deleting, new_games
from fourfold.web.play.actions import Action, after
from fourfold.web.play.new_games import Secrets
from fourfold.web.play.seats import seat_of

_TRIES = 8  # before a change gives way to the others

MOST_EMOTES = 4
"""Emotes that a player may send in `EMOTE_SECONDS`."""
EMOTE_SECONDS = 12.0


class Games:
    """The games of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def create(self, wanted: NewGame, player: str | None = None) -> tuple[Snapshot, Secrets]:
        """Create a game; return it with the secrets of its seats.

        player: the id of the player who begins it.
        """
        stored, secrets = new_games.from_request(wanted, player)
        return Snapshot.of(self.store.create(stored)), secrets

    def import_file(self, data: bytes) -> list[tuple[StoredGame, Secrets]]:
        """Create the games of a file; return each with the secrets of its seats."""
        games = new_games.from_file(data)
        return [(self.store.create(stored), given) for stored, given in games]

    def keep_record(self, record: Record, id: str) -> str:
        """Keep a finished game under this id, unless it is there already; return the id."""
        try:
            self.store.get(id)
        except GameNotFound:
            with contextlib.suppress(Conflict):  # another request was quicker
                self.store.create(new_games.from_record(record, id))
        return id

    def get(self, id: str) -> Snapshot:
        """Return a game as it is now; if a clock has run out, the game is over."""
        return Snapshot.of(self._settled(id)[0])

    def _settled(self, id: str) -> tuple[StoredGame, Game]:
        for _ in range(_TRIES):
            stored = self.store.get(id)
            game = restore_game(stored)
            if not game.check_clock():
                return stored, game
            try:
                saved = self.store.save(after(stored, game, {}))
                return saved, restore_game(saved)
            except Conflict:
                continue
        raise _too_many(id)

    def change(
        self, id: str, secret: str | None, action: Action, version: int | None = None
    ) -> tuple[Snapshot, Player]:
        """Apply an action for the seat that a secret is for; return the game and that side.

        version: Conflict if the game has another one by now.
        """
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
                continue  # the next try is refused if the other change made it impossible
        raise _too_many(id)

    def delete(self, id: str, secret: str | None, player: str | None) -> Snapshot | None:
        """Delete a game for those of its players who ask; return what the other keeps, if any."""
        for _ in range(_TRIES):
            stored, game = self._settled(id)
            sides = deleting.sides_of(stored, secret, player)
            changes = deleting.leave(stored, game, sides)
            try:
                if changes is None:
                    self.store.deletions.delete(id, stored.version)
                    return None
                return Snapshot.of(self.store.save(after(stored, game, changes)))
            except Conflict:
                continue
        raise _too_many(id)

    def rematch(
        self, id: str, secret: str | None, accept: bool | None = None
    ) -> tuple[Snapshot, Snapshot | None, Player]:
        """Ask for a rematch, agree to it, or decline it.

        Returns the old game, the game that follows it if it begins now or has begun, and the
        caller's side in the old one. Two people at two screens must agree; everybody else gets
        the rematch at once.
        """
        for _ in range(_TRIES):
            old, _ = self._settled(id)
            side = seat_of(old, secret)
            following = self._following(old)
            if following is not None:
                return Snapshot.of(old), following, side
            changes = agreements.rematch(old, side, accept)
            try:
                if changes is not None:
                    return Snapshot.of(self.store.save(replace(old, **changes))), None, side
                new = new_games.rematch(old)
                linked = replace(old, next=new.id, rematch_offer=None)
                saved, begun = self.store.create_next(linked, new)
                return Snapshot.of(saved), Snapshot.of(begun), side
            except Conflict:
                continue
        raise _too_many(id)

    def _following(self, old: StoredGame) -> Snapshot | None:
        """Return the rematch of a game; None if there is none, or it was deleted."""
        try:
            return None if old.next is None else self.get(old.next)
        except GameNotFound:
            return None

    def send_emote(self, id: str, secret: str | None, emote: Emote) -> EmoteView:
        """Send a sign to the other person of a game by link; TooMany if that is too often."""
        stored = self.store.get(id)
        side = seat_of(stored, secret)
        if not stored.is_link:
            raise GameError("only two people who play by link send each other emotes")
        if not all(stored.joined):
            raise GameError("your opponent is not here yet")
        number = self.store.add_emote(id, side, emote, most=MOST_EMOTES, seconds=EMOTE_SECONDS)
        if number is None:
            raise TooMany(
                "you have sent several of these already: wait a few seconds", 3, quota="emotes"
            )
        return EmoteView(number=number, side=side_name(side), emote=emote)

    def record(self, id: str) -> bytes:
        """Return a game as a file."""
        return encode(record_lines(self._settled(id)[0].record))


def _too_many(id: str) -> Conflict:
    return Conflict(f"too many requests change game {id} at once: try again")

"""What was played in each position of the finished games, and how these games ended.

Counted when a game ends, so that a question is answered by a few rows however many games there are:

    key       a hash of the board, the same for every order of the moves and for the mirror image,
              and of whose games are counted: a player's, or everybody's
    move      the column that was played, on the board that the key was made of
    wins, draws, losses     games that the mover went on to win, draw or lose

A game counts as it first ended: `sealed` is kept with it as a text, and what is taken back, played
on or told afterwards changes nothing. Games that were read from a file do not count.

A board that is its own mirror image has one row for a column and its mirror image. Moves of an
opening that was on the board when the players began are not counted: nobody chose them.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from fourfold.errors import FourfoldError
from fourfold.rules import Player, Position, Rules
from fourfold.rules.board_key import BoardKey, board_key, board_keys
from fourfold.rules.notation import parse_moves
from fourfold.store.rows import DRAW
from fourfold.store.schema import EXPLORER, GAMES

_BATCH = 1_000  # games, when all are counted again
_SEALED = ("position", "plies", "result", "first_player", "second_player")
"""The columns of a game that its counts are made of."""

Row = Mapping[str, Any] | RowMapping
Counts = dict[tuple[int, int], list[int]]
"""By key and move: wins, draws, losses."""


@dataclass(frozen=True, slots=True)
class MoveTally:
    """How the games ended in which a column was played, for the player who played it."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses


def explore(connection: Connection, position: Position, player: str | None) -> dict[int, MoveTally]:
    """Return the columns that were played in a position, in everybody's or in a player's games.

    On a board that is its own mirror image, a column and its mirror image have the same counts.
    """
    key = board_key(position)
    rows = connection.execute(select(EXPLORER).where(EXPLORER.c.key == _hash(key, player)))
    last = position.rules.columns - 1
    found = {}
    for row in rows:
        tally = MoveTally(row.wins, row.draws, row.losses)
        found[last - row.move if key.is_mirrored else row.move] = tally
        if key.is_symmetric:
            found[last - row.move] = tally
    return {column: found[column] for column in sorted(found) if column in position.legal_columns}


def sealed(row: Row, *, is_uploaded: bool) -> str | None:
    """Return how a game has ended, for its column `counted`; None if it does not count (yet)."""
    if row["result"] is None or not row["plies"] or is_uploaded:
        return None
    return json.dumps([row[name] for name in _SEALED])


def count(connection: Connection, text: str) -> None:
    """Count a game that has just been sealed."""
    counts: Counts = {}
    add_moves(counts, text)
    _write(connection, counts)


def rebuild(connection: Connection) -> int:
    """Count all games again that are there; return how many count."""
    connection.execute(delete(EXPLORER))
    games, last = 0, ""
    while True:
        wanted = (
            select(GAMES.c.id, GAMES.c.counted)
            .where(GAMES.c.counted.is_not(None), GAMES.c.id > last)
            .order_by(GAMES.c.id)
            .limit(_BATCH)
        )
        rows = connection.execute(wanted).all()
        if not rows:
            return games
        counts: Counts = {}
        for row in rows:
            with suppress(FourfoldError, ValueError, IndexError):  # a damaged row
                add_moves(counts, row.counted)
        _write(connection, counts)
        games, last = games + len(rows), rows[-1].id


def add_moves(counts: Counts, text: str) -> None:
    """Add the moves of a sealed game to counts."""
    position, plies, result, first, second = json.loads(text)
    rules_text, _, moves_text = position.partition(":")
    rules, moves = Rules.parse(rules_text), parse_moves(moves_text)
    opening = len(moves) - plies
    players = {None, first, second}
    for number, key in enumerate(board_keys(rules, moves)):
        if number < opening:
            continue
        mover = Player.FIRST if key.text.rstrip("!").endswith("f") else Player.SECOND
        place = 1 if result == DRAW else 0 if result == str(mover) else 2
        move = _canonical(moves[number], key, rules.columns)
        for player in players:
            counts.setdefault((_hash(key, player), move), [0, 0, 0])[place] += 1


def _canonical(column: int, key: BoardKey, width: int) -> int:
    mirrored = width - 1 - column
    if key.is_symmetric:
        return min(column, mirrored)
    return mirrored if key.is_mirrored else column


def _hash(key: BoardKey, player: str | None) -> int:
    digest = hashlib.blake2b(f"{player or ''} {key.text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _write(connection: Connection, counts: Counts) -> None:
    """Add counts to those in the database."""
    if not counts:
        return
    upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    added = upsert(EXPLORER)
    columns, new = EXPLORER.c, added.excluded
    names = ("wins", "draws", "losses")
    statement = added.on_conflict_do_update(
        index_elements=["key", "move"],
        set_={name: columns[name] + new[name] for name in names},
    )
    connection.execute(
        statement,
        [
            {"key": key, "move": move, **dict(zip(names, found, strict=True))}
            for (key, move), found in sorted(counts.items())
        ],
    )

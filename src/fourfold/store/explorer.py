"""What was played in each position of the finished games, and how these games ended.

Counted when a game ends, so that a question is answered by a few rows however many games there are:

    key       a hash of the board, the same for every order of the moves and for the mirror image,
              and of whose games are counted: a player's, or everybody's
    move      the column that was played, on the board that the key was made of
    wins, draws, losses     games that the mover went on to win, draw or lose

A board that is its own mirror image has one row for a column and its mirror image. Moves of an
opening that was on the board when the players began are not counted: nobody chose them.
"""

import hashlib
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
COUNTED = ("position", "plies", "result", "first_player", "second_player")
"""The columns of a game that its counts are made of."""
_COUNTED_COLUMNS = [GAMES.c[name] for name in COUNTED]

Row = Mapping[str, Any] | RowMapping
_Counts = dict[tuple[int, int], list[int]]  # by key and move: wins, draws, losses


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


def update_counts(connection: Connection, before: Row | None, after: Row | None) -> None:
    """Count a game as it is now, in place of what it was; None if it was not or is no more there.

    Either may be a game that is not over, which does not count.
    """
    old = () if before is None else tuple(before[name] for name in COUNTED)
    new = () if after is None else tuple(after[name] for name in COUNTED)
    if old == new:
        return
    counts: _Counts = {}
    if before is not None:
        _add(counts, before, -1)
    if after is not None:
        _add(counts, after, 1)
    _write(connection, counts)


def rebuild(connection: Connection) -> int:
    """Count all finished games again; return how many there are."""
    connection.execute(delete(EXPLORER))
    games, last = 0, ""
    while True:
        wanted = (
            select(GAMES.c.id, *_COUNTED_COLUMNS)
            .where(GAMES.c.result.is_not(None), GAMES.c.id > last)
            .order_by(GAMES.c.id)
            .limit(_BATCH)
        )
        rows = connection.execute(wanted).mappings().all()
        if not rows:
            return games
        counts: _Counts = {}
        for row in rows:
            with suppress(FourfoldError, ValueError, IndexError):  # a damaged row
                _add(counts, row, 1)
        _write(connection, counts)
        games, last = games + len(rows), rows[-1]["id"]


def _add(counts: _Counts, row: Row, change: int) -> None:
    """Add the moves of a game to counts, or take them away."""
    if row["result"] is None:
        return
    text, _, moves_text = row["position"].partition(":")
    rules, moves = Rules.parse(text), parse_moves(moves_text)
    opening = len(moves) - row["plies"]
    players = {None, row["first_player"], row["second_player"]}
    for number, key in enumerate(board_keys(rules, moves)):
        if number < opening:
            continue
        mover = Player.FIRST if key.text.rstrip("!").endswith("f") else Player.SECOND
        place = 1 if row["result"] == DRAW else 0 if row["result"] == str(mover) else 2
        move = _canonical(moves[number], key, rules.columns)
        for player in players:
            counts.setdefault((_hash(key, player), move), [0, 0, 0])[place] += change


def _canonical(column: int, key: BoardKey, width: int) -> int:
    mirrored = width - 1 - column
    if key.is_symmetric:
        return min(column, mirrored)
    return mirrored if key.is_mirrored else column


def _hash(key: BoardKey, player: str | None) -> int:
    digest = hashlib.blake2b(f"{player or ''} {key.text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _write(connection: Connection, counts: _Counts) -> None:
    """Add counts to those in the database, and delete what has none left."""
    changed = {place: found for place, found in counts.items() if any(found)}
    if not changed:
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
            for (key, move), found in sorted(changed.items())
        ],
    )
    gone = sorted({key for (key, _), found in changed.items() if min(found) < 0})
    if gone:
        none = (columns[name] == 0 for name in names)
        connection.execute(delete(EXPLORER).where(columns.key.in_(gone), *none))

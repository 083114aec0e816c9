"""A stored game as a row of the database, and back.

    game        the record as docs/records.md describes it, with what can be redone as moves that
                are taken back again; pure ASCII, so that no encoding and no NUL is in its way
    state       the rest, as a JSON object
    the others  what is searched for, and nothing is read back from

Nothing is written that could not be read again.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from sqlalchemy import RowMapping

from fourfold.errors import FourfoldError, StoreError
from fourfold.game import Participant, Ply, Record
from fourfold.game.lines import Line, Reader, head_line, move_line, result_line, undo_line
from fourfold.rules import Player
from fourfold.rules.notation import format_position
from fourfold.store.stored import StoredGame

Row = dict[str, Any]

DRAW = "draw"
LONGEST_SEARCHED = 200
"""Of a longer text only the beginning is searched."""

_UNDO = '{"undo"'
# What PostgreSQL cannot keep in a text, or no text can.
_UNSEARCHABLE = re.compile("[\0\ud800-\udfff]")


def to_row(game: StoredGame) -> Row:
    """The columns of a game; StoreError if it is none that could be read again."""
    try:
        text = "\n".join(json.dumps(line, allow_nan=False) for line in _lines(game))
        state = json.dumps(_state(game), allow_nan=False)
        record, _ = _read(text)
    except (FourfoldError, ValueError, TypeError) as error:
        raise StoreError(f"game {game.id} cannot be kept: {error}") from None
    if record.ending != game.record.ending:
        raise StoreError(f"game {game.id} cannot be kept: its ending is not that of its moves")
    first, second = game.record.players
    return {
        "id": game.id,
        "version": game.version,
        "sequence": game.sequence,
        "created": game.created,
        "updated": game.updated,
        "rules": str(game.record.rules),
        "position": format_position(game.record.rules.parts, game.record.moves),
        "plies": len(game.record.plies),
        "result": _result(game.record),
        "first_name": searched(first.name),
        "second_name": searched(second.name),
        "first_agent": _agent(first),
        "second_agent": _agent(second),
        "game": text,
        "state": state,
    }


def from_row(row: RowMapping) -> StoredGame:
    """The game of a row; StoreError if the row is damaged."""
    try:
        record, redo = _read(row["game"])
        state = json.loads(row["state"])
        return StoredGame(
            id=row["id"],
            version=row["version"],
            record=record,
            redo=redo,
            offer=_player(state.pop("offer")),
            undo_offer=_player(state.pop("undo_offer")),
            joined=tuple(state.pop("joined")),
            seats=tuple(state.pop("seats")),
            created=row["created"],
            updated=row["updated"],
            sequence=row["sequence"],
            **state,
        )
    except (FourfoldError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"game {row['id']} is damaged in the database: {error}") from None


def searched(name: str) -> str:
    """A name as it is searched: without regard to case, and with nothing that cannot be kept."""
    return cleaned(unicodedata.normalize("NFKC", name).casefold())


def cleaned(text: str) -> str:
    """A text that every database takes."""
    return _UNSEARCHABLE.sub("\ufffd", text)[:LONGEST_SEARCHED]


def _lines(game: StoredGame) -> Iterator[Line]:
    record = game.record
    yield head_line(record)
    for ply in (*record.plies, *reversed(game.redo)):
        yield move_line(ply, record.rules)
    if game.redo:
        yield undo_line(len(game.redo))
    if record.ending is not None:
        yield result_line(record.ending)


def _read(text: str) -> tuple[Record, tuple[Ply, ...]]:
    """The record, and what can be redone, the next last."""
    reader = Reader()
    redo: tuple[Ply, ...] = ()
    for line in text.split("\n"):
        played = reader.records[0].plies if line.startswith(_UNDO) else ()
        reader.read(line.encode("utf-8"))
        if played:
            redo = tuple(reversed(played[len(reader.records[0].plies) :]))
    (record,) = reader.records
    return record, redo


def _state(game: StoredGame) -> Line:
    return {
        "offer": None if game.offer is None else str(game.offer),
        "undo_offer": None if game.undo_offer is None else str(game.undo_offer),
        "is_link": game.is_link,
        "joined": game.joined,
        "seats": game.seats,
        "paused": game.paused,
        "breath": game.breath,
        "ply_began": game.ply_began,
        "ply_spent": game.ply_spent,
        "previous": game.previous,
        "next": game.next,
    }


def _player(name: str | None) -> Player | None:
    return None if name is None else Player[name]


def _result(record: Record) -> str | None:
    if record.ending is None:
        return None
    return DRAW if record.ending.winner is None else str(record.ending.winner)


def _agent(player: Participant) -> str | None:
    """The text of an agent; None for a person."""
    return None if player.agent is None else cleaned(player.agent.strip())

"""A stored game as a row of the database, and back.

    game        the record, as docs/records.md describes it; plies that can be redone are written as
                moves and an undo; pure ASCII, so that no encoding and no NUL can spoil it
    state       the other fields, as a JSON object
    counted     how it first ended, as the explorer has counted it, see `explorer`; else null
    the others  only for searching; never read back

`to_row` reads a row back before it is written, so that nothing is kept that cannot be read.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from sqlalchemy import RowMapping

from fourfold.errors import FourfoldError, StoreError
from fourfold.game import Participant, Ply, Record
from fourfold.game.json_lines import (
    Line,
    RecordReader,
    header_line,
    move_line,
    result_line,
    undo_line,
)
from fourfold.rules import Player
from fourfold.rules.notation import format_position
from fourfold.store.sizes import LARGEST_GAME, check_size
from fourfold.store.stored_game import StoredGame

Row = dict[str, Any]

DRAW = "draw"
LONGEST_SEARCHED = 200
"""Of a longer text only the beginning is searched."""

_UNDO = '{"undo"'
_MOVE_DELAY = "breath"  # the key that the first databases were written with
# What PostgreSQL cannot keep in a text, or no text can.
_UNSEARCHABLE = re.compile("[\0\ud800-\udfff]")


def to_row(game: StoredGame, offset: float = 0.0) -> Row:
    """Return the columns of a game; StoreError if it could not be read again.

    offset: seconds by which the database's time is ahead of this process's monotonic clock.
    """
    try:
        text = "\n".join(json.dumps(line, allow_nan=False) for line in _lines(game))
        state = json.dumps(_state(game, offset), allow_nan=False)
        record, _ = _read(text)
    except (FourfoldError, ValueError, TypeError) as error:
        sentence = f"game {game.id} cannot be kept: {error}"
        raise StoreError(sentence, sentence) from None
    check_size(text + state, LARGEST_GAME, f"game {game.id}")
    if record.ending != game.record.ending:
        raise StoreError(f"game {game.id} cannot be kept: its moves do not lead to its ending")
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
        "first_name": search_key(first.name),
        "second_name": search_key(second.name),
        "first_agent": _agent(first),
        "second_agent": _agent(second),
        "first_player": game.identities[0],
        "second_player": game.identities[1],
        "game": text,
        "state": state,
    }


def from_row(row: RowMapping, offset: float = 0.0) -> StoredGame:
    """Return the game of a row; StoreError if the row is damaged.

    offset: as in `to_row`.
    """
    try:
        record, redo = _read(row["game"])
        state = json.loads(row["state"])
        began = state.pop("ply_began")
        return StoredGame(
            id=row["id"],
            version=row["version"],
            record=record,
            redo=redo,
            offer=_player(state.pop("offer")),
            undo_offer=_player(state.pop("undo_offer")),
            # Older rows have none of these.
            rematch_offer=_player(state.pop("rematch_offer", None)),
            rematch_declined=_player(state.pop("rematch_declined", None)),
            hints_offer=_player(state.pop("hints_offer", None)),
            joined=tuple(state.pop("joined")),
            left=tuple(state.pop("left", (False, False))),
            seats=tuple(state.pop("seats")),
            series=tuple(state.pop("series", (0, 0, 0))),
            identities=tuple(state.pop("identities", (None, None))),
            move_delay=state.pop(_MOVE_DELAY),
            ply_began=None if began is None else began - offset,
            is_counted=row.get("counted") is not None,
            created=row["created"],
            updated=row["updated"],
            sequence=row["sequence"],
            **state,
        )
    except (FourfoldError, ValueError, TypeError, KeyError, AttributeError) as error:
        damaged = f"game {row['id']} is damaged in the database"
        raise StoreError(f"{damaged}: {error}", damaged) from None


def shift_state(state: str, seconds: float) -> str:
    """Return the state of a row for a database whose time is ahead by so many seconds."""
    values = json.loads(state)
    if values.get("ply_began") is None:
        return state
    return json.dumps({**values, "ply_began": values["ply_began"] + seconds})


def search_key(name: str) -> str:
    """Return a name as it is searched: without regard to case, and as every database takes it."""
    return storable(unicodedata.normalize("NFKC", name).casefold())


def storable(text: str) -> str:
    """Return a text as every database takes it: shortened, and without NUL and surrogates."""
    return _UNSEARCHABLE.sub("\ufffd", text)[:LONGEST_SEARCHED]


def _lines(game: StoredGame) -> Iterator[Line]:
    record = game.record
    yield header_line(record)
    for ply in (*record.plies, *reversed(game.redo)):
        yield move_line(ply, record.rules)
    if game.redo:
        yield undo_line(len(game.redo))
    if record.ending is not None:
        yield result_line(record.ending)


def _read(text: str) -> tuple[Record, tuple[Ply, ...]]:
    """Return the record, and the plies that can be redone, the next of them last."""
    reader = RecordReader()
    redo: tuple[Ply, ...] = ()
    for line in text.split("\n"):
        played = reader.records[0].plies if line.startswith(_UNDO) else ()
        reader.read(line.encode("utf-8"))
        if played:
            redo = tuple(reversed(played[len(reader.records[0].plies) :]))
    (record,) = reader.records
    return record, redo


def _state(game: StoredGame, offset: float) -> Line:
    return {
        "offer": _name(game.offer),
        "undo_offer": _name(game.undo_offer),
        "rematch_offer": _name(game.rematch_offer),
        "rematch_declined": _name(game.rematch_declined),
        "hints_offer": _name(game.hints_offer),
        "hints_agreed": game.hints_agreed,
        "is_link": game.is_link,
        "joined": game.joined,
        "left": game.left,
        "seats": game.seats,
        "identities": game.identities,
        "series": game.series,
        "uploaded": game.uploaded,
        "took_back": game.took_back,
        "paused": game.paused,
        _MOVE_DELAY: game.move_delay,
        "ply_began": None if game.ply_began is None else game.ply_began + offset,
        "ply_spent": game.ply_spent,
        "previous": game.previous,
        "next": game.next,
    }


def _name(player: Player | None) -> str | None:
    return None if player is None else str(player)


def _player(name: str | None) -> Player | None:
    return None if name is None else Player[name]


def _result(record: Record) -> str | None:
    if record.ending is None:
        return None
    return DRAW if record.ending.winner is None else str(record.ending.winner)


def _agent(player: Participant) -> str | None:
    """The text of an agent; None for a person."""
    return None if player.agent is None else storable(player.agent.strip())

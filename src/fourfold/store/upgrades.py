"""What migrations do in Python: rows of older programs are read and written again.

Each function belongs to one step of `migrations`, runs once in a database, and names the columns
that it knows: later steps may change the tables.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Connection

from fourfold.agents.registry import canonical_spec
from fourfold.errors import FourfoldError
from fourfold.game import Participant, Record
from fourfold.game.json_lines import (
    Line,
    RecordReader,
    header_line,
    move_line,
    result_line,
    undo_line,
)
from fourfold.store.explorer import sealed
from fourfold.store.sizes import LARGEST_GAME, cut_texts
from fourfold.support.names import readable_part

_BATCH = 500
_LONGEST_NAME = 40
_LONGEST_AGENT = 400

Columns = dict[str, Any]


def cut_long_games(connection: Connection) -> None:
    """Cut the texts of games that were kept without a limit, and write agents in one form.

    A game that cannot be read stays as it is, unless it is too large: then it is deleted.
    """
    for row in _batches(connection, "game, first_agent, second_agent"):
        agents = (row["first_agent"], row["second_agent"])
        is_long = len(row["game"]) > LARGEST_GAME // 10
        if not is_long and all(agent == _canonical(agent) for agent in agents):
            continue
        place = {"id": row["id"]}
        try:
            changed = _rewritten(row["game"])
        except (FourfoldError, ValueError, TypeError, KeyError):
            changed = None
        if changed is not None and len(changed["game"]) <= LARGEST_GAME:
            connection.execute(
                text(
                    "UPDATE fourfold_games SET game = :game, first_agent = :first_agent, "
                    "second_agent = :second_agent WHERE id = :id"
                ),
                {**changed, **place},
            )
        elif len(row["game"]) > LARGEST_GAME:
            connection.execute(text("DELETE FROM fourfold_games WHERE id = :id"), place)
    known = connection.execute(text("SELECT DISTINCT agent FROM fourfold_results")).scalars()
    for agent in known.all():
        if agent != _canonical(agent):
            connection.execute(
                text("UPDATE fourfold_results SET agent = :new WHERE agent = :old"),
                {"new": _canonical(agent), "old": agent},
            )


def seal_games(connection: Connection) -> None:
    """Note how every game has ended that counts in the explorer."""
    columns = "position, plies, result, first_player, second_player, state"
    for row in _batches(connection, columns, "result IS NOT NULL AND plies > 0"):
        with suppress(ValueError, AttributeError):
            is_uploaded = bool(json.loads(row["state"]).get("uploaded"))
            counted = sealed(row, is_uploaded=is_uploaded)
            connection.execute(
                text("UPDATE fourfold_games SET counted = :counted WHERE id = :id"),
                {"counted": counted, "id": row["id"]},
            )


def create_search(connection: Connection) -> None:
    """Create the table that games are searched in, and fill it."""
    is_postgres = connection.dialect.name == "postgresql"
    # In SQLite the rows themselves lie in the order of the key: no index leads to them.
    connection.execute(
        text(
            "CREATE TABLE fourfold_search (created DOUBLE PRECISION NOT NULL, game TEXT NOT NULL, "
            "rules TEXT NOT NULL, size TEXT NOT NULL, result TEXT, first_name TEXT NOT NULL, "
            "second_name TEXT NOT NULL, first_agent TEXT, second_agent TEXT, first_kind TEXT, "
            "second_kind TEXT, first_player TEXT, second_player TEXT, PRIMARY KEY (created, game))"
            + ("" if is_postgres else " WITHOUT ROWID")
        )
    )

    def before(sign: str, column: str) -> str:
        if is_postgres:
            return f"split_part({column}, '{sign}', 1)"
        return f"substr({column}, 1, instr({column} || '{sign}', '{sign}') - 1)"

    kinds = (before("\\:", f"{side}_agent") for side in ("first", "second"))
    connection.execute(
        text(
            "INSERT INTO fourfold_search SELECT created, id, rules, "
            f"{before('-', 'rules')}, result, first_name, second_name, first_agent, second_agent, "
            f"{', '.join(kinds)}, first_player, second_player FROM fourfold_games WHERE plies > 0"
        )
    )


def start_clock(connection: Connection) -> None:
    """Begin the database's own time as the time of day, and say by it when games have changed.

    If the time of day is wrong at this moment, no game becomes older than it can be, and none that
    has not begun becomes old at all: those are deleted after a day.
    """
    now = {"now": time.time()}
    connection.execute(text("INSERT INTO fourfold_clock VALUES (1, :now, '', 0)"), now)
    connection.execute(
        text(
            "UPDATE fourfold_games SET changed = "
            "CASE WHEN plies = 0 OR updated > :now THEN :now ELSE updated END"
        ),
        now,
    )


def _batches(connection: Connection, columns: str, condition: str = "1 = 1") -> Iterator[Columns]:
    """Yield the rows of all games, some at a time."""
    last = ""
    wanted = text(
        f"SELECT id, {columns} FROM fourfold_games "
        f"WHERE id > :last AND {condition} ORDER BY id LIMIT {_BATCH}"
    )
    while rows := connection.execute(wanted, {"last": last}).mappings().all():
        last = rows[-1]["id"]
        yield from (dict(row) for row in rows)


@cache
def _canonical(agent: str | None) -> str | None:
    try:
        return None if agent is None else canonical_spec(agent)
    except FourfoldError:  # an agent that is no more, or one from outside
        return agent


def _rewritten(game: str) -> Columns:
    """Return the columns of a game with its texts cut; the lines are kept, in their order."""
    reader = RecordReader()
    lines: list[Line] = []
    for line in game.split("\n"):
        played = len(reader.records[0].plies) if reader.records else 0
        reader.read(line.encode("utf-8"))
        (record,) = reader.records
        cut = cut_texts(replace(record, tags={}))
        if not lines:
            cut = _with_players(cut, _cut_player)
            head = cut
            lines.append(header_line(cut))
        elif len(cut.plies) > played:
            lines.append(move_line(cut.plies[-1], cut.rules))
        elif len(cut.plies) < played:
            lines.append(undo_line(played - len(cut.plies)))
        elif cut.ending is not None:
            lines.append(result_line(cut.ending))
    first, second = (player.agent for player in head.players)
    return {
        "game": "\n".join(json.dumps(line, allow_nan=False) for line in lines),
        "first_agent": None if first is None else first[:200],
        "second_agent": None if second is None else second[:200],
    }


def _with_players(record: Record, change: Callable[[Participant], Participant]) -> Record:
    first, second = record.players
    return replace(record, players=(change(first), change(second)))


def _cut_player(player: Participant) -> Participant:
    name, agent = player.name, _canonical(player.agent)
    if agent is not None and name == str(player.agent).strip():
        name = agent
    elif len(name) > _LONGEST_NAME and agent is None:
        name = readable_part(name, _LONGEST_NAME)
    elif len(name) > _LONGEST_AGENT:
        name = name[:_LONGEST_AGENT]
    options = player.options if len(json.dumps(dict(player.options))) <= LARGEST_GAME // 40 else {}
    return Participant(name, None if agent is None else agent[:_LONGEST_AGENT], options)

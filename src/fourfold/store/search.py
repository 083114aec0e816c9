"""Search for games: page by page, the newest first."""

import json
import math
import re
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    or_,
    select,
    tuple_,
)

from fourfold.errors import FourfoldError, InvalidOption, describe
from fourfold.game import Ending, EndReason, Participant
from fourfold.game.json_lines import RecordReader
from fourfold.rules import Player, Rules
from fourfold.store.accuracies import Accuracy
from fourfold.store.rows import DRAW, search_key, storable
from fourfold.store.schema import ACCURACIES, GAMES

MOST = 200
"""Games on one page, at most."""
RESULTS = ("FIRST", "SECOND", DRAW, "win", "loss")

_ESCAPE = "\\"
# Rules that are still being typed: 1, 12, 12x, 12x1, 12x12-, 12x12-x, 12x12-xa.
_BEGINNING = re.compile(
    r"\d{1,2}|(1[0-2]|[4-9])x1?|\d{1,2}x\d{1,2}(-[xb][a-l]\d{1,2})*-([xb][a-l]?)?"
)
_SIDES = (
    (GAMES.c.first_name, GAMES.c.first_agent, Player.FIRST),
    (GAMES.c.second_name, GAMES.c.second_agent, Player.SECOND),
)
_OWNERS = (
    (GAMES.c.first_player, GAMES.c.second_player, Player.FIRST),
    (GAMES.c.second_player, GAMES.c.first_player, Player.SECOND),
)
_IS_OF_THIS_POSITION = and_(
    ACCURACIES.c.game == GAMES.c.id, ACCURACIES.c.position == GAMES.c.position
)


@dataclass(frozen=True, slots=True)
class Query:
    """Which games to look for; None is any."""

    player: str | None = None
    """Part of the name of a player, in upper or lower case."""
    player_agents: tuple[str, ...] = ()
    """Agents that count as players of that name: their names, or their whole texts."""
    owner: str | None = None
    """The id of a player: only their games."""
    agent: str | None = None
    """An agent that played: its name, or its whole text with options."""
    rules: str | None = None
    """The text of a board; a size such as 12x12 finds every board of that size."""
    result: str | None = None
    """FIRST, SECOND or draw; with an owner or a player also win or loss, for them."""
    finished: bool | None = None
    before: str | None = None
    """The `before` of the last page, for the page after it."""
    limit: int = 20


@dataclass(frozen=True, slots=True)
class Summary:
    """A game as a list shows it."""

    id: str
    version: int
    rules: str
    position: str
    """The last position, RULES:MOVES."""
    players: tuple[Participant, Participant]
    plies: int
    """How many were played, without those of the opening."""
    ending: Ending | None
    began: str | None
    created: float
    updated: float
    identities: tuple[str | None, str | None] = (None, None)
    """The ids of the players at the seats: never to be shown."""
    accuracy: Accuracy | None = None
    """Of FIRST and SECOND, if the game was reviewed."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the games that were found, the newest first."""

    games: tuple[Summary, ...]
    before: str | None
    """Where the next page begins; None if this is the last."""


def search(connection: Connection, query: Query) -> Page:
    """Return a page of games with at least one move, the newest first."""
    if not 1 <= query.limit <= MOST:
        raise InvalidOption(f"a page has 1 to {MOST} games, not {describe(query.limit)}")
    columns = GAMES.c
    wanted = (
        select(
            columns.id,
            columns.version,
            columns.rules,
            columns.position,
            columns.plies,
            columns.result,
            columns.created,
            columns.updated,
            columns.game,
            columns.first_player,
            columns.second_player,
            ACCURACIES.c.position.label("reviewed"),
            ACCURACIES.c.first,
            ACCURACIES.c.second,
        )
        .join_from(GAMES, ACCURACIES, _IS_OF_THIS_POSITION, isouter=True)
        .where(columns.plies > 0, *_conditions(query))
    )
    if query.before is not None:
        created, id = _cursor(query.before)
        wanted = wanted.where(tuple_(columns.created, columns.id) < tuple_(created, id))
    newest = (columns.created.desc(), columns.id.desc())
    rows = connection.execute(wanted.order_by(*newest).limit(query.limit + 1)).mappings().all()
    found = rows[: query.limit]
    games = tuple(summary for row in found if (summary := _summary(row)) is not None)
    is_last = len(rows) <= query.limit
    return Page(games, None if is_last else f"{found[-1]['created']!r}_{found[-1]['id']}")


def _conditions(query: Query) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if query.result is not None and query.result not in RESULTS:
        raise InvalidOption(f"a result is {', '.join(RESULTS)}, and not {describe(query.result)}")
    if query.owner is not None:
        found.append(or_(*(mine == query.owner for mine, _, _ in _OWNERS)))
    if query.player is not None:
        found.append(or_(*(_is_called(query, side) for side in Player)))
    if query.result in ("win", "loss"):
        found.append(_is_theirs(query))
    elif query.result is not None:
        found.append(GAMES.c.result == query.result)
    if query.agent is not None:
        found.append(
            or_(*(_is_agent(column, storable(query.agent.strip())) for _, column, _ in _SIDES))
        )
    if query.rules is not None:
        found.append(_has_rules(query.rules))
    if query.finished is not None:
        is_open = GAMES.c.result.is_(None)
        found.append(~is_open if query.finished else is_open)
    return found


def _is_called(query: Query, side: Player) -> ColumnElement[bool]:
    """Return whether the player at a side has the name that is looked for."""
    name, agent, _ = _SIDES[side.value]
    called = _contains(name, search_key(query.player or ""))
    return or_(called, *(_is_agent(agent, text) for text in query.player_agents))


def _is_theirs(query: Query) -> ColumnElement[bool]:
    """Return whether the owner, or else the player who is looked for, has won or lost."""
    won = {side: str(side if query.result == "win" else side.other) for side in Player}
    if query.owner is not None:
        return or_(
            *(
                and_(
                    mine == query.owner,
                    or_(other.is_(None), other != query.owner),  # not against themselves
                    GAMES.c.result == won[side],
                )
                for mine, other, side in _OWNERS
            )
        )
    if query.player is None:
        raise InvalidOption(f"a {query.result} is one player's: say whose")
    return or_(*(and_(_is_called(query, side), GAMES.c.result == won[side]) for side in Player))


def _contains(column: ColumnElement[str], text: str) -> ColumnElement[bool]:
    return column.contains(text, autoescape=True, escape=_ESCAPE)


def _is_agent(column: ColumnElement[str | None], text: str) -> ColumnElement[bool]:
    is_it = column == text
    if ":" in text:
        return is_it
    return or_(is_it, column.startswith(f"{text}:", autoescape=True, escape=_ESCAPE))


def _has_rules(text: str) -> ColumnElement[bool]:
    """Return whether a game is on this board, on one of this size, or on one that begins so."""
    beginning = text.strip().lower()
    if _BEGINNING.fullmatch(beginning):
        return GAMES.c.rules.startswith(beginning, autoescape=True, escape=_ESCAPE)
    rules = Rules.parse(text)
    is_it = GAMES.c.rules == str(rules)
    if rules.forbidden or rules.bonus is not None:
        return is_it
    return or_(is_it, GAMES.c.rules.startswith(f"{rules}-", autoescape=True, escape=_ESCAPE))


def _cursor(text: str) -> tuple[float, str]:
    created, _, id = text.partition("_")
    try:
        moment = float(created)
        if not (math.isfinite(moment) and id.isascii() and id.isalnum()):
            raise ValueError
        return moment, id
    except ValueError:
        raise InvalidOption(
            f"no page ends with {describe(text)}: before comes from a page"
        ) from None


def _summary(row: RowMapping) -> Summary | None:
    """Return a row as a list shows it; None if it is damaged, so that the others are shown."""
    try:
        head, _, rest = row["game"].partition("\n")
        reader = RecordReader()
        reader.read(head.encode("utf-8"))
        (record,) = reader.records
        ending = _ending(rest, row["result"])
    except (FourfoldError, ValueError, TypeError, KeyError):
        return None
    return Summary(
        id=row["id"],
        version=row["version"],
        rules=row["rules"],
        position=row["position"],
        players=record.players,
        plies=row["plies"],
        ending=ending,
        began=record.began,
        created=row["created"],
        updated=row["updated"],
        identities=(row["first_player"], row["second_player"]),
        accuracy=None if row["reviewed"] is None else (row["first"], row["second"]),
    )


def _ending(lines: str, result: str | None) -> Ending | None:
    """Read the ending from the last line."""
    if result is None:
        return None
    line = json.loads(lines.rpartition("\n")[2])
    winner = None if result == DRAW else Player[result]
    return Ending(winner, EndReason(line["reason"]), line.get("detail", ""))

"""Search for games: page by page, the newest first."""

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    and_,
    false,
    or_,
    select,
    tuple_,
    union,
)

from fourfold.errors import FourfoldError, InvalidOption, describe
from fourfold.game import Ending, EndReason, Participant
from fourfold.game.json_lines import RecordReader
from fourfold.rules import Player, Rules
from fourfold.store.accuracies import Accuracy
from fourfold.store.rows import DRAW, search_key, storable
from fourfold.store.schema import ACCURACIES, GAMES, NAMES, SEARCH

MOST = 200
"""Games on one page, at most."""
RESULTS = ("FIRST", "SECOND", DRAW, "win", "loss")

_ESCAPE = "\\"
# Rules that are still being typed: 1, 12, 12x, 12x1, 12x12-, 12x12-x, 12x12-xa.
_BEGINNING = re.compile(
    r"\d{1,2}|(1[0-2]|[4-9])x1?|\d{1,2}x\d{1,2}(-[xb][a-l]\d{1,2})*-([xb][a-l]?)?"
)
_SIZES = [f"{columns}x{rows}" for columns in range(4, 13) for rows in range(4, 13)]
_MOST_NAMES = 50  # that a part of a name is looked up as
_NAMES = (SEARCH.c.first_name, SEARCH.c.second_name)
_AGENTS = (SEARCH.c.first_agent, SEARCH.c.second_agent)
_KINDS = (SEARCH.c.first_kind, SEARCH.c.second_kind)
_PLAYERS = (SEARCH.c.first_player, SEARCH.c.second_player)
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
    found = connection.execute(_places(connection, query)).all()
    places = [(place.created, place.game) for place in found[: query.limit]]
    rows = {row["id"]: row for row in connection.execute(_rows_of(places)).mappings()}
    summaries = (_summary(rows[id]) for _, id in places if id in rows)
    games = tuple(summary for summary in summaries if summary is not None)
    is_last = len(found) <= query.limit
    return Page(games, None if is_last else f"{places[-1][0]!r}_{places[-1][1]}")


def _rows_of(places: list[tuple[float, str]]) -> Select[Any]:
    columns = GAMES.c
    return (
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
        .where(columns.id.in_([id for _, id in places]))
    )


def _places(connection: Connection, query: Query) -> Select[Any]:
    """Return the statement for the moments and ids of a page, and of one game more.

    Each branch follows one index in the order of the page. Together they find what is looked for.
    """
    others, branches = _conditions(connection, query)
    if query.before is not None:
        created, id = _cursor(query.before)
        others.append(tuple_(SEARCH.c.created, SEARCH.c.game) < tuple_(created, id))

    def newest(*conditions: ColumnElement[bool]) -> Select[Any]:
        wanted = select(SEARCH.c.created, SEARCH.c.game).where(*others, *conditions)
        order = (SEARCH.c.created.desc(), SEARCH.c.game.desc())
        return wanted.order_by(*order).limit(query.limit + 1)

    if branches is None:
        return newest()
    if not branches:
        return newest(false())
    parts = [select(newest(branch).subquery()) for branch in branches]
    merged = union(*parts).subquery()  # a game may be found by both of its players
    order = (merged.c.created.desc(), merged.c.game.desc())
    return select(merged).order_by(*order).limit(query.limit + 1)


def _conditions(
    connection: Connection, query: Query
) -> tuple[list[ColumnElement[bool]], list[ColumnElement[bool]] | None]:
    """Return what every game must be, and the branches of which one must hold; None for any."""
    if query.result is not None and query.result not in RESULTS:
        raise InvalidOption(f"a result is {', '.join(RESULTS)}, and not {describe(query.result)}")
    if query.result in ("win", "loss") and query.owner is None and query.player is None:
        raise InvalidOption(f"a {query.result} is one player's: say whose")
    others: list[ColumnElement[bool]] = []
    choices: list[list[ColumnElement[bool]]] = []  # the narrowest first
    if query.owner is not None:
        choices.append([_with_result(query, side, _owned(query, side)) for side in Player])
    if query.player is not None:
        called = _called(connection, query)
        choices.append(
            [
                each if query.owner is not None else _with_result(query, side, each)
                for side in Player
                for each in called[side.value]
            ]
        )
    if query.agent is not None:
        text = storable(query.agent.strip())
        choices.append([_is_agent(side, text) for side in Player])
    if query.rules is not None:
        others.append(_has_rules(query.rules))
    if query.result is not None and query.result not in ("win", "loss"):
        others.append(SEARCH.c.result == query.result)
    if query.finished is not None:
        is_open = SEARCH.c.result.is_(None)
        others.append(~is_open if query.finished else is_open)
    if not choices:
        return others, None
    narrowest, *rest = choices
    return [*others, *(or_(*each) if each else false() for each in rest)], narrowest


def _owned(query: Query, side: Player) -> ColumnElement[bool]:
    mine, other = _PLAYERS[side.value], _PLAYERS[side.other.value]
    if query.result not in ("win", "loss"):
        return mine == query.owner
    return and_(mine == query.owner, or_(other.is_(None), other != query.owner))  # not themselves


def _with_result(query: Query, side: Player, branch: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return a branch, of those games only that the side has won or lost if that is wanted."""
    if query.result not in ("win", "loss"):
        return branch
    return and_(branch, SEARCH.c.result == str(side if query.result == "win" else side.other))


def _called(connection: Connection, query: Query) -> list[list[ColumnElement[bool]]]:
    """Return for each side the branches of players who are called so.

    A name that few have is looked up by its index. One that very many have is soon found among the
    newest games.
    """
    text = search_key(query.player or "")
    part = NAMES.c.name.contains(text, autoescape=True, escape=_ESCAPE)
    names = connection.execute(select(NAMES.c.name).where(part).limit(_MOST_NAMES + 1)).scalars()
    found = list(names)
    branches: list[list[ColumnElement[bool]]] = []
    for side in Player:
        name = _NAMES[side.value]
        if len(found) > _MOST_NAMES:
            mine = [name.contains(text, autoescape=True, escape=_ESCAPE)]
        else:
            mine = [name == each for each in found]
        branches.append([*mine, *(_is_agent(side, agent) for agent in query.player_agents)])
    return branches


def _is_agent(side: Player, text: str) -> ColumnElement[bool]:
    # An agent's text without options is its kind, and finds all of that kind.
    return (_AGENTS if ":" in text else _KINDS)[side.value] == text


def _has_rules(text: str) -> ColumnElement[bool]:
    """Return whether a game is on this board, on one of this size, or on one that begins so."""
    beginning = text.strip().lower()
    if _BEGINNING.fullmatch(beginning):
        if "-" in beginning:
            return SEARCH.c.rules.startswith(beginning, autoescape=True, escape=_ESCAPE)
        return SEARCH.c.size.in_([size for size in _SIZES if size.startswith(beginning)])
    rules = Rules.parse(text)
    if rules.forbidden or rules.bonus is not None:
        return SEARCH.c.rules == str(rules)
    return SEARCH.c.size == str(rules)


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

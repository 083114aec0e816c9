"""Deleting: one game, or many by their kind and age, a few at a time so that moves never wait.

A deleted game is gone with its search entry, accuracy, lease and emotes. Results, statistics and
the explorer keep what they have counted: nobody gets rid of a loss by deleting it.

Ages are those of the last change: by the database's own time, which no clock can make jump (see
`clock`), or by the date, for an operator who looks at the count first.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Double,
    Select,
    and_,
    case,
    delete,
    func,
    literal,
    literal_column,
    not_,
    select,
    true,
)
from sqlalchemy.engine import Connection

from fourfold.errors import Conflict, GameNotFound, InvalidOption, describe
from fourfold.store import search_index
from fourfold.store.clock import DatabaseClock, unchanged_for
from fourfold.store.schema import COUNTER, GAMES

DAY = 24 * 3600.0
BATCH = 100
"""Games that are deleted in one transaction: a few milliseconds."""
_WINDOW = 2_000  # games that are looked at in one statement
_EXISTING = 500  # ids in one statement
AHEAD = 60.0
"""Seconds by which a change may lie in the future: the clocks of two machines differ a little."""

_C = GAMES.c
_NEWEST = select(_C.updated).order_by(_C.sequence.desc()).limit(1)
_HAS_NO_AGENT = and_(_C.first_agent.is_(None), _C.second_agent.is_(None))
_HAS_TWO_AGENTS = and_(_C.first_agent.is_not(None), _C.second_agent.is_not(None))
# `state` is made by json.dumps, and holds no text of a user.
_IS_UPLOADED = _C.state.contains('"uploaded": true')
_IS_LINK = _C.state.contains('"is_link": true')
_CONDITIONS: dict[str, ColumnElement[bool]] = {
    "unplayed": _C.plies == literal_column("0"),  # as the index has it
    "unfinished": _C.result.is_(None),
    "uploaded": _IS_UPLOADED,
    "agents": and_(_HAS_TWO_AGENTS, not_(_IS_UPLOADED)),
    "solo": and_(not_(_HAS_NO_AGENT), not_(_HAS_TWO_AGENTS), not_(_IS_UPLOADED)),
    "screen": and_(_HAS_NO_AGENT, not_(_IS_LINK), not_(_IS_UPLOADED)),
    "link": and_(_HAS_NO_AGENT, _IS_LINK, not_(_IS_UPLOADED)),
    "all": true(),
}
KINDS: Mapping[str, str] = MappingProxyType(
    {
        "unplayed": "games without a move",
        "unfinished": "games that have not ended",
        "uploaded": "games that were read from a file",
        "agents": "games of two agents",
        "solo": "games of a person against an agent",
        "screen": "games of two people at one screen",
        "link": "games of two people at two screens",
        "all": "all games",
    }
)
"""What can be deleted by age: the name of each kind, and what it is."""

_INDEXED = ("unplayed",)
"""Kinds that an index finds."""

Open = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True, slots=True)
class Selection:
    """Games of a kind that nobody has changed for a time."""

    kind: str
    seconds: float
    by_date: bool = False
    """Whether the date of the last change counts, and not the time for which the database ran."""

    def __post_init__(self) -> None:
        """InvalidOption if there is no such kind."""
        if self.kind not in KINDS:
            kinds = ", ".join(KINDS)
            raise InvalidOption(f"a kind of games is {kinds}, and not {describe(self.kind)}")

    def condition(self, clock: DatabaseClock, dialect: str) -> ColumnElement[bool]:
        """Return whether a game is selected."""
        if self.by_date:
            is_old = _C.updated < _date(dialect) - self.seconds
        else:
            is_old = unchanged_for(self.seconds, clock.now())
        return and_(_CONDITIONS[self.kind], is_old)


class Moments(NamedTuple):
    """What the database's clock says of the date, and when a game was last changed."""

    now: float
    newest: float | None
    """None if there is no game."""

    @property
    def is_plausible(self) -> bool:
        """Whether no change lies in the future."""
        return self.newest is None or self.newest <= self.now + AHEAD


class Deletions:
    """Deletes games; made by `Store.deletions`."""

    def __init__(self, read: Open, write: Open, clock: DatabaseClock) -> None:
        self._read = read
        self._write = write
        self._clock = clock

    def delete(self, id: str, version: int) -> None:
        """Delete a game; Conflict if it has changed since its version was read."""
        with self._write() as connection:
            _lock(connection)
            stored = connection.execute(select(_C.version).where(_C.id == id)).scalar()
            if stored is None:
                raise GameNotFound(f"there is no game {describe(id)}")
            if stored != version:
                raise Conflict(f"game {id} has moved on since its version {version}")
            _delete(connection, _C.id == id)

    def missing(self, ids: Iterable[str]) -> set[str]:
        """Return those of these games that are not there (any more)."""
        wanted = list(ids)
        found: set[str] = set()
        with self._read() as connection:
            for start in range(0, len(wanted), _EXISTING):
                some = select(_C.id).where(_C.id.in_(wanted[start : start + _EXISTING]))
                found.update(connection.execute(some).scalars())
        return set(wanted) - found

    def moments(self) -> Moments:
        """Ask for the date, and for that of the newest change."""
        with self._read() as connection:
            now = connection.execute(select(_date(connection.dialect.name))).scalar_one()
            newest = connection.execute(_NEWEST).scalar()
        return Moments(float(now), newest)

    def count(self, selection: Selection) -> int:
        """Count the games of a selection."""
        return sum(len(found) for found in self._windows(selection))

    def delete_selected(
        self, selection: Selection, is_stopped: Callable[[], bool] = lambda: False
    ) -> int:
        """Delete the games of a selection; return how many.

        Between two batches it rests as long as the last one took, so that other writers have their
        turn.

        is_stopped: asked before each batch; True ends it early.
        """
        deleted = 0
        for found in self._windows(selection):
            for start in range(0, len(found), BATCH):
                if is_stopped():
                    return deleted
                began = time.monotonic()
                with self._write() as connection:
                    _lock(connection)
                    some = _C.id.in_(found[start : start + BATCH])
                    # Asked again: a game may have been played on meanwhile.
                    is_selected = self._condition(connection, selection)
                    deleted += _delete(connection, and_(some, is_selected))
                time.sleep(time.monotonic() - began)
        return deleted

    def _windows(self, selection: Selection) -> Iterable[list[str]]:
        """Yield the ids of a selection. Each statement looks at a bounded number of games."""
        if selection.kind in _INDEXED:
            with self._read() as connection:
                found = connection.execute(_indexed(self._condition(connection, selection)))
                yield list(found.scalars())
            return
        last = ""
        while True:
            with self._read() as connection:
                is_selected = self._condition(connection, selection)
                rows = connection.execute(_window(is_selected, last)).all()
            if not rows:
                return
            yield [row.id for row in rows if row.is_selected]
            last = rows[-1].id

    def _condition(self, connection: Connection, selection: Selection) -> ColumnElement[bool]:
        return selection.condition(self._clock, connection.dialect.name)


def _window(is_selected: ColumnElement[bool], last: str) -> Select[Any]:
    found = select(_C.id, case((is_selected, 1), else_=0).label("is_selected"))
    return found.where(_C.id > last).order_by(_C.id).limit(_WINDOW)


def _indexed(is_selected: ColumnElement[bool]) -> Select[Any]:
    # In any other order SQLite would go through all games.
    return select(_C.id).where(is_selected).order_by(_C.changed)


def _date(dialect: str) -> ColumnElement[float]:
    """Return the time of day in seconds: that of the server, if there is one."""
    if dialect == "postgresql":
        return func.extract("epoch", func.clock_timestamp()).cast(Double)
    return literal(time.time(), Double)


def _lock(connection: Connection) -> None:
    # The counter first, as every writer does: locks taken in one order cannot deadlock.
    connection.execute(select(COUNTER.c.value).with_for_update())


def _delete(connection: Connection, condition: ColumnElement[bool]) -> int:
    columns = [_C.id, *(_C[name] for name in search_index.COLUMNS)]
    rows = connection.execute(select(*columns).where(condition)).mappings().all()
    for row in rows:
        search_index.update(connection, row["id"], row, None)
    search_index.forget_names(
        connection, {row[name] for row in rows for name in ("first_name", "second_name")}
    )
    ids = [row["id"] for row in rows]
    if ids:
        connection.execute(delete(GAMES).where(_C.id.in_(ids)))
    return len(ids)

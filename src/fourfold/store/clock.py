"""The clock of a database: all of its processes measure by it, and it never jumps.

The time of day may be set by an hour or by two days at any moment, and PostgreSQL's clock is the
time of day of its machine. So the database keeps a time of its own, in a row that each process
writes every `TICK` seconds:

    time      the database's time at that moment, in seconds
    source    which clock was read then: that of this boot of the machine, or that of PostgreSQL
    reading   what it said

A process reads the row when it opens the database, and from then on counts by its own monotonic
clock. The source bridges only the time since the last tick, when a process starts: `GAP` seconds
at most, whatever the source says. So a jump of the time of day is not seen at all, or moves this
time by `GAP` seconds at most; and it stands still while no process has the database open.

It begins as the time of day and stays behind it by the time in which nobody was there; it is for
durations, never for dates.
"""

import sys
import time
from pathlib import Path

from sqlalchemy import Connection, Double, Row, Select, func, literal, select, update
from sqlalchemy.sql.elements import ColumnElement

from fourfold.store.schema import CLOCK, GAMES

TICK = 10.0
"""Seconds between two writings of the row."""
GAP = 30.0
"""Seconds that may have passed since the last tick, at most, for those who open the database."""
_UNIT = 2.0**20  # of a second: times are kept in such parts, which can be added without rounding

_POSTGRESQL = "postgresql"
_BOOT = Path("/proc/sys/kernel/random/boot_id")

_Columns = tuple[float, str, float, float, str]
_Row = Row[_Columns]


class DatabaseClock:
    """The clock of one database, as a process counts it."""

    def __init__(self) -> None:
        self._offset: float | None = None
        self._known: tuple[float, ...] = ()  # times of the row that we have read or written
        self._ticked = -TICK

    def now(self) -> float:
        """Return the database's time."""
        return round_time(time.monotonic()) + self.offset

    @property
    def offset(self) -> float:
        """The seconds by which the database's time is ahead of this process's monotonic clock."""
        assert self._offset is not None, "the database has not been opened"
        return self._offset

    def open(self, connection: Connection) -> None:
        """Read the database's time, and count on from there."""
        row = connection.execute(_reading(connection)).one()
        self._offset = _time_of(row) - _monotonic(row)
        self._known = (row.time,)
        self._ticked = -TICK

    def tick(self, connection: Connection) -> None:
        """Write the database's time, if that was long enough ago; first of all in a transaction."""
        began = time.monotonic()
        if began - self._ticked < TICK:
            return
        row = connection.execute(_reading(connection).with_for_update()).one()
        monotonic = _monotonic(row)
        ahead = monotonic + self.offset - row.time
        if row.time not in self._known and not 0 <= ahead <= GAP:
            # Others have counted on, and otherwise than we: the row is the time of all.
            self._offset = _time_of(row) - monotonic
        now = monotonic + self.offset
        reading = round_time(row.now)
        connection.execute(update(CLOCK).values(time=now, source=row.here, reading=reading))
        self._known = (row.time, now)  # both: the transaction may yet fail
        self._ticked = began


def round_time(seconds: float) -> float:
    """Return a time in whole parts of `_UNIT`."""
    return round(seconds * _UNIT) / _UNIT


def unchanged_for(seconds: float, now: float) -> ColumnElement[bool]:
    """Return the condition that a game has not changed for so long, whatever happened to clocks.

    Everything that deletes games by their age asks this. Only time in which a process had the
    database open counts, so that a game may be kept for longer than that, and never for less.

    now: the database's time.
    """
    return GAMES.c.changed < now - seconds


def _reading(connection: Connection) -> Select[_Columns]:
    """Select the row, and what the source says now."""
    if connection.dialect.name == "postgresql":
        here = _POSTGRESQL
        now: ColumnElement[float] = func.extract("epoch", func.clock_timestamp()).cast(Double)
    else:
        here = _boot()
        now = literal(time.monotonic() if here else time.time(), Double)
    return select(
        CLOCK.c.time, CLOCK.c.source, CLOCK.c.reading, now.label("now"), literal(here).label("here")
    )


def _time_of(row: _Row) -> float:
    """Return the database's time now, by what its row says."""
    passed = round_time(row.now) - row.reading if row.source == row.here else 0.0
    return round_time(row.time) + min(max(passed, 0.0), GAP)


def _monotonic(row: _Row) -> float:
    """Return this process's monotonic clock at the moment of a reading."""
    is_same_clock = row.here not in (_POSTGRESQL, "")
    return round_time(row.now if is_same_clock else time.monotonic())


def _boot() -> str:
    """Return what tells this boot of the machine from all others; nothing if nothing does.

    On Linux the monotonic clock is the same for all processes of a boot.
    """
    if sys.platform != "linux":
        return ""
    try:
        return _BOOT.read_text().strip()
    except OSError:
        return ""

"""The settings of a server, which the options of `fourfold serve` choose."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import MappingProxyType

from fourfold.web.quotas.rates import DEFAULT_RATES, Rate

DEFAULT_PORT = 8444
DEFAULT_KEEP: Mapping[str, float] = MappingProxyType({"unplayed": 1.0})
"""Games without a move are kept for a day."""


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


def _utc_day() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server process."""

    database: str | None = None
    """The database's URL; None is a file in the user's data folder."""
    database_limit: int | None = None
    """The bytes that games may take; beyond them no new ones are begun. None is no limit."""
    keep: Mapping[str, float] = field(default_factory=lambda: DEFAULT_KEEP)
    """For how many days without a change games of a kind are kept, by `deletion.KINDS`."""
    budget: float = 5.0
    """The most seconds that an agent thinks about a move, whatever its options say."""
    analysis: float = 2.0
    """The most seconds that an analysis takes."""
    review: float = 20.0
    """The most seconds that the review of a game takes."""
    workers: int = field(default_factory=_cores)
    """How many agents think at once."""
    memory: int = 64
    """The most memory that an agent may ask for, in MB."""
    thinking: int | None = None
    """How many agents think at once for one client; None is half of the workers."""
    rates: Mapping[str, Rate | None] = field(default_factory=lambda: DEFAULT_RATES)
    """How often one client may do what, and ten times as often all clients of its network."""
    streams: int | None = 30
    """Open event streams of one client, and ten times as many of its network; None is no limit."""
    connections: int | None = None
    """Open connections; None is as many as the system allows, but not more than 10,000."""
    connections_of_address: int | None = None
    """Open connections of one network; None leaves room for its streams and for others."""
    root_path: str = ""
    """Where a reverse proxy shows the server, such as `/fourfold`."""
    hosts: tuple[str, ...] = ()
    """The names that it answers to; without any, it answers to all."""
    trusted: tuple[str, ...] = ()
    """The proxies whose X-Forwarded headers are believed; nobody's without any."""
    log: str = "quiet"
    """`quiet`, `text` or `json`: whether a line is written for each request, and how."""
    metrics: tuple[str, int] | None = None
    """Address and port at which Prometheus finds metrics; None has none."""
    tournaments: bool = False
    """Whether tournaments can be begun on the page."""
    presence: float = 30.0
    """Seconds for which whoever sent a request about a game counts as present."""
    poll: float = 0.25
    """Seconds between two polls of the database for what other processes changed."""
    lease: float = 5.0
    """Seconds after which another process may take over the turn of one that went silent."""
    today: Callable[[], date] = _utc_day
    """What day it is, for the puzzle of the day and for mistakes that come back."""

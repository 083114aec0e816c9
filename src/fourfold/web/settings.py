"""What whoever runs the server decides."""

import os
from dataclasses import dataclass, field

DEFAULT_PORT = 8444


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of one server process."""

    database: str | None = None
    """Its URL; None is the file in the user's data folder."""
    budget: float = 5.0
    """The most seconds that an agent thinks about a move, whatever its options say."""
    analysis: float = 2.0
    """The most seconds that an analysis takes."""
    workers: int = field(default_factory=_cores)
    """How many agents think at once."""
    memory: int = 64
    """The most memory that an agent may ask for, in MB."""
    root_path: str = ""
    """Where a reverse proxy shows the server, such as `/fourfold`."""
    hosts: tuple[str, ...] = ()
    """The names under which it may be called; none is any."""
    trusted: tuple[str, ...] = ("127.0.0.1", "::1")
    """The proxies whose X-Forwarded headers are believed."""
    log: str = "quiet"
    """`quiet`, `text` or `json`: whether a line is written for each request, and how."""
    presence: float = 30.0
    """Seconds for which somebody who asked about a game counts as being there."""
    poll: float = 0.25
    """Seconds between two looks for what other processes changed."""
    lease: float = 5.0
    """Seconds after which a process that went silent no longer thinks for a game."""

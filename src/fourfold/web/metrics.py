"""What is counted for an operator, whether or not somebody reads it.

`Services.metrics` is this class, which does nothing, unless `fourfold serve --metrics` asked for
the one of `prometheus`. Whoever counts something calls a method here and need not know which.
"""

from collections.abc import Callable
from typing import Literal

ConnectionRefusal = Literal["total", "address", "memory", "files"]
"""Why a connection was refused: too many of all, or of an address; half-sent bodies; no files."""

MoveBy = Literal["person", "agent"]


class Metrics:
    """Count nothing: nobody asked for metrics."""

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request.

        route: the template of its address, such as `/api/games/{id}`, never the address itself.
        """

    def count_move(self, by: MoveBy) -> None:
        """Count a piece or a ban that was dropped."""

    def count_refused_connection(self, reason: ConnectionRefusal) -> None:
        """Count a connection that was closed without an answer from the app."""

    def count_quota_refusal(self, quota: str) -> None:
        """Count a request refused by a quota; quota: its name, such as `create`."""

    def count_database_error(self) -> None:
        """Count a request or a job that failed because of the database."""

    def watch(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Show a number that changes by itself; read: called by another thread at every scrape.

        name: without the prefix `fourfold_`; words: what the number is.
        """

    def start(self) -> None:
        """Start to answer scrapes; InvalidOption if the port cannot be had."""

    def close(self) -> None:
        """Stop answering scrapes."""

"""Connections to PostgreSQL that never wait without an end.

PostgreSQL itself ends statements and waits for locks that take too long, as it is told when a
connection is made. A server that is frozen, or whose machine is gone, ends nothing: the kernel
notices a machine that does not answer any more, and the client's own limit notices the rest.
"""

import time
from collections.abc import Generator
from typing import Any

from sqlalchemy import Engine, event

from fourfold.errors import StoreError

CONNECT_SECONDS = 4
STATEMENT_SECONDS = 5.0
"""Seconds until PostgreSQL ends a statement."""
LOCK_SECONDS = 4.0
"""Seconds until it ends a statement that waits for another's lock."""
ANSWER_SECONDS = 6.0
"""Seconds until a server that says nothing at all is given up."""
_IDLE_SECONDS = 30.0  # that a transaction may be open and do nothing


def connect_options() -> dict[str, Any]:
    """Return what every connection asks for; a URL may ask for something else, name by name."""
    limits = {
        "statement_timeout": STATEMENT_SECONDS,
        "lock_timeout": LOCK_SECONDS,
        "idle_in_transaction_session_timeout": _IDLE_SECONDS,
    }
    return {
        "connect_timeout": CONNECT_SECONDS,
        "client_encoding": "utf8",
        "prepare_threshold": None,  # connection poolers do not support prepared statements
        "options": " ".join(f"-c {name}={seconds * 1000:.0f}" for name, seconds in limits.items()),
        # A machine that went away without a word is noticed after a quarter of a minute.
        "keepalives": 1,
        "keepalives_idle": 5,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
    }


def limit_answers(engine: Engine, seconds: float = 0.0) -> None:
    """Give up connections that say nothing for some seconds, by default `ANSWER_SECONDS`.

    The connection is closed: what comes later would be read as the answer to another statement.
    """
    import psycopg
    from psycopg.abc import PQGen

    class LimitedConnection(psycopg.Connection[Any]):
        def wait(self, gen: PQGen[Any], *arguments: Any, **options: Any) -> Any:
            limited = _limited(gen, seconds or ANSWER_SECONDS)
            try:
                return super().wait(limited, *arguments, **options)
            except TimeoutError:
                self.pgconn.finish()
                raise psycopg.OperationalError("the server does not answer") from None

    def _limited(gen: PQGen[Any], seconds: float) -> Generator[Any, Any, Any]:
        until = time.monotonic() + seconds
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted  # nothing is ready: psycopg looks up now and then
                if not ready and time.monotonic() > until:
                    raise TimeoutError
                wanted = gen.send(ready)
        except StopIteration as done:
            return done.value

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, cargs: Any, cparams: Any) -> Any:
        return LimitedConnection.connect(*cargs, **cparams)


def missing_driver() -> StoreError:
    """Return what is said where psycopg is not installed."""
    return StoreError("PostgreSQL needs the package psycopg: pip install 'fourfold[postgres]'")

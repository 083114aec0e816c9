"""Metrics for Prometheus, on a port of their own, by its client library (the extra `metrics`)."""

import contextlib
import ipaddress
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from fourfold.errors import InvalidOption, describe
from fourfold.support.extras import require
from fourfold.web.metrics import ConnectionRefusal, Metrics, MoveBy

if TYPE_CHECKING:
    from wsgiref.simple_server import WSGIServer

    from prometheus_client import CollectorRegistry

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_STREAMS = ("/events", "/review", "/reviews/{position}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def parse_place(text: str) -> tuple[str, int]:
    """Return address and port of `PORT` or `ADDRESS:PORT`; InvalidOption if it is neither."""
    host, separator, number = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") if separator else "127.0.0.1"
    with contextlib.suppress(ValueError):
        port = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else -1
        if 0 <= port <= 65535:
            return str(ipaddress.ip_address(host)), port
    raise InvalidOption(f"--metrics is {describe(text)}, but must be PORT or ADDRESS:PORT")


class PrometheusMetrics(Metrics):
    """Counts for Prometheus, served over HTTP at an address of their own."""

    def __init__(self, host: str, port: int) -> None:
        """Make all counters; MissingPackage without the client library."""
        require("metrics", "metrics", "prometheus_client")
        import prometheus_client as client

        self.host, self.port = host, port
        self.registry: CollectorRegistry = client.CollectorRegistry()
        client.ProcessCollector(registry=self.registry)  # memory, processor time, open files
        client.GCCollector(registry=self.registry)
        self._gauge = client.Gauge

        def counter(name: str, words: str, *labels: str) -> client.Counter:
            return client.Counter(f"fourfold_{name}", words, labels, registry=self.registry)

        self._requests = counter("requests", "Answered requests", "method", "route", "status")
        self._seconds = client.Histogram(
            "fourfold_request_seconds",
            "How long requests took; event streams are left out",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._moves = counter("moves", "Pieces and bans that were dropped", "by")
        self._refused = counter("refused_connections", "Connections that were refused", "reason")
        self._quotas = counter("quota_refusals", "Requests that a quota refused", "quota")
        self._database_errors = counter("database_errors", "Failures caused by the database")
        self._server: WSGIServer | None = None
        self._thread: threading.Thread | None = None

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        method = method if method in _METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        if not route.endswith(_STREAMS):
            self._seconds.labels(route).observe(seconds)

    def count_move(self, by: MoveBy) -> None:
        self._moves.labels(by).inc()

    def count_refused_connection(self, reason: ConnectionRefusal) -> None:
        self._refused.labels(reason).inc()

    def count_quota_refusal(self, quota: str) -> None:
        self._quotas.labels(quota).inc()

    def count_database_error(self) -> None:
        self._database_errors.inc()

    def watch(self, name: str, words: str, read: Callable[[], float]) -> None:
        self._gauge(f"fourfold_{name}", words, registry=self.registry).set_function(read)

    def start(self) -> None:
        import prometheus_client as client

        try:
            self._server, self._thread = client.start_http_server(
                self.port, self.host, self.registry
            )
        except OSError as error:
            place = f"{self.host}:{self.port}"
            words = error.strerror or str(error)
            raise InvalidOption(f"no metrics can be served at {place}: {words}") from None
        self.port = self._server.server_port

    def close(self) -> None:
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join(1)
            self._server = None

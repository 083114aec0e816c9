"""Metrics for Prometheus."""

import socket
from dataclasses import replace

import httpx2
import pytest

from fourfold.errors import InvalidOption
from fourfold.store import Store, StoreError
from fourfold.web.metrics import Metrics
from fourfold.web.prometheus import PrometheusMetrics, parse_place
from fourfold.web.quotas.rates import Rate
from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api


def scrape(api: Api) -> dict[str, float]:
    metrics = api.client.app.state.services.metrics  # type: ignore[attr-defined]
    text = httpx2.get(f"http://127.0.0.1:{metrics.port}/metrics", timeout=30).text
    pairs = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_what_is_counted(start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the database is away")

    rates = {"upload": Rate(1, 3600, 1)}
    api = start(replace(settings, metrics=("127.0.0.1", 0), rates=rates, database_limit=50_000_000))
    game = api.create()
    game.play("445")
    for path in ("/nothing/1", "/nothing/2", "/api/games/none1", "/api/games/none2"):
        assert api.client.get(path).status_code == 404
    api.client.request("BREW", "/api/agents")
    with monkeypatch.context() as broken:
        broken.setattr(Store, "get", fail)
        assert api.client.get("/api/games/none3").status_code == 503
    services = api.client.app.state.services  # type: ignore[attr-defined]
    uploads = [api.client.post("/api/records", content=b"x").status_code for _ in range(3)]
    assert uploads == [422, 429, 429]
    services.metrics.count_refused_connection("total")
    found = scrape(api)
    requests = {name: n for name, n in found.items() if name.startswith("fourfold_requests_total")}
    moves = 'fourfold_requests_total{method="POST",route="/api/games/{id}/moves",status="200"}'
    assert requests[moves] == 3
    unknown = 'fourfold_requests_total{method="GET",route="/api/games/{id}",status="404"}'
    assert requests[unknown] == 2
    assert not any("none" in name and "/none" in name for name in requests)
    assert 'fourfold_requests_total{method="other",route="/api/agents",status="405"}' in requests
    assert found['fourfold_moves_total{by="person"}'] == 3
    count = 'fourfold_request_seconds_count{route="/api/games/{id}/moves"}'
    assert found[count] == 3
    assert found["fourfold_database_errors_total"] == 1
    assert found['fourfold_quota_refusals_total{quota="upload"}'] == 2
    assert found['fourfold_refused_connections_total{reason="total"}'] == 1
    assert found["fourfold_games_open"] == 1
    assert found["fourfold_streams"] == found["fourfold_thinking_queue"] == 0
    assert 0 < found["fourfold_database_used_bytes"] <= found["fourfold_database_bytes"]
    assert found["fourfold_database_limit_bytes"] == 50_000_000
    assert found["process_resident_memory_bytes"] > 1e6


def test_addresses_make_no_new_series(start: Start, settings: Settings) -> None:
    api = start(replace(settings, metrics=("127.0.0.1", 0)))
    api.client.get("/api/games/aaa")
    api.client.get("/static/none")
    api.client.get("/none")
    before = set(scrape(api))
    for number in range(20):
        api.client.get(f"/api/games/a{number}")
        api.client.get(f"/static/none{number}")
        api.client.get(f"/none{number}")
    assert set(scrape(api)) == before


def test_nothing_listens_unless_asked(api: Api) -> None:
    assert type(api.client.app.state.services.metrics) is Metrics  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:1", ("0.0.0.0", 1)),
        ("[::1]:65535", ("::1", 65535)),
    ],
)
def test_places(text: str, place: tuple[str, int]) -> None:
    assert parse_place(text) == place


@pytest.mark.parametrize("text", ["", "x", "-1", "65536", "host:1", ":1", "1:", "²"])
def test_places_that_are_none(text: str) -> None:
    with pytest.raises(InvalidOption, match="--metrics is"):
        parse_place(text)


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InvalidOption, match="no metrics can be served at 127"):
            PrometheusMetrics("127.0.0.1", port).start()

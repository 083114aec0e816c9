"""Paths in the log: a seat's secret is in none of them, however its link was mangled."""

import logging
from dataclasses import replace

import pytest

from fourfold.store import Store
from fourfold.web.middleware.redaction import loggable
from fourfold.web.play.seats import new_secret
from fourfold.web.settings import Settings
from tests.web.conftest import Start

ID = "k3JxTq7aBc"
SECRET = "x4JaaTq7aBc_aTq-aBc01Z"
MANGLED = (
    "/game/{id}%23{secret}", "/game/{id}/{secret}", "/game/{id}?{secret}", "/game/{id}{secret}",
    "/game/{id}%2523{secret}", "/game/{id}&{secret}", "/game/{id}:{secret}",
    "/game/{id}%20{secret}",
    "/game/{secret}", "/games/{id}/{secret}", "/{id}%23{secret}", "/{id}/{secret}",
    "/api/games/{id}%23{secret}", "/api/games/{id}/{secret}", "/api/games/{id}%23{secret}/events",
    "/api/games/{id}/moves/{secret}", "/play/game/{id}%0A{secret}", "/%23{secret}",
)  # fmt: skip


@pytest.mark.parametrize(
    "path",
    [
        f"/api/games/{ID}/moves",
        f"/api/games/{ID}/events",
        f"/game/{ID}",
        f"/fourfold/game/{ID}",
        "/api/analysis/12x12:" + "abcdefghijkl" * 3,
        "/static/panels/opponents.js",
        "/healthz",
        "/",
    ],
)
def test_what_is_no_secret_stays(path: str) -> None:
    assert loggable(path) == path


def test_secrets_are_as_long_as_the_pattern_expects() -> None:
    assert all(len(new_secret()) == len(SECRET) for _ in range(20))


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_holds_a_secret(
    start: Start, settings: Settings, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api = start(replace(settings, log=form))
    for mangled in MANGLED:
        secret = {"Authorization": f"Bearer {SECRET}"}
        api.client.get(mangled.format(id=ID, secret=SECRET), headers=secret)
    errors = capsys.readouterr().err
    assert errors.count("\n") == len(MANGLED)
    assert errors.count("GET") == len(MANGLED)
    assert not any(SECRET[at : at + 12] in errors for at in range(len(SECRET) - 12))


def test_no_error_names_a_secret(
    start: Start,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    api = start(settings)
    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(Store, "get", fail)
        assert api.client.get(f"/api/games/{ID}%23{SECRET}").status_code == 500
    assert [record.getMessage() for record in caplog.records] == [f"GET /api/games/{ID}… failed"]

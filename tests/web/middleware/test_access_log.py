"""A line for each request."""

import json
from dataclasses import replace
from typing import Any

import pytest

from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api


def test_a_line_for_each_request(
    start: Start, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    api = start(replace(settings, log="json"))
    game = api.create()
    game.play("4")
    api.client.get("/api/games/no%0Asuch")
    errors = capsys.readouterr().err
    lines: list[dict[str, Any]] = [json.loads(line) for line in errors.splitlines()]
    assert [(line["method"], line["status"]) for line in lines] == [
        ("POST", 201), ("POST", 200), ("GET", 404),
    ]  # fmt: skip
    assert lines[1]["path"] == f"/api/games/{game.id}/moves"
    assert not any(secret in errors for secret in game.secrets.values())
    api = start(replace(settings, log="text"))
    answer = api.client.get("/healthz")
    line = capsys.readouterr().err
    assert " 200 " in line
    assert f" testclient {answer.headers['x-request-id']} GET /healthz\n" in line


def test_nothing_is_said_unless_asked(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    api.create()
    assert capsys.readouterr().err == ""


def test_the_client_behind_a_proxy_is_named(
    start: Start, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    api = start(replace(settings, log="json", trusted=("testclient", "10.0.0.0/8")))
    for forwarded, client in (
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 10.1.2.3", "203.0.113.7"),  # a proxy before the proxy
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"),  # a client can write what it likes before
    ):
        api.client.get("/healthz", headers={"x-forwarded-for": forwarded})
        assert json.loads(capsys.readouterr().err)["client"] == client
    api = start(replace(settings, log="json"))
    api.client.get("/healthz", headers={"x-forwarded-for": "203.0.113.7"})
    assert json.loads(capsys.readouterr().err)["client"] == "testclient"

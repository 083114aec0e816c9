"""The id of a request, in its answer and in the log."""

import json
import logging
from dataclasses import replace

import pytest

from fourfold.store import Store
from fourfold.web.middleware.request_id import RequestIdFilter
from fourfold.web.server import _JsonFormatter, _TextFormatter
from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api


def ask(api: Api, given: str | None = None) -> str:
    headers = {} if given is None else {"X-Request-ID": given}
    found: str = api.client.get("/api/agents", headers=headers).headers["x-request-id"]
    return found


def test_every_answer_has_an_id_of_its_own(api: Api) -> None:
    ids = {ask(api) for _ in range(20)}
    assert len(ids) == 20
    assert all(len(id) == 16 for id in ids)
    assert api.client.get("/nothing").headers["x-request-id"] not in ids


def test_only_a_trusted_proxy_chooses_the_id(start: Start, settings: Settings) -> None:
    assert ask(start(settings), "chosen-by-me-1") != "chosen-by-me-1"
    proxied = start(replace(settings, trusted=("testclient",)))
    assert ask(proxied, "chosen-by-me-1") == "chosen-by-me-1"
    for bad in ("", "short", "a" * 65, "with space", "with\"quote'", "line%0Aend"):
        assert ask(proxied, bad) != bad


def test_the_log_names_the_request(
    start: Start,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        logging.getLogger("fourfold.web").warning("in a thread")
        raise RuntimeError("on purpose")

    lines: list[dict[str, str]] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(_JsonFormatter().format(record)))
            texts.append(_TextFormatter().format(record).splitlines()[0])

    texts: list[str] = []
    handler = Handler()
    handler.addFilter(RequestIdFilter())
    api = start(replace(settings, log="json"))
    log = logging.getLogger("fourfold.web")
    monkeypatch.setattr(log, "handlers", [handler])
    with monkeypatch.context() as broken:
        broken.setattr(Store, "get", fail)
        answer = api.client.get("/api/games/abc")
    id = answer.headers["x-request-id"]
    assert [(line["message"], line["request"]) for line in lines] == [
        ("in a thread", id), ("GET /api/games/abc failed", id),
    ]  # fmt: skip
    assert "on purpose" in lines[1]["traceback"]
    assert texts[0] == f"fourfold: WARNING in a thread (request {id})"
    assert json.loads(capsys.readouterr().err)["request"] == id
    log.warning("outside")
    assert "request" not in lines[-1]
    assert texts[-1] == "fourfold: WARNING outside"

"""What goes wrong in the server itself."""

import logging

import pytest

from fourfold.store import Store
from tests.web.driver import Api


def test_one_sentence_with_our_headers_and_the_rest_in_the_log(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("on purpose")

    with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
        broken.setattr(Store, "search", fail)
        answer = api.client.get("/api/games")
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "Something went wrong on the server, which is not your fault."
    }
    assert answer.headers["x-content-type-options"] == "nosniff"
    (record,) = caplog.records
    assert record.getMessage() == "GET /api/games failed"
    assert record.exc_info is not None
    assert str(record.exc_info[1]) == "on purpose"
    assert api.client.get("/healthz").status_code == 200

"""Bodies that are too long or too slow, also when they do not say how long they are."""

import asyncio
from collections.abc import Iterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from fourfold.web.middleware import body_limit
from fourfold.web.middleware.body_limit import MAX_BODY, MAX_RECORDS_BODY, BodyLimitMiddleware


def post(receive: Receive, path: str = "/api/games") -> tuple[int, int]:
    """Send a body past the middleware; the status, and how many bytes the app was given."""
    given = 0
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal given
        given = len((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "root_path": "", "headers": []}
    asyncio.run(BodyLimitMiddleware(app)(scope, receive, send))
    return sent[0]["status"], given


def pieces(size: int, count: int) -> Receive:
    parts: Iterator[int] = iter(range(count - 1, -1, -1))

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * size, "more_body": next(parts) > 0}

    return receive


def test_as_much_as_is_allowed_arrives_in_one_piece() -> None:
    assert post(pieces(MAX_BODY // 4, 4)) == (200, MAX_BODY)
    assert post(pieces(MAX_RECORDS_BODY // 4, 4), "/api/records") == (200, MAX_RECORDS_BODY)


@pytest.mark.parametrize("count", [5, 1_000_000_000])
def test_more_is_refused_before_all_of_it_was_read(count: int) -> None:
    assert post(pieces(MAX_BODY // 4, count)) == (413, 0)


def test_a_body_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "BODY_TIMEOUT", 0.05)

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {}

    assert post(receive) == (408, 0)

"""Reviews give way to others, and end when their client leaves."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from fourfold.game import Record
from fourfold.web.errors import Busy
from fourfold.web.live.event_stream import EventStream
from fourfold.web.quotas.clients import Client
from fourfold.web.services import Services
from fourfold.web.settings import Settings
from fourfold.web.thinking import reviews
from fourfold.web.thinking.reviews import ReviewJob

LARGE = Record.from_text("12x12:aabbaabbddeeddeeggggjjkkjjkk")
"""A review of it takes all the time there is."""
SMALL = Record.from_text("4x4:123")
Scene = Callable[[Services], Coroutine[Any, Any, None]]


@pytest.fixture
def run(tmp_path: Path) -> Callable[[Scene], None]:
    """Runs a scene with the services of a server that has one worker."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            place = tmp_path / "games.db"
            services = Services(Settings(database=f"sqlite:///{place}", workers=1, review=6.0))
            services.open()
            try:
                async with asyncio.timeout(30):
                    await scene(services)
            finally:
                await services.close()

        asyncio.run(main())

    return run


async def send_events(
    services: Services, job: ReviewJob, leave_after: int = 1_000
) -> list[tuple[str, dict[str, Any]]]:
    """Stream a review to a client that leaves after so many events; return those it was sent."""
    sent: list[tuple[str, dict[str, Any]]] = []
    left = asyncio.Event()

    async def receive() -> Message:
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        for text in message.get("body", b"").decode().split("\n\n"):
            if text.startswith("event: "):
                name, data = text.splitlines()
                sent.append((name[7:], json.loads(data[6:])))
                if len(sent) >= leave_after:
                    left.set()

    slot = services.streams.open(job.client)
    stream = EventStream(job, lambda: services.reviews.end(job), slot)
    await stream({"type": "http", "method": "GET"}, receive, send)
    return sent


async def until_idle(services: Services) -> None:
    """Wait until the worker has nothing more to do."""
    done = asyncio.get_running_loop().create_future()

    class Last:
        client = Client("last")
        is_analysis = True

        def run(self) -> None:
            done.get_loop().call_soon_threadsafe(done.set_result, None)

    services.pool.submit(Last())
    await done


def test_leaving_ends_the_work(run: Callable[[Scene], None]) -> None:
    async def scene(services: Services) -> None:
        job = services.reviews.start(LARGE, Client("here"))
        sent = await send_events(services, job, leave_after=2)
        assert {name for name, _ in sent} == {"progress"}
        assert services.reviews.running == 0
        await until_idle(services)
        assert not job.review.is_complete
        plies = len(job.review.plies)
        await until_idle(services)
        assert len(job.review.plies) == plies
        # Nothing was cached: the next one begins again.
        assert not services.reviews.start(LARGE, Client("here")).review.plies

    run(scene)


def test_others_come_in_between(run: Callable[[Scene], None]) -> None:
    async def scene(services: Services) -> None:
        large = services.reviews.start(LARGE, Client("here"))
        small = services.reviews.start(SMALL, Client("there"))
        sent = await send_events(services, small)
        assert sent[-1][0] == "review"
        assert not large.review.is_complete

    run(scene)


def test_each_client_has_so_many_and_all_together(
    run: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MAX_OF_CLIENT", 1)
    monkeypatch.setattr(reviews, "MAX_AT_ONCE", 2)

    async def scene(services: Services) -> None:
        job = services.reviews.start(LARGE, Client("here"))
        with pytest.raises(Busy, match="your other reviews"):
            services.reviews.start(SMALL, Client("here"))
        services.reviews.start(LARGE, Client("there"))
        with pytest.raises(Busy, match="many games"):
            services.reviews.start(SMALL, Client("elsewhere"))
        services.reviews.end(job)
        services.reviews.start(SMALL, Client("here"))

    run(scene)


def test_shutdown_ends_the_streams(run: Callable[[Scene], None]) -> None:
    async def scene(services: Services) -> None:
        job = services.reviews.start(LARGE, Client("here"))
        streaming = asyncio.ensure_future(send_events(services, job))
        await asyncio.sleep(0)
        services.interrupt()
        sent = await streaming
        assert all(name == "progress" for name, _ in sent)

    run(scene)


def test_a_review_that_fails_ends_its_stream(
    run: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: ReviewJob) -> None:
        raise RuntimeError("boo")

    monkeypatch.setattr(ReviewJob, "_step", fail)

    async def scene(services: Services) -> None:
        job = services.reviews.start(SMALL, Client("here"))
        assert [name for name, _ in await send_events(services, job)] == ["progress"]
        assert services.reviews.running == 0

    run(scene)

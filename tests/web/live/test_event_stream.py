"""Streams cost little: only the newest waits for a reader, and who does not read is dropped."""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from fourfold.rules import Player
from fourfold.web.api.requests import NewGame, NewPlayer
from fourfold.web.api.views.snapshots import Snapshot
from fourfold.web.errors import Busy
from fourfold.web.live import event_stream, hub
from fourfold.web.live.channel import Subscriber
from fourfold.web.live.event_stream import EventStream
from fourfold.web.play import actions
from fourfold.web.play.new_games import Secrets
from fourfold.web.quotas.clients import NOBODY, Client
from fourfold.web.services import Services
from fourfold.web.settings import Settings

Scene = Callable[[Services, Snapshot, Secrets], Coroutine[Any, Any, None]]


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Scene], None]:
    """Runs a scene with the services of a server and a game of two people."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            services = Services(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=1))
            services.open()
            try:
                wanted = NewGame(players=[NewPlayer(), NewPlayer()])
                snapshot, secrets = services.games.create(wanted)
                async with asyncio.timeout(20):
                    await scene(services, snapshot, secrets)
            finally:
                await services.close()

        asyncio.run(main())

    return run


def move(services: Services, id: str, secret: str, column: str) -> None:
    snapshot, side = services.games.change(id, secret, actions.move(column, None))
    services.hub.publish(snapshot, side, NOBODY)


def names(data: bytes) -> list[str]:
    return [line[7:] for line in data.decode().splitlines() if line.startswith("event: ")]


def test_only_the_newest_waits(play: Callable[[Scene], None]) -> None:
    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        subscriber = services.hub.subscribe(snapshot, None, Client("here"))
        assert names(subscriber.take()) == ["game"]
        assert subscriber.take() == b""
        for number in range(4):
            move(services, snapshot.stored.id, secrets[Player(number % 2)], "4")
        assert subscriber.wake.is_set()
        data = subscriber.take()
        assert names(data) == ["game"]
        view = json.loads(data.split(b"data: ")[1])
        assert (view["position"], view["version"]) == ("7x6:4444", 5)
        assert subscriber.take() == b""
        services.hub.unsubscribe(subscriber)

    play(scene)


def test_what_is_sent_to_many_is_made_once(play: Callable[[Scene], None]) -> None:
    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        subscribers = [services.hub.subscribe(snapshot, None, Client("here")) for _ in range(100)]
        sent = {id(data) for data in (subscriber.take() for subscriber in subscribers)}
        assert len(sent) <= 2  # a moment may have ended in between

    play(scene)


async def stream(services: Services, subscriber: Subscriber, send: Any) -> None:
    async def receive() -> Message:
        await asyncio.Event().wait()  # for ever
        return {"type": "http.disconnect"}

    slot = services.streams.open(subscriber.client)
    response = EventStream(subscriber, lambda: services.hub.unsubscribe(subscriber), slot)
    await response({"type": "http", "method": "GET"}, receive, send)


def test_who_does_not_read_is_dropped(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "SEND_TIMEOUT", 0.1)

    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        subscriber = services.hub.subscribe(snapshot, None, Client("here"))

        async def send(message: Message) -> None:
            if message["type"] == "http.response.body":
                await asyncio.Event().wait()  # for ever

        await stream(services, subscriber, send)
        assert services.hub.presence(snapshot.stored.id).watchers == 0

    play(scene)


def test_silence_is_broken_now_and_then_and_shutdown_ends_it(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "PING", 0.05)

    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        subscriber = services.hub.subscribe(snapshot, None, Client("here"))
        sent: list[bytes] = []

        async def send(message: Message) -> None:
            sent.append(message.get("body", b""))
            if sent.count(b":\n\n") == 2:
                services.hub.close()

        await stream(services, subscriber, send)
        assert sent[1].startswith(b"retry: 1000\n\nevent: game\nid: 1\ndata: {")
        assert sent[-1] == b""

    play(scene)


def test_there_is_a_limit_to_how_many_watch(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MAX_SUBSCRIBERS", 3)

    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        subscribers = [services.hub.subscribe(snapshot, None, Client("here")) for _ in range(3)]
        with pytest.raises(Busy):
            services.hub.subscribe(snapshot, None, Client("here"))
        services.hub.unsubscribe(subscribers[0])
        services.hub.subscribe(snapshot, None, Client("here"))

    play(scene)


def test_one_who_watched_does_not_take_the_player_with_him(play: Callable[[Scene], None]) -> None:
    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        for last, is_left in (("player", False), ("subscriber", True)):
            subscriber = services.hub.subscribe(snapshot, None, Client("subscriber"))
            services.hub.publish(snapshot, Player.FIRST, Client(last))
            services.hub.unsubscribe(subscriber)
            channel = services.hub.channel(snapshot.stored.id)
            assert channel is not None
            assert channel.is_present
            later = time.monotonic() + 5
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(time, "monotonic", lambda later=later: later)
                assert channel.is_present is not is_left

    play(scene)


def test_a_seat_is_there_while_its_stream_is_open(play: Callable[[Scene], None]) -> None:
    async def scene(services: Services, snapshot: Snapshot, secrets: Secrets) -> None:
        id = snapshot.stored.id
        subscriber = services.hub.subscribe(snapshot, Player.SECOND, Client("here"))
        other = services.hub.subscribe(snapshot, None, Client("there"))
        other.take()
        assert services.hub.presence(id).seats == {Player.SECOND}
        services.hub.unsubscribe(subscriber)
        assert services.hub.presence(id).seats == set()
        assert names(other.take()) == ["presence"]

    play(scene)

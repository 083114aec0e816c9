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
from fourfold.web import actions, events, lobby
from fourfold.web.channel import Watcher
from fourfold.web.errors import Busy
from fourfold.web.events import EventStream
from fourfold.web.house import House
from fourfold.web.making import Secrets
from fourfold.web.schemas import NewGame, NewPlayer
from fourfold.web.settings import Settings
from fourfold.web.views import Snapshot

Scene = Callable[[House, Snapshot, Secrets], Coroutine[Any, Any, None]]


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Scene], None]:
    """Runs a scene with a house and a game of two people."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            house = House(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=1))
            house.open()
            try:
                wanted = NewGame(players=[NewPlayer(), NewPlayer()])
                snapshot, secrets = house.games.create(wanted)
                async with asyncio.timeout(20):
                    await scene(house, snapshot, secrets)
            finally:
                await house.close()

        asyncio.run(main())

    return run


def move(house: House, id: str, secret: str, column: str) -> None:
    snapshot, side = house.games.change(id, secret, actions.move(column, None))
    house.lobby.asked(snapshot, side, "")


def names(data: bytes) -> list[str]:
    return [line[7:] for line in data.decode().splitlines() if line.startswith("event: ")]


def test_only_the_newest_waits(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        watcher = house.lobby.enter(snapshot, None, "here")
        assert names(watcher.take()) == ["game"]
        assert watcher.take() == b""
        for number in range(4):
            move(house, snapshot.stored.id, secrets[Player(number % 2)], "4")
        assert watcher.wake.is_set()
        data = watcher.take()
        assert names(data) == ["game"]
        view = json.loads(data.split(b"data: ")[1])
        assert (view["position"], view["version"]) == ("7x6:4444", 5)
        assert watcher.take() == b""
        house.lobby.leave(watcher)

    play(scene)


def test_what_is_sent_to_many_is_made_once(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        watchers = [house.lobby.enter(snapshot, None, "here") for _ in range(100)]
        sent = {id(data) for data in (watcher.take() for watcher in watchers)}
        assert len(sent) <= 2  # a moment may have ended in between

    play(scene)


async def stream(house: House, watcher: Watcher, send: Any) -> None:
    async def receive() -> Message:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    await EventStream(house.lobby, watcher)({"type": "http", "method": "GET"}, receive, send)


def test_who_does_not_read_is_dropped(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "PATIENCE", 0.1)

    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        watcher = house.lobby.enter(snapshot, None, "here")

        async def send(message: Message) -> None:
            if message["type"] == "http.response.body":
                await asyncio.sleep(60)

        await stream(house, watcher, send)
        assert house.lobby.present(snapshot.stored.id).watchers == 0

    play(scene)


def test_silence_is_broken_now_and_then_and_shutdown_ends_it(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "PING", 0.05)

    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        watcher = house.lobby.enter(snapshot, None, "here")
        sent: list[bytes] = []

        async def send(message: Message) -> None:
            sent.append(message.get("body", b""))
            if sent.count(b":\n\n") == 2:
                house.lobby.close()

        await stream(house, watcher, send)
        assert sent[1].startswith(b"retry: 1000\n\nevent: game\nid: 1\ndata: {")
        assert sent[-1] == b""

    play(scene)


def test_there_is_a_limit_to_how_many_watch(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MOST_WATCHERS", 3)

    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        watchers = [house.lobby.enter(snapshot, None, "here") for _ in range(3)]
        with pytest.raises(Busy):
            house.lobby.enter(snapshot, None, "here")
        house.lobby.leave(watchers[0])
        house.lobby.enter(snapshot, None, "here")

    play(scene)


def test_one_who_watched_does_not_take_the_player_with_him(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        for last, is_left in (("player", False), ("watcher", True)):
            watcher = house.lobby.enter(snapshot, None, "watcher")
            house.lobby.asked(snapshot, Player.FIRST, last)
            house.lobby.leave(watcher)
            channel = house.lobby.find(snapshot.stored.id)
            assert channel is not None
            assert channel.is_present
            later = time.monotonic() + 5
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(time, "monotonic", lambda later=later: later)
                assert channel.is_present is not is_left

    play(scene)


def test_a_seat_is_there_while_its_stream_is_open(play: Callable[[Scene], None]) -> None:
    async def scene(house: House, snapshot: Snapshot, secrets: Secrets) -> None:
        id = snapshot.stored.id
        watcher = house.lobby.enter(snapshot, Player.SECOND, "here")
        other = house.lobby.enter(snapshot, None, "there")
        other.take()
        assert house.lobby.present(id).seats == {Player.SECOND}
        house.lobby.leave(watcher)
        assert house.lobby.present(id).seats == set()
        assert names(other.take()) == ["presence"]

    play(scene)

"""The streams of a game that was deleted end, in every process, and its agent stops."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from fourfold.store.deletion import Selection
from fourfold.web.api.requests import NewGame, NewPlayer
from fourfold.web.api.views.snapshots import Snapshot
from fourfold.web.live import hub
from fourfold.web.live.channel import Subscriber
from fourfold.web.quotas.clients import NOBODY
from fourfold.web.services import Services
from fourfold.web.settings import Settings


@asynccontextmanager
async def server(place: Path):  # type: ignore[no-untyped-def]
    database = f"sqlite:///{place / 'games.db'}"
    services = Services(Settings(database=database, workers=1, poll=0.01, budget=60))
    services.open()
    try:
        async with asyncio.timeout(60):
            yield services
    finally:
        await services.close()


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_DELETED", 0.01)


async def until_closed(subscriber: Subscriber) -> None:
    while not subscriber.closed:
        await subscriber.wake.wait()
        subscriber.wake.clear()


def watched(services: Services, players: list[NewPlayer]) -> tuple[Snapshot, Subscriber]:
    snapshot, _ = services.games.create(NewGame(players=players))
    return snapshot, services.hub.subscribe(snapshot, None, NOBODY)


def test_a_stream_ends_when_another_process_deletes_its_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as one, server(tmp_path) as other:
            deleted, watcher = watched(one, [NewPlayer(), NewPlayer()])
            kept, still = watched(one, [NewPlayer(), NewPlayer()])
            other.store.deletions.delete(deleted.stored.id, 1)
            await until_closed(watcher)
            assert one.hub.channel(deleted.stored.id) is None
            assert one.hub.channel(kept.stored.id) is not None
            assert not still.closed
            one.hub.unsubscribe(watcher)
            assert one.hub.subscribers == 1

    asyncio.run(main())


def test_an_agent_that_thinks_about_a_deleted_game_stops(tmp_path: Path) -> None:
    async def main() -> None:
        async with server(tmp_path) as services:
            slow = NewPlayer(agent="uct:seconds=60")
            _, watcher = watched(services, [slow, slow])
            while not services.pool.busy:
                await asyncio.sleep(0.01)
            services.store.deletions.delete_selected(Selection("agents", -1))
            await until_closed(watcher)
            while services.pool.busy or services.pool.waiting:
                await asyncio.sleep(0.01)
            assert services.hub.channels == 0

    asyncio.run(main())

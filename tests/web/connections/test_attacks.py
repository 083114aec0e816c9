"""Attacks on a real server, shortened: who holds connections locks nobody out, and fills no log."""

import asyncio
import contextlib
import sys
import time
from argparse import Namespace
from collections.abc import Iterator

import pytest

from fourfold.web.connections.accepting import AT_ONCE
from fourfold.web.connections.files import RESERVE
from fourfold.web.failure_log import SECONDS
from scripts.load.client import Client, Connection, address, head
from scripts.load.half_bodies import attacker as half_bodies
from scripts.load.held_attacks import sources
from scripts.load.holding import Holder
from scripts.load.many_streams import Watchers
from scripts.load.players import Seats
from scripts.load.server import LoadServer, own_binary, server_of
from scripts.load.slow_headers import attacker as slow_headers

HERE = Namespace(server=own_binary(), postgres=False, database=None, options="")
FILES = 300
PLACES = FILES - RESERVE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="many loopback addresses")


@pytest.fixture(scope="module")
def server() -> Iterator[LoadServer]:
    with server_of(HERE, files=FILES) as running:
        yield running


async def _hold(server: LoadServer, holder: Holder) -> None:
    """Attack until as many connections were opened as planned, and the server holds what it may."""
    newcomer = Client(server.port, address(500))
    player = Client(server.port, address(501))
    game = await Seats.create(player)
    attacking = asyncio.create_task(holder.attack())
    try:
        for column in (3, 3, 2):
            until = time.monotonic() + 60
            while holder.opened < holder.count or not holder.closed:
                assert time.monotonic() < until
                await asyncio.sleep(0.01)
            while True:  # this loop is busy attacking, so the newcomer may be slow and make way
                with contextlib.suppress(OSError):
                    assert (await newcomer.get("/healthz"))["status"] == "ok"
                    break
                assert time.monotonic() < until
            newcomer.close()
            await game.move(column)
            holder.count += 10
    finally:
        player.close()
        attacking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await attacking


@pytest.mark.parametrize("addresses", [1, 20])
def test_silent_connections_lock_nobody_out(server: LoadServer, addresses: int) -> None:
    holder = Holder(server.port, 400, sources(addresses))
    asyncio.run(_hold(server, holder))
    assert server.usage().files < FILES
    assert server.usage().log_bytes == 0


def test_headers_that_never_end_lock_nobody_out(server: LoadServer) -> None:
    holder = slow_headers(server.port, 300, sources(20))
    asyncio.run(_hold(server, holder))
    assert server.usage().log_bytes == 0


def test_half_sent_bodies_are_refused_before_they_fill_the_memory() -> None:
    with server_of(HERE) as server:
        before = server.usage().rss_mb
        holder = half_bodies(server.port, 150, sources(10))

        async def attack() -> float:
            attacking = asyncio.create_task(holder.attack())
            player = Client(server.port)
            game = await Seats.create(player)
            until = time.monotonic() + 60
            while not holder.answers["503"]:
                assert time.monotonic() < until
                await asyncio.sleep(0.01)
            await game.move(3)
            most = server.usage().rss_mb
            attacking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await attacking
            player.close()
            return most

        assert asyncio.run(attack()) < before + 110  # 150 MB were sent
        assert server.usage().log_bytes == 0


def test_a_process_without_files_says_so_once_and_recovers() -> None:
    import resource

    with server_of(HERE) as server:

        async def attack() -> None:
            client = Client(server.port)
            await client.get("/healthz")
            resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (server.usage().files, 20_000))
            late = [await Connection.open(server.port) for _ in range(3 * AT_ONCE)]
            until = time.monotonic() + 60
            while not server.usage().log_bytes:
                assert time.monotonic() < until
                await asyncio.sleep(0.01)
            resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (2000, 20_000))
            for each in late:
                await each.send(head("GET", "/healthz"))
                assert (await each.receive()).status == 200
                each.close()
            client.close()

        _, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        if hard < 20_000:
            pytest.skip(f"only {hard} files may be open")
        began = time.monotonic()
        asyncio.run(attack())
        lines = server.log_text().splitlines()
        start = "fourfold: WARNING no connection can be accepted: Too many open"
        assert all(line.startswith(start) for line in lines), lines
        assert 1 <= len(lines) <= 1 + (time.monotonic() - began) / SECONDS


def test_garbage_fills_no_log(server: LoadServer) -> None:
    upgrade = head("GET", "/healthz", None, Connection="Upgrade", Upgrade="websocket")

    async def attack() -> None:
        for _ in range(30):
            garbage = await Connection.open(server.port)
            await garbage.send(b"\x00 garbage\r\n\r\n")
            assert (await garbage.receive()).status == 400
            garbage.close()
            one = await Connection.open(server.port)
            await one.send(upgrade)
            assert (await one.receive()).status == 200
            one.close()

    asyncio.run(attack())
    lines = server.log_text().splitlines()
    assert 3 <= len(lines) < 30, lines


def test_sigterm_ends_open_streams_silent_connections_and_half_bodies() -> None:
    with server_of(HERE, "--no-limits") as server:
        watchers = Watchers(server, 60)

        async def attack() -> None:
            watching = asyncio.create_task(watchers.watch())
            holder = half_bodies(server.port, 3, sources(1))
            holding = asyncio.create_task(holder.attack())
            silent = await Connection.open(server.port)
            until = time.monotonic() + 60
            while len(watchers.streams) < 60 or len(holder.held) < 3:
                assert time.monotonic() < until
                await asyncio.sleep(0.01)
            await watchers.end()
            assert await silent.is_closed(20)
            silent.close()
            for task in (watching, holding):
                task.cancel()
            await asyncio.gather(watching, holding, return_exceptions=True)

        asyncio.run(attack())
        assert watchers.refused == []
        assert watchers.end_seconds < 20
        assert server.log_text() == ""

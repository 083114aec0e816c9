"""An attack on a server while people play: how long their moves take before it and during it.

The players are a process of their own, so that an attacker who is busy in this one does not slow
down the clock that measures them. The monotonic clock is that of the whole machine.
"""

import asyncio
import contextlib
import multiprocessing
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from typing import Any

from scripts.load import measure
from scripts.load.client import Client, RefusedError, address
from scripts.load.players import Ledger, Timings, play_steadily
from scripts.load.server import LoadServer, ServerError, Usage

PLAYERS = 4
"""Who plays during an attack, each from an address of their own: the first ones of `address`."""
FIRST_ATTACKER = 1000
"""The number of the first `address` that attacks come from."""
BOUND = 100.0
"""Milliseconds within which 99 of 100 moves must be answered during an attack."""
_BEFORE = 3.0  # seconds of play before an attack
NEWCOMER = 500
"""The number of the first `address` of newcomers."""
_NEXT_NEWCOMER = 0.2  # seconds
_NEWCOMERS_PATIENCE = 10.0
_SAMPLE = 0.1  # seconds between two looks at what the server uses
_FIRST_MOVE = 60.0  # seconds until the players must have moved
_LAST_MOVE = 90.0  # more than the patience of a client


@dataclass(slots=True)
class Measured:
    """What an attack did to those who played."""

    before: list[float]
    """Seconds of each move before the attack."""
    during: list[float]
    """Seconds of each move that was sent during the attack and answered."""
    failed: list[str]
    """Moves that were refused or not answered, before or during the attack."""
    lost: list[str]
    """A sentence for each game that misses acknowledged moves after a kill at the end."""
    usage: list[Usage] = field(default_factory=list)
    """What the server used: at first, and at every look since."""

    @property
    def p99(self) -> float:
        """Milliseconds within which 99 of 100 moves were answered during the attack."""
        return measure.in_ms(self.during, 0.99)

    @property
    def most_mb(self) -> float:
        """The most memory that the server had."""
        return max(each.rss_mb for each in self.usage)

    @property
    def log_bytes(self) -> int:
        """By how much the log grew."""
        return self.usage[-1].log_bytes - self.usage[0].log_bytes

    def is_fine(self, bound: float = BOUND) -> bool:
        """Return True if everybody played on: no move lost or failed, and quickly enough."""
        return not self.lost and not self.failed and bool(self.during) and self.p99 < bound

    def row(self, name: str, **more: object) -> dict[str, object]:
        """Return a row for `measure.show`; more: columns of this attack."""
        return {
            "attack": name,
            "moves": len(self.during),
            "before p50": measure.in_ms(self.before, 0.5),
            "before p99": measure.in_ms(self.before, 0.99),
            "p50 ms": measure.in_ms(self.during, 0.5),
            "p99 ms": self.p99,
            "failed": len(self.failed),
            "lost": len(self.lost),
            "MB": round(self.usage[0].rss_mb, 1),
            "most MB": round(self.most_mb, 1),
            "files": max(each.files for each in self.usage),
            "log bytes": self.log_bytes,
            "cpu s": round(self.usage[-1].cpu_seconds - self.usage[0].cpu_seconds, 1),
            **more,
        }


async def under_attack(
    server: LoadServer,
    attack: Callable[[], Awaitable[object]],
    seconds: float,
    *,
    players: int = PLAYERS,
    before: float = _BEFORE,
    at_end: Callable[[], Awaitable[object]] | None = None,
) -> Measured:
    """Let people play, attack the server for so long, kill it, and look for lost moves.

    attack: a coroutine that is cancelled when the time is over; if it returns earlier, the attack
    is over. Its exceptions are raised here.
    at_end: called when nobody plays any more and the attack still runs.
    """
    usage = [server.usage()]
    async with _players(server, players) as playing:
        await asyncio.sleep(before)
        sampling = asyncio.create_task(_sample(server, usage))
        began = time.monotonic()
        attacking = asyncio.ensure_future(attack())
        try:
            await asyncio.wait([attacking], timeout=seconds)
            ended = time.monotonic()
            timings, ledger = await playing.stop()
            sampling.cancel()
            if attacking.done():
                attacking.result()
            with contextlib.suppress(ServerError):  # one that has ended has no more to tell
                usage.append(server.usage())
            if at_end is not None:
                await at_end()
        finally:
            sampling.cancel()
            attacking.cancel()
            await asyncio.gather(attacking, sampling, return_exceptions=True)
    server.restart()
    client = Client(server.port)
    lost = await ledger.lost(client)
    client.close()
    return Measured(
        [taken for sent, taken in timings.moves if sent < began],
        [taken for sent, taken in timings.moves if began <= sent <= ended],
        timings.failed,
        lost,
        usage,
    )


@dataclass(slots=True)
class Newcomers:
    """Visitors who come one after another on new connections: can they come in?"""

    port: int
    seconds: list[float] = field(default_factory=list)
    turned_away: list[str] = field(default_factory=list)

    async def come(self) -> None:
        """Come until it is cancelled; each asks for one page that needs no database."""
        number = NEWCOMER
        while True:
            client = Client(self.port, address(number))
            began = time.monotonic()
            try:
                async with asyncio.timeout(_NEWCOMERS_PATIENCE):
                    await client.get("/healthz")
                self.seconds.append(time.monotonic() - began)
            except (OSError, EOFError, RefusedError, TimeoutError) as error:
                self.turned_away.append(f"{type(error).__name__}: {error}")
            finally:
                client.close()
            number = NEWCOMER + (number - NEWCOMER + 1) % 100
            await asyncio.sleep(_NEXT_NEWCOMER)

    def columns(self) -> dict[str, object]:
        """Return columns for the row of an attack."""
        return {"came in": len(self.seconds), "turned away": len(self.turned_away)}


def many_files() -> None:
    """Let this process have as many connections as the system allows it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def _sample(server: LoadServer, usage: list[Usage]) -> None:
    with contextlib.suppress(ServerError):
        while True:
            usage.append(server.usage())
            await asyncio.sleep(_SAMPLE)


class _Players:
    """The process of the players."""

    def __init__(self, process: Any, pipe: Pipe) -> None:
        self._process = process
        self._pipe = pipe

    async def wait(self, seconds: float) -> Any:
        """Wait for what they say next; ServerError if they do not."""
        until = time.monotonic() + seconds
        while not self._pipe.poll():
            if time.monotonic() > until or not self._process.is_alive():
                raise ServerError("the players had nothing to say: none could make a move")
            await asyncio.sleep(0.02)
        return self._pipe.recv()

    async def stop(self) -> tuple[Timings, Ledger]:
        """Let them stop; return how long their moves took, and what was acknowledged."""
        self._pipe.send(None)
        timings, ledger = await self.wait(_LAST_MOVE)
        return timings, ledger


@contextlib.asynccontextmanager
async def _players(server: LoadServer, count: int) -> AsyncIterator[_Players]:
    """Start players in a process of their own, and wait for their first moves."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_play, args=(theirs, server.port, count), daemon=True)
    process.start()
    theirs.close()
    try:
        playing = _Players(process, ours)
        await playing.wait(_FIRST_MOVE)
        yield playing
    finally:
        process.kill()
        process.join()
        ours.close()


def _play(pipe: Pipe, port: int, count: int) -> None:
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_play_until_told(pipe, port, count))


async def _play_until_told(pipe: Pipe, port: int, count: int) -> None:
    timings, ledger = Timings(), Ledger()
    is_over = False
    clients = [Client(port, address(number)) for number in range(count)]
    playing = [
        asyncio.create_task(play_steadily(each, lambda: is_over, timings, ledger, seed=seed))
        for seed, each in enumerate(clients)
    ]
    while len(timings.moves) < count:
        await asyncio.sleep(0.01)
    pipe.send(None)
    while not pipe.poll():
        await asyncio.sleep(0.02)
    is_over = True
    await asyncio.gather(*playing)
    for each in clients:
        each.close()
    pipe.send((timings, ledger))

"""Open 5,000 event streams while people play, then end the server: SIGTERM must take 2 s at most.

The server runs without limits for a client, which would not let one have so many.
"""

import asyncio
import resource
import subprocess
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from scripts.load import measure
from scripts.load.attack import BOUND, Measured, many_files, under_attack
from scripts.load.client import Client, Stream
from scripts.load.held_attacks import sources
from scripts.load.players import Seats
from scripts.load.server import LoadServer, add_server_arguments, server_of

END = 2.0
"""Seconds within which the server must have ended."""
_OF_ADDRESS = 100  # streams
_OF_GAME = 20  # every watcher is told when another comes
_PATIENCE = 300.0  # seconds until all streams must be open


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--streams", metavar="N", type=int, default=5000)
    parser.add_argument("--seconds", metavar="S", type=float, default=30.0)


class Watchers:
    """Open streams, from many addresses."""

    def __init__(self, server: LoadServer, count: int) -> None:
        self._server = server
        self._count = count
        self.streams: list[Stream] = []
        self.refused: list[str] = []
        self.end_seconds = float("nan")
        self.end_cpu_seconds = float("nan")
        self.log_bytes = 0

    async def watch(self) -> None:
        """Open the streams, and keep them until it is cancelled."""
        try:
            for source in sources(-(-self._count // _OF_ADDRESS)):
                client = Client(self._server.port, source)
                for _ in range(_OF_ADDRESS // _OF_GAME):
                    game = await Seats.create(client)
                    missing = min(_OF_GAME, self._count - self.answered)
                    await asyncio.gather(*(self._open(client, game.id) for _ in range(missing)))
                client.close()
            await asyncio.Event().wait()
        finally:
            for stream in self.streams:
                stream.close()

    @property
    def answered(self) -> int:
        """How many streams were opened or refused."""
        return len(self.streams) + len(self.refused)

    async def _open(self, client: Client, id: str) -> None:
        try:
            self.streams.append(await client.open_stream(f"/api/games/{id}/events"))
        except Exception as error:
            self.refused.append(f"{type(error).__name__}: {error}")

    async def end(self) -> None:
        """Wait until all streams are open, end the server, and note how long that took."""
        async with asyncio.timeout(_PATIENCE):
            while self.answered < self._count:
                await asyncio.sleep(0.05)
        used = self._server.usage().cpu_seconds + _cpu_of_children()
        began = time.monotonic()
        await asyncio.to_thread(self._server.stop)
        self.end_seconds = time.monotonic() - began
        self.end_cpu_seconds = _cpu_of_children() - used
        self.log_bytes = self._server.log.stat().st_size


def _cpu_of_children() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _unlimited(binary: Path) -> tuple[str, ...]:
    """Return the option that lifts the limits, if this program has some."""
    told = subprocess.run(
        [str(binary), "serve", "--help"], capture_output=True, text=True, check=False
    )
    return ("--no-limits",) if "--no-limits" in told.stdout else ()


async def play(server: LoadServer, count: int, seconds: float) -> tuple[Measured, Watchers]:
    """Watch while people play, and end the server."""
    watchers = Watchers(server, count)
    measured = await under_attack(server, watchers.watch, seconds, at_end=watchers.end)
    return measured, watchers


def run(options: Namespace) -> int:
    """Open the streams, end the server, and print how long it took."""
    many_files()
    with server_of(options, *_unlimited(options.server)) as server:
        measured, watchers = asyncio.run(play(server, options.streams, options.seconds))
    opened, refused = len(watchers.streams), len(watchers.refused)
    row = measured.row(
        "event streams",
        streams=opened,
        refused=refused,
        end_s=round(watchers.end_seconds, 2),
        end_cpu_s=round(watchers.end_cpu_seconds, 2),
        end_log=watchers.log_bytes,
    )
    measure.show("event streams, and the end of the server", [row])
    print(f"written to {measure.keep('many-streams', row)}")
    for sentence in measured.failed[:3] + measured.lost[:3] + watchers.refused[:3]:
        print(sentence)
    all_open = opened == options.streams
    return 0 if measured.is_fine(BOUND) and all_open and watchers.end_seconds < END else 1

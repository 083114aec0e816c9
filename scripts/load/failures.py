"""Break what a server depends on while people play, and look for lost moves and how it recovers.

One fault after another, each on a server and a database of its own: a disk that is full or may
only be read, a file that is locked, deleted, truncated or replaced by an older copy, a PostgreSQL
that is frozen or killed, a time of day that jumps. Nothing that was acknowledged may be missing
afterwards, /healthz has to answer all the time and /readyz has to tell, visitors read no path, host
or name, and the log has the cause.
"""

import asyncio
import contextlib
import os
import re
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from scripts.load import measure
from scripts.load.client import Client, RefusedError
from scripts.load.kills import (
    Player,
    Tally,
    first_move,
    own_postgres,
    playing,
)
from scripts.load.players import Seats
from scripts.load.server import LoadServer, ServerError, add_server_arguments, server_of
from scripts.load.wall_clock import WallClock
from tests.store import postgres
from tests.store.disks import NoDiskError, small_disk
from tests.store.test_failures import frozen

_PLAYERS = 4
_PATIENCE = 60.0  # seconds until /readyz must tell, and until it must be well again
HOUR = 3600
JUMPS = {"+1 hour": HOUR, "-1 hour": -HOUR, "+2 days": 48 * HOUR, "-2 days": -48 * HOUR}


class NotHere(Exception):  # noqa: N818 - reads as the fact it states
    """Why a fault cannot be made on this machine."""


@dataclass
class Report:
    """What one fault came to."""

    fault: str
    tally: Tally = field(default_factory=Tally)
    problems: list[str] = field(default_factory=list)
    told: float | None = None
    """Seconds until /readyz told of it."""
    recovery: float = 0.0
    """Seconds from the end of the fault to the first move that was acknowledged."""
    slowest_health: float = 0.0

    def check(self, is_so: bool, problem: str) -> None:
        """Note a problem unless something is as it should be."""
        if not is_so:
            self.problems.append(problem)

    def row(self) -> dict[str, object]:
        """Return the line of the table."""
        return {
            "fault": self.fault,
            "acknowledged moves": self.tally.ledger.moves,
            "lost": len(self.tally.lost),
            "refused": sum(self.tally.refused.values()),
            "told after s": "-" if self.told is None else f"{self.told:.1f}",
            "recovery s": self.recovery,
            "healthz, slowest ms": round(1000 * self.slowest_health, 1),
            "problems": len(self.problems),
        }


@dataclass
class Scene:
    """A server, people who play on it, and what they find."""

    server: LoadServer
    report: Report
    database: Path | None
    """The file of the database; None for PostgreSQL."""
    seconds: float
    """For which a fault lasts."""

    async def ready(self) -> int:
        """Ask /readyz, and return the status."""
        client = Client(self.server.port)
        try:
            return (await client.ask("GET", "/readyz")).status
        finally:
            client.close()

    async def until_ready(self, is_ready: bool) -> float:
        """Wait until /readyz says so, and return the seconds; ServerError if it never does."""
        began = time.monotonic()
        while (await self.ready() == 200) is not is_ready:
            if time.monotonic() - began > _PATIENCE:
                what = "well again" if is_ready else "that anything is wrong"
                raise ServerError(f"{self.report.fault}: /readyz never said {what}")
            await asyncio.sleep(0.05)
        return time.monotonic() - began

    async def during(self, log: str) -> None:
        """Wait for /readyz to tell of the fault, and let it last; log: what the log has to say."""
        self.report.told = await self.until_ready(False)
        await asyncio.sleep(max(0.0, self.seconds - self.report.told))
        text = self.server.log_text()
        self.report.check(
            re.search(log, text) is not None, f"the log has no {log!r}: {text[-300:]}"
        )

    async def restart(self) -> None:
        """Stop the server and start it again."""
        await asyncio.to_thread(self.server.stop)
        await asyncio.to_thread(self.server.start)


Fault = Callable[[Scene], Awaitable[None]]


# Faults of a file


async def full_disk(scene: Scene) -> None:
    """Fill the small disk on which the database is."""
    assert scene.database is not None
    filler = scene.database.parent / "filler"
    if not os.path.ismount(scene.database.parent):
        await _limited_files(scene)
        return
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    await scene.during("disk is full")
    filler.unlink()


async def _limited_files(scene: Scene) -> None:
    """Let no file of the server grow: what comes nearest to a full disk without being root."""
    assert scene.database is not None
    before = resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    await scene.during("disk is full|disk I/O error|cannot be written")
    resource.prlimit(scene.server.pid, resource.RLIMIT_FSIZE, before)


async def read_only_disk(scene: Scene) -> None:
    """Start the server again on a disk that may only be read."""
    assert scene.database is not None
    disk = scene.database.parent
    await asyncio.to_thread(scene.server.kill)
    _run("mount", "-o", "remount,ro", str(disk))
    try:
        await asyncio.to_thread(scene.server.start)
        await scene.during("readonly database|may only be read")
    except ServerError as error:  # it says so, and does not begin
        scene.report.check("read" in str(error) and "Traceback" not in str(error), f"{error}")
        scene.report.told = 0.0
    await asyncio.to_thread(scene.server.kill)
    _run("mount", "-o", "remount,rw", str(disk))
    await asyncio.to_thread(scene.server.start)


async def locked_file(scene: Scene) -> None:
    """Write to the file from another process, and do not end."""
    with contextlib.closing(sqlite3.connect(str(scene.database), timeout=30)) as other:
        other.isolation_level = None
        other.execute("BEGIN EXCLUSIVE")
        await scene.during("locked|others write for too long")
        other.execute("ROLLBACK")


async def deleted_file(scene: Scene) -> None:
    """Delete the file, and put it back."""
    assert scene.database is not None
    aside = scene.database.with_suffix(".aside")
    scene.database.rename(aside)
    await scene.during("was deleted or moved while it was in use")
    aside.rename(scene.database)


async def truncated_file(scene: Scene) -> None:
    """Cut the file in half, and restore a backup by the documented drill."""
    assert scene.database is not None
    backup, kept = await _backup(scene)
    with contextlib.closing(sqlite3.connect(scene.database)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.truncate(scene.database, scene.database.stat().st_size // 2)
    scene.report.told = await scene.until_ready(False)
    await asyncio.to_thread(scene.server.stop)
    scene.report.tally.ledger.games = kept
    for left in scene.database.parent.glob("games.db*"):
        left.rename(left.with_name(f"damaged-{left.name}"))
    url = f"sqlite:///{scene.database}"
    await asyncio.to_thread(_fourfold, "db", "restore", str(backup), "--database", url)
    await asyncio.to_thread(scene.server.start)


async def older_copy(scene: Scene) -> None:
    """Put a backup in the place of the file while people play."""
    assert scene.database is not None
    backup, kept = await _backup(scene)
    await asyncio.sleep(0.5)
    for left in (f"{scene.database}-wal", f"{scene.database}-shm"):
        Path(left).unlink(missing_ok=True)
    backup.replace(scene.database)
    await asyncio.sleep(0.5)  # answers that were on their way are of the old file
    scene.report.tally.ledger.games = kept


async def _backup(scene: Scene) -> tuple[Path, dict[str, list[int]]]:
    """Make a backup; return it with what was acknowledged before, which has to be in it."""
    assert scene.database is not None
    backup = scene.database.parent / "backup.db"
    url = f"sqlite:///{scene.database}"
    kept = {id: list(moves) for id, moves in scene.report.tally.ledger.games.items()}
    await asyncio.to_thread(_fourfold, "db", "backup", str(backup), "--database", url)
    return backup, kept


# Faults of PostgreSQL


def frozen_postgres(database: postgres.Server) -> Fault:
    """Stop all of its processes for a while."""

    async def act(scene: Scene) -> None:
        with frozen(database):
            await scene.during("does not answer|not ready|timeout|cannot be")

    return act


def killed_postgres(database: postgres.Server) -> Fault:
    """Kill it, and start it again after a while."""

    async def act(scene: Scene) -> None:
        await asyncio.to_thread(database.end, 9)
        await scene.during("cannot be")
        await asyncio.to_thread(database.start_again)

    return act


# The time of day


def jump(clock: WallClock, seconds: int) -> Fault:
    """Move the time of day, there and back, with games that time could end, and a restart."""

    async def act(scene: Scene) -> None:
        client = Client(scene.server.port)
        timed = await Seats.create(client, rules="12x12", clock={"game": 600})
        await timed.move(0)
        agents = await Seats.create(
            client, [{"agent": "random"}, {"agent": "random"}], rules="12x12", move_delay=0.2
        )
        fresh = await Seats.create(client)
        for distance, restarts in ((seconds, False), (seconds, True), (0, False)):
            clock.set(distance)
            if restarts:  # it looks for games to delete when it starts
                client.close()
                await scene.restart()
                client = Client(scene.server.port)
            await _plays_on(client, agents.id, scene.report)
            view = await client.get(f"/api/games/{timed.id}")
            left = view["clock"]["left"][1]
            scene.report.check(view["result"] is None, f"time has ended a game: {view['result']}")
            scene.report.check(left is not None and left > 300, f"a clock fell to {left}")
            await client.get(f"/api/games/{fresh.id}")
            scene.report.check(await scene.ready() == 200, "/readyz was not well")
        client.close()

    return act


async def _plays_on(client: Client, id: str, report: Report) -> None:
    """Wait until an agent has moved twice more, or the game is over."""
    began, before = time.monotonic(), None
    while time.monotonic() - began < _PATIENCE:
        view = await client.get(f"/api/games/{id}")
        before = len(view["plies"]) if before is None else before
        if view["result"] is not None or len(view["plies"]) >= before + 2:
            return
        await asyncio.sleep(0.1)
    report.problems.append("the agents stand still")


# Running them


async def run_fault(server: LoadServer, report: Report, fault: Fault, seconds: float) -> None:
    """Let people play through a fault, and compare what is there with what was acknowledged."""
    file = server.folder / "games.db"
    database = next(iter(server.folder.glob("disk/games.db")), file).resolve()
    scene = Scene(server, report, database if database.exists() else None, seconds)
    players = [Player(report.tally, seed) for seed in range(_PLAYERS)]
    async with _watching_health(scene), playing(players, server):
        await asyncio.sleep(1.0)
        try:
            await fault(scene)
        except RefusedError as error:
            report.problems.append(f"refused: {error}")
        began = time.monotonic()
        await first_move(server)
        report.recovery = time.monotonic() - began
        await scene.until_ready(True)
        await asyncio.sleep(0.5)
    report.check(report.tally.ledger.moves > 0, "nobody has moved")
    client = Client(server.port)
    report.tally.lost = await report.tally.ledger.lost(client)
    client.close()
    report.problems += report.tally.lost
    report.problems += told_too_much(report.tally.refused)
    report.check("Traceback" not in server.log_text(), "the log has a traceback")


@contextlib.asynccontextmanager
async def _watching_health(scene: Scene) -> AsyncIterator[None]:
    """Ask /healthz all the time; whenever the server runs it has to answer."""

    async def ask() -> None:
        while True:
            began, port = time.monotonic(), scene.server.port
            client = Client(port)
            try:
                answer = await client.ask("GET", "/healthz")
                taken = time.monotonic() - began
                scene.report.slowest_health = max(scene.report.slowest_health, taken)
                scene.report.check(answer.status == 200, f"/healthz answered {answer.status}")
            except (OSError, EOFError, TimeoutError):  # a fault may stop the server on purpose
                pass
            finally:
                client.close()
            await asyncio.sleep(0.1)

    task = asyncio.create_task(ask())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def told_too_much(sentences: dict[str, int]) -> list[str]:
    """Return a problem for each sentence that says where the server keeps its games."""
    secrets = ("/", "games.db", "sqlite", "postgres", "psycopg", "Traceback", socket.gethostname())
    return [
        f"visitors read {sentence!r}"
        for sentence in sentences
        if any(secret in re.sub(r"(GET|POST) /\S*", "", sentence) for secret in secrets)
    ]


def _fourfold(*arguments: str) -> None:
    _run(str(Path(sys.executable).parent / "fourfold"), *arguments)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotHere(f"{' '.join(command[:2])}: {done.stderr.strip()[-200:]}")


OF_FILES: dict[str, Fault] = {
    "full": full_disk,
    "read-only": read_only_disk,
    "locked": locked_file,
    "deleted": deleted_file,
    "truncated": truncated_file,
    "replaced": older_copy,
}
OF_POSTGRES = {"frozen": frozen_postgres, "killed": killed_postgres}
NAMES = [*OF_FILES, *OF_POSTGRES, *JUMPS]


def run_one(name: str, options: Namespace, seconds: float) -> Report:
    """Run one fault; NotHere if this machine has no means for it."""
    report = Report(name)
    with contextlib.ExitStack() as stack:
        environment: dict[str, str] = {}
        url = None
        if name in OF_POSTGRES:
            database = stack.enter_context(own_postgres())
            url = database.url(database.new_database())
            fault = OF_POSTGRES[name](database)
        elif name in JUMPS:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fourfold-")))
            clock = WallClock.build(folder)
            fault, environment = jump(clock, JUMPS[name]), clock.environment
        else:
            fault = OF_FILES[name]
        if name in ("full", "read-only"):
            try:
                disk = stack.enter_context(small_disk(8))
            except NoDiskError as error:
                if name == "read-only":
                    raise NotHere(f"{error}") from None
                disk = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fourfold-")))
            url = f"sqlite:///{disk / 'games.db'}"
        server = stack.enter_context(
            server_of(options, "--no-limits", database=url, environment=environment)
        )
        if name in ("full", "read-only"):
            (server.folder / "disk").symlink_to(disk)
        asyncio.run(run_fault(server, report, fault, seconds))
    return report


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--only", metavar="FAULT", choices=NAMES, nargs="+", default=NAMES)
    parser.add_argument(
        "--seconds", metavar="S", type=float, default=10.0, help="how long a fault lasts"
    )


def run(options: Namespace) -> int:
    """Run the faults; the status is 1 if anything was lost, or not as it should be."""
    reports: list[Report] = []
    for name in options.only:
        report = Report(name)
        try:
            report = run_one(name, options, options.seconds)
        except NotHere as error:
            print(f"NOT RUN: {name}: {error}")
            continue
        except ServerError as error:
            report.problems.append(f"{error}")
        reports.append(report)
    measure.show("failures", [report.row() for report in reports])
    for report in reports:
        for sentence, count in sorted(report.tally.refused.items()):
            print(f"{report.fault}: {count} times: {sentence}")
        for problem in report.problems[:20]:
            print(f"{report.fault}: PROBLEM: {problem}")
    print(f"written to {measure.keep('failures', [report.row() for report in reports])}")
    return 1 if any(report.problems for report in reports) else 0

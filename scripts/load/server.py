"""A real `fourfold serve` as a child process, with its limits, its database and what it uses."""

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO

HOST = "127.0.0.1"
_START = 60.0  # seconds until it must say its address
_END = 20.0


class ServerError(Exception):
    """Why there is no server to measure."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a server uses at one moment."""

    rss_mb: float
    cpu_seconds: float
    threads: int
    files: int
    log_bytes: int
    disk_bytes: int
    """The files of its database; 0 where that is another server's."""


class LoadServer:
    """A server that runs, and can be killed and started again on the same database."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        files: int | None,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """files: how many files it may have open at once; None leaves the limit as it is.

        environment: variables besides those of this process.
        """
        self.folder = folder
        self.log = folder / "log"
        self._command = [*command, "--port", "0"]
        self._files = files
        self._environment = environment
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self._drain: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port on the loopback address."""
        return self._port

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None, "it does not run"
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it says its address; ServerError if it does not."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={
                    **os.environ,
                    "FOURFOLD_DATA": str(self.folder),
                    "FOURFOLD_LOG": "",
                    **self._environment,
                },
                preexec_fn=None if self._files is None else self._set_limits,
            )
        assert self._process.stdout is not None
        line = _first_line(self._process.stdout, _START)
        if not line.startswith("fourfold is at "):
            self.kill()
            raise ServerError(f"the server did not start: {self.log_text()[-500:].strip()}")
        self._port = int(line.split()[3].rstrip("/").rpartition(":")[2])
        # It prints little more, but a full pipe would stop it.
        self._drain = threading.Thread(target=self._process.stdout.read, daemon=True)
        self._drain.start()

    def _set_limits(self) -> None:
        assert self._files is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, (self._files, self._files))

    def is_running(self) -> bool:
        """Return True while the process lives."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """Kill it, as if the power had gone."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and kill it if it does not."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(number)
        try:
            process.wait(_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(_END)
        drain, self._drain = self._drain, None
        if drain is not None:
            drain.join(_END)
        if process.stdout is not None:
            process.stdout.close()

    def restart(self) -> None:
        """Kill it and start it again; its port is another one."""
        self.kill()
        self.start()

    def usage(self) -> Usage:
        """Read what it uses from /proc; ServerError if it has ended."""
        folder = Path(f"/proc/{self.pid}")
        try:
            status = dict(
                line.split(":", 1) for line in (folder / "status").read_text().splitlines()
            )
            times = (folder / "stat").read_text().rpartition(")")[2].split()
            return Usage(
                rss_mb=int(status["VmRSS"].split()[0]) / 1024,
                cpu_seconds=(int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
                threads=int(status["Threads"]),
                files=len(os.listdir(folder / "fd")),  # noqa: PTH208
                log_bytes=self.log.stat().st_size,
                disk_bytes=sum(file.stat().st_size for file in self.folder.glob("games.db*")),
            )
        except (OSError, KeyError):  # a process that has ended has no memory to tell of
            raise ServerError(f"the server has ended: {self.log_text()[-500:]}") from None

    def log_text(self) -> str:
        """Return what it wrote to standard error, its beginning if that is very long."""
        with self.log.open("rb") as file:
            return file.read(1 << 20).decode(errors="replace")


def _first_line(stream: IO[str], seconds: float) -> str:
    lines: list[str] = []
    reader = threading.Thread(target=lambda: lines.append(stream.readline()), daemon=True)
    reader.start()
    reader.join(seconds)
    return lines[0] if lines else ""


def own_binary() -> Path:
    """Return the `fourfold` beside the running interpreter."""
    return Path(sys.executable).parent / "fourfold"


def add_server_arguments(parser: ArgumentParser) -> None:
    """Add what every command takes: which server, which database."""
    parser.add_argument(
        "--server",
        metavar="FILE",
        type=Path,
        default=own_binary(),
        help="the fourfold program to load: that of another checkout, to compare",
    )
    parser.add_argument(
        "--postgres", action="store_true", help="a PostgreSQL server of its own, not an SQLite file"
    )
    parser.add_argument(
        "--database",
        metavar="FILE",
        type=Path,
        help="an SQLite file to copy first, such as one with many games; empty if not given",
    )
    parser.add_argument(
        "--options",
        metavar="TEXT",
        default="",
        help="more options of fourfold serve, between spaces",
    )


@contextlib.contextmanager
def server_of(
    options: Namespace,
    *more: str,
    files: int | None = None,
    database: str | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[LoadServer]:
    """Start the server that the arguments of a command ask for, and end it afterwards.

    more: options of `fourfold serve`.
    files: how many files it may have open.
    database: a URL in place of an own database.
    environment: variables besides those of this process.
    """
    binary: Path = options.server
    if not binary.is_file():
        raise ServerError(f"there is no program {binary}")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fourfold-load-")))
        if database is None and options.postgres:
            database = stack.enter_context(_postgres_url())
        elif database is None:
            file = folder / "games.db"
            if options.database is not None:
                _copy_database(options.database, file)
            database = f"sqlite:///{file}"
        command = [str(binary), "serve", "--database", database, *more, *options.options.split()]
        server = LoadServer(command, folder, files, environment)
        stack.callback(server.kill)
        server.start()
        yield server


def _copy_database(source: Path, target: Path) -> None:
    if not source.is_file():
        raise ServerError(f"there is no database {source}")
    shutil.copyfile(source, target)
    os.sync()  # or the first checkpoint waits until all of the copy is on the disk
    wal = Path(f"{source}-wal")
    if wal.is_file() and wal.stat().st_size > 0:
        raise ServerError(f"{source} is in use, or was not closed: {wal} beside it is not empty")


@contextlib.contextmanager
def _postgres_url() -> Iterator[str]:
    """Start a PostgreSQL server, as the tests do, and yield the URL of an empty database."""
    from tests.store import postgres

    try:
        with postgres.server() as running:
            yield running.url(running.new_database())
    except postgres.NoServerError as error:
        raise ServerError(f"{error}") from None

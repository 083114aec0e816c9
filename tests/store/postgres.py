"""A real PostgreSQL server for the tests, in a folder of its own that is removed at the end.

It listens on a socket in that folder, where everybody is let in, and on a port of this machine,
where a password is asked for.
"""

import contextlib
import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

PASSWORD = "s3cret-of-the-test"
_DEBIAN = Path("/usr/lib/postgresql")


class NoServerError(Exception):
    """Why there can be no server here."""


@dataclass
class Server:
    """A server that runs."""

    folder: Path
    port: int
    user: str
    command: list[str]
    count: int = field(default=0)
    process: subprocess.Popen[bytes] | None = field(default=None)

    def url(self, database: str) -> str:
        """A database by the socket, without a password."""
        return self._url(database, query={"host": str(self.folder), "port": str(self.port)})

    def url_by_port(self, database: str, password: str = PASSWORD) -> str:
        """A database by the port, with a password."""
        return self._url(database, password=password, host="127.0.0.1", port=self.port)

    def new_database(self, options: str = "") -> str:
        """The name of a new, empty database."""
        self.count += 1
        name = f"test{self.count}"
        self.run(f"CREATE DATABASE {name} {options}")
        return name

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement that may not be in a transaction."""
        engine = create_engine(self.url(database), isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql(statement)
        finally:
            engine.dispose()

    def cut(self, database: str) -> None:
        """End all connections to a database, as a restart does."""
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE datname = '{database}' AND pid <> pg_backend_pid()"
        )

    def start(self) -> None:
        """Start it, after `end` on the same files, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, cwd=self.folder, **_as_user(self.user)
            )
        _wait_for(self, self.process)

    def start_again(self, seconds: float = 60.0) -> None:
        """Start it after it was killed: its old processes may take a moment to leave."""
        until = time.monotonic() + seconds
        while True:
            try:
                self.start()
                return
            except RuntimeError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def end(self, number: int = signal.SIGQUIT) -> None:
        """Send a signal that ends it: SIGQUIT, at once and without tidying up, or SIGKILL."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(timeout=30)
            self.process = None

    def _url(self, database: str, **parts: Any) -> str:
        url = URL.create("postgresql+psycopg", username=self.user, database=database, **parts)
        return url.render_as_string(hide_password=False)


@contextlib.contextmanager
def server(*options: str) -> Iterator[Server]:
    """Start a server and stop it at the end; NoServerError says why there is none.

    options: of the program `postgres`, after our own.
    """
    binaries = _binaries()
    user = _user()
    folder = Path(tempfile.mkdtemp(prefix="fourfold-pg-"))
    running: Server | None = None
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
        as_user: dict[str, Any] = _as_user(user)
        data, password = folder / "data", folder / "password"
        password.write_text(PASSWORD)
        password.chmod(0o644)
        plain = ("-E", "UTF8", "--no-locale", "--no-sync")
        doors = ("--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={password}")
        subprocess.run(
            [str(binaries / "initdb"), "-D", str(data), "-U", user, *plain, *doors],
            check=True,
            capture_output=True,
            cwd=folder,
            **as_user,
        )
        port = free_port()
        place = ("-D", str(data), "-k", str(folder), "-h", "127.0.0.1", "-p", str(port))
        quick = ("-F",)  # a power cut is no matter here
        running = Server(folder, port, user, [str(binaries / "postgres"), *place, *quick, *options])
        running.start()
        yield running
    finally:
        if running is not None:
            running.end()  # it need not write out what is deleted in a moment
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path:
    """The folder that has the server's programs; Debian has them on no one's path."""
    folders = sorted(_DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    if found := shutil.which("initdb"):
        folders.append(Path(found).parent)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise NoServerError("PostgreSQL is not installed")


def _user() -> str:
    """Whom the server runs as, who must not be root."""
    if os.geteuid() != 0:
        return getpass.getuser()
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        raise NoServerError("root may not run PostgreSQL, and there is no user postgres") from None


def _as_user(user: str) -> dict[str, Any]:
    # What is preloaded into our own process, a sanitizer, is not for the server.
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    if os.geteuid() != 0:
        return {"env": plain}
    group = pwd.getpwnam(user).pw_gid
    return {"env": plain, "user": user, "group": group, "extra_groups": []}


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait_for(running: Server, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            running.run("SELECT 1")
            return
        except OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((running.folder / "log").read_text()) from None
            time.sleep(0.05)

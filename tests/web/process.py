"""The server as a process of its own, and its event streams."""

import contextlib
import http.client
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import httpx2

from tests.web.driver import Api

COMMAND = [sys.executable, "-m", "fourfold", "serve", "--port", "0"]


class Process:
    """`fourfold serve`, on a port that is free."""

    def __init__(self, database: str, *options: str) -> None:
        self._start([*COMMAND, "--database", database, *options], {})

    @classmethod
    def of(cls, command: list[str], environment: Mapping[str, str]) -> Self:
        """Start a server by a command of its own, with variables besides those of this process."""
        process = cls.__new__(cls)
        process._start(command, environment)
        return process

    def _start(self, command: list[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "FOURFOLD_LOG": "", **environment},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("fourfold is at "), self._process.stderr
        self.address = line.split()[3].rstrip("/")
        self.pid = self._process.pid
        self.client = httpx2.Client(base_url=self.address, timeout=30)
        self.api = Api(self.client)

    def kill(self) -> None:
        """As if the power had gone."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)
        self._forget()

    def end(self, number: int = signal.SIGTERM) -> tuple[int, float, str]:
        """Ask it to end: exit status, seconds, and what it had to complain about."""
        began = time.monotonic()
        self._process.send_signal(number)
        _, errors = self._process.communicate(timeout=20)
        self._forget()
        return self._process.returncode, time.monotonic() - began, errors

    def _forget(self) -> None:
        self.client.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def close(self) -> None:
        if self._process.poll() is None:
            self.kill()

    def memory(self) -> float:
        """What it has in use, in MB."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


class Events:
    """An open event stream, read in a thread."""

    def __init__(
        self, at: str | http.client.HTTPConnection, game: str, secret: str | None = None
    ) -> None:
        """at: the address of a server, or a new connection that leads to one."""
        self.seen: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self.ended = threading.Event()
        if isinstance(at, str):
            at = http.client.HTTPConnection(at.removeprefix("http://"), timeout=60)
        self._connection = at
        self._connection.connect()
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        self._connection.request("GET", f"/api/games/{game}/events", headers=headers)
        self._socket = self._connection.sock  # the answer takes it over
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            with self._connection.getresponse() as answer:
                name = ""
                while line := answer.readline().decode():
                    if line.startswith("event: "):
                        name = line[7:].strip()
                    elif line.startswith("data: "):
                        self.seen.put((name, json.loads(line[6:])))
        except (OSError, http.client.HTTPException):
            pass
        finally:
            self._connection.close()
            self.ended.set()

    def next(self, name: str = "game", seconds: float = 10) -> dict[str, Any]:
        """The next event of a kind."""
        end = time.monotonic() + seconds
        while True:
            found, data = self.seen.get(timeout=max(0.01, end - time.monotonic()))
            if found == name:
                return data

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)

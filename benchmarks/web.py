"""The server under load: how long a person waits for a move while many agents think, and what
many watchers cost.

    a move          from the request to its answer, in a game between people
    seen            from the request to the event that a watcher of that game gets
    500 watchers    the memory of the server with so many idle streams

The server is a process of its own, and so are the watchers: they share the machine with it, as
nobody's browser would.
"""

import contextlib
import http.client
import json
import multiprocessing
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.framework import Options, Result, benchmark

THINKING = 50
"""Games in which agents think."""
WATCHERS = 500
MOVES = 400
SLOWEST = 0.1
"""The seconds within which 99 of 100 moves must be answered."""
MOST_MB = 300

_AGENT = "uct:seconds=5"
_QUICK_AGENT = "uct:seconds=0.1"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    pid: int
    port: int

    @property
    def memory_mb(self) -> float:
        """What it has in use."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


@contextlib.contextmanager
def running() -> Iterator[Server]:
    """A server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fourfold", "serve", "--port", "0", "--no-limits"]
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/games.db"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[3]
            yield Server(process.pid, int(address.rstrip("/").rpartition(":")[2]))
        finally:
            process.terminate()
            process.wait(20)
            if process.stdout is not None:
                process.stdout.close()


class Client:
    """One who plays, over one connection."""

    def __init__(self, server: Server) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def call(self, method: str, path: str, body: Any = None, secret: str = "") -> Any:
        """Ask, and read the answer."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(text.decode())
        return json.loads(text)

    def create(self, agent: str | None = None) -> Any:
        """Begin a game of two people, or of one agent with itself."""
        player = {} if agent is None else {"agent": agent}
        wanted = {"rules": "12x12", "players": [player, player], "move_delay": 0}
        return self.call("POST", "/api/games", wanted)

    def close(self) -> None:
        self._connection.close()


@contextlib.contextmanager
def watching(server: Server, games: Sequence[str]) -> Iterator[None]:
    """Keep a stream of each of these games open, in another process."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_watch, args=(server.port, list(games), there), daemon=True)
    process.start()
    if not here.poll(120) or here.recv() != len(games):
        raise RuntimeError("not every stream was opened")
    try:
        yield
    finally:
        process.terminate()
        process.join(10)


def _watch(port: int, games: list[str], told: Connection) -> None:
    """Open the streams, tell when the first event of each is there, and read on."""
    selector = selectors.DefaultSelector()
    for game in games:
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(f"GET /api/games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        selector.register(stream, selectors.EVENT_READ)
    begun: set[int] = set()
    while True:
        for key, _ in selector.select():
            data = socket.socket.recv(key.fileobj, 1 << 16)  # type: ignore[arg-type]
            if b"event: game" in data and len(begun) < len(games):
                begun.add(key.fd)
                if len(begun) == len(games):
                    told.send(len(begun))


class Seen:
    """A watcher of one game, who notes when each version arrived."""

    def __init__(self, server: Server, game: str) -> None:
        self.at: dict[int, float] = {}
        self._socket = socket.create_connection(("127.0.0.1", server.port))
        ask = f"GET /api/games/{game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        self._socket.sendall(ask.encode())
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._socket.makefile("rb") as lines, contextlib.suppress(OSError):
            for line in lines:
                if line.startswith(b"id: "):
                    self.at.setdefault(int(line[4:]), time.perf_counter())

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
        self._socket.close()


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of all lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def moves(server: Server, games: int) -> tuple[list[float], list[float]]:
    """Let two people play games of 24 moves; the seconds to each answer, and to each event."""
    answered: list[float] = []
    seen: list[float] = []
    client = Client(server)
    for _ in range(games):
        made = client.create()
        game, seats = made["game"], made["seats"]
        watcher = Seen(server, game["id"])
        began: dict[int, float] = {}
        for label in game["rules"]["labels"] * 2:
            time.sleep(0.02)
            path = f"/api/games/{game['id']}/moves"
            start = time.perf_counter()
            game = client.call("POST", path, {"column": label}, seats[game["turn"]])
            answered.append(time.perf_counter() - start)
            began[game["version"]] = start
            if game["result"] is not None:
                break
        time.sleep(0.2)
        watcher.close()
        seen += [watcher.at[v] - start for v, start in began.items() if v in watcher.at]
    client.close()
    return answered, seen


def _summary(case: str, seconds: Sequence[float], expected: int) -> Result:
    half, most = quantile(seconds, 0.5), quantile(seconds, 0.99)
    return Result(
        case,
        len(seconds) >= 0.95 * expected,  # an event may be left out for a newer one
        1,
        "x p99",
        most,
        within=SLOWEST,
        detail=f"p50 {1000 * half:.1f} ms, p99 {1000 * most:.1f} ms of {len(seconds)}",
        numbers={"p50": half, "p99": most},
    )


@benchmark("web", by_default=False, live=True)
def web(options: Options) -> Iterator[Result]:
    """Moves while agents think, and idle watchers."""
    thinking, watchers = (4, 20) if options.quick else (THINKING, WATCHERS)
    agent = _QUICK_AGENT if options.quick else _AGENT
    rounds = 2 if options.quick else 20
    with running() as server:
        answered, seen = moves(server, rounds)
        yield _summary("a move, nobody thinks", answered, len(answered))
        yield _summary("seen, nobody thinks", seen, len(answered))

        client = Client(server)
        games = [client.create(agent)["game"]["id"] for _ in range(thinking)]
        with watching(server, games):
            time.sleep(0.5 if options.quick else 3)
            answered, seen = moves(server, rounds)
            client.close()  # the server has hung up meanwhile; it connects again
            plies = sum(len(client.call("GET", f"/api/games/{id}")["plies"]) for id in games)
        case = f"{thinking} games think"
        yield _summary(f"a move, {case}", answered, len(answered))
        yield _summary(f"seen, {case}", seen, len(answered))
        detail = f"{server.memory_mb:.0f} MB in use"
        yield Result(f"moves of agents, {case}", plies > 0, plies, "plies", 1.0, detail=detail)
        client.close()

    with running() as server:
        client = Client(server)
        game = client.create()["game"]["id"]
        began = time.perf_counter()
        alone = server.memory_mb
        with watching(server, [game] * watchers):
            seconds = time.perf_counter() - began
            time.sleep(1)
            used = server.memory_mb
            there = client.call("GET", f"/api/games/{game}")["watchers"]
        met = "met" if used < MOST_MB else "NOT MET"
        yield Result(
            f"{watchers} watchers",
            there == watchers,
            watchers,
            "streams",
            seconds,
            detail=f"{used:.0f} MB, {alone:.0f} MB without them; at most {MOST_MB} MB: {met}",
            numbers={"mb": used},
        )
        client.close()

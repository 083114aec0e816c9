"""The server as a process: how it ends, what a killed one leaves, and several on one database."""

import contextlib
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fourfold.store import Store
from tests.store import postgres
from tests.waiting import AT_LATEST
from tests.web.driver import Api
from tests.web.process import COMMAND, Events, Process

Start = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[Process] = []

    def start(database: str, *options: str) -> Process:
        running.append(Process(database, *options))
        return running[-1]

    yield start
    for process in running:
        process.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def test_streams_tell_what_happens(start: Start, sqlite: str) -> None:
    server = start(sqlite)
    game = server.api.create([{"name": "Ada"}, {"agent": "uct:seconds=0.6"}])
    events = Events(server.address, game.id, game.secrets["FIRST"])
    first = events.next()
    assert (first["version"], first["watchers"], first["you"]) == (1, 0, None)
    assert [player["present"] for player in first["players"]] == [True, False]
    began = time.monotonic()
    game.post("moves", column="4")
    assert events.next()["position"] == "7x6:4"
    assert time.monotonic() - began < AT_LATEST
    thinking = events.next("thinking")
    assert (thinking["side"], thinking["queued"]) == ("SECOND", False)
    assert events.next()["turn"] == "FIRST"
    other = Events(server.address, game.id)
    presence = events.next("presence")
    assert presence == {"watchers": 1, "present": {"FIRST": True, "SECOND": False}}
    other.close()
    events.close()


def ask_for_analysis(server: Process) -> socket.socket:
    """Begin an analysis that may never be answered; the connection that waits for it."""
    host, port = server.address.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=20)
    connection.sendall(b"GET /api/analysis/11x11: HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    server.api.get("/healthz")  # which was asked later: once it is answered, the other is heard
    return connection


def quickest_end(start: Start, sqlite: str, number: int) -> tuple[int, str, float]:
    """End a server that is busy: status, complaints, and the least seconds of a few tries.

    The least, because a machine that is busy with other things can only make it longer.
    """
    seconds = float("inf")
    for _ in range(3):
        server = start(sqlite, "--budget", "60")
        game = server.api.create([{}, {"agent": "uct:seconds=60"}])
        streams = [Events(server.address, game.id) for _ in range(5)]
        game.post("moves", column="4")
        game.wait(lambda view: bool(view["thinking"] and view["thinking"]["nodes"]))
        with ask_for_analysis(server) as asking:
            status, took, errors = server.end(number)
            with contextlib.suppress(ConnectionError):
                while asking.recv(4096):
                    pass
        assert all(stream.ended.wait(2) for stream in streams)
        for stream in streams:
            stream.close()
        seconds = min(seconds, took)
        # On a busy machine an answer may not be finished in its second, which is a complaint.
        is_late = "timeout graceful shutdown exceeded" in errors
        if not is_late and (errors or seconds < 2):
            break
    return status, errors, seconds


def test_sigterm_ends_streams_and_thoughts_at_once(start: Start, sqlite: str) -> None:
    status, errors, seconds = quickest_end(start, sqlite, signal.SIGTERM)
    assert (status, errors) == (0, "")
    assert seconds < 2


def test_ctrl_c(start: Start, sqlite: str) -> None:
    status, errors, seconds = quickest_end(start, sqlite, signal.SIGINT)
    assert (status, errors) == (130, "")
    assert seconds < 2


def load(
    server: Process, games: int, seconds: float
) -> tuple[dict[str, str], list[threading.Thread]]:
    """Play many games at once; the last position that each was told to be kept."""
    told: dict[str, str] = {}

    def play(number: int) -> None:
        chance = random.Random(number)
        with httpx2.Client(base_url=server.address, timeout=5) as client:
            game = Api(client).create(rules="12x12")
            told[game.id] = game.view["position"]
            end = time.monotonic() + seconds
            try:
                while time.monotonic() < end and game.view["result"] is None:
                    legal = [column["label"] for column in game.view["legal"]]
                    game.post("moves", column=chance.choice(legal))
                    told[game.id] = game.view["position"]
            except httpx2.HTTPError:
                pass  # the server is dead, as planned

    threads = [threading.Thread(target=play, args=(number,)) for number in range(games)]
    for thread in threads:
        thread.start()
    return told, threads


def test_kill_9_under_load_loses_no_move_that_was_acknowledged(start: Start, sqlite: str) -> None:
    server = start(sqlite)
    told, threads = load(server, 6, 30)
    until = time.monotonic() + 30
    while sum(len(told[id]) - len("12x12:") for id in list(told)) < 60:
        assert time.monotonic() < until
        time.sleep(0.05)
    server.kill()  # in the middle of whatever it does
    for thread in threads:
        thread.join(20)
    again = start(sqlite)
    for id, position in told.items():
        now = again.api.get(f"/api/games/{id}")["position"]
        # One more may have been kept whose answer was on its way.
        assert now[: len(position)] == position
        assert len(now) <= len(position) + 1
    with Store.open(sqlite) as store:  # every game can be read, none is half written
        assert all(store.get(id).record.position is not None for id in told)


def test_a_killed_server_leaves_the_agents_turn_to_the_next(start: Start, sqlite: str) -> None:
    server = start(sqlite, "--budget", "60")
    game = server.api.create([{}, {"agent": "uct:seconds=60"}])
    game.post("moves", column="4")
    game.wait(lambda view: bool(view["thinking"] and view["thinking"]["nodes"]))
    server.kill()
    again = start(sqlite, "--budget", "0.3")
    events = Events(again.address, game.id)
    assert events.next()["position"] == "7x6:4"
    # The lease of the dead process has to run out first.
    assert events.next(seconds=20)["turn"] == "FIRST"
    events.close()


def two_servers(start: Start, database: str) -> None:
    one, two = start(database, "--budget", "0.5"), start(database, "--budget", "0.5")
    game = one.api.create([{"name": "Ada"}, {"name": "Ben"}])
    here, there = Events(one.address, game.id), Events(two.address, game.id)
    assert here.next()["version"] == there.next()["version"] == 1
    game.play("4")
    began = time.monotonic()
    assert there.next()["position"] == "7x6:4"
    assert time.monotonic() - began < AT_LATEST
    game.api = two.api
    game.play("4")
    assert here.next()["position"] == "7x6:4"
    assert here.next()["position"] == "7x6:44"

    # Both have watchers, and only one lets the agents think.
    match = one.api.create([{"agent": "greedy"}, {"agent": "random"}], rules="5x5", move_delay=0)
    streams = [Events(server.address, match.id) for server in (one, two)]
    views = [last(stream) for stream in streams]
    assert views[0]["result"] == views[1]["result"] is not None
    assert len(views[0]["plies"]) == views[0]["version"] - 1

    # An agent that thinks for one can be hurried by the other.
    slow = one.api.create([{}, {"agent": "uct:seconds=0.5"}])
    watcher = Events(two.address, slow.id)
    slow.post("moves", column="4")
    slow.api = two.api
    slow.post("hurry", "FIRST")
    slow.wait(lambda view: view["turn"] == "FIRST", 10)
    for stream in (here, there, watcher, *streams):
        stream.close()


def last(events: Events) -> dict[str, Any]:
    while (view := events.next(seconds=30))["result"] is None:
        pass
    return view


def test_two_servers_on_one_file(start: Start, sqlite: str) -> None:
    two_servers(start, sqlite)


def test_two_servers_on_one_postgresql(start: Start) -> None:
    try:
        with postgres.server() as running:
            two_servers(start, running.url(running.new_database()))
    except postgres.NoServerError as error:
        pytest.skip(f"two servers on PostgreSQL: {error}")


@pytest.mark.parametrize("begin", [b"GET /", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_headers_without_an_end(start: Start, sqlite: str, begin: bytes) -> None:
    server = start(sqlite)
    before = server.memory()
    host, port = server.address.removeprefix("http://").split(":")
    with (
        socket.create_connection((host, int(port)), timeout=10) as connection,
        pytest.raises(OSError, match=r"reset|[Pp]ipe"),
    ):
        connection.sendall(begin + b"a" * 50_000_000)
    assert server.memory() < before + 20
    assert server.api.get("/healthz")["status"] == "ok"


def test_the_port_is_taken(start: Start, sqlite: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [*COMMAND[:-1], port, "--database", sqlite]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert done.stderr == (
        f"fourfold: port {port} of 127.0.0.1 is taken by another program; --port takes another\n"
    )

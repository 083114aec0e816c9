"""Many threads and processes at one database: nothing is lost, and nothing told twice."""

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import Connection, QueuePool, delete, text

from fourfold.errors import Conflict, GameNotFound
from fourfold.game import Record
from fourfold.rules import Position, Rules
from fourfold.store import Store, StoredGame
from fourfold.store.deletion import Selection
from fourfold.store.schema import GAMES
from tests.waiting import assert_quick, wait_for

from .test_store import stored

THREADS = 6


def at_once(what: Callable[[int], bool]) -> list[bool]:
    """Do something in several threads that begin together."""
    barrier = threading.Barrier(THREADS)

    def begin(number: int) -> bool:
        barrier.wait()
        return what(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def logged(game: StoredGame, entry: str) -> StoredGame:
    """The game with one more entry in a list that grows with each change."""
    log = game.record.tags.get("log", "")
    return replace(game, record=replace(game.record, tags={"log": f"{log} {entry}"}))


def entries(game: StoredGame) -> list[str]:
    return game.record.tags["log"].split()


def test_of_many_threads_one_wins(store: Store) -> None:
    game = store.create(stored())
    for version in range(1, 6):
        before = game

        def save(number: int, before: StoredGame = before) -> bool:
            try:
                store.save(logged(before, f"{before.version}.{number}"))
            except Conflict:
                return False
            return True

        won = at_once(save)
        assert won.count(True) == 1
        game = store.get(game.id)
        assert game.version == version + 1
        assert entries(game)[-1] == f"{version}.{won.index(True)}"
    assert store.latest_sequence() == game.sequence == 6


def test_threads_that_try_again_lose_nothing(database: str) -> None:
    with Store.open(database) as store:
        id = store.create(stored()).id

    def write(number: int) -> bool:
        with Store.open(database) as own:
            for count in range(5):
                while True:
                    try:
                        own.save(logged(own.get(id), f"{number}.{count}"))
                        break
                    except Conflict:
                        continue
        return True

    assert all(at_once(write))
    with Store.open(database) as store:
        game = store.get(id)
    assert game.version == 1 + 5 * THREADS
    assert sorted(entries(game)) == sorted(
        f"{number}.{count}" for number in range(THREADS) for count in range(5)
    )
    for number in range(THREADS):  # everybody's own are in their order
        own = [entry for entry in entries(game) if entry.startswith(f"{number}.")]
        assert own == sorted(own)


def test_one_thread_gets_the_lease(store: Store) -> None:
    for _ in range(5):
        game = store.create(stored())
        won = at_once(lambda number, id=game.id: store.claim(id, 1, f"owner {number}", 60))  # type: ignore[misc]
        assert won.count(True) == 1


def _is_waited_for(store: Store, connection: Connection) -> bool:
    """Whether another writer waits for this one, or is about to."""
    if connection.dialect.name == "postgresql":
        waiting = "SELECT count(DISTINCT pid) FROM pg_locks"
        mine = "pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        return bool(connection.scalar(text(f"{waiting} WHERE {mine}")) == 1)
    pool = store._engine.pool
    assert isinstance(pool, QueuePool)
    return pool.checkedout() == 2


def test_a_game_that_is_deleted_while_it_is_claimed(store: Store) -> None:
    game = store.create(stored())
    with ThreadPoolExecutor(1) as pool:
        with store._writing.begin() as connection:
            connection.execute(delete(GAMES).where(GAMES.c.id == game.id))
            claimed = pool.submit(store.claim, game.id, 1, "a", 60)
            wait_for(lambda: _is_waited_for(store, connection))
        assert claimed.result() is False


def test_no_change_is_missed(database: str) -> None:
    """A reader that always asks for the changes after the last one it saw sees each once."""
    created: list[str] = []
    over = threading.Event()

    def write(number: int) -> bool:
        with Store.open(database) as own:
            for count in range(15):
                created.append(own.create(stored()).id)
                if count % 3 == number % 3:
                    time.sleep(0.001)
        return True

    def read() -> list[tuple[str, int, int]]:
        seen: list[tuple[str, int, int]] = []
        with Store.open(database) as own:
            while True:
                is_last = over.is_set()
                seen += own.changed_since(seen[-1][2] if seen else 0, limit=7)
                if is_last and own.latest_sequence() == (seen[-1][2] if seen else 0):
                    return seen

    Store.open(database).close()
    with ThreadPoolExecutor(2) as readers:
        asked = [readers.submit(read) for _ in range(2)]
        try:
            assert all(at_once(write))
        finally:
            over.set()
        for answer in asked:
            seen = answer.result()
            assert [sequence for _, _, sequence in seen] == list(range(1, 15 * THREADS + 1))
            assert sorted(id for id, _, _ in seen) == sorted(created)


def test_tidying_up_while_others_write(database: str) -> None:
    """Processes that delete and processes that save wait for each other, and none fails."""

    def work(number: int) -> bool:
        with Store.open(database) as own:
            for _ in range(5):
                if number % 2:
                    own.deletions.delete_selected(Selection("unplayed", -1))
                    continue
                game = own.create(stored())
                try:
                    game = own.save(replace(game, record=Record.from_text("4")))
                except GameNotFound:
                    continue  # it was deleted in between, and nobody had moved in it
                assert own.get(game.id) == game
        return True

    Store.open(database).close()
    assert all(at_once(work))


# Processes that are killed

WRITER = """
import random, sys
from sqlalchemy import Connection, QueuePool, delete, text

from fourfold.errors import Conflict
from fourfold.game import Game
from fourfold.store import Store, StoredGame, restore_game, update_stored

url, seed, *shared = sys.argv[1:]
choose = random.Random(int(seed))
with Store.open(url) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    while True:
        try:
            stored = store.get(choose.choice(shared))
            game = restore_game(stored)
            if game.is_over or choose.random() < 0.1 and game.can_undo:
                game.undo()
            else:
                game.play(choose.choice(game.position.legal_columns))
            stored = store.save(update_stored(stored, game))
        except Conflict:
            continue
        print(stored.id, stored.version, stored.record.to_text(), flush=True)
"""


def test_what_was_acknowledged_outlives_a_kill(database: str) -> None:
    choose = random.Random(7)
    with Store.open(database) as store:
        ids = [store.create(stored()).id for _ in range(4)]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, database, str(seed), *ids],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(3)
    ]
    acknowledged: list[tuple[str, int, str]] = []

    def listen(writer: "subprocess.Popen[str]", until: int, moment: float) -> None:
        """Take down what is acknowledged, and kill the writer in the middle of its work."""
        assert writer.stdin is not None
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        writer.stdin.write("\n")
        writer.stdin.flush()
        for count, line in enumerate(writer.stdout):
            if not line.endswith("\n"):
                break  # cut off: not acknowledged
            id, version, text = line.split()
            acknowledged.append((id, int(version), text))
            if count == until:
                time.sleep(moment)
                writer.send_signal(signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL

    moments = [(choose.randint(5, 60), choose.uniform(0, 0.005)) for _ in writers]
    with ThreadPoolExecutor(3) as pool:
        listeners = [
            pool.submit(listen, writer, until, moment)
            for writer, (until, moment) in zip(writers, moments, strict=True)
        ]
        for listener in listeners:
            listener.result()
    for writer in writers:
        writer.communicate()

    assert len(acknowledged) >= sum(until for until, _ in moments)
    assert len({(id, version) for id, version, _ in acknowledged}) == len(acknowledged)
    with Store.open(database) as store:
        games = {id: store.get(id) for id in ids}  # every game can be read
        versions = sum(game.version - 1 for game in games.values())
        # A writer may have been killed after its last change, and before it could tell.
        assert len(acknowledged) <= versions <= len(acknowledged) + len(writers)
        for id, version, text in acknowledged:
            assert version <= games[id].version
            if version == games[id].version:
                assert text == games[id].record.to_text()
        for game in games.values():  # and goes on
            assert store.save(game).version == game.version + 1


# Speed


@pytest.mark.speed
def test_a_move_is_kept_in_a_moment(sqlite_url: str) -> None:
    """Far below what anybody would notice."""
    position = Position(Rules(12, 12))
    while position.ply < 100:
        after = (position.play(column) for column in position.legal_columns)
        position = next(each for each in after if each.outcome is None)
    with Store.open(sqlite_url) as store:
        game = store.create(StoredGame.new(Record.from_position(position)))

        def write() -> float:
            nonlocal game
            began = time.perf_counter()
            game = store.save(game)
            return time.perf_counter() - began

        def read() -> float:
            began = time.perf_counter()
            assert store.get(game.id) == game
            return time.perf_counter() - began

        assert_quick(write, 0.01, tries=200)
        assert_quick(read, 0.01, tries=200)

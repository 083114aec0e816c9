"""A game and the one that follows it: both are kept, or neither."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from fourfold.game import Ending, EndReason, Record
from fourfold.rules import FIRST
from fourfold.store import Conflict, GameNotFound, Store, StoredGame


def ended() -> StoredGame:
    ending = Ending(FIRST, EndReason.RESIGNATION)
    return StoredGame.new(replace(Record.from_text("7x6:4"), ending=ending))


def following(old: StoredGame) -> StoredGame:
    return replace(StoredGame.new(Record.from_text("7x6:")), previous=old.id)


def count(store: Store) -> int:
    with store._read() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM fourfold_games").scalar_one())


def test_both_are_kept(store: Store) -> None:
    old = store.create(ended())
    new = following(old)
    saved, begun = store.create_next(replace(old, next=new.id), new)
    assert (store.get(old.id), store.get(new.id)) == (saved, begun)
    assert (saved.version, saved.next, begun.version) == (2, new.id, 1)
    changes = store.changed_since(0)
    assert {(id, number) for id, _, number in changes} == {
        (old.id, saved.sequence),
        (new.id, begun.sequence),
    }


def test_of_an_old_version_neither_is_kept(store: Store) -> None:
    old = store.create(ended())
    store.save(old)
    with pytest.raises(Conflict):
        store.create_next(old, following(old))
    with pytest.raises(GameNotFound):
        store.create_next(replace(old, id="gone"), following(old))
    assert count(store) == 1


def test_of_many_threads_one_begins_the_next_game(store: Store) -> None:
    old = store.create(ended())

    def begin(_: int) -> bool:
        new = following(old)
        try:
            return bool(store.create_next(replace(old, next=new.id), new))
        except Conflict:
            return False

    with ThreadPoolExecutor(4) as threads:
        done = list(threads.map(begin, range(16)))
    assert done.count(True) == 1
    assert count(store) == 2
    assert store.get(store.get(old.id).next or "").previous == old.id


RACER = """
import sys
from dataclasses import replace
from fourfold.store import Conflict, Store
from tests.store.test_next_games import following

with Store.open(sys.argv[1]) as store:
    print("ready", flush=True)
    for id in sys.stdin.readline().split():
        old = store.get(id)
        new = following(old)
        try:
            if old.next is None:
                store.create_next(replace(old, next=new.id), new)
        except Conflict:
            pass
"""


def test_processes_leave_no_orphans(database: str) -> None:
    with Store.open(database) as store:
        olds = [store.create(ended()) for _ in range(20)]
        racers = [
            subprocess.Popen(
                [sys.executable, "-c", RACER, database],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(2)
        ]
        for racer in racers:
            assert racer.stdout is not None
            racer.stdout.readline()
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write(" ".join(old.id for old in olds) + "\n")
            racer.stdin.flush()
        assert [racer.wait(60) for racer in racers] == [0, 0]
        for racer in racers:
            racer.communicate()
        linked = {store.get(old.id).next for old in olds}
        assert len(linked - {None}) == len(olds)
        assert count(store) == 2 * len(olds)

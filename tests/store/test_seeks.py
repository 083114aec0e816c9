"""Seeks: there while they are renewed, taken once, shared by all stores of a database."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from sqlalchemy import update

from fourfold.store import Store
from fourfold.store.schema import SEEKS
from fourfold.store.seeks import Seek

ANN = Seek("ann", "a" * 64, "p" * 32, {"name": "Ann \ud800", "rules": "7x6", "clock": None})
BOB = Seek("bob", "b" * 64, None, {"name": ""})


def pass_seconds(store: Store, seconds: float) -> None:
    with store._writing.begin() as connection:
        connection.execute(update(SEEKS).values(until=SEEKS.c.until - seconds))


def test_seeks_are_listed_until_they_are_deleted(store: Store) -> None:
    assert store.seeks.list() == []
    assert store.seeks.add(ANN, 60, 10)
    assert store.seeks.add(BOB, 60, 10)
    assert store.seeks.list() == [ANN, BOB]
    store.seeks.delete("ann")
    store.seeks.delete("nobody")
    assert store.seeks.list() == [BOB]


def test_a_seek_runs_out_unless_it_is_renewed(store: Store) -> None:
    store.seeks.add(ANN, 20, 10)
    store.seeks.add(BOB, 20, 10)
    pass_seconds(store, 15)
    store.seeks.renew(["ann"], 20)
    pass_seconds(store, 10)
    assert store.seeks.list() == [ANN]
    store.seeks.renew(["bob", "nobody"], 20)  # too late
    assert store.seeks.list() == [ANN]
    assert not store.seeks.take("bob", "game")


def test_there_is_a_limit_and_old_seeks_do_not_count(store: Store) -> None:
    assert store.seeks.add(ANN, 20, 2)
    assert store.seeks.add(BOB, 20, 2)
    assert not store.seeks.add(replace(BOB, id="eve"), 20, 2)
    pass_seconds(store, 21)
    assert store.seeks.add(replace(BOB, id="eve"), 20, 2)


def test_a_seek_is_taken_once(store: Store, database: str) -> None:
    store.seeks.add(ANN, 60, 10)
    with Store.open(database) as other, ThreadPoolExecutor(8) as threads:
        stores = [store, other] * 4
        taken = list(threads.map(lambda i: stores[i].seeks.take("ann", f"game{i}"), range(8)))
        assert taken.count(True) == 1
        (found,) = other.seeks.list()
    assert found == replace(ANN, game=f"game{taken.index(True)}")
    store.seeks.delete("ann")  # its owner still has to see the game
    assert store.seeks.list() == [found]

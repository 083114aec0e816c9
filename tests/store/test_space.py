"""How much space games take, and what a full database refuses."""

import secrets
import threading
from dataclasses import replace

import pytest

from fourfold.errors import DatabaseFull
from fourfold.game import Record
from fourfold.store import Store, StoredGame
from fourfold.store import space as spaces
from fourfold.store.deletion import Selection
from fourfold.store.space import Space

MB = 1 << 20


class Measured:
    """A measurement that says what it is told to, and counts how often it was asked."""

    def __init__(self, used: int) -> None:
        self.used = used
        self.asked = 0

    def __call__(self) -> int:
        self.asked += 1
        return self.used


@pytest.fixture
def always_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spaces, "FRESH", -1.0)


def game(text: str = "7x6:44") -> StoredGame:
    return StoredGame.new(Record.from_text(text))


def test_the_database_is_not_asked_for_each_game() -> None:
    measured = Measured(10)
    space = Space(20, measured)
    for _ in range(100):
        space.check()
        space.check_reserve()
    assert (measured.asked, space.used()) == (1, 10)


def test_without_a_limit_it_is_never_asked() -> None:
    measured = Measured(10**15)
    space = Space(None, measured)
    space.check()
    space.check_reserve()
    assert measured.asked == 0


def test_nobody_waits_for_a_measurement_but_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on = threading.Event(), threading.Event()
    numbers = iter((1, 2))

    def slowly() -> int:
        number = next(numbers)
        if number == 2:
            began.set()
            assert go_on.wait(60)
        return number

    space = Space(100, slowly)
    assert space.used() == 1
    monkeypatch.setattr(spaces, "FRESH", -1.0)
    waiting = threading.Thread(target=space.used)
    waiting.start()
    assert began.wait(60)
    assert space.used() == 1  # the old one, at once
    go_on.set()
    waiting.join()
    monkeypatch.undo()
    assert space.used() == 2


def test_a_full_database_refuses_what_is_new_and_goes_on(database: str) -> None:
    with Store.open(database) as store:
        old = store.create(game())
        store.change_profile("a" * 32, lambda profile: {"rating": 1})
    with Store.open(database, limit=1) as store:
        measured = Measured(1)
        store.space._measure = measured
        words = "database is full: new games can be begun once old ones are deleted"
        with pytest.raises(DatabaseFull, match=words):
            store.create(game())
        with pytest.raises(DatabaseFull, match=words):
            store.create_next(old, game())
        with pytest.raises(DatabaseFull, match=words):
            store.change_profile("b" * 32, lambda profile: profile)
        store.save_proofs("key", "{}")
        assert store.load_proofs("key") is None
        # A player who is known, and a game that has begun.
        assert store.change_profile("a" * 32, lambda _: {"rating": 2}) == {"rating": 2}
        saved = store.save(replace(old, record=Record.from_text("7x6:445")))
        assert store.get(old.id) == saved
        store.check_writing()


def test_moves_go_on_up_to_a_reserve(database: str, always_measured: None) -> None:
    with Store.open(database, limit=1000) as store:
        measured = Measured(999)
        store.space._measure = measured
        saved = store.create(game())
        measured.used = 1249
        saved = store.save(replace(saved, paused=True))
        measured.used = 1250
        with pytest.raises(DatabaseFull, match="nothing more can be kept until games are deleted"):
            store.save(replace(saved, paused=False))
        with pytest.raises(DatabaseFull, match="nothing more can be kept"):
            store.change_profile("a" * 32, lambda profile: profile)
        store.deletions.delete(saved.id, saved.version)


def test_what_was_deleted_counts_as_free_without_a_vacuum(
    new_database: str, always_measured: None
) -> None:
    with Store.open(new_database) as store:
        assert 0 < store.space.used() < MB
        for _ in range(300):
            text = secrets.token_hex(6_000)  # which cannot be compressed
            store.create(replace(game("7x6:"), previous=text))
        assert store.space.used() > 3 * MB
        store.space.limit = 3 * MB
        with pytest.raises(DatabaseFull):
            store.create(game())
        assert store.deletions.delete_selected(Selection("all", -1)) > 100
        assert store.space.used() < 1.5 * MB
        if new_database.startswith("sqlite"):
            assert store.size() >= 3 * MB  # the file is as large as before
        store.create(game())

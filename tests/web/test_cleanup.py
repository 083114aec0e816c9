"""The cleanup: what is due is deleted, and nothing by a clock that is wrong."""

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from fourfold.errors import InvalidOption
from fourfold.game import Record
from fourfold.store import Store, StoredGame
from fourfold.store.deletion import DAY, Moments, Selection
from fourfold.store.schema import GAMES
from fourfold.web.cleanup import Cleanup, ClockGuard, parse_keep
from fourfold.web.settings import DEFAULT_KEEP, Settings
from tests.waiting import wait_for
from tests.web.conftest import Start

HOUR = 3600.0
NOW = 1_800_000_000.0


class Clock:
    """The monotonic clock of a guard."""

    def __init__(self) -> None:
        self.now = 5_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guard(clock: Clock) -> ClockGuard:
    return ClockGuard(clock)


def test_a_clock_that_goes_on_is_believed(guard: ClockGuard, clock: Clock) -> None:
    for hour in range(50):
        clock.now += HOUR
        assert guard.check(Moments(NOW + hour * HOUR, NOW - HOUR)) is None
    assert ClockGuard(clock).check(Moments(NOW, None)) is None


@pytest.mark.parametrize("jump", [HOUR, 2 * DAY, 1000 * DAY, -HOUR, -2 * DAY])
def test_a_jump_deletes_nothing_for_a_day(guard: ClockGuard, clock: Clock, jump: float) -> None:
    assert guard.check(Moments(NOW, NOW - 1)) is None
    clock.now += HOUR
    problem = guard.check(Moments(NOW + HOUR + jump, None))
    assert problem == f"the clock of the database has jumped by {jump:+,.0f} seconds"
    for hour in range(1, 24):
        clock.now += HOUR
        wrong = guard.check(Moments(NOW + HOUR + jump + hour * HOUR, None))
        assert wrong == "a clock was wrong within the last day"
    clock.now += HOUR
    assert guard.check(Moments(NOW + HOUR + jump + DAY, None)) is None


def test_a_clock_that_was_set_right_again_is_waited_for_too(
    guard: ClockGuard, clock: Clock
) -> None:
    guard.check(Moments(NOW, None))
    for jump in (2 * DAY, 0.0):
        clock.now += HOUR
        assert "has jumped" in str(guard.check(Moments(NOW + clock.now - 5_000 + jump, None)))


def test_a_change_in_the_future_deletes_nothing(guard: ClockGuard) -> None:
    assert guard.check(Moments(NOW, NOW + 59)) is None
    problem = guard.check(Moments(NOW, NOW + 61))
    assert problem == "a game was changed more than 60 seconds in the future"


def test_a_server_that_starts_with_a_wrong_clock_waits(guard: ClockGuard, clock: Clock) -> None:
    problem = guard.check(Moments(NOW, NOW - 400 * DAY))
    assert problem == "the newest change was 400.0 days ago"
    clock.now += DAY
    assert guard.check(Moments(NOW + DAY, NOW + DAY)) is None


def stored(**more: object) -> StoredGame:
    game = StoredGame.new(Record.from_text("7x6:44"))
    return replace(game, **more)  # type: ignore[arg-type]


def age(store: Store, id: str, days: float) -> None:
    with store.transaction() as connection:
        older = GAMES.update().values(updated=GAMES.c.updated - days * DAY)
        connection.execute(older.where(GAMES.c.id == id))


def test_each_kind_is_kept_for_its_own_time(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        old = store.create(stored())
        upload = store.create(stored(uploaded=True))
        young = store.create(stored(uploaded=True))
        for id, days in ((old.id, 29), (upload.id, 8), (young.id, 6)):
            age(store, id, days)
        store.create(stored())
        cleanup = Cleanup(store.deletions, {"unfinished": 30, "uploaded": 7})
        assert cleanup.run() == 1
        assert store.deletions.missing([old.id, upload.id, young.id]) == {upload.id}


def test_a_wrong_clock_is_told_to_who_deletes_games(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        future, old = store.create(stored()), store.create(stored())
        age(store, old.id, 40)
        age(store, future.id, -40)
        with store.transaction() as connection:  # the newest change
            last = GAMES.update().values(sequence=GAMES.c.sequence + 10)
            connection.execute(last.where(GAMES.c.id == future.id))
        with caplog.at_level(logging.WARNING):
            assert Cleanup(store.deletions, DEFAULT_KEEP).run() == 0
        assert not caplog.records
        with caplog.at_level(logging.WARNING):
            assert Cleanup(store.deletions, {"unfinished": 30}).run() == 0
        assert "no old games are deleted, because a game was changed" in caplog.text
        assert not store.deletions.missing([old.id, future.id])


def test_a_server_deletes_what_is_due(start: Start, settings: Settings) -> None:
    with Store.open(settings.database) as store:
        old, recent = store.create(stored()), store.create(stored())
        age(store, old.id, 40)
        start(replace(settings, keep={**DEFAULT_KEEP, "unfinished": 30}))
        wait_for(lambda: store.deletions.missing([old.id]) == {old.id})
        assert store.get(recent.id) == recent
        assert store.deletions.count(Selection("all", -1)) == 1


def test_how_long_games_are_kept() -> None:
    assert parse_keep(["uploaded=90", "unfinished=0.5"]) == {"uploaded": 90.0, "unfinished": 0.5}
    for text in ("people=30", "uploaded", "uploaded=", "uploaded=x", "uploaded=nan", "all=0"):
        with pytest.raises(InvalidOption, match=r"^--keep is '[^']*', but"):
            parse_keep([text])


def test_a_full_server_refuses_new_games_and_plays_on(start: Start, settings: Settings) -> None:
    api = start(settings)
    game = api.create()
    game.play("4")
    full = start(replace(settings, database_limit=1))
    words = (
        "The server's database is full: new games can be begun once old ones are deleted; "
        "games that have begun go on."
    )
    assert full.post("/api/games", {"players": [{}, {}]}) == (507, {"error": words})
    data = full.client.get(f"/api/games/{game.id}/record").content
    upload = full.client.post("/api/records", content=data)
    assert (upload.status_code, upload.json()) == (507, {"error": words})
    assert full.client.get("/healthz").status_code == 200
    assert full.client.get("/readyz").status_code == 200
    # Not this far over the limit, though: a move needs the reserve.
    status, answer = full.post(
        f"/api/games/{game.id}/moves", {"column": "4"}, game.secrets["SECOND"]
    )
    assert (status, answer["error"][:40]) == (507, "The server's database is full: nothing m")
    space = full.client.app.state.services.store.space  # type: ignore[attr-defined]
    space.limit = int(space.used() / 1.2)
    game.api = full
    game.play("5")
    assert full.post("/api/games", {"players": [{}, {}]})[0] == 507
    space.limit = 2 * space.used()
    full.create()

"""The database's own time: clocks that jump, processes that come and go, deletion by age."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine, select, update

from fourfold.errors import GameNotFound
from fourfold.game import Record
from fourfold.rules import FIRST
from fourfold.store import Store, StoredGame, clock, restore_game
from fourfold.store.clock import GAP, TICK
from fourfold.store.database import read_url
from fourfold.store.deletion import Selection, _indexed
from fourfold.store.schema import CLOCK, EMOTES, GAMES, LEASES
from fourfold.store.seeks import Seek

from .older import rewound

HOUR = 3600.0
DAY = 24 * HOUR
JUMPS = [HOUR, -HOUR, 2 * DAY, -2 * DAY]


class World:
    """A machine whose clocks tests move."""

    def __init__(self) -> None:
        self.wall = 1_800_000_000.25
        self.uptime = 5_000.5
        self.boot = "boot 1"

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.uptime += seconds

    def runs(self, store: Store, seconds: float) -> None:
        """Time passes while a server has the database open."""
        while seconds > 0:
            self.passes(min(TICK, seconds))
            seconds -= TICK
            store.tick()

    def restarts(self) -> None:
        self.boot, self.uptime = f"{self.boot}+", 12.5


@pytest.fixture(params=["linux", "elsewhere"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> World:
    """The clocks of this process; elsewhere there is nothing but the time of day across processes.

    With PostgreSQL's clock, which no test can move, `elsewhere` has everything in common.
    """
    it = World()
    clocks = SimpleNamespace(monotonic=lambda: it.uptime, time=lambda: it.wall)
    monkeypatch.setattr(clock, "time", clocks)
    monkeypatch.setattr(clock, "_boot", lambda: it.boot if request.param == "linux" else "")
    return it


def new_game() -> StoredGame:
    return StoredGame.new(Record())


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_moves_nothing(sqlite_url: str, world: World, jump: float) -> None:
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        world.runs(store, 60)
        began = store.clock.now()
        world.wall += jump
        assert store.clock.now() == began
        world.runs(store, 60)
        world.runs(other, 60)
        assert store.clock.now() == pytest.approx(began + 120, abs=0.01)
        assert other.clock.now() == pytest.approx(began + 120, abs=0.01)
        with Store.open(sqlite_url) as late:  # it starts after the jump, and finds the same time
            assert late.clock.now() == pytest.approx(began + 120, abs=0.01)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_jump_while_nobody_is_there(sqlite_url: str, world: World, jump: float) -> None:
    with Store.open(sqlite_url) as store:
        world.runs(store, 60)
        before = store.clock.now()
    world.wall += jump
    world.passes(2)
    with Store.open(sqlite_url) as store:
        assert 0 <= store.clock.now() - before <= GAP


def test_a_short_absence_counts_and_a_long_one_hardly(sqlite_url: str, world: World) -> None:
    with Store.open(sqlite_url) as store:
        world.runs(store, 20)
        before = store.clock.now()
    world.passes(5)
    with Store.open(sqlite_url) as store:
        assert store.clock.now() == pytest.approx(before + 5, abs=0.01)
        store.tick()
    world.passes(7 * DAY)
    with Store.open(sqlite_url) as store:
        assert store.clock.now() == pytest.approx(before + 5 + GAP, abs=0.01)


def test_another_boot_goes_on_where_the_last_one_was(sqlite_url: str, world: World) -> None:
    with Store.open(sqlite_url) as store:
        world.runs(store, 20)
        before = store.clock.now()
    world.restarts()
    with Store.open(sqlite_url) as store:
        assert before <= store.clock.now() <= before + GAP
        world.runs(store, 50)
        now = store.clock.now()
        assert before + 50 <= now <= before + 50 + GAP
        with Store.open(sqlite_url) as other:
            assert other.clock.now() == pytest.approx(now, abs=0.01)


def test_a_database_that_did_not_answer_for_long(sqlite_url: str, world: World) -> None:
    """The process that is still there knows how long it was."""
    with Store.open(sqlite_url) as store:
        world.runs(store, 20)
        before = store.clock.now()
        world.passes(600)
        store.tick()
        assert store.clock.now() == before + 600


def test_a_process_that_was_asleep_joins_the_others(sqlite_url: str, world: World) -> None:
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        world.runs(store, 20)
        world.runs(other, 20)
        with store._writing.begin() as connection:  # what others have counted meanwhile
            connection.execute(update(CLOCK).values(time=CLOCK.c.time + HOUR))
        now = other.clock.now()
        world.runs(other, TICK)
        assert other.clock.now() >= now + HOUR
        world.runs(store, TICK)
        assert store.clock.now() == pytest.approx(other.clock.now(), abs=0.01)


def test_a_transaction_that_fails_makes_nobody_lose_count(sqlite_url: str, world: World) -> None:
    with Store.open(sqlite_url) as store:
        world.runs(store, 20)
        before = store.clock.now()
        for _ in range(10):
            world.passes(TICK)
            with pytest.raises(GameNotFound):
                store.save(new_game())
        world.runs(store, TICK)
        assert store.clock.now() == before + 11 * TICK


@pytest.mark.parametrize("jump", JUMPS)
def test_no_fresh_game_is_deleted_by_jumps(sqlite_url: str, world: World, jump: float) -> None:
    """Forwards and back again, with restarts between: none of it makes a game a day old."""
    with Store.open(sqlite_url) as store:
        first = store.create(new_game())
    for distance in (jump, -jump, jump):
        world.wall += distance
        with Store.open(sqlite_url) as store:
            created = store.create(new_game())
            world.runs(store, 60)
            assert store.deletions.delete_selected(Selection("unplayed", DAY)) == 0
            assert store.get(created.id) == created
    with Store.open(sqlite_url) as store:
        assert store.get(first.id) == first
        world.passes(DAY - 600)
        assert store.deletions.delete_selected(Selection("unplayed", DAY)) == 0
        world.passes(700)
        assert (
            store.deletions.delete_selected(Selection("unplayed", DAY)) == 4
        )  # and a day is a day


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_of_a_game_goes_on(sqlite_url: str, world: World, jump: float) -> None:
    time = SimpleNamespace(monotonic=lambda: world.uptime)
    game = replace(new_game(), ply_began=world.uptime - 3)
    with Store.open(sqlite_url) as store:
        store.create(game)
        world.runs(store, 20)
    world.wall += jump
    with Store.open(sqlite_url) as store:
        spent = restore_game(store.get(game.id), now=time.monotonic).clock.spent
        assert 23 <= round(spent, 3) <= 23 + GAP
        before = spent
        world.wall -= 3 * jump
        world.passes(4)
        spent = restore_game(store.get(game.id), now=time.monotonic).clock.spent
        assert spent == pytest.approx(before + 4, abs=0.01)


@pytest.mark.parametrize("jump", JUMPS)
def test_leases_seeks_and_emotes_last_as_long_as_ever(
    sqlite_url: str, world: World, jump: float
) -> None:
    seek = Seek("ann", "a" * 64, None, {"name": ""})
    with Store.open(sqlite_url) as store:
        game = store.create(new_game())
        world.runs(store, 20)
        assert store.claim(game.id, 1, "a", 30)
        assert store.seeks.add(seek, 30, 10)
        assert store.add_emote(game.id, FIRST, "hello", most=1, seconds=30)
        world.wall += jump
        world.passes(29)
        assert not store.claim(game.id, 1, "b", 30)
        assert store.seeks.list() == [seek]
        assert store.add_emote(game.id, FIRST, "hello", most=1, seconds=30) is None
        world.passes(2)
        assert store.claim(game.id, 1, "b", 30)
        assert store.seeks.list() == []
        assert store.add_emote(game.id, FIRST, "hello", most=1, seconds=30)


def test_a_lease_of_another_clock_binds_nobody(store: Store) -> None:
    game = store.create(new_game())
    assert store.claim(game.id, 1, "a", 60)
    with store._writing.begin() as connection:
        connection.execute(update(LEASES).values(until=LEASES.c.until + 2 * DAY))
    assert store.claim(game.id, 1, "b", 60)


def test_stores_of_a_database_agree(store: Store, database: str) -> None:
    store.tick()
    with Store.open(database) as other:
        assert other.clock.now() == pytest.approx(store.clock.now(), abs=1.0)
        with other._reading.connect() as connection:
            row = connection.execute(select(CLOCK)).one()
        assert row.time == pytest.approx(store.clock.now(), abs=TICK)


def test_an_older_database_begins_its_time(database: str) -> None:
    with Store.open(database) as store:
        begun = store.create(replace(new_game(), ply_began=1.0))
        played = store.create(StoredGame.new(Record.from_text("7x6:4")))
        store.add_emote(begun.id, FIRST, "hello", most=1, seconds=30)
    with rewound(database, "fourfold_clock") as connection:
        connection.exec_driver_sql("UPDATE fourfold_games SET updated = updated + 200000")
    with Store.open(database) as store:
        assert store.deletions.delete_selected(Selection("unplayed", DAY)) == 0
        with store._reading.connect() as connection:
            changed = connection.execute(select(GAMES.c.changed)).scalars().all()
            assert connection.execute(select(EMOTES)).all() == []
        assert all(each <= store.clock.now() for each in changed)
        assert store.get(played.id).version == 1


def test_the_unplayed_are_found_by_an_index(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        is_unplayed = Selection("unplayed", DAY).condition(store.clock, "sqlite")
    engine = create_engine(read_url(sqlite_url))
    with engine.connect() as connection:
        wanted = str(_indexed(is_unplayed).compile(compile_kwargs={"literal_binds": True}))
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {wanted}").all()
    engine.dispose()
    assert "fourfold_games_unplayed" in str(plan)

"""Deleting games: one, or many by kind and age, while others play on."""

import threading
from dataclasses import replace

import pytest

from fourfold.errors import Conflict, GameNotFound, InvalidOption
from fourfold.game import Ending, EndReason, Participant, Record
from fourfold.rules import FIRST, Position
from fourfold.store import Query, Store, StoredGame, deletion
from fourfold.store.deletion import DAY, KINDS, Moments, Selection
from fourfold.store.schema import GAMES, NAMES, SEARCH

ADA, GRACE = "a" * 32, "b" * 32


def game(
    players: tuple[str, str] = ("human:Ada", "random"), text: str = "7x6:4455362", **more: object
) -> StoredGame:
    first, second = players
    record = replace(
        Record.from_text(text), players=(Participant.parse(first), Participant.parse(second))
    )
    return replace(StoredGame.new(record), **more)  # type: ignore[arg-type]


def one_of_each() -> dict[str, StoredGame]:
    people = ("human:Ada", "human:Grace")
    return {
        "unplayed": game(text="7x6:"),
        "unfinished": game(text="7x6:44"),
        "uploaded": game(people, uploaded=True),
        "agents": game(("random", "greedy")),
        "solo": game(),
        "screen": game(people),
        "link": game(people, is_link=True),
    }


def age(store: Store, seconds: float, *ids: str) -> None:
    """Let games be so many seconds older."""
    with store.transaction() as connection:
        older = GAMES.update().values(
            updated=GAMES.c.updated - seconds, changed=GAMES.c.changed - seconds
        )
        connection.execute(older.where(GAMES.c.id.in_(ids)))


def names(store: Store) -> set[str]:
    with store.transaction() as connection:
        return set(connection.execute(NAMES.select()).scalars())


def test_a_deleted_game_is_gone_but_has_been_counted(store: Store) -> None:
    ended = replace(
        game(identities=(ADA, None)).record, ending=Ending(FIRST, EndReason.FOUR_IN_LINE)
    )
    kept = store.create(game(("human:Grace", "random")))
    played = store.create(replace(game(identities=(ADA, None)), record=ended))
    store.save_accuracy(played.id, played.record.to_text(), (90.0, 20.0))
    assert store.claim(played.id, 1, "a", 60)
    assert "ada" in names(store)

    store.deletions.delete(played.id, 1)

    with pytest.raises(GameNotFound):
        store.get(played.id)
    with pytest.raises(GameNotFound):
        store.deletions.delete(played.id, 1)
    assert [each.id for each in store.search(Query()).games] == [kept.id]
    assert not store.search(Query(owner=ADA)).games
    assert not store.search(Query(player="ada")).games
    assert names(store) == {"grace", "random"}
    with store.transaction() as connection:
        assert len(connection.execute(SEARCH.select()).all()) == 1
    # What counted goes on counting.
    assert [each.result for each in store.load_results(ADA)] == ["win"]
    assert {each.agent: each.wins for each in store.statistics("Ada")} == {"random": 1}
    assert store.explore(Position.parse("7x6:"), ADA)[3].wins == 1
    assert store.rebuild_explorer() == 1
    assert not store.explore(Position.parse("7x6:"), ADA)


def test_a_game_that_was_changed_meanwhile_is_not_deleted(store: Store) -> None:
    created = store.create(game(text="7x6:44"))
    saved = store.save(replace(created, paused=True))
    with pytest.raises(Conflict, match="has moved on since its version 1"):
        store.deletions.delete(created.id, created.version)
    assert store.get(created.id) == saved


def test_which_games_are_missing(store: Store) -> None:
    there = [store.create(game()).id for _ in range(3)]
    assert store.deletions.missing(there) == set()
    gone = {f"gone{number}" for number in range(1200)}
    assert store.deletions.missing([*gone, *there]) == gone
    assert store.deletions.missing([]) == set()


@pytest.mark.parametrize("by_date", [False, True])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_games_are_deleted_by_kind_and_age(store: Store, kind: str, by_date: bool) -> None:
    made = {name: store.create(each) for name, each in one_of_each().items()}
    young = {name: store.create(each) for name, each in one_of_each().items()}
    age(store, 31 * DAY, *(each.id for each in made.values()))
    expected = {
        "all": set(made),
        "unfinished": {"unplayed", "unfinished"},
        "solo": {"solo", "unplayed", "unfinished"},
    }.get(kind, {kind})
    selection = Selection(kind, 30 * DAY, by_date)

    assert store.deletions.count(selection) == len(expected)
    assert store.deletions.delete_selected(selection) == len(expected)

    left = set(made) - expected
    assert store.deletions.missing(each.id for each in made.values()) == {
        made[name].id for name in expected
    }
    assert not store.deletions.missing(each.id for each in young.values())
    assert len(store.search(Query(limit=50)).games) == 6 + len(left - {"unplayed"})
    assert store.deletions.count(selection) == 0


def test_a_date_and_the_time_for_which_it_ran_are_two_things(store: Store) -> None:
    created = store.create(game())
    with store.transaction() as connection:  # as after two days in which no server ran
        connection.execute(GAMES.update().values(updated=GAMES.c.updated - 2 * DAY))
    assert store.deletions.count(Selection("all", DAY)) == 0
    assert store.deletions.count(Selection("all", DAY, by_date=True)) == 1
    assert store.deletions.missing([created.id]) == set()


def test_every_kind_of_players_is_one_of_them(store: Store) -> None:
    for each in one_of_each().values():
        store.create(each)
    kinds = ("uploaded", "agents", "solo", "screen", "link")
    counts = [store.deletions.count(Selection(kind, -1)) for kind in kinds]
    assert sum(counts) == store.deletions.count(Selection("all", -1)) == len(one_of_each())


def test_there_is_no_other_kind() -> None:
    with pytest.raises(InvalidOption, match=r"a kind of games is unplayed, .*, and not 'people'"):
        Selection("people", DAY)


def test_a_game_that_is_played_on_meanwhile_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deletion, "BATCH", 2)
    made = [store.create(game(text="7x6:44")) for _ in range(3)]
    age(store, 31 * DAY, *(each.id for each in made))
    last = max(each.id for each in made)  # it is deleted last

    def play_on() -> bool:
        """Called before each batch."""
        stored = store.get(last)
        if stored.version == 1:
            store.save(replace(stored, paused=True))
        return False

    assert store.deletions.delete_selected(Selection("all", 30 * DAY), play_on) == 2
    assert store.get(last).version == 2


def test_it_stops_when_it_is_told_to(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "BATCH", 2)
    made = [store.create(game(text="7x6:44")) for _ in range(3)]
    stopped = threading.Event()
    assert store.deletions.delete_selected(Selection("all", -1), lambda: True) == 0

    def after_one() -> bool:
        if stopped.is_set():
            return True
        stopped.set()
        return False

    assert store.deletions.delete_selected(Selection("all", -1), after_one) == 2
    assert len(store.deletions.missing(each.id for each in made)) == 2


def test_a_change_in_the_future_is_noticed(store: Store) -> None:
    assert store.deletions.moments().newest is None
    assert store.deletions.moments().is_plausible
    created = store.create(game())
    now, newest = store.deletions.moments()
    assert newest == created.updated
    assert abs(now - created.updated) < 600
    assert store.deletions.moments().is_plausible
    age(store, -2 * DAY, created.id)
    assert not store.deletions.moments().is_plausible
    assert not Moments(1000.0, 1061.0).is_plausible
    assert Moments(1000.0, 1059.0).is_plausible

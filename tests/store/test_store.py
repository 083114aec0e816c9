"""One game: created, read, saved, and found again by those who ask what has changed."""

import dataclasses
import json
import time
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from fourfold.errors import Conflict, FourfoldError, GameNotFound, StoreError
from fourfold.game import Ending, EndReason, Participant, Ply, Record, TimeControl
from fourfold.rules import FIRST, SECOND, Position
from fourfold.search.score import score_of
from fourfold.store import Store, StoredGame, new_id
from fourfold.store.deletion import DAY, Selection
from fourfold.store.schema import GAMES, LEASES

ANN = Participant.human("Ann")
ROBOT = Participant("robot", "robot:level=3", {"level": 3})

FULL = replace(
    StoredGame.new(
        Record(
            Position.parse("6x6-xa1-bc2:").rules,
            (ANN, ROBOT),
            (2, 2),
            (
                Ply(0, 0.25, score_of(7, 30), None, 12, None, "proven — «quoted»"),
                Ply(3, 1.5, None, -3.75, 1000, 8, "line\nbreak \ud800 \0"),
            ),
            Ending(SECOND, EndReason.RESIGNATION, "tired"),
            TimeControl(60.0, 2.5),
            "2026-01-02T03:04:05+00:00",
            {"event": "test", "game": "3"},
        )
    ),
    redo=(Ply(4, 0.5), Ply(3, 1.0, None, 0.5)),
    offer=FIRST,
    undo_offer=SECOND,
    rematch_offer=FIRST,
    rematch_declined=SECOND,
    hints_offer=SECOND,
    hints_agreed=True,
    series=(2, 1, 3),
    is_link=True,
    joined=(True, False),
    left=(False, True),
    seats=("a" * 64, "b" * 64),
    identities=("a1" * 16, None),
    uploaded=True,
    took_back=True,
    paused=True,
    move_delay=1.25,
    ply_began=1234567.125,
    ply_spent=0.1,
    previous="abc",
    next="xyz",
)


def stored(moves: str = "") -> StoredGame:
    return StoredGame.new(Record.from_text(moves))


def test_ids_are_short_and_all_different() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(id) for id in ids} == {10}
    assert not set("".join(ids)) & set("0Oo1Il-_/#?")


def test_what_is_created_can_be_read(store: Store) -> None:
    before = time.time()
    created = store.create(FULL)
    assert store.get(FULL.id) == created
    assert before <= created.created == created.updated <= time.time()
    assert replace(created, created=0, updated=0, sequence=0) == FULL


def test_every_field_is_kept(store: Store) -> None:
    """None of the fields of FULL is at its default, so a field that were forgotten would be."""
    plain = stored()
    for field in dataclasses.fields(StoredGame):
        if field.name not in ("version", "created", "updated", "sequence", "is_counted"):
            assert getattr(FULL, field.name) != getattr(plain, field.name), field.name
    assert store.get(store.create(FULL).id).seats == FULL.seats


def test_a_game_that_was_stored_before_people_agreed_on_hints_can_be_read(store: Store) -> None:
    game = store.create(stored("44"))
    with store._writing.begin() as connection:
        state = json.loads(connection.execute(select(GAMES.c.state)).scalar_one())
        for name in ("rematch_offer", "rematch_declined", "hints_offer", "hints_agreed"):
            del state[name]
        connection.execute(update(GAMES).values(state=json.dumps(state)))
    assert store.get(game.id) == game


def test_a_save_is_the_next_version(store: Store) -> None:
    first = store.create(stored("44"))
    second = store.save(replace(first, record=Record.from_text("445"), offer=SECOND))
    assert (first.version, second.version) == (1, 2)
    assert second.sequence > first.sequence
    assert store.get(first.id) == second
    assert second.created == first.created


def test_of_two_who_change_the_same_version_one_is_refused(store: Store) -> None:
    game = store.create(stored("44"))
    ours = store.save(replace(game, record=Record.from_text("445")))
    with pytest.raises(Conflict, match=f"game {game.id} has moved on since its version 1"):
        store.save(replace(game, record=Record.from_text("446")))
    assert store.get(game.id) == ours
    assert store.latest_sequence() == ours.sequence  # a refused change is none


def test_a_game_is_created_once(store: Store) -> None:
    game = store.create(stored("44"))
    with pytest.raises(Conflict, match=f"there is a game {game.id} already"):
        store.create(replace(stored("1"), id=game.id))
    assert store.get(game.id) == game


@pytest.mark.parametrize("id", ["", "nothing", "a'; DROP TABLE x", "a\0b", "\ud800", "é" * 999])
def test_a_game_that_is_not_there(store: Store, id: str) -> None:
    with pytest.raises(GameNotFound, match="there is no game ") as caught:
        store.get(id)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 100
    if id:
        with pytest.raises(GameNotFound):
            store.save(replace(stored(), id=id))


def test_what_could_not_be_read_is_not_written(store: Store) -> None:
    game = store.create(stored("44"))
    wrong: list[StoredGame] = [
        replace(game, record=replace(game.record, plies=(Ply(9),))),
        replace(game, record=replace(game.record, plies=(Ply(3, float("nan")),))),
        replace(game, record=replace(game.record, plies=(Ply(3, -1.0),))),
        replace(game, record=replace(Record.from_text("4455667"), ending=None)),
        replace(game, record=replace(game.record, ending=Ending(FIRST, EndReason.FOUR_IN_LINE))),
        replace(game, redo=(Ply(9),)),
        replace(game, ply_spent=float("inf")),
    ]
    for bad in wrong:
        with pytest.raises(StoreError, match=f"^game {game.id} cannot be kept: .*") as caught:
            store.save(bad)
        assert "\n" not in str(caught.value)
    assert store.get(game.id) == game


# What has changed


def test_changes_are_told_in_their_order(store: Store) -> None:
    assert (store.latest_sequence(), store.changed_since(0)) == (0, [])
    a, b = store.create(stored()), store.create(stored())
    mark = store.latest_sequence()
    assert store.changed_since(0) == [(a.id, 1, a.sequence), (b.id, 1, b.sequence)]
    assert store.changed_since(mark) == []
    a = store.save(a)
    assert store.changed_since(mark) == [(a.id, 2, a.sequence)]
    assert store.changed_since(0) == [(b.id, 1, b.sequence), (a.id, 2, a.sequence)]
    assert store.changed_since(0, limit=1) == [(b.id, 1, b.sequence)]
    assert store.latest_sequence() == a.sequence


# Who thinks


def test_one_at_a_time_thinks(store: Store) -> None:
    game = store.create(stored())
    assert store.claim(game.id, 1, "a", 60)
    assert not store.claim(game.id, 1, "b", 60)
    assert store.claim(game.id, 1, "a", 60)  # renewed
    store.release(game.id, "b")  # which is not its own
    assert not store.claim(game.id, 1, "b", 60)
    store.release(game.id, "a")
    assert store.claim(game.id, 1, "b", 60)


def test_a_lease_runs_out(store: Store) -> None:
    game = store.create(stored())
    assert store.claim(game.id, 1, "a", 60)
    assert not store.claim(game.id, 1, "b", 60)
    with store._writing.begin() as connection:  # a minute passes
        connection.execute(update(LEASES).values(until=LEASES.c.until - 60))
    assert store.claim(game.id, 1, "b", 60)
    assert not store.claim(game.id, 1, "a", 60)


def test_a_lease_is_for_the_present_version(store: Store) -> None:
    game = store.create(stored())
    assert store.claim(game.id, 1, "a", 60)
    store.save(game)
    assert not store.claim(game.id, 1, "a", 60)  # the game has moved on
    assert store.claim(game.id, 2, "b", 60)  # and the old lease holds nobody up
    assert not store.claim("nothing", 1, "a", 60)


# Tidying up


def test_games_that_nobody_moved_in_are_deleted(store: Store) -> None:
    idle, played = store.create(stored()), store.create(stored("4"))
    assert store.claim(idle.id, 1, "a", 60)
    assert store.deletions.delete_selected(Selection("unplayed", DAY)) == 0  # a day is not over
    assert store.deletions.delete_selected(Selection("unplayed", -1)) == 1
    with pytest.raises(GameNotFound):
        store.get(idle.id)
    assert store.get(played.id) == played


def test_a_store_answers(store: Store) -> None:
    store.check()
    assert issubclass(StoreError, FourfoldError)

"""Emotes: passed on in order, not too many of them, and soon forgotten."""

from sqlalchemy import func, select, update

from fourfold.game import Record
from fourfold.rules import FIRST, SECOND
from fourfold.store import Store, StoredGame
from fourfold.store.deletion import Selection
from fourfold.store.emotes import Emote
from fourfold.store.schema import EMOTES


def new_game(store: Store) -> str:
    return store.create(StoredGame.new(Record.from_text("44"))).id


def pass_seconds(store: Store, seconds: float) -> None:
    with store._writing.begin() as connection:
        connection.execute(update(EMOTES).values(sent=EMOTES.c.sent - seconds))


def test_emotes_are_passed_on_in_their_order(store: Store) -> None:
    game, other = new_game(store), new_game(store)
    before = store.latest_sequence()
    first = store.add_emote(game, FIRST, "hello", most=3, seconds=60)
    second = store.add_emote(other, SECOND, "thanks", most=3, seconds=60)
    assert first is not None
    assert second is not None
    both = [Emote(first, game, FIRST, "hello"), Emote(second, other, SECOND, "thanks")]
    assert store.emotes_since(before) == both
    assert store.emotes_since(first) == both[1:]
    assert store.emotes_since(second) == []
    # A game does not change by them.
    assert store.changed_since(before) == []
    assert store.get(game).version == 1


def test_nobody_sends_too_many(store: Store) -> None:
    game = new_game(store)
    sent = [store.add_emote(game, FIRST, "hello", most=3, seconds=10) for _ in range(5)]
    assert [number is not None for number in sent] == [True, True, True, False, False]
    assert store.add_emote(game, SECOND, "hello", most=3, seconds=10) is not None
    assert store.add_emote(new_game(store), FIRST, "hello", most=3, seconds=10) is not None
    pass_seconds(store, 11)
    assert store.add_emote(game, FIRST, "oops", most=3, seconds=10) is not None


def test_emotes_are_forgotten(store: Store) -> None:
    game = new_game(store)
    store.add_emote(game, FIRST, "hello", most=3, seconds=10)
    pass_seconds(store, 61)
    store.add_emote(game, FIRST, "oops", most=3, seconds=10)
    with store._reading.connect() as connection:
        assert connection.execute(select(func.count()).select_from(EMOTES)).scalar_one() == 1
    # A game is deleted with its emotes.
    store.add_emote(store.create(StoredGame.new(Record())).id, FIRST, "oops", most=3, seconds=10)
    assert store.deletions.delete_selected(Selection("unplayed", -1)) == 1

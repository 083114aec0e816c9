"""From a stored game to one that can be played, and back, as if nothing had happened."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fourfold.game import Game, Participant, TimeControl
from fourfold.rules import FIRST, SECOND, Rules
from fourfold.store import Store, StoredGame, restore_game, update_stored

from ..game.games import ANN, BEN, ROBOT, played
from ..game.test_clock import Time
from ..rules.strategies import rules


def test_a_game_goes_on_after_a_restart(store: Store) -> None:
    time = Time()
    game = played(Game(players=(ANN, BEN), control=TimeControl(60), now=time), "4455")
    game.undo()
    game.undo()
    game.offer_draw(SECOND)
    time.passes(5)
    stored = store.create(update_stored(StoredGame.new(game.record), game))
    assert (stored.ply_began, stored.ply_spent, stored.offer) == (time(), 5.0, SECOND)

    # Three seconds later.
    time.passes(3)
    again = restore_game(store.get(stored.id), now=time)
    assert again.clock.is_running
    assert (again.clock.spent, again.clock.left(FIRST)) == (8.0, 52.0)
    assert again.offer is SECOND
    assert again.record == game.record
    time.passes(1)
    assert again.clock.spent == 9.0
    again.redo()
    again.redo()
    assert again.record.to_text() == "7x6:4455"
    assert not again.can_redo
    saved = store.save(update_stored(stored, again))
    assert (saved.redo, saved.offer) == ((), None)


def test_a_clock_that_stands_goes_on_standing() -> None:
    time = Time()
    game = Game(control=TimeControl(60), now=time)
    time.passes(2)
    game.pause()
    stored = update_stored(StoredGame.new(game.record), game)
    assert (stored.ply_began, stored.ply_spent) == (None, 2.0)
    again = restore_game(stored, now=time)
    assert not again.clock.is_running
    assert again.clock.spent == 2.0


def test_a_clock_of_another_time_gives_nobody_time() -> None:
    stored = replace(StoredGame.new(Game().record), ply_began=1000.0, ply_spent=4.0)
    assert restore_game(stored, now=Time()).clock.spent == 4.0


def test_a_game_that_is_over_stays_over(store: Store) -> None:
    game = played(Game(), "44")
    game.undo()
    game.resign()
    stored = store.create(update_stored(StoredGame.new(game.record), game))
    again = restore_game(store.get(stored.id))
    assert (again.ending, again.clock.is_running) == (game.ending, False)
    assert again.undone == game.undone
    again.redo()
    assert (again.ending, again.record.to_text()) == (None, "7x6:44")
    assert again.clock.is_running


@given(rules(), st.data())
def test_any_game_goes_on_as_it_was(board: Rules, data: st.DataObject) -> None:
    """Played, taken back, played again: the game made from what is kept does the same."""
    seats: list[tuple[Participant, Participant]] = [(ANN, BEN), (ANN, ROBOT), (ROBOT, ROBOT)]
    time = Time()
    game = Game(board, data.draw(st.sampled_from(seats)), TimeControl(100), now=time)
    for choice in data.draw(st.lists(st.integers(0, 14), max_size=40)):
        time.passes(0.5)
        legal = game.position.legal_columns
        if choice == 12 and game.can_undo:
            game.undo()
        elif choice == 13 and game.can_redo:
            game.redo()
        elif choice == 14 and not game.is_over:
            game.resign()
        elif not game.is_over:
            game.play(legal[choice % len(legal)])
    stored = update_stored(StoredGame.new(game.record), game)
    again = restore_game(stored, now=time)
    for _ in range(2):
        assert again.record == game.record
        assert again.undone == game.undone
        assert [again.clock.left(side) for side in (FIRST, SECOND)] == [
            game.clock.left(side) for side in (FIRST, SECOND)
        ]
        while game.can_redo:
            assert game.redo() == again.redo()
        while game.can_undo:
            assert game.undo() == again.undo()
            assert again.clock.snapshot() == game.clock.snapshot()

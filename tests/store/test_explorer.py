"""What was played in a position: transpositions and mirror images joined, each game once."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from fourfold import FIRST, SECOND, Player, Position, Record, Rules
from fourfold.game import Ending, EndReason
from fourfold.store import MoveTally, Store, StoredGame, restore_game, update_stored
from tests.store.older import rewound

ANN, BOB = "a" * 32, "b" * 32


def keep(
    store: Store,
    text: str,
    winner: Player | None = FIRST,
    players: tuple[str | None, str | None] = (None, None),
    opening: int = 0,
) -> StoredGame:
    """Keep a game that has ended; by resignation or agreement unless the rules ended it."""
    record = Record.from_text(text)
    columns = tuple(ply.column for ply in record.plies[:opening])
    reason = EndReason.AGREEMENT if winner is None else EndReason.RESIGNATION
    ending = record.ending or Ending(winner, reason)
    record = replace(record, opening=columns, plies=record.plies[opening:], ending=ending)
    return store.create(replace(StoredGame.new(record), identities=players))


def explored(store: Store, text: str, player: str | None = None) -> dict[str, tuple[int, int, int]]:
    """What was played in a position, by the columns as the notation writes them."""
    position = Position.parse(text)
    return {
        Position(position.rules, (column,)).to_text()[-1]: (tally.wins, tally.draws, tally.losses)
        for column, tally in store.explore(position, player).items()
    }


def test_counts_are_those_of_the_mover(store: Store) -> None:
    keep(store, "7x6:1213", FIRST)
    keep(store, "7x6:1215", SECOND)
    keep(store, "7x6:1214", None)
    assert explored(store, "7x6:121") == {"3": (0, 0, 1), "4": (0, 1, 0), "5": (1, 0, 0)}
    assert explored(store, "7x6:12") == {"1": (1, 1, 1)}
    assert explored(store, "7x6:2") == {}


def test_transpositions_and_mirror_images_are_joined(store: Store) -> None:
    keep(store, "7x6:1234")
    keep(store, "7x6:3214", SECOND)  # the same board by another order
    keep(store, "7x6:7654", FIRST)  # the mirror image
    assert explored(store, "7x6:123") == {"4": (1, 0, 2)}
    assert explored(store, "7x6:321") == {"4": (1, 0, 2)}
    assert explored(store, "7x6:765") == {"4": (1, 0, 2)}


def test_columns_are_mirrored_back(store: Store) -> None:
    keep(store, "7x6-xa1:223")
    assert explored(store, "7x6-xa1:22") == {"3": (1, 0, 0)}
    assert explored(store, "7x6-xg1:66") == {"5": (1, 0, 0)}
    assert explored(store, "7x6:22") == {}


def test_a_symmetric_board_counts_both_halves_together(store: Store) -> None:
    keep(store, "7x6:1", FIRST)
    keep(store, "7x6:7", SECOND)
    keep(store, "7x6:4", FIRST)
    assert explored(store, "7x6:") == {"1": (1, 0, 1), "4": (1, 0, 0), "7": (1, 0, 1)}


def test_only_finished_games_count(store: Store) -> None:
    store.create(StoredGame.new(Record.from_text("7x6:12")))
    assert explored(store, "7x6:") == {}


def test_the_moves_of_an_opening_do_not_count(store: Store) -> None:
    keep(store, "7x6:1234", opening=2)
    assert explored(store, "7x6:") == {}
    assert explored(store, "7x6:1") == {}
    assert explored(store, "7x6:12") == {"3": (1, 0, 0)}


def test_a_ban_is_its_players(store: Store) -> None:
    keep(store, "6x5-bc1:341", FIRST)
    assert explored(store, "6x5-bc1:3") == {"4": (1, 0, 0)}
    assert explored(store, "6x5-bc1:34") == {"1": (0, 0, 1)}


def test_games_of_a_player(store: Store) -> None:
    keep(store, "7x6:12", FIRST, (ANN, BOB))
    keep(store, "7x6:13", FIRST, (BOB, None))
    keep(store, "7x6:14", FIRST, (ANN, ANN))  # at one screen: one game
    assert explored(store, "7x6:1") == {"2": (0, 0, 1), "3": (0, 0, 1), "4": (0, 0, 1)}
    assert explored(store, "7x6:1", ANN) == {"2": (0, 0, 1), "4": (0, 0, 1)}
    assert explored(store, "7x6:1", BOB) == {"2": (0, 0, 1), "3": (0, 0, 1)}
    assert explored(store, "7x6:1", "c" * 32) == {}


def test_a_game_counts_once_as_it_first_ended(store: Store) -> None:
    stored = store.create(StoredGame.new(Record.from_text("7x6:121212")))
    assert not stored.is_counted
    game = restore_game(stored)
    game.play(0)
    stored = store.save(update_stored(stored, game))
    assert stored.is_counted
    counted = {"1": (1, 0, 0)}
    assert explored(store, "7x6:121212") == counted
    stored = store.save(replace(stored, next="another"))
    assert explored(store, "7x6:121212") == counted

    # Taken back after the end, lost, and claimed by somebody: it has been counted.
    game.undo()
    stored = store.save(update_stored(stored, game))
    assert explored(store, "7x6:121212") == counted
    game.play(2)
    game.resign(FIRST)
    stored = store.save(update_stored(stored, game))
    stored = store.save(replace(stored, identities=(ANN, None)))
    assert explored(store, "7x6:121212") == counted
    assert explored(store, "7x6:121212", ANN) == {}
    assert store.get(stored.id).is_counted
    assert store.rebuild_explorer() == 1
    assert explored(store, "7x6:121212") == counted


def test_games_of_files_do_not_count(store: Store) -> None:
    ended = replace(keep(store, "7x6:1234"), uploaded=True)
    store.create(replace(ended, id="uploaded"))
    assert explored(store, "7x6:123") == {"4": (0, 0, 1)}
    assert store.rebuild_explorer() == 1


def test_a_refused_change_counts_nothing(store: Store) -> None:
    stored = keep(store, "7x6:12")
    store.save(replace(stored, next="another"))
    with pytest.raises(Exception, match="has moved on"):
        store.save(replace(stored, record=Record.from_text("7x6:1212121")))
    assert explored(store, "7x6:1") == {"2": (0, 0, 1)}


def test_games_that_were_there_before(new_database: str) -> None:
    with Store.open(new_database) as store:
        keep(store, "7x6:1234")
        keep(store, "7x6:1235", SECOND, (None, ANN))
        store.create(replace(keep(store, "7x6:1236"), id="uploaded", uploaded=True))
        before = [explored(store, "7x6:123", player) for player in (None, ANN)]
    with rewound(new_database, "ADD COLUMN counted") as connection:
        connection.exec_driver_sql("DELETE FROM fourfold_explorer")
        connection.exec_driver_sql(
            "UPDATE fourfold_games SET position = 'nonsense' WHERE position = '7x6:1234'"
        )
    with Store.open(new_database) as store:
        assert before[0] == {"4": (0, 0, 1), "5": (1, 0, 0), "6": (0, 0, 1)}
        # The damaged one is left out.
        assert explored(store, "7x6:123") == {"5": (1, 0, 0), "6": (0, 0, 1)}
        assert explored(store, "7x6:123", ANN) == before[1] == {"5": (1, 0, 0)}


RULES = ("5x4", "6x5", "5x4-xc2", "5x4-xa1", "5x4-bc1", "6x5-bb2")


def test_counts_are_those_of_all_games_looked_through(store: Store) -> None:
    chance = Random(5)
    games = list(_games(chance, 60))
    for text, winner in games:
        keep(store, text, winner)
    assert store.rebuild_explorer() == len(games)
    for text, _ in games[::4]:
        whole = Position.parse(text)
        for ply in range(len(whole.moves)):
            position = Position(whole.rules, whole.moves[:ply])
            assert store.explore(position) == _looked_through(games, position)


def _games(chance: Random, count: int) -> Iterator[tuple[str, Player | None]]:
    for _ in range(count):
        position = Position(Rules.parse(chance.choice(RULES)))
        for _ in range(chance.randint(1, 9)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_columns))
        outcome = position.outcome
        winner = chance.choice((FIRST, SECOND, None)) if outcome is None else outcome.winner
        yield position.to_text(), winner


def _looked_through(games: list[tuple[str, Player | None]], here: Position) -> dict[int, MoveTally]:
    """Count by comparing boards, without any key."""
    mirror = here.mirror()
    last = here.rules.columns - 1
    counts = {column: [0, 0, 0] for column in here.legal_columns}
    for text, winner in games:
        whole = Position.parse(text)
        for ply, column in enumerate(whole.moves):
            before = Position(whole.rules, whole.moves[:ply])
            is_same = (before.rules, before.key) == (here.rules, here.key)
            is_mirror = (before.rules, before.key) == (mirror.rules, mirror.key)
            place = 1 if winner is None else 0 if winner is before.turn else 2
            played = {column} if is_same else set()
            if is_mirror:
                played.add(last - column)
            for each in played:
                counts[each][place] += 1
    return {column: MoveTally(*found) for column, found in counts.items() if any(found)}

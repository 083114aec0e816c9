"""The shipped puzzles can be made again, and are the mix that was asked for."""

from collections import Counter
from importlib.resources import files

import pytest

from fourfold.errors import InvalidOption
from fourfold.puzzles import load_puzzles
from fourfold.puzzles.collection import HEADER
from fourfold.puzzles.difficulty import LEAST_RATING, MOST_RATING, band_of
from fourfold.puzzles.games import play_casually
from fourfold.puzzles.make import SHIPPED_BOARDS, Order, Selection, kind_of, search_games
from fourfold.puzzles.puzzle import Puzzle
from fourfold.rules import Rules
from fourfold.support.background import run_in_background

SHIPPED = (files("fourfold.puzzles") / "data" / "puzzles.txt").read_bytes()


def make(order: Order) -> list[Puzzle]:
    """Make puzzles in this process; in a thread, because searches are quicker there."""
    selection = Selection(order)

    def work() -> list[Puzzle]:
        games = 0
        while not selection.is_done:
            found = search_games(order, games)
            games += len(found)
            for candidates in found:
                if not selection.is_done:
                    selection.select(candidates)
        return selection.puzzles

    return run_in_background(work, "puzzles")


@pytest.mark.parametrize(("rules", "count"), [("7x6", 12), ("7x6-xd1", 6), ("7x6-bb2", 6)])
def test_the_beginning_of_each_board_is_made_again_byte_for_byte(rules: str, count: int) -> None:
    made = make(Order(Rules.parse(rules), count))
    text = "".join(f"{puzzle.to_text()}\n" for puzzle in made)
    begin = SHIPPED.index(f"\n{rules}:".encode()) + 1
    assert SHIPPED[begin:].startswith(text.encode())


def test_the_file_has_the_boards_that_were_asked_for_in_their_order() -> None:
    counts = Counter(puzzle.rules for puzzle in load_puzzles())
    assert list(counts.items()) == list(SHIPPED_BOARDS.items())
    assert counts["7x6"] >= 3000
    others = [Rules.parse(rules) for rules in counts.elements() if rules != "7x6"]
    assert len(others) >= 1000
    assert sum(rules.bonus is not None for rules in others) >= 300
    assert sum(bool(rules.forbidden) for rules in others) >= 300
    assert SHIPPED.startswith(HEADER.encode())
    assert len(SHIPPED) < 600_000


def test_trivial_puzzles_are_few_and_difficult_ones_are_there() -> None:
    kinds = Counter(kind_of(puzzle) for puzzle in load_puzzles())
    bands = Counter(band_of(puzzle.rating) for puzzle in load_puzzles())
    whole = len(load_puzzles())
    assert kinds["win-in-1"] < 0.06 * whole
    assert kinds["block"] < 0.16 * whole
    assert bands[600] < 0.17 * whole
    assert sum(count for band, count in bands.items() if band >= 1500) > 0.3 * whole
    assert all(LEAST_RATING <= puzzle.rating <= MOST_RATING for puzzle in load_puzzles())


def test_another_seed_gives_other_puzzles() -> None:
    here, there = (make(Order(Rules.parse("6x5"), 4, seed=seed)) for seed in (1, 2))
    assert {puzzle.id for puzzle in here}.isdisjoint(puzzle.id for puzzle in there)


def test_casual_games_are_repeatable_and_different() -> None:
    rules = Rules.parse("7x6-bd3")
    games = [tuple(play_casually(rules, seed))[-1].moves for seed in range(30)]
    assert games == [tuple(play_casually(rules, seed))[-1].moves for seed in range(30)]
    assert len(set(games)) == 30


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"count": 0}, "the number of puzzles is 0"),
        ({"themes": frozenset(["fork"])}, "the theme is 'fork'"),
        ({"least_moves": 3, "most_moves": 2}, "the greatest distance is 2"),
        ({"seed": -1}, "the seed is -1"),
    ],
)
def test_impossible_orders_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidOption, match=sentence):
        Order(**{"rules": Rules(), "count": 1, **options})  # type: ignore[arg-type]

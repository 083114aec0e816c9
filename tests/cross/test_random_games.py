"""Thousands of games over random rules, native and Python agreeing at every ply.

The best native module of this machine goes through 20,000 games, the weaker ones through fewer:
they are the same sources. The seeds are fixed; a failure names the position.
"""

import random
from collections import Counter
from types import ModuleType

import pytest

from fourfold import IllegalMove, Position, Rules

from .twins import (
    compare_game,
    native_levels,
    native_module,
    native_rules,
    random_rules,
    status_of,
)

GAMES = 20_000
GAMES_OF_WEAKER = 4_000
CHUNK = 2_000
GAMES_PER_RULES = 4

LEVELS = native_levels()
CHUNKS = [
    pytest.param(level, chunk, id=f"{level}-{chunk}")
    for level in LEVELS
    for chunk in range((GAMES if level == LEVELS[-1] else GAMES_OF_WEAKER) // CHUNK)
]


@pytest.fixture(params=LEVELS)
def native(request: pytest.FixtureRequest) -> ModuleType:
    return native_module(request.param)


@pytest.mark.parametrize(("level", "chunk"), CHUNKS)
def test_native_and_python_agree_at_every_ply(level: str, chunk: int) -> None:
    native = native_module(level)
    chance = random.Random(chunk)
    endings: Counter[str] = Counter()
    extras: Counter[str] = Counter()
    for number in range(CHUNK):
        if number % GAMES_PER_RULES == 0:
            rules = random_rules(chance)
            twin = native_rules(native, rules)
        game = native.random_game(twin, [], chance.getrandbits(64))
        last = compare_game(native, rules, game.columns)
        assert last.outcome is not None
        assert game.status.name == status_of(last), last.to_text()
        endings[status_of(last)] += 1
        extras["forbidden"] += bool(rules.forbidden)
        extras["bonus"] += rules.bonus is not None
        extras["both"] += bool(rules.forbidden) and rules.bonus is not None
        extras["three words"] += rules.columns * (rules.rows + 1) > 128
    # The draw of rules is as rich as it is meant to be.
    assert min(endings[name] for name in ("first_wins", "second_wins", "draw")) > CHUNK // 20
    assert min(extras[name] for name in ("forbidden", "bonus", "both")) > CHUNK // 4
    assert extras["three words"] > CHUNK // 200


def test_every_board_size_and_its_extremes(native: ModuleType) -> None:
    """Each of the 81 sizes: plain, with a bonus cell, forbidden corners, one column only."""
    chance = random.Random(81)
    for columns in range(4, 13):
        for rows in range(4, 13):
            corners = [(0, 0), (columns - 1, 0), (0, rows - 1), (columns - 1, rows - 1)]
            one_column = [(c, r) for c in range(1, columns) for r in range(rows)]
            for rules in (
                Rules(columns, rows),
                Rules(columns, rows, bonus=(columns - 1, rows - 1)),
                Rules(columns, rows, corners, bonus=(1, 1)),
                Rules(columns, rows, one_column, bonus=(0, rows - 1)),
            ):
                twin = native_rules(native, rules)
                game = native.random_game(twin, [], chance.getrandbits(64))
                assert compare_game(native, rules, game.columns).outcome is not None


def python_game(chance: random.Random, rules: Rules) -> Position:
    """A game that Python chooses, now and then stopped before its end."""
    position = Position(rules)
    while position.outcome is None and chance.random() > 0.01:
        position = position.play(chance.choice(position.legal_columns))
    return position


def test_games_that_python_chooses(native: ModuleType) -> None:
    chance = random.Random(1)
    for _ in range(1_000):
        position = python_game(chance, random_rules(chance))
        assert compare_game(native, position.rules, list(position.moves)) == position


def test_an_illegal_move_is_refused_at_its_ply_and_by_both(native: ModuleType) -> None:
    chance = random.Random(2)
    reasons: Counter[str] = Counter()
    for _ in range(1_000):
        position = python_game(chance, random_rules(chance))
        columns = position.rules.columns
        illegal = set(range(-1, columns + 1)) - set(position.legal_columns)
        column = chance.choice(sorted(illegal))
        with pytest.raises(IllegalMove):
            position.play(column)
        twin = native_rules(native, position.rules)
        # What follows an illegal move is never looked at.
        moves = [*position.moves, column, chance.randint(-5, 20)]
        with pytest.raises(ValueError, match=f"^ply {position.ply + 1}: ") as caught:
            native.trace(twin, moves)
        with pytest.raises(ValueError, match=f"^ply {position.ply + 1}: "):
            native.perft(twin, moves, 1)
        with pytest.raises(ValueError, match=f"^ply {position.ply + 1}: "):
            native.random_game(twin, moves, 1)
        reasons[str(caught.value).partition(": ")[2]] += 1
    assert {*reasons} == {"the game is over", "no such column", "the column is full"}


def test_random_games_go_on_from_a_position(native: ModuleType) -> None:
    chance = random.Random(3)
    for _ in range(300):
        position = python_game(chance, random_rules(chance))
        moves = list(position.moves)
        twin = native_rules(native, position.rules)
        game = native.random_game(twin, moves, 4)
        assert game.columns[: len(moves)] == moves
        assert compare_game(native, position.rules, game.columns).outcome is not None
        totals = native.random_playouts(twin, moves, 4, 1)
        plies = len(game.columns) - len(moves)
        assert totals.plies == plies
        assert totals.first_wins + totals.second_wins + totals.draws == (plies > 0)


def test_every_native_module_plays_the_same_random_games() -> None:
    chance = random.Random(4)
    for _ in range(500):
        rules, seed = random_rules(chance), chance.getrandbits(64)
        games = set()
        for level in LEVELS:
            native = native_module(level)
            twin = native_rules(native, rules)
            totals = native.random_playouts(twin, [], seed, 20)
            games.add(
                (
                    tuple(native.random_game(twin, [], seed).columns),
                    (totals.first_wins, totals.second_wins, totals.draws, totals.plies),
                )
            )
        assert len(games) == 1, f"{rules}, seed {seed}"


@pytest.mark.parametrize(
    "arguments",
    [
        (3, 6),
        (7, 13),
        (0, 0),
        (-7, 6),
        (2**31 - 1, 6),
        (7, 6, [(7, 0)]),
        (7, 6, [(0, -1)]),
        (7, 6, [], (0, 6)),
        (7, 6, [(1, 1)], (1, 1)),
    ],
)
def test_rules_that_no_board_can_have_are_refused(
    native: ModuleType, arguments: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"board|forbidden"):
        native.Rules(*arguments)

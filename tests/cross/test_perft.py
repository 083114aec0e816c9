"""Counting the game tree on both sides, over every kind of rules."""

import random
from types import ModuleType

import pytest

from fourfold import Position, Rules

from .twins import native_levels, native_module, native_rules, random_rules

LEAVES = 20_000  # about as many as Python counts in a moment

KINDS = [
    "4x4",
    "4x12",
    "12x4",
    "7x6",
    "9x6",
    "8x7",
    "9x7",
    "9x8",
    "10x11",
    "11x10",
    "12x11",
    "12x12",
    "7x6-xd1",
    "7x6-xd3",
    "7x6-xd6",
    "4x4-xa1-xa2-xa3-xa4",
    "5x5-xc1-xc3-xc5",
    "9x8-xd3",
    "12x12-xa1-xl12",
    "7x6-bd1",
    "6x6-bc2",
    "4x4-ba4",
    "12x12-bl12",
    "12x12-bf1",
    "7x6-xd1-bd2",
    "5x4-xa1-xb1-xc1-xd1-be1",
    "12x12-xa1-bl12",
]

# Counts known from elsewhere, so that the two sides cannot be wrong together. On 7x6 they are the
# perft numbers of the field; on the others every game is still open so early.
KNOWN = {
    ("7x6", 7): 823536,
    ("7x6", 8): 5673234,
    ("7x6", 9): 39394572,
    ("9x8", 6): 9**6,
    ("12x12", 6): 12**6,
}


@pytest.fixture(params=native_levels())
def native(request: pytest.FixtureRequest) -> ModuleType:
    return native_module(request.param)


def perft(position: Position, depth: int) -> int:
    """The number of sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal_columns)
    return sum(perft(position.play(column), depth - 1) for column in position.legal_columns)


def compare(native: ModuleType, position: Position, leaves: int) -> None:
    """Both counts for every depth until one has more leaves than asked for, or none."""
    twin = native_rules(native, position.rules)
    for depth in range(position.rules.playable_cells + 2):
        count = native.perft(twin, list(position.moves), depth)
        if count > leaves:
            break
        assert count == perft(position, depth), f"{position.to_text()} to depth {depth}"


@pytest.mark.parametrize("text", KINDS)
def test_perft_from_the_empty_board(native: ModuleType, text: str) -> None:
    compare(native, Position(Rules.parse(text)), LEAVES)


def test_perft_on_random_rules_and_from_within_a_game(native: ModuleType) -> None:
    chance = random.Random(6)
    for _ in range(60):
        rules = random_rules(chance)
        compare(native, Position(rules), LEAVES // 10)
        twin = native_rules(native, rules)
        columns = native.random_game(twin, [], chance.getrandbits(64)).columns
        for back in (0, 1, 4, 8):
            moves = columns[: max(0, len(columns) - back)]
            compare(native, Position(rules, moves), LEAVES // 10)


def test_perft_to_the_very_end_of_the_game(native: ModuleType) -> None:
    """Small boards, from a few plies before the end, so that full boards are counted too."""
    for text in ("4x4", "4x4-bb2", "4x4-xb2", "5x4-xc1-ba2"):
        rules = Rules.parse(text)
        for seed in range(40):
            columns = native.random_game(native_rules(native, rules), [], seed).columns
            position = Position(rules, columns[:-6])
            twin = native_rules(native, rules)
            for depth in range(9):
                count = native.perft(twin, list(position.moves), depth)
                assert count == perft(position, depth), f"{position.to_text()} to depth {depth}"


@pytest.mark.parametrize(("text", "depth"), KNOWN)
def test_known_counts(native: ModuleType, text: str, depth: int) -> None:
    assert native.perft(native_rules(native, Rules.parse(text)), [], depth) == KNOWN[text, depth]


def test_a_negative_depth_is_refused(native: ModuleType) -> None:
    with pytest.raises(ValueError, match="the depth is negative"):
        native.perft(native.Rules(7, 6), [], -1)

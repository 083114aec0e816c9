"""How many different positions there are at each ply; those of 7x6 are well known.

The counts are sequence A212693 of the On-Line Encyclopedia of Integer Sequences. A wrong key, a
wrong landing cell or a line that is missed changes them.
"""

from collections.abc import Hashable
from types import ModuleType

import pytest

from fourfold import Position, Rules, _native

from .twins import native_levels, native_module, native_rules

STANDARD = [
    *(1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623),
    *(4568683, 12236101),
]
PYTHON_PLIES = 8


def python_counts(rules: Rules, plies: int) -> list[int]:
    """The same count in Python, ply by ply."""
    level: dict[Hashable, Position] = {(): Position(rules)}
    counts = [1]
    for _ in range(plies):
        following: dict[Hashable, Position] = {}
        for position in level.values():
            for column in position.legal_columns:
                child = position.play(column)
                following.setdefault(child.key, child)
        level = following
        counts.append(len(level))
    return counts


def test_the_standard_board_natively() -> None:
    plies = len(STANDARD) - 1
    assert _native.distinct_positions(_native.Rules(7, 6), plies) == STANDARD


@pytest.mark.parametrize("level", native_levels())
def test_the_standard_board_in_every_native_module(level: str) -> None:
    native = native_module(level)
    assert native.distinct_positions(native.Rules(7, 6), 9) == STANDARD[:10]


def test_the_standard_board_in_python() -> None:
    assert python_counts(Rules(), PYTHON_PLIES) == STANDARD[: PYTHON_PLIES + 1]


@pytest.mark.parametrize("level", native_levels())
@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("4x4", 17),
        ("4x4-xb2", 16),
        ("4x4-bb2", 9),
        ("5x4-xb1-xc3", 8),
        ("9x8-xd3", 4),
        ("6x6-bc2", 5),
        ("12x12-xa1-bl1", 3),
        ("12x4-bc1", 4),
    ],
)
def test_other_boards(level: str, text: str, plies: int) -> None:
    native = native_module(level)
    rules = Rules.parse(text)
    counts = native.distinct_positions(native_rules(native, rules), plies)
    assert counts == python_counts(rules, plies)


@pytest.mark.parametrize("level", native_levels())
def test_a_negative_number_of_plies_is_refused(level: str) -> None:
    native: ModuleType = native_module(level)
    with pytest.raises(ValueError, match="the number of plies is negative"):
        native.distinct_positions(native.Rules(7, 6), -1)

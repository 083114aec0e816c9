"""The native key: the same for the same position, different for different ones; and mirrors."""

import random
from collections.abc import Hashable
from types import ModuleType

import pytest

from fourfold import Position, Rules

from .twins import native_levels, native_module, native_rules, random_rules

KINDS = ["4x4", "5x4", "4x4-xb1", "5x4-xb2-xc4", "4x5-bb2", "5x4-xa1-bc3", "4x12-bd3", "12x12-bc1"]


@pytest.fixture(params=native_levels())
def native(request: pytest.FixtureRequest) -> ModuleType:
    return native_module(request.param)


@pytest.mark.parametrize("text", KINDS)
def test_two_games_have_one_key_if_and_only_if_they_reach_one_position(
    native: ModuleType, text: str
) -> None:
    """Random games on small boards often meet again, by other ways."""
    rules = Rules.parse(text)
    twin = native_rules(native, rules)
    python_key: dict[tuple[int, ...], Hashable] = {}
    native_key: dict[Hashable, tuple[int, ...]] = {}
    met_again = 0
    for seed in range(400):
        columns = native.random_game(twin, [], seed).columns
        position = Position(rules)
        for ply, snapshot in enumerate(native.trace(twin, columns)):
            if ply > 0:
                position = position.play(columns[ply - 1])
            key = tuple(snapshot.key)
            met_again += key in python_key
            assert python_key.setdefault(key, position.key) == position.key, position.to_text()
            assert native_key.setdefault(position.key, key) == key, position.to_text()
    assert met_again > 400  # the empty board alone is met 399 times


def test_the_mirrored_key_is_the_key_of_the_mirrored_game(native: ModuleType) -> None:
    chance = random.Random(5)
    for _ in range(400):
        rules = random_rules(chance)
        columns = native.random_game(
            native_rules(native, rules), [], chance.getrandbits(64)
        ).columns
        last = rules.columns - 1
        seen = native.trace(native_rules(native, rules), columns)
        in_mirror = native.trace(
            native_rules(native, rules.mirror()), [last - column for column in columns]
        )
        assert [s.mirrored_key for s in seen] == [s.key for s in in_mirror], str(rules)
        assert [s.key for s in seen] == [s.mirrored_key for s in in_mirror], str(rules)

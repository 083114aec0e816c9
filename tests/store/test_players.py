"""The profiles of players: kept, changed by one writer at a time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from fourfold.store import Store
from fourfold.store.players import Profile

ANN = "a" * 32
BOB = "b" * 32


def add_one(profile: Profile) -> Profile:
    return {**profile, "count": profile.get("count", 0) + 1}


def test_a_profile_is_empty_until_it_is_changed(store: Store) -> None:
    assert store.load_profile(ANN) == {}
    assert store.change_profile(ANN, lambda profile: {**profile, "a": [1, "é"]}) == {"a": [1, "é"]}
    assert store.load_profile(ANN) == {"a": [1, "é"]}
    assert store.load_profile(BOB) == {}


def test_no_change_is_lost(store: Store) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: store.change_profile(ANN, add_one), range(40)))
    assert store.load_profile(ANN) == {"count": 40}


def test_a_change_that_fails_changes_nothing(store: Store) -> None:
    store.change_profile(ANN, add_one)
    with pytest.raises(ZeroDivisionError):
        store.change_profile(ANN, lambda profile: {"count": 1 // 0})
    assert store.load_profile(ANN) == {"count": 1}

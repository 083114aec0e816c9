"""The cache keeps what was used last, and makes room before it makes anything."""

from fourfold.support.lru import LruCache


def test_the_value_that_was_unused_for_longest_is_dropped() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    cache: LruCache[str, str] = LruCache(2)
    for key in ("a", "b", "a", "c", "a", "b"):
        assert cache.get_or_make(key, lambda key=key: make(key)) == key.upper()  # type: ignore[misc]
    assert made == ["a", "b", "c", "b"]
    assert len(cache) == 2


def test_room_is_made_before_the_next_value() -> None:
    cache: LruCache[int, int] = LruCache(1)
    cache.get_or_make(1, lambda: 1)
    assert cache.get_or_make(2, lambda: len(cache)) == 0


def test_values_are_put_in_looked_up_and_taken_out() -> None:
    cache: LruCache[str, int] = LruCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1  # which counts as a use
    cache.put("c", 3)
    assert list(cache) == ["a", "c"]
    assert cache.get("b") is None
    assert cache.pop("a") == 1
    assert cache.pop("a") is None
    cache.put("d", 4)
    cache.put("c", 5)  # not one more, but the one used last
    assert list(cache) == ["d", "c"]
    assert cache.get("c") == 5


def test_a_cache_of_nothing_keeps_nothing() -> None:
    cache: LruCache[str, int] = LruCache(0)
    cache.put("a", 1)
    assert cache.get("a") is None


def test_everything_can_be_dropped() -> None:
    cache: LruCache[int, int] = LruCache(3)
    cache.get_or_make(1, lambda: 1)
    cache.clear()
    assert len(cache) == 0

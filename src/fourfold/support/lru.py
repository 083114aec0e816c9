"""A cache that keeps the most recently used values."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps at most `most` values, and drops the one that has been unused for longest.

    It has no lock: callers that share one between threads must lock it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, which is made first if it is missing.

        The oldest value is dropped before the new one is made, so that its memory can be used.
        """
        if key not in self._values:
            while len(self._values) >= self._most:
                self._values.popitem(last=False)
            self._values[key] = make()
        self._values.move_to_end(key)
        return self._values[key]

    def get(self, key: K) -> V | None:
        """Return the value of a key, which counts as a use; None if it is not there."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: K, value: V) -> None:
        """Keep a value, as the one that was used last."""
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._most:
            self._values.popitem(last=False)

    def pop(self, key: K) -> V | None:
        """Take a value out; None if it is not there."""
        return self._values.pop(key, None)

    def clear(self) -> None:
        """Drop everything."""
        self._values.clear()

    def __iter__(self) -> Iterator[K]:
        """The keys, the one that has been unused for longest first."""
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

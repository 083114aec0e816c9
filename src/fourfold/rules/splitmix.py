"""A small random number generator that gives the same numbers in every version of Python.

Python does not promise that `random.Random(seed).randrange(n)` stays the same between versions,
and rules drawn from a seed must. This is SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", 2014): a counter in steps of the golden ratio, and a mixer.
"""

_WORD = 2**64
_MASK = _WORD - 1


class SplitMix64:
    """A stream of 64-bit numbers from a 64-bit seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next number, uniform over 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return a number that is uniform over 0 to bound - 1."""
        # The highest numbers do not cover all remainders. They are drawn again, so that every
        # remainder is equally likely.
        fair = _WORD - _WORD % bound
        while (number := self.next()) >= fair:
            pass
        return number % bound

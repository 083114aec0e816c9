"""The generator behind random rules."""

from collections import Counter

from fourfold.rules.splitmix import SplitMix64


def test_published_numbers() -> None:
    """The first outputs of the reference implementation for the seed 1234567."""
    generator = SplitMix64(1234567)
    assert [generator.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_below_is_uniform() -> None:
    generator = SplitMix64(1)
    counts = Counter(generator.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(880 < count < 1120 for count in counts.values())


def test_below_draws_again_rather_than_favour_small_numbers() -> None:
    class Scripted(SplitMix64):
        numbers = iter([2**64 - 1, 5])

        def next(self) -> int:
            return next(self.numbers)

    # 2**64 leaves the remainder 1 by 3, so that the one topmost number is thrown away.
    assert Scripted(0).below(3) == 5 % 3

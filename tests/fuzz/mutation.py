"""Mutations of inputs from a seed: what `make test` tries where no fuzzer is installed."""

import random
from collections.abc import Iterator, Sequence

_INTERESTING = (
    *(b"\x00", b"\xff", b"\n", b"\r", b" ", b"\t", b'"', b"\\", b"\xed\xa0\x80", b"\xe2\x80\xae"),
    *(
        b"0",
        b"-1",
        b"99999999999999999999",
        b"1e999",
        b"NaN",
        b"null",
        b"true",
        b"[]",
        b"{}",
        b"[[",
    ),
    *("٣".encode(), "ß".encode(), "𝟛".encode(), b":", b"-", b"=", b",", b"x", b"b"),
)


def mutations(corpus: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield so many changed inputs; the same corpus and seed give the same ones."""
    chance = random.Random(seed)
    for _ in range(count):
        data = bytearray(chance.choice(corpus))
        for _ in range(chance.choice((1, 1, 2, 3, 8))):
            _mutate(data, corpus, chance)
        yield bytes(data[:4_096])


def _mutate(data: bytearray, corpus: Sequence[bytes], chance: random.Random) -> None:
    start = chance.randrange(len(data) + 1)
    end = min(len(data), start + chance.choice((1, 1, 2, 4, 16, 64)))
    match chance.randrange(7):
        case 0 if data:
            data[min(start, len(data) - 1)] ^= 1 << chance.randrange(8)
        case 1:
            data[start:end] = b""
        case 2:
            data[start:start] = chance.choice(_INTERESTING)
        case 3:
            data[start:end] = chance.choice(_INTERESTING)
        case 4:
            data[start:start] = data[start:end]
        case 5:
            other = chance.choice(corpus)
            place = chance.randrange(len(other) + 1)
            data[start:] = other[place:]
        case _:
            data[start:end] = chance.randbytes(end - start)

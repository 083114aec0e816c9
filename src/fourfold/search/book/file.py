"""Reads and writes the file of an opening book; docs/book.md draws its layout.

Everything is checked when a book is read: a file that is not what its builder wrote is refused
with one sentence.
"""

import hashlib
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from fourfold.errors import BookError, FourfoldError, describe
from fourfold.rules import Rules

MAGIC = b"fourfold book 1\n"
_FAMILY = b"fourfold book "
_DIGEST = 32  # SHA-256
_MORE = 0x80


class Section(NamedTuple):
    """The positions of one ply as the file stores them: keys, and the value of each."""

    positions: int
    keys: bytes
    values: bytes


class Contents(NamedTuple):
    """A book as the file stores it; the sections are those of plies 0, 1, 2 and so on."""

    rules: Rules
    sections: tuple[Section, ...]


def write(rules: Rules, plies: Iterable[dict[int, int]]) -> bytes:
    """Return the bytes of a book; `plies` has the value of each key, ply after ply."""
    sections = []
    for values in plies:
        keys = sorted(values)
        steps = (key - before for before, key in zip([0, *keys], keys, strict=False))
        sections.append(
            Section(len(keys), _numbers(steps), _numbers(_zigzag(values[key]) for key in keys))
        )
    text = str(rules).encode("ascii")
    parts = [MAGIC, _numbers([len(text)]), text, _numbers([len(sections) - 1])]
    parts += [_numbers([s.positions, len(s.keys), len(s.values)]) for s in sections]
    parts += [s.keys + s.values for s in sections]
    body = b"".join(parts)
    return body + hashlib.sha256(body).digest()


def read(data: bytes, name: str) -> Contents:
    """Read the bytes of a file; BookError, which calls the file `name`, if it is damaged."""
    if not data.startswith(MAGIC):
        if data.startswith(_FAMILY):
            raise BookError(
                f"the opening book {name} was written by a version of fourfold that this one "
                "cannot read"
            )
        raise BookError(f"{name} is not an opening book: it does not begin like one")
    body = data[:-_DIGEST]
    if len(body) < len(MAGIC) or hashlib.sha256(body).digest() != data[-_DIGEST:]:
        raise BookError(f"the opening book {name} is damaged: its checksum is wrong")
    try:
        return _parse(body)
    except (ValueError, IndexError, FourfoldError) as error:
        raise BookError(f"the opening book {name} is malformed: {error}") from None


def _parse(body: bytes) -> Contents:
    place = len(MAGIC)

    def number() -> int:
        nonlocal place
        value, place = _number(body, place)
        return value

    length = number()
    rules = Rules.parse(body[place : place + length].decode("ascii"))
    place += length
    sizes = [(number(), number(), number()) for _ in range(number() + 1)]
    sections = []
    for count, keys, values in sizes:
        if count > min(keys, values):
            raise ValueError(f"it says that {keys} bytes are {describe(count)} keys")
        middle = place + keys
        place = middle + values
        sections.append(Section(count, body[middle - keys : middle], body[middle:place]))
    if place != len(body):
        raise ValueError(f"its sections end at byte {place}, but it has {len(body)} bytes")
    return Contents(rules, tuple(sections))


def keys_of(section: Section) -> Sequence[int]:
    """Return the keys of a section, ascending."""
    steps = _sequence(section.keys)
    # Only the first step may be 0: keys ascend, and no two are equal.
    if len(steps) != section.positions or 0 in steps[1:] or sum(steps) >> 64:
        raise BookError("the opening book is malformed: its keys are not as many as it says")
    return array("Q", accumulate(steps))


def values_of(section: Section) -> Sequence[int]:
    """Return the values of a section, in the order of its keys."""
    numbers = _sequence(section.values)
    if len(numbers) != section.positions or max(numbers, default=0) >> 15:
        raise BookError("the opening book is malformed: its values are not as many as its keys")
    return array("h", [(number >> 1) ^ -(number & 1) for number in numbers])


# Numbers: seven bits a byte, the lowest first; a set top bit says that more follow


def _zigzag(value: int) -> int:
    """Map 0, -1, 1, -2, 2 ... to 0, 1, 2, 3, 4 ..."""
    return 2 * value if value >= 0 else -2 * value - 1


def _numbers(values: Iterable[int]) -> bytes:
    data = bytearray()
    for value in values:
        while value >= _MORE:
            data.append(value & (_MORE - 1) | _MORE)
            value >>= 7
        data.append(value)
    return bytes(data)


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return the number at a place, and the place after it."""
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & (_MORE - 1)) << shift
        if byte < _MORE:
            return value, place
        shift += 7


def _sequence(data: bytes) -> Sequence[int]:
    """Return all numbers of `data`."""
    if data.isascii():
        return data  # one byte each: the bytes are the numbers
    numbers = []
    value = shift = 0
    for byte in data:
        if byte < _MORE:
            numbers.append(value | byte << shift)
            value = shift = 0
        else:
            value |= (byte ^ _MORE) << shift
            shift += 7
    return numbers

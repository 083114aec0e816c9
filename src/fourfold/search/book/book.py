"""An opening book: the proven value of every position of one board up to a ply.

Finished positions are not in a book: callers handle them before they look a position up.
"""

import os
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from fourfold.errors import BookError
from fourfold.rules import Position, Rules
from fourfold.search.book import file as book_file
from fourfold.search.book.key import KeyMaker

_SHIPPED = Path(__file__).parent / "data"


class Book:
    """A book to look positions up in. Immutable, and safe to share between threads.

    >>> from fourfold.search.book import shipped
    >>> book, problem = shipped(ff.Rules())
    >>> str(book.rules), problem
    ('7x6', None)
    >>> ff.Solver(book=book).solve("7x6:44").plies
    39
    """

    def __init__(self, contents: book_file.Contents) -> None:
        self.rules = contents.rules
        """The rules of its board."""
        self.plies = len(contents.sections) - 1
        """The deepest ply that it holds."""
        self.counts = tuple(section.positions for section in contents.sections)
        """The number of positions of each ply."""
        self._sections = contents.sections
        self._maker = KeyMaker(self.rules, self.plies)
        # A ply is unpacked when it is first needed, so that opening a book takes hardly any time.
        self._unpacked: list[tuple[Sequence[int], Sequence[int]] | None]
        self._unpacked = [None] * len(self._sections)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Book":
        """Read a book from its file; BookError if it cannot be read or is damaged."""
        name = os.fspath(path)
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            reason = error.strerror or error
            raise BookError(f"the opening book {name} cannot be read: {reason}") from None
        return cls.from_bytes(data, name)

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> "Book":
        """Read a book from bytes that messages call `name`."""
        contents = book_file.read(data, name)
        try:
            return cls(contents)
        except ValueError as error:
            raise BookError(f"the opening book {name} is malformed: {error}") from None

    def value(self, position: Position) -> int | None:
        """Return the value of a position (see `score`), or None if the book does not have it.

        The position must be of the book's rules.
        """
        ply = position.ply
        if ply > self.plies:
            return None
        keys, values = self._unpacked[ply] or self.ply(ply)
        key = self._maker.key(position)
        place = bisect_left(keys, key)
        if place == len(keys) or keys[place] != key:
            return None
        return values[place]

    def ply(self, ply: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the keys of a ply, ascending, and their values."""
        unpacked = self._unpacked[ply]
        if unpacked is None:
            section = self._sections[ply]
            unpacked = book_file.keys_of(section), book_file.values_of(section)
            self._unpacked[ply] = unpacked
        return unpacked

    def __len__(self) -> int:
        return sum(self.counts)

    def __repr__(self) -> str:
        return f"<Book of {self.rules}, {self.plies} plies, {len(self)} positions>"


def shipped_path(rules: Rules) -> Path:
    """Return the path of the package's book of these rules; the file need not exist."""
    return _SHIPPED / f"{rules}.book"


@lru_cache(maxsize=4)
def shipped(rules: Rules) -> tuple[Book | None, str | None]:
    """Return the package's book of these rules, or None, and what is wrong with its file, if so."""
    path = shipped_path(rules)
    if not path.exists():
        return None, None
    try:
        book = Book.open(path)
        if book.rules != rules:
            raise BookError(f"the opening book {path} is for {book.rules}, not for {rules}")
    except BookError as error:
        return None, str(error)
    return book, None

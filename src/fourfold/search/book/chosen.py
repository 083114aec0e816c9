"""The books of this process: those that its user has chosen, and those of the package.

    use_books    choose books of one's own, for this process and for all that it starts
    book_of      the book of a board, if there is one
    open_books   books by their boards, for a solver with books of its own

Agents are made from texts, in worker processes, too, which name no files: a text may come from a
stranger. So the choice is kept in the environment, where only the user of the process writes, and
which worker processes inherit: `FOURFOLD_BOOKS` has the paths, separated as in `PATH`.
"""

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Rules
from fourfold.search.book.book import Book, shipped

VARIABLE = "FOURFOLD_BOOKS"

OneBook = str | os.PathLike[str] | Book
"""A book, or the path of its file."""


def use_books(paths: Iterable[str | os.PathLike[str]]) -> list[Book]:
    """Choose the books of this process and of all that it starts, and return them.

    For the boards of these books they replace the package's. BookError if one of them is damaged,
    InvalidOption if two are for the same board; nothing is chosen then.
    """
    texts = [str(Path(path).absolute()) for path in paths]
    for text in texts:
        if os.pathsep in text:
            raise InvalidOption(
                f"the path of the book {text} has a '{os.pathsep}', which separates paths"
            )
    value = os.pathsep.join(texts)
    books = _opened(value)
    os.environ[VARIABLE] = value
    return list(books.values())


def book_of(rules: Rules) -> tuple[Book | None, str | None]:
    """Return the book of a board, or None, and what is wrong with the package's, if so.

    A chosen book that is damaged raises BookError.
    """
    own = _opened(os.environ.get(VARIABLE, "")).get(rules)
    return shipped(rules) if own is None else (own, None)


def open_books(books: OneBook | Iterable[OneBook]) -> dict[Rules, Book]:
    """Open a book, or several, and return each by its board.

    BookError if one is damaged, InvalidOption if two are for the same board.
    """
    if isinstance(books, str | os.PathLike | Book):
        books = [books]
    elif not isinstance(books, Iterable):
        raise InvalidOption(
            f"a book is {describe(books)}, but must be a path, a Book, several of them, "
            "True or False"
        )
    found: dict[Rules, Book] = {}
    for each in books:
        if not isinstance(each, str | os.PathLike | Book):
            raise InvalidOption(f"a book is {describe(each)}, but must be a path or a Book")
        book = each if isinstance(each, Book) else Book.open(each)
        if found.setdefault(book.rules, book) is not book:
            raise InvalidOption(
                f"two of the opening books are for {book.rules}: choose one of them"
            )
    return found


@lru_cache(maxsize=1)
def _opened(value: str) -> dict[Rules, Book]:
    return open_books(path for path in value.split(os.pathsep) if path)

"""Opening books, and files of puzzles."""

import hashlib

from fourfold.errors import BookError, PuzzleError
from fourfold.puzzles.collection import format_puzzles, parse_puzzles
from fourfold.rules import Position
from fourfold.search.book import file as book_file
from fourfold.search.book.book import Book
from tests.fuzz.registry import check_sentence, target


@target("books", share=50)
def fuzz_books(data: bytes) -> None:
    """Read a book, mostly with the checksum that its bytes ask for, and write it again."""
    if data[:1] != b"!":
        data = book_file.MAGIC + data
        data += hashlib.sha256(data).digest()
    try:
        book = Book.from_bytes(data, "the book")
    except BookError as error:
        check_sentence(error)
        return
    assert len(book) == sum(book.counts)
    plies = []
    for ply in range(book.plies + 1):
        try:
            keys, values = book.ply(ply)
        except BookError as error:
            check_sentence(error)
            return
        assert list(keys) == sorted(set(keys))
        plies.append(dict(zip(keys, values, strict=True)))
    again = Book.from_bytes(book_file.write(book.rules, plies), "the same book")
    assert again.rules == book.rules
    assert again.counts == book.counts
    for ply, values_of in enumerate(plies):
        keys, values = again.ply(ply)
        assert dict(zip(keys, values, strict=True)) == values_of
    book.value(Position(book.rules))


@target("puzzles", share=80)
def fuzz_puzzles(data: bytes) -> None:
    """Read a file of puzzles, and write it again."""
    try:
        puzzles = parse_puzzles(data.decode("utf-8", "replace"), "the puzzles")
    except PuzzleError as error:
        check_sentence(error)
        return
    assert parse_puzzles(format_puzzles(puzzles), "the same puzzles") == puzzles

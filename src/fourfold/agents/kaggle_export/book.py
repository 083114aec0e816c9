"""Writes the opening book of an exported agent, from the book that comes with the package."""

from base64 import b85encode
from functools import cache
from zlib import compress

from fourfold.agents.kaggle_export.parts.board import board_of_size
from fourfold.agents.kaggle_export.parts.opening import walk_openings
from fourfold.rules import STANDARD, Position
from fourfold.search.book.book import shipped
from fourfold.search.book.scores import book_scores
from fourfold.search.order import centre_first

COLUMNS, ROWS = STANDARD.columns, STANDARD.rows


@cache
def book_text() -> tuple[int, str]:
    """Return how many pieces the book goes to on 7x6, and its text for `OpeningBook`."""
    book, _ = shipped(STANDARD)
    assert book is not None, "the package comes with a book of 7x6"
    plies = book.plies - 1
    found = walk_openings(board_of_size(COLUMNS, ROWS), plies, _best_column)
    digits = "".join(str(column) for column in found.values())
    return plies, b85encode(compress(digits.encode(), 9)).decode()


def _best_column(moves: tuple[int, ...]) -> int:
    """Return what `perfect` plays: a best column, of equals the one nearest the centre."""
    scores = book_scores(Position(STANDARD, moves))
    assert scores is not None, "the position is within the book"
    order = centre_first(scores, COLUMNS)
    return max(order, key=lambda column: scores[column].rank)

"""The opening book of exported agents, which `scripts/make_kaggle_book.py` makes.

Its file has two lines: how many pieces it goes to, and the text for `OpeningBook`.
"""

from base64 import b85encode
from collections.abc import Iterable
from pathlib import Path
from zlib import compress

from fourfold.agents.kaggle_export.parts.opening import OpeningBook, walk_openings
from fourfold.rules import STANDARD, Position

COLUMNS, ROWS = STANDARD.columns, STANDARD.rows
BOOK = Path(__file__).parent / "opening.txt"


def book_text() -> tuple[int, str]:
    """Return how many pieces the book goes to on 7x6, and its text for `OpeningBook`."""
    return _parsed(BOOK.read_text("utf-8"))


def shorter_book_text(plies: int) -> tuple[int, str]:
    """Return the same for a book of fewer pieces."""
    whole = OpeningBook(COLUMNS, ROWS, *book_text())

    def choose(moves: tuple[int, ...]) -> int:
        position = Position(STANDARD, moves)
        return whole.columns[position.pieces(position.turn) + position.occupied]

    columns = walk_openings(whole.board, min(plies, whole.plies), choose).values()
    return _parsed(written(min(plies, whole.plies), columns))


def _parsed(file: str) -> tuple[int, str]:
    plies, text = file.split()
    return int(plies), text


def written(plies: int, columns: Iterable[int]) -> str:
    """Return the file of a book: columns in the order in which its positions are walked."""
    digits = "".join(str(column) for column in columns)
    return f"{plies}\n{b85encode(compress(digits.encode(), 9)).decode()}\n"

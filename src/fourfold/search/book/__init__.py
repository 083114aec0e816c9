"""Opening books: the proven values of all positions of a board up to a ply.

This package has the file format, the keys, and what builds and checks a book. How a search uses a
book is in the solver.
"""

from fourfold.search.book.book import Book, shipped, shipped_path
from fourfold.search.book.chosen import OneBook, book_of, open_books, use_books

__all__ = [
    "Book",
    "OneBook",
    "book_of",
    "open_books",
    "shipped",
    "shipped_path",
    "use_books",
]

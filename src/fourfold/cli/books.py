"""The opening books that `--book` names."""

from collections.abc import Collection
from pathlib import Path

from fourfold.errors import BookError, InvalidOption
from fourfold.rules import Rules


def use_books(paths: Collection[Path] | None, boards: Collection[Rules] = ()) -> None:
    """Let all solvers and agents of this command use the books; a bad one is a bad argument.

    boards: those that the command is about, if they are known: a book of no use is a mistake.
    """
    if not paths:
        return
    from fourfold.search.book import use_books as use

    try:
        books = use(paths)
    except BookError as error:
        raise InvalidOption(str(error)) from None
    for path, book in zip(paths, books, strict=True):
        if boards and book.rules not in boards:
            others = ", ".join(sorted({str(rules) for rules in boards}))
            raise InvalidOption(f"the opening book {path} is for {book.rules}, not for {others}")

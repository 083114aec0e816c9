"""`fourfold book`: build, describe, check and print opening books."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.progress import progress
from fourfold.rules import Rules

if TYPE_CHECKING:
    from fourfold.search.book import Book

book = typer.Typer(
    name="book",
    help="Build, describe, check and print opening books.",
    rich_markup_mode=None,
    add_completion=False,
)

_File = Annotated[Path, typer.Argument(metavar="FILE", help="An opening book.", show_default=False)]
_Memory = Annotated[int, typer.Option(metavar="MB", help="The size of each worker's table.")]


@book.command()
def build(
    rules: Annotated[str, typer.Option(metavar="RULES", help="The board, such as 7x6 or 6x5-xc1.")],
    plies: Annotated[int, typer.Option(metavar="N", help="The deepest ply of the book.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write it; RULES.book if not given."),
    ] = None,
    workers: options.Workers = 1,
    cluster: options.Cluster = None,
    memory: _Memory = 128,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a deeper book, or one of another board.")
    ] = False,
) -> None:
    """Build the book of a board up to a ply, or continue a build that was interrupted."""
    from fourfold.search.book.build import build as build_book

    board = Rules.parse(rules)
    path = Path(f"{board}.book") if out is None else out
    files.check_is_a_file("--out", path)
    files.check_writable("the book", path)
    _check_memory(memory)
    with progress(f"{board}, {plies} plies") as report:
        book = build_book(board, plies, path, workers, cluster, memory, report, replace=replace)
    print(f"{path}: {len(book)} positions of {board}, {path.stat().st_size} bytes")


@book.command()
def info(file: _File) -> None:
    """Describe a book."""
    book = _open(file)
    print(f"rules      {book.rules}")
    print(f"plies      {book.plies}")
    print(f"positions  {len(book)}")
    for ply, count in enumerate(book.counts):
        print(f"  ply {ply:<4} {count}")
    print(f"bytes      {file.stat().st_size}")


@book.command()
def verify(
    file: _File,
    sample: Annotated[
        int, typer.Option(metavar="N", help="How many positions of the last ply to solve again.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed that selects them.")] = 0,
    memory: _Memory = 128,
) -> None:
    """Check that a book is complete and consistent, and solve a sample of it again."""
    from fourfold.search.book.check import verify as verify_book

    book = _open(file)
    _check_memory(memory)
    with progress(f"{book.rules}, {book.plies} plies") as report:
        solved = verify_book(book, sample, seed, memory, report)
    print(f"{file} is correct: {len(book)} positions, {solved} of them solved again")


@book.command()
def export(file: _File) -> None:
    """Print a book: a position and its score in each line."""
    from fourfold.search.book.check import export as export_book

    for position, score in export_book(_open(file)):
        print(f"{position.to_text()} {score.score}")


def _open(file: Path) -> "Book":
    from fourfold.search.book import Book

    files.check_readable("the opening book", file)
    return Book.open(file)


def _check_memory(memory: int) -> None:
    from fourfold.search.solver import Solver

    Solver(memory_mb=memory, book=False)

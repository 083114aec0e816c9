"""`fourfold book`: build, describe, check and print opening books."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.progress import progress
from fourfold.rules import Rules

book = typer.Typer(
    name="book",
    help="Build, describe, check and print opening books.",
    rich_markup_mode=None,
    add_completion=False,
)

_File = Annotated[Path, typer.Argument(metavar="FILE", help="An opening book.", show_default=False)]
_Memory = Annotated[int, typer.Option(metavar="MB", help="The table of each worker.")]


@book.command()
def build(
    rules: Annotated[str, typer.Option(metavar="RULES", help="The board, such as 7x6 or 6x5-xc1.")],
    plies: Annotated[int, typer.Option(metavar="N", help="The deepest ply of the book.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file; RULES.book if not given.")
    ] = None,
    workers: Annotated[int, typer.Option(metavar="W", help="Processes on this machine.")] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler, whose workers are used instead."),
    ] = None,
    memory: _Memory = 128,
) -> None:
    """Build the book of a board up to a ply; an interrupted build goes on where it was."""
    from fourfold.search.book_build import build as build_book

    board = Rules.parse(rules)
    path = Path(f"{board}.book") if out is None else out
    _check_memory(memory)
    with progress(f"{board}, {plies} plies") as tell:
        built = build_book(board, plies, path, workers, cluster, memory, tell)
    print(f"{path}: {len(built)} positions of {board}, {path.stat().st_size} bytes")


@book.command()
def info(file: _File) -> None:
    """Describe a book."""
    from fourfold.search.book import Book

    opened = Book.open(file)
    print(f"rules      {opened.rules}")
    print(f"plies      {opened.plies}")
    print(f"positions  {len(opened)}")
    for ply, count in enumerate(opened.counts):
        print(f"  ply {ply:<4} {count}")
    print(f"bytes      {file.stat().st_size}")


@book.command()
def verify(
    file: _File,
    sample: Annotated[
        int, typer.Option(metavar="N", help="How many positions of the last ply to solve anew.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="Which ones.")] = 0,
    memory: _Memory = 128,
) -> None:
    """Check that a book is whole and follows from itself, and solve a sample of it anew."""
    from fourfold.search.book import Book
    from fourfold.search.book_check import verify as verify_book

    opened = Book.open(file)
    _check_memory(memory)
    with progress(f"{opened.rules}, {opened.plies} plies") as tell:
        solved = verify_book(opened, sample, seed, memory, tell)
    print(f"{file} is right: {len(opened)} positions, {solved} of them solved anew")


@book.command()
def export(file: _File) -> None:
    """Print a book: a position and its score in each line."""
    from fourfold.search.book import Book
    from fourfold.search.book_check import export as export_book

    for position, score in export_book(Book.open(file)):
        print(f"{position.to_text()} {score.score}")


def _check_memory(memory: int) -> None:
    from fourfold.search.solver import Solver

    Solver(memory_mb=memory, book=False)

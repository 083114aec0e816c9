"""`fourfold solve`: prints the exact score of each position, a line for each."""

import io
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import options
from fourfold.cli.books import use_books
from fourfold.cli.progress import solver_status
from fourfold.errors import FourfoldError, InvalidOption
from fourfold.rules import Position, Rules

if TYPE_CHECKING:
    from fourfold.search import Limit, Solver


def solve(
    positions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POSITION",
            help="Positions such as 4455 or 9x8-xd3:45; from standard input if there are none.",
            show_default=False,
        ),
    ] = None,
    rules: options.Board = None,
    wdl: Annotated[
        bool, typer.Option("--wdl", help="Print only 1 for a win, 0 for a draw, -1 for a loss.")
    ] = False,
    columns: Annotated[
        bool,
        typer.Option("--columns", help="Print a score for each column, '.' if it has no room."),
    ] = False,
    threads: Annotated[
        int, typer.Option(metavar="N", help="How many threads search together.")
    ] = 1,
    memory: Annotated[int, typer.Option(metavar="MB", help="The size of the table.")] = 256,
    no_book: Annotated[bool, typer.Option("--no-book", help="Use no opening book.")] = False,
    book: options.Books = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="A position not proven in this time gets a '?'."),
    ] = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print nodes and seconds after the score.")
    ] = False,
) -> None:
    """Print the exact score of positions, for the side to move."""
    from fourfold.search import Limit, Solver

    board = None if rules is None else Rules.parse(rules)
    limit = None if seconds is None else Limit(seconds=seconds)
    if no_book and book:
        raise InvalidOption("--no-book and --book contradict each other")
    # All are read before the first is solved: a bad argument ends the command at once.
    given = [(text, Position.parse(text, board)) for text in positions or ()]
    use_books(book, {position.rules for _, position in given})
    answer = _Answer(Solver(threads, memory, book=not no_book), wdl, columns, stats, limit)
    if positions:
        for text, position in given:
            print(answer.line(text, position), flush=True)
        return

    failed = False
    for number, line in enumerate(_input_lines(), start=1):
        try:
            position = Position.parse(line, board)
        except FourfoldError as error:
            failed = True
            print(f"fourfold: line {number}: {error}", file=sys.stderr, flush=True)
            print(flush=True)
        else:
            print(answer.line(line, position), flush=True)
    if failed:
        raise typer.Exit(1)


def _input_lines() -> Iterator[str]:
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A byte that is not UTF-8 makes a bad position, which is refused like any other.
        sys.stdin.reconfigure(errors="replace")
    while sys.stdin is not None and (line := sys.stdin.readline()):
        yield line.rstrip("\r\n")


class _Answer:
    """Writes the answers in the form that the options ask for."""

    def __init__(
        self, solver: "Solver", wdl: bool, columns: bool, stats: bool, limit: "Limit | None"
    ) -> None:
        self._solver = solver
        self._wdl = wdl
        self._columns = columns
        self._stats = stats
        self._limit = limit

    def line(self, text: str, position: Position) -> str:
        """Return the line for a position that was given as this text."""
        search = self._all_columns if self._columns else self._score
        answer, nodes, seconds = search(position)
        statistics = f" {nodes} {seconds:.6f}" if self._stats else ""
        return f"{text} {answer}{statistics}"

    def _score(self, position: Position) -> tuple[str, int, float]:
        with solver_status() as watch:
            bounds = self._solver.bounds(position, self._wdl, self._limit, watch=watch)
        score = bounds.proven
        return "?" if score is None else str(score.score), bounds.nodes, bounds.seconds

    def _all_columns(self, position: Position) -> tuple[str, int, float]:
        with solver_status() as watch:
            found = self._solver.column_bounds(
                position, self._wdl, self._limit, watch=watch, shared=False
            )
        nodes = sum(bounds.nodes for bounds in found.values())
        seconds = sum(bounds.seconds for bounds in found.values())
        words = ["."] * position.rules.columns
        for column, bounds in found.items():
            if bounds.proven is None:
                return "?", nodes, seconds
            words[column] = str(bounds.proven.score)
        return " ".join(words), nodes, seconds

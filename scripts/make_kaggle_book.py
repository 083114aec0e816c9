"""Makes the opening book of agents that are exported for Kaggle: 7x6, the first plies.

    python -m scripts.make_kaggle_book --plies 11 --workers 2

The columns are those of the agent `perfect`: a best one, of equals the most central. The first
plies are looked up in the book that comes with the package, the others are solved, ply after ply;
the file is written after each of them, so that an interrupted run leaves the book of those before,
and `--resume` goes on from there. Each ply has about four times as many positions as the one before
the last, and takes minutes from the ninth on.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor

from fourfold.agents.kaggle_export.book import BOOK, COLUMNS, ROWS, book_text, written
from fourfold.agents.kaggle_export.parts.board import board_of_size
from fourfold.agents.kaggle_export.parts.opening import OpeningBook, walk_openings
from fourfold.rules import STANDARD, Position
from fourfold.search import Solver

Moves = tuple[int, ...]

_solvers: list[Solver] = []  # one for each process


def best_column(moves: Moves) -> int:
    """Return the best column after these moves, of equals the most central."""
    if not _solvers:
        _solvers.append(Solver(memory_mb=512))
    return _solvers[0].search(Position(STANDARD, moves)).column


def make(plies: int, workers: int, resume: bool) -> None:
    """Make the book of positions with up to so many pieces."""
    known: dict[Moves, int] = {}
    board = board_of_size(COLUMNS, ROWS)
    first = 0
    if resume:
        first, text = book_text()
        digits = iter(OpeningBook(COLUMNS, ROWS, first, text).columns.values())

        def choose_again(moves: Moves) -> int:
            known[moves] = next(digits)
            return known[moves]

        walk_openings(board, first, choose_again)
        first += 1
    with ProcessPoolExecutor(workers) as executor:
        for most in range(first, plies + 1):
            new: list[Moves] = []

            def choose(moves: Moves, new: list[Moves] = new) -> int:
                if moves not in known:
                    new.append(moves)  # the last ply: what follows is not walked
                return known.get(moves, 0)

            walk_openings(board, most, choose)
            known.update(zip(new, executor.map(best_column, new, chunksize=8), strict=True))
            found = walk_openings(board, most, known.__getitem__)
            BOOK.write_text(written(most, found.values()), "utf-8")
            print(f"{most} plies: {len(new)} new positions, {len(found)} in all", flush=True)


def main() -> None:
    """Read the arguments and make the book."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plies", type=int, default=11, help="how many pieces at most")
    parser.add_argument("--workers", type=int, default=1, help="how many processes solve")
    parser.add_argument("--resume", action="store_true", help="keep what the file has")
    arguments = parser.parse_args()
    make(arguments.plies, arguments.workers, arguments.resume)


if __name__ == "__main__":
    main()

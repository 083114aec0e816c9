"""Makes and verifies the balanced openings of 7x6 that come with the package.

An opening is taken if its exact value is a draw, so that neither side begins with a won game, and
if neither player could complete four at once, so that nobody's first move is forced. All such
positions of six plies are taken, and a sample of those of eight; a position and its mirror image
count as one.

The file is the same byte for byte whenever it is made: the order, and the sample, are by the
SHA-256 of an opening's text, which mixes all kinds of openings.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from fourfold.arena.openings import identity, is_decided
from fourfold.rules import STANDARD, Position
from fourfold.search import Result, Solver
from fourfold.search.book.positions import layers

PLIES = {6: None, 8: 1000}
"""How many openings of each length are taken; None is all of them."""

HEADER = """\
# Balanced openings of 7x6: each is a draw if both play perfectly, and nobody can win at once.
# Written by scripts/make_balanced_openings.py; docs/match.md says how.
"""


def make(plies: int, count: int | None, solver: Solver) -> list[Position]:
    """Return the balanced openings of one length, in their order; at most `count` of them."""
    candidates = [Position(STANDARD, moves) for moves in layers(STANDARD, plies)[plies].values()]
    found = (
        position
        for position in sorted(candidates, key=_order)
        if is_drawn(position, solver) and is_quiet(position)
    )
    return list(islice(found, count))


def make_all(solver: Solver) -> list[Position]:
    """Return the whole suite, in its order."""
    made = [opening for plies, count in PLIES.items() for opening in make(plies, count, solver)]
    return sorted(made, key=_order)


def file_text(openings: Sequence[Position]) -> str:
    """Return the contents of the file."""
    return HEADER + "".join(f"{opening.to_text()}\n" for opening in openings)


def verify(
    openings: Sequence[Position],
    solver: Solver,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[str]:
    """Yield a sentence for each opening that does not belong into a balanced suite.

    solver: proves them again; without a book, so that nothing is taken on trust.
    """
    seen: dict[object, Position] = {}
    for number, opening in enumerate(openings, start=1):
        name = f"'{opening.to_text()}'"
        twin = seen.setdefault(identity(opening), opening)
        if opening.rules != STANDARD:
            yield f"{name} is not an opening of {STANDARD}"
        elif twin is not opening:
            yield f"{name} is the same as '{twin.to_text()}', or its mirror image"
        elif not is_quiet(opening):
            yield f"{name} is decided, or a player could complete four at once"
        elif not is_drawn(opening, solver):
            yield f"{name} is not a draw"
        report(number, len(openings))


def is_quiet(position: Position) -> bool:
    """Return True if neither player, being to move, could complete four at once."""
    if is_decided(position):
        return False
    for column in position.legal_columns:
        elsewhere = next(other for other in position.legal_columns if other != column)
        if position.play(elsewhere).play(column).outcome is not None:
            return False
    return True


def is_drawn(position: Position, solver: Solver) -> bool:
    """Return True if the exact value of a position is a draw."""
    return solver.solve(position, wdl=True).outcome is Result.DRAW


def _order(position: Position) -> bytes:
    return hashlib.sha256(position.to_text().encode()).digest()

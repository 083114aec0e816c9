"""The searches: a thin, typed face of the native core."""

from fourfold.search.book import Book
from fourfold.search.limits import Limit
from fourfold.search.score import Best, Bounds, Progress, Result, Score, Unproven
from fourfold.search.solver import Solver, solve
from fourfold.search.stop import Stop

__all__ = [
    "Best",
    "Book",
    "Bounds",
    "Limit",
    "Progress",
    "Result",
    "Score",
    "Solver",
    "Stop",
    "Unproven",
    "solve",
]

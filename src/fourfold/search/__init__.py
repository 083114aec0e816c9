"""The searches: the solver, alpha-beta and the Monte Carlo search, all native, and opening books.

Every search speaks one protocol (`protocol.py`). What plays a game with one is in `agents`.
"""

from fourfold.search.book import Book
from fourfold.search.engine import SolverProgress, SolverResult
from fourfold.search.limits import Limit
from fourfold.search.protocol import Search, SearchProgress, SearchResult, Watch
from fourfold.search.score import Bounds, Result, Score, Unproven
from fourfold.search.solver import Solver, solve
from fourfold.search.stop import Stop

__all__ = [
    "Book",
    "Bounds",
    "Limit",
    "Result",
    "Score",
    "Search",
    "SearchProgress",
    "SearchResult",
    "Solver",
    "SolverProgress",
    "SolverResult",
    "Stop",
    "Unproven",
    "Watch",
    "solve",
]

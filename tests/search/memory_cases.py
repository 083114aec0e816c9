"""Searches that fill their tables, for `tests.resident_memory`."""

from collections.abc import Callable
from typing import Any

import numpy as np

import fourfold as ff
from fourfold.search.alphabeta import AlphaBeta
from fourfold.search.evaluation import HardWeights, ThreatWeights
from fourfold.search.tree import TreeRequest
from fourfold.search.uct import Uct
from tests.resident_memory import Case

_MB = 16
_FULL = 0.8  # of the limit: so much must be in use
_USEFUL_ON_7X6 = 8.0  # MB: the solver takes no more for this board


def _solver(rules: str, nodes: int, threads: int = 1, limit: float = _MB) -> Case:
    def work() -> object:
        solver = ff.Solver(threads=threads, memory_mb=_MB, book=False)
        solver.bounds(f"{rules}:", limit=ff.Limit(nodes=nodes))
        return solver

    return Case(work, limit, _FULL * limit)


def _alphabeta(rules: str, nodes: int, memory: int = _MB, **options: Any) -> Case:
    def work() -> object:
        chosen = options if "evaluation" in options else {"weights": ThreatWeights(), **options}
        search = AlphaBeta(ff.Rules.parse(rules), memory_mb=memory, **chosen)
        search.search(f"{rules}:", ff.Limit(nodes=nodes, depth=40))
        return search

    return Case(work, memory, _FULL * memory)


def _uct(
    rules: str,
    simulations: int,
    memory: int = _MB,
    tree: TreeRequest | None = None,
    **options: Any,
) -> Case:
    def work() -> object:
        search = Uct(memory_mb=memory, seed=1, **options)
        search.search(f"{rules}:", simulations=simulations, tree=tree)
        return search

    return Case(work, memory, _FULL * memory)


def _reused() -> Case:
    """Return a search whose tree is full, cut down to a part, and full again."""

    def work() -> object:
        search = Uct(memory_mb=4, seed=1, evaluation=HardWeights())
        for text in ("12x12:", "12x12:f", "12x12:fg"):
            search.search(text, simulations=12_000)
        return search

    return Case(work, 4, _FULL * 4)


def _even(planes: Any) -> Any:
    return np.full(len(planes), 0.5)


def _even_with_priors(planes: Any) -> Any:
    return np.full(len(planes), 0.5), np.full((len(planes), planes.shape[3]), 1.0)


_number: Callable[[ff.Position], float] = lambda position: position.ply  # noqa: E731

CASES = {
    "alphabeta": _alphabeta("12x12", 1_200_000),
    "alphabeta, 7x6, 64 MB": _alphabeta("7x6", 2_500_000, 64),
    "alphabeta, 1 MB": _alphabeta("12x12", 150_000, 1),
    "alphabeta, threads": _alphabeta("12x12", 1_200_000, threads=True),
    "alphabeta, bonus": _alphabeta("9x7-bd2", 1_000_000),
    "alphabeta, own evaluation": _alphabeta("12x12", 60_000, 4, evaluation=_number),
    "solver, 7x6": _solver("7x6", 800_000, limit=_USEFUL_ON_7X6),
    "solver, 7x6, two threads": _solver("7x6", 800_000, 2, _USEFUL_ON_7X6),
    "solver, 9x7": _solver("9x7", 1_000_000),
    "solver, 9x7, two threads": _solver("9x7", 1_000_000, 2),
    "solver, 12x12": _solver("12x12", 800_000),
    "solver, 12x12, two threads": _solver("12x12", 800_000, 2),
    "solver, bonus": _solver("9x7-bd2", 1_000_000),
    "uct": _uct("12x12", 150_000, 8),
    "uct, 7x6, two threads": _uct("7x6", 250_000, 8, threads=2),
    "uct, bonus, 1 MB": _uct("9x7-bd2", 50_000, 1),
    "uct, recorded": _uct("12x12", 150_000, 8, TreeRequest()),
    "guided, weights": _uct("12x12", 45_000, evaluation=HardWeights()),
    "guided, reused": _reused(),
    "guided, function": _uct("12x12", 14_000, 4, evaluation=lambda position: 0.5),
    "guided, batches": _uct("12x12", 14_000, 4, evaluation=_even, batch=256),
    "guided, priors": _uct(
        "12x12", 14_000, 4, evaluation=_even_with_priors, batch=256, priors=True
    ),
}

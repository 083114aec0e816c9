"""Reviews of whole games on 7x6, each by a new analyst, with the book and on one core.

An answer is right if every label is proven and the outcome changed at the plies that the solver
finds, as `scripts/check_reviews.py` does. The demand is the project's own: a game of 41 plies in 3
seconds. The processor time beside it is for busy machines.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.framework import Options, Result, benchmark
from fourfold import Limit, review
from fourfold.analysis.analyst import Analyst

WITHIN = 3.0
RUNS = 3


class Case(NamedTuple):
    game: str
    changes: list[int]


CASES = [
    Case("7x6:36426444466323622246521711111553337777755", [1, 14]),
    Case("7x6:374544433212436527337774116555561116622267", [1, 2, 5, 8, 9, 22, 23, 24]),
    Case("7x6:554344674554455727722223323331111117766666", [1]),
]


@benchmark("review")
def reviews(options: Options) -> Iterator[Result]:
    for case in CASES[-1:] if options.quick else CASES:
        seconds = cpu_seconds = float("inf")
        correct = True
        for _ in range(1 if options.quick else RUNS):
            began, cpu_began = time.perf_counter(), time.process_time()
            found = review(case.game, Analyst(), Limit(60), explainer=lambda position, column: ())
            seconds = min(seconds, time.perf_counter() - began)
            cpu_seconds = min(cpu_seconds, time.process_time() - cpu_began)
            changes = [ply.number for ply in found.turning_points]
            correct = correct and found.is_complete and found.proven and changes == case.changes
        yield Result(
            case=f"{len(found.plies)} plies, {len(case.changes)} turning points",
            correct=correct,
            amount=len(found.plies),
            unit="plies",
            seconds=seconds,
            within=WITHIN,
            detail=f"{cpu_seconds:.2f} s of the processor",
            numbers={"cpu_seconds": cpu_seconds, "nodes": found.nodes},
        )

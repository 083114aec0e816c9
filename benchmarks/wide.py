"""The solver on random positions of wide boards, whose sets of cells take more than 64 bits.

Everything is on one thread, with a table of its own for each position. Nodes are the same in every
run; compare seconds only within one sitting.
"""

import time
from collections.abc import Iterator
from itertools import groupby

from benchmarks.framework import Options, Result, benchmark, short
from benchmarks.positions import DATA
from fourfold import Position, _native
from fourfold.search.score import score_of

FILE = DATA / "wide-positions.txt"
MEMORY_MB = 256
QUICK = 1


@benchmark("wide", live=True)
def wide(options: Options) -> Iterator[Result]:
    for board, scored in groupby(positions(), key=lambda one: str(one[0].rules)):
        cases = list(scored)[: QUICK if options.quick else None]
        yield solve_all(board, cases, options.memory_mb or MEMORY_MB)


def positions() -> list[tuple[Position, int]]:
    """Read the positions and their scores, board by board."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    fields = [line.split() for line in lines if not line.startswith("#")]
    return [(Position.parse(text), int(score)) for text, score in fields]


def solve_all(board: str, cases: list[tuple[Position, int]], memory_mb: int) -> Result:
    right = nodes = 0
    seconds = cpu_seconds = 0.0
    for position, score in cases:
        rules = position.rules
        solver = _native.Solver(_native.Rules(rules.columns, rules.rows), memory_mb, 1)
        began = time.process_time()
        solved = solver.solve(list(position.moves))
        cpu_seconds += time.process_time() - began
        seconds += solved.seconds
        nodes += solved.nodes
        free = rules.playable_cells - position.ply
        right += solved.finished and score_of(solved.lower, free).score == score
    return Result(
        case=f"{board}, 1 thread",
        correct=right == len(cases),
        amount=nodes,
        unit="nodes",
        seconds=seconds,
        detail=(
            f"{right}/{len(cases)}, {short(nodes / len(cases))} nodes each, "
            f"{cpu_seconds:.2f} s of processor time, {1e9 * cpu_seconds / nodes:.0f} ns a node"
        ),
        numbers={"positions": len(cases), "nodes": nodes, "cpu_seconds": cpu_seconds},
    )

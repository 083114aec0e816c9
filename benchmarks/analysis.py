"""The stream of an analysis: how soon its first answer comes, on boards of every size.

An analyst that has never seen a position is given empty boards and positions in the middle of a
game, in which nobody wins at once. A case is right if the answer has something to say about every
column. Its seconds are those of the fastest of several runs, each by an analyst of its own; the
processor time beside it is for busy machines.
"""

import time
from collections.abc import Iterator

from benchmarks.framework import Options, Result, benchmark
from fourfold import Analyst, Limit, Position, Rules
from fourfold.arena.openings import is_decided
from fourfold.rules.splitmix import SplitMix64

WITHIN = 0.05
"""Seconds until the first answer, at most."""
RUNS = 5
SEED = 1
SIZES = [*((size, size) for size in range(4, 13)), (7, 6), (9, 7), (4, 12), (12, 4)]
QUICK_SIZES = [(4, 4), (7, 6), (12, 12)]


def middle_game(rules: Rules, generator: SplitMix64) -> Position:
    """Return a position with a quarter of its cells taken, by random moves, that is not decided."""
    while True:
        position = Position(rules)
        while position.outcome is None and 4 * position.ply < rules.playable_cells:
            legal = position.legal_columns
            position = position.play(legal[generator.below(len(legal))])
        if not is_decided(position):
            return position


def first_answer(position: Position) -> tuple[float, float, bool]:
    """Return seconds and processor seconds until a new analyst's first answer, and if it is right.

    It is right if every column has a win chance and a line that begins with it.
    """
    began, cpu_began = time.perf_counter(), time.process_time()
    answers = Analyst().stream(position, Limit(60))
    first = next(iter(answers))
    seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
    right = set(first.columns) == set(position.legal_columns) and all(
        known.line[0] == column and (known.proven or 0 < known.win_chance < 1)
        for column, known in first.columns.items()
    )
    return seconds, cpu_seconds, right


@benchmark("analysis")
def analysis(options: Options) -> Iterator[Result]:
    """Time to the first answer of `Analyst.stream`."""
    generator = SplitMix64(SEED)
    for columns, rows in QUICK_SIZES if options.quick else SIZES:
        rules = Rules(columns, rows)
        for what, position in (
            ("empty", Position(rules)),
            ("middle", middle_game(rules, generator)),
        ):
            runs = [first_answer(position) for _ in range(1 if options.quick else RUNS)]
            cpu_seconds = min(cpu for _, cpu, _ in runs)
            yield Result(
                f"{rules} {what}",
                all(right for _, _, right in runs),
                1,
                "answers",
                min(seconds for seconds, _, _ in runs),
                within=WITHIN,
                detail=f"processor time {1000 * cpu_seconds:.0f} ms",
                numbers={"cpu_seconds": cpu_seconds},
            )

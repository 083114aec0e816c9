"""Leaf moves a second in the native game tree, one board for each instantiation of the core.

A leaf is counted, not played, as is usual. The floors are the project's own demand, on one core,
for the module in use.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from benchmarks.framework import Options, Result, benchmark, timed
from benchmarks.levels import levels


class Case(NamedTuple):
    columns: int
    rows: int
    depth: int
    leaves: int
    floor: float | None = None


# Depth 10 on 7x6 is a number of the field; Python's rules have counted those of 8x7 and 9x8.
# 12x12 has no finished game and no full column so early: 12 to the power of the depth.
CASES = [
    Case(7, 6, 10, 268_031_646, floor=100e6),
    Case(8, 7, 8, 16_553_656),
    Case(9, 8, 8, 42_569_793),
    Case(12, 12, 7, 12**7, floor=15e6),
]
QUICK_CASES = [
    Case(7, 6, 8, 5_673_234, floor=100e6),
    Case(9, 8, 7, 9**7),
    Case(12, 12, 6, 12**6, floor=15e6),
]


@benchmark("perft")
def perft(options: Options) -> Iterator[Result]:
    for number, (level, native) in enumerate(levels().items()):
        for case in QUICK_CASES if options.quick else CASES:
            rules = native.Rules(case.columns, case.rows)
            leaves, seconds = timed(
                partial(native.perft, rules, [], case.depth), repeats=1 if options.quick else 3
            )
            yield Result(
                case=f"{case.columns}x{case.rows} depth {case.depth}, {level}",
                correct=leaves == case.leaves,
                amount=leaves,
                unit="leaves",
                seconds=seconds,
                floor=case.floor if number == 0 else None,
            )

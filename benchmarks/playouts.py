"""Random games a second. The same seed must give the same games in every build."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from benchmarks.framework import Options, Result, benchmark, short, timed
from benchmarks.levels import levels
from fourfold import Rules

SEED = 2024


class Totals(NamedTuple):
    """FIRST's wins, SECOND's wins, draws and plies."""

    first_wins: int
    second_wins: int
    draws: int
    plies: int

    @property
    def games(self) -> int:
        return self.first_wins + self.second_wins + self.draws


CASES = {
    "7x6": Totals(111_052, 88_421, 527, 4_262_834),
    "6x6-bc2": Totals(108_173, 88_172, 3_655, 4_312_241),
    "9x8-xd3": Totals(111_252, 88_745, 3, 4_823_429),
    "12x12": Totals(55_100, 44_900, 0, 2_627_184),
}
QUICK_CASES = {
    "7x6": Totals(509, 489, 2, 21_401),
    "6x6-bc2": Totals(561, 422, 17, 21_566),
    "9x8-xd3": Totals(565, 435, 0, 23_705),
}


@benchmark("playouts")
def playouts(options: Options) -> Iterator[Result]:
    for level, native in levels().items():
        for text, known in (QUICK_CASES if options.quick else CASES).items():
            rules = Rules.parse(text)
            twin = native.Rules(rules.columns, rules.rows, list(rules.forbidden), rules.bonus)
            found, seconds = timed(
                partial(native.random_playouts, twin, [], SEED, known.games),
                repeats=1 if options.quick else 3,
            )
            totals = Totals(found.first_wins, found.second_wins, found.draws, found.plies)
            yield Result(
                case=f"{text}, {level}",
                correct=totals == known,
                amount=totals.games,
                unit="games",
                seconds=seconds,
                detail=f"{short(totals.plies / seconds)} plies",
            )

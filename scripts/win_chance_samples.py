"""Columns whose outcome is known, with what the Monte Carlo search says of them.

    solved         every column of positions that the solver can prove, on boards up to 9x7
    self_played    columns of games that the Monte Carlo search plays to the end, on larger boards

Both go on without end, and give the same samples for the same seed. A column that the Monte Carlo
search proves is no sample: nobody needs an estimate of it.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fourfold.analysis.calibration import fullness
from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Limit, Result, Solver
from fourfold.search.score import Unproven
from fourfold.search.uct import ColumnStatistics, Uct, UctResult

SOLVED_FROM = {
    (5, 5): 0.0,
    (6, 5): 0.0,
    (6, 6): 0.1,
    (7, 6): 0.15,
    (8, 6): 0.25,
    (8, 7): 0.4,
    (9, 7): 0.4,
}
"""By size, how full a board must be for nearly all of its positions to be solved in time."""
SELF_PLAYED = ((10, 10), (12, 12))
RULES_OF_A_SIZE = 8
FULLEST = 0.9
NODES = 20_000_000
"""For all columns of a position. What takes longer is dropped, and counted."""
FEWEST_SIMULATIONS = 30
POINTS = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
_NOISE = (1.0, 0.5, 0.2)  # the shares of random moves in the games that lead to positions
_SIMULATIONS_A_MOVE = 4_000  # of the games that are played to the end
_PLIES_BETWEEN = 8  # two samples of one game, on average


@dataclass(frozen=True, slots=True)
class Sample:
    """A column with an estimate, and what it is worth to the player who moves there."""

    size: tuple[int, int]
    win_rate: float
    visits: int
    fullness: float
    playable_cells: int
    points: float
    weight: float = 1.0
    """The columns of a position share a weight of 1."""


def solved(seed: int, simulations: int, dropped: Counter[str]) -> Iterator[list[Sample]]:
    """Yield the samples of one position after the other, the sizes taking turns.

    simulations: the most for a position; how many it gets is drawn, low numbers as often as high.
    dropped: counts, by size, the positions that took too long to solve.
    """
    chance = SplitMix64(seed)
    uct, solver = Uct(seed=seed, memory_mb=64, reuse=False), Solver(memory_mb=64)
    while True:
        for size, least in SOLVED_FROM.items():
            samples: list[Sample] = []
            while not samples:
                position = _position(chance, _rules(chance, size), least)
                found = uct.search(
                    position, simulations=_spread(chance, FEWEST_SIMULATIONS, simulations)
                )
                unproven = [known for known in found.columns if known.proven is None]
                if not any(known.visits for known in unproven):
                    continue
                try:
                    scores = solver.columns(position, wdl=True, limit=Limit(nodes=NODES))
                except Unproven:
                    dropped["x".join(map(str, size))] += 1
                    continue
                samples = _samples(
                    position, {c.column: POINTS[scores[c.column].outcome] for c in unproven}, found
                )
            yield samples


def self_played(seed: int, simulations: int) -> Iterator[list[Sample]]:
    """Yield the samples of one game after the other, the sizes taking turns.

    The first column is any one, so that bad ones occur as well; from then on the search plays what
    it thinks best, and the end of the game is what each of its columns was worth. A second search,
    with as many simulations as for `solved`, makes the estimates.
    """
    chance = SplitMix64(seed)
    uct = Uct(seed=seed, memory_mb=64, reuse=False)
    while True:
        for size in SELF_PLAYED:
            samples: list[Sample] = []
            while not samples:
                samples = _game(chance, _rules(chance, size), uct, simulations)
            yield samples


def _game(chance: SplitMix64, rules: Rules, uct: Uct, simulations: int) -> list[Sample]:
    position = _position(chance, rules, 0.0)
    player = Uct(seed=chance.next(), memory_mb=64)
    estimates: list[tuple[Position, ColumnStatistics]] = []
    proven: Result | None = None
    first = True
    while position.outcome is None:
        best = player.search(position, simulations=_SIMULATIONS_A_MOVE)
        if best.score is not None:
            proven = best.score.outcome
            break
        column = best.column
        if first or chance.below(_PLIES_BETWEEN) == 0:
            most = _spread(chance, FEWEST_SIMULATIONS, simulations)
            known = {c.column: c for c in uct.search(position, simulations=most).columns}
            if first:
                column = chance.below(rules.columns)
                while column not in known:
                    column = chance.below(rules.columns)
            if known[column].proven is None and known[column].visits:
                estimates.append((position, known[column]))
            first = False
        position = position.play(column)
    points = _points(position, proven)
    return [
        _sample(each, column, points if each.turn is position.turn else 1 - points, 1.0)
        for each, column in estimates
    ]


def _points(position: Position, proven: Result | None) -> float:
    """What the end of a game is worth to the player to move, or a proof if it has not ended."""
    if position.outcome is None:
        assert proven is not None
        return POINTS[proven]
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is position.turn)


def _samples(position: Position, points: dict[int, float], found: UctResult) -> list[Sample]:
    known = [column for column in found.columns if column.column in points and column.visits]
    return [_sample(position, each, points[each.column], 1 / len(known)) for each in known]


def _sample(position: Position, of: ColumnStatistics, points: float, weight: float) -> Sample:
    assert of.win_rate is not None
    rules = position.rules
    return Sample(
        (rules.columns, rules.rows),
        of.win_rate,
        of.visits,
        fullness(position),
        rules.playable_cells,
        points,
        weight,
    )


def _rules(chance: SplitMix64, size: tuple[int, int]) -> Rules:
    """One of the rules of a size: plain, with forbidden cells, or with a bonus cell."""
    kind = chance.below(RULES_OF_A_SIZE)
    cells = SplitMix64(kind)
    drawn = [(cells.below(size[0]), cells.below(size[1])) for _ in range(1 + kind // 2)]
    if kind < RULES_OF_A_SIZE // 2:
        return Rules(*size)
    if kind < RULES_OF_A_SIZE - 1:
        return Rules(*size, forbidden=sorted(set(drawn)))
    return Rules(*size, bonus=drawn[0])


def _position(chance: SplitMix64, rules: Rules, least: float) -> Position:
    """A position of a game with more or fewer random moves, at least so full."""
    cells = rules.playable_cells
    mover = Uct(seed=chance.next(), memory_mb=1)
    while True:
        plies = math.ceil(least * cells)
        plies += chance.below(math.floor(FULLEST * cells) - plies + 1)
        noise = _NOISE[chance.below(len(_NOISE))]
        position = Position(rules)
        while position.outcome is None and position.ply < plies:
            legal = position.legal_columns
            if chance.below(100) < 100 * noise:
                position = position.play(legal[chance.below(len(legal))])
            else:
                position = position.play(mover.search(position, simulations=60).column)
        if position.outcome is None:
            return position


def _spread(chance: SplitMix64, least: int, most: int) -> int:
    """A number whose logarithm is uniform between those of two others."""
    share = chance.below(1_000) / 999
    return round(math.exp(math.log(least) + share * math.log(most / least)))

"""What a player's answers to solved positions say of it.

Rates have Wilson's 95 % interval (see `arena.statistics.elo`). The interval of the points given
away is mean ± 1.96 * s / sqrt(n), with s the standard deviation of the n positions.
"""

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fourfold.arena.statistics.elo import NORMAL_95, wilson
from fourfold.arena.statistics.quality import Phase
from fourfold.grading.answers import Answer
from fourfold.grading.calibration import Calibration, calibration_of
from fourfold.search import Limit, Result

KINDS = ("plain", "forbidden", "bonus")
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MoveQuality:
    """How good the moves in some positions are."""

    positions: int
    """How many there are."""
    perfect: int
    """Moves with the best score: the quickest win, a draw, or the slowest loss."""
    at_stake: int
    """Positions in which a win or a draw could be thrown away."""
    kept: int
    """Those in which it was not."""
    points: int
    """Points of the solver's score that were given away."""
    points_squared: int
    """The sum of the squares of the points of single moves."""

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> "MoveQuality":
        """Count answers."""
        found = [(answer.counts, answer.solved.is_at_stake) for answer in answers]
        at_stake = sum(stake for _, stake in found)
        return cls(
            positions=len(found),
            perfect=sum(counts.perfect for counts, _ in found),
            at_stake=at_stake,
            kept=at_stake - sum(counts.mistakes for counts, _ in found),
            points=sum(counts.points_given_away for counts, _ in found),
            points_squared=sum(counts.points_given_away**2 for counts, _ in found),
        )

    @property
    def perfect_rate(self) -> float:
        """The share of perfect moves."""
        return self.perfect / self.positions

    @property
    def perfect_interval(self) -> Interval:
        """The 95 % interval of the share of perfect moves."""
        found = wilson(self.perfect_rate, self.positions)
        return found.low, found.high

    @property
    def outcome_rate(self) -> float | None:
        """How often a win stayed a win and a draw a draw; None if nothing was at stake."""
        return self.kept / self.at_stake if self.at_stake else None

    @property
    def outcome_interval(self) -> Interval | None:
        """The 95 % interval of that."""
        if self.outcome_rate is None:
            return None
        found = wilson(self.outcome_rate, self.at_stake)
        return found.low, found.high

    @property
    def points_per_move(self) -> float:
        """How many points a move gives away in the mean."""
        return self.points / self.positions

    @property
    def points_interval(self) -> Interval:
        """The 95 % interval of that."""
        mean = self.points_per_move
        variance = max(0.0, self.points_squared / self.positions - mean * mean)
        error = NORMAL_95 * math.sqrt(variance / self.positions)
        return max(0.0, mean - error), mean + error


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds per move: the median, the mean and the longest."""

    median: float
    mean: float
    longest: float


@dataclass(frozen=True, slots=True, repr=False)
class Grade:
    """How well a player moves in solved positions; `print` shows it as a table.

    >>> grade = ff.grade("greedy", rules="7x6", quick=True)
    >>> {str(phase): round(part.perfect_rate, 2) for phase, part in grade.by_phase.items()}
    {'opening': 0.59, 'middle': 0.59, 'end': 0.49}
    """

    name: str
    """The player's."""
    benchmark: str
    """The benchmark's name with its version, or what the positions are."""
    answers: tuple[Answer, ...]
    """One for each position, in the order of the benchmark."""
    skipped: int = 0
    """Positions left out because the player does not play their boards."""
    seed: int = 0
    """Of a player that chooses at random."""
    limit: Limit = Limit()  # noqa: RUF009 - immutable
    """For each move."""

    @property
    def total(self) -> MoveQuality:
        """All positions together."""
        return MoveQuality.of(self.answers)

    @property
    def perfect_rate(self) -> float:
        """The share of perfect moves."""
        return self.total.perfect_rate

    @property
    def outcome_rate(self) -> float | None:
        """How often a win stayed a win and a draw a draw; None if nothing was at stake."""
        return self.total.outcome_rate

    @property
    def points_per_move(self) -> float:
        """How many points of the solver's score a move gives away in the mean."""
        return self.total.points_per_move

    @property
    def by_phase(self) -> dict[Phase, MoveQuality]:
        """The opening, the middle and the end: thirds of the cells."""
        return self._split(lambda answer: answer.solved.phase, list(Phase))

    @property
    def by_kind(self) -> dict[str, MoveQuality]:
        """Boards that are plain, have forbidden cells, or have a bonus cell."""
        return self._split(lambda answer: answer.solved.kind, KINDS)

    @property
    def by_size(self) -> dict[str, MoveQuality]:
        """Every size of board, such as `7x6`, the smaller ones first."""
        sizes = {answer.solved.size: answer.solved.position.rules for answer in self.answers}
        order = sorted(sizes, key=lambda size: (sizes[size].columns * sizes[size].rows, size))
        return self._split(lambda answer: answer.solved.size, order)

    @property
    def by_outcome(self) -> dict[Result, MoveQuality]:
        """Positions that are won, drawn and lost for the side to move."""
        return self._split(lambda answer: answer.solved.outcome, list(Result))

    @property
    def calibration(self) -> Calibration:
        """Whether what the player says of its moves comes true."""
        return calibration_of(self.answers)

    @property
    def faults(self) -> dict[str, int]:
        """What the player did that was no legal move, and how often; the most frequent first."""
        return dict(Counter(each.fault for each in self.answers if each.fault).most_common())

    @property
    def times(self) -> Times:
        """The time per move."""
        seconds = [answer.seconds for answer in self.answers]
        return Times(statistics.median(seconds), statistics.fmean(seconds), max(seconds))

    def to_dict(self) -> dict[str, Any]:
        """Return everything that is counted, in plain types."""
        from fourfold.grading.report import as_dict

        return as_dict(self)

    def to_json(self) -> str:
        """Return everything that is counted as JSON."""
        from json import dumps

        return dumps(self.to_dict(), indent=2) + "\n"

    def _split(self, key: Callable[[Answer], Any], order: Sequence[Any]) -> dict[Any, MoveQuality]:
        groups: dict[Any, list[Answer]] = {each: [] for each in order}
        for answer in self.answers:
            groups[key(answer)].append(answer)
        return {each: MoveQuality.of(found) for each, found in groups.items() if found}

    def __str__(self) -> str:
        from fourfold.grading.report import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from fourfold.grading.report import as_html

        return as_html(self)

    def __repr__(self) -> str:
        total = self.total
        return (
            f"<Grade of {self.name}: {total.perfect_rate:.1%} perfect, "
            f"{total.points_per_move:.2f} points given away per move, {total.positions} positions>"
        )

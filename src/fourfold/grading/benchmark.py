"""The benchmark: positions whose every column is solved, frozen for ever. docs/benchmark.md.

A benchmark is a CSV file with a line for each position:

    position   its text
    source     where it comes from: `random` play, or a game between `agents`
    scores     the score of each column, for the side to move; a dot where it cannot be played
    plies      how many more plies the game lasts under best play if that column is played

The lines are mixed so that the first N of them are a fair sample: every phase, kind of board and
outcome has its share.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fourfold.arena.statistics.quality import Phase
from fourfold.rules import STANDARD, Position, Rules
from fourfold.search.score import Result, Score, score_of

NAME = "fourfold-benchmark-1"
"""The benchmark that comes with the package. Another content gets another number."""
FIELDS = ("position", "source", "scores", "plies")
_NOT_PLAYABLE = "."


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """A position, and the proven score of each of its columns."""

    position: Position
    """It is not finished."""
    columns: Mapping[int, Score]
    """For the side to move; every column that can be played has one."""
    source: str = ""
    """`random` play or a game between `agents`; empty for positions of your own."""

    @property
    def best(self) -> Score:
        """The score of the best columns, which is that of the position."""
        return max(self.columns.values(), key=lambda score: score.rank)

    @property
    def worst(self) -> Score:
        """The score of the worst column."""
        return min(self.columns.values(), key=lambda score: score.rank)

    @property
    def has_choice(self) -> bool:
        """Whether some column is better than another."""
        return self.best.rank != self.worst.rank

    @property
    def is_at_stake(self) -> bool:
        """Whether a win or a draw can be thrown away here."""
        return self.best.outcome is not self.worst.outcome

    @property
    def phase(self) -> Phase:
        """The third of a game that the position belongs to."""
        return Phase.of(self.position)

    @property
    def size(self) -> str:
        """The size of its board, such as `7x6`."""
        return f"{self.position.rules.columns}x{self.position.rules.rows}"

    @property
    def kind(self) -> str:
        """The kind of its board: `plain`, `forbidden` or `bonus`; see `board_kind`."""
        return board_kind(self.position.rules)

    @property
    def outcome(self) -> Result:
        """How the game ends under best play, for the side to move."""
        return self.best.outcome


def board_kind(rules: Rules) -> str:
    """Return `bonus` for a board with a bonus cell, else `forbidden` or `plain`."""
    if rules.bonus is not None:
        return "bonus"
    return "forbidden" if rules.forbidden else "plain"


def format_benchmark(positions: Iterable[SolvedPosition]) -> str:
    """Return the text of a benchmark's file."""
    return "\n".join([",".join(FIELDS), *map(_line, positions), ""])


def _line(solved: SolvedPosition) -> str:
    columns = [solved.columns.get(c) for c in range(solved.position.rules.columns)]
    scores = (_NOT_PLAYABLE if score is None else str(score.score) for score in columns)
    plies = (_NOT_PLAYABLE if score is None else str(score.plies) for score in columns)
    return ",".join([solved.position.to_text(), solved.source, " ".join(scores), " ".join(plies)])


def parse_line(line: str) -> SolvedPosition:
    """Read one line of a benchmark's file."""
    text, source, scores, plies = line.split(",")
    position = Position.parse(text)
    free = position.rules.playable_cells - position.ply
    columns = {
        column: _score(int(score), int(count), free)
        for column, (score, count) in enumerate(zip(scores.split(), plies.split(), strict=True))
        if score != _NOT_PLAYABLE
    }
    return SolvedPosition(position, columns, source)


def _score(score: int, plies: int, free: int) -> Score:
    value = 0 if score == 0 else (1 + free - plies) * (1 if score > 0 else -1)
    return score_of(value, free)


@cache
def benchmark_text(name: str = NAME) -> str:
    """Return the text of a benchmark that comes with the package."""
    return (files("fourfold.grading") / "data" / f"{name}.csv").read_text("utf-8")


def load_benchmark(
    rules: Iterable[Rules] | None = None, count: int | None = None
) -> list[SolvedPosition]:
    """Return the positions of the benchmark, in the order of its file.

    rules: only those on these boards.
    count: only the first so many of them.
    """
    boards = None if rules is None else {str(each) for each in rules}
    lines = benchmark_text().splitlines()[1:]
    if boards is not None:
        lines = [line for line in lines if line.partition(":")[0] in boards]
    return [parse_line(line) for line in lines[:count]]


def list_boards() -> dict[Rules, int]:
    """Count the positions of each board of the benchmark: 7x6 first, then by kind and size."""
    texts = [line.partition(":")[0] for line in benchmark_text().splitlines()[1:]]
    kinds = ("plain", "forbidden", "bonus")
    boards = sorted(
        map(Rules.parse, set(texts)),
        key=lambda rules: (
            rules != STANDARD,
            kinds.index(board_kind(rules)),
            rules.playable_cells,
            str(rules),
        ),
    )
    return {rules: texts.count(str(rules)) for rules in boards}

"""What the solver proves of each position, and the job by which a worker proves it.

Exact labels depend on nothing but the position. Those within a limit of nodes could depend on what
a table still holds of other positions; so then every job begins with an empty table, and the jobs
are always cut in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.book import shipped
from fourfold.search.engine import Engine, Query
from fourfold.search.limits import Limit
from fourfold.search.many import Question, Values, look_up, solve_chunk
from fourfold.search.proofs import score_or_outcome
from fourfold.search.run import run_native
from fourfold.search.score import Score

COLUMNS, SCORE, WDL = "columns", "score", "wdl"
_KINDS = (COLUMNS, SCORE, WDL)
_NOT_PLAYABLE = (32_767, -32_768)  # a lower bound above the upper one


@dataclass(frozen=True, slots=True)
class Labelling:
    """What is asked about each position."""

    labels: str = COLUMNS
    """`columns`: the score of each column, hence of the position, and the best columns; `score`: of
    the position only; `wdl`: only whether it is a win, a draw or a loss, for the side to move."""
    nodes: int | None = None
    """The most nodes to search for a position; one that needs more is marked as not proven."""
    memory_mb: int = 64
    """The size of each worker's table."""

    def __post_init__(self) -> None:
        if self.labels not in _KINDS:
            raise InvalidOption(
                f"the labels are {describe(self.labels)}, but must be one of {', '.join(_KINDS)}"
            )
        Limit(nodes=self.nodes)

    @property
    def question(self) -> Question:
        """What is asked of the solver."""
        limit = None if self.nodes is None else Limit(nodes=self.nodes)
        return Question(self.labels == WDL, self.labels == COLUMNS, limit)

    def width(self, rules: Rules) -> int:
        """Return how many numbers `label_job` gives for a position of a board."""
        return 2 * rules.columns if self.labels == COLUMNS else 2


@dataclass(frozen=True, slots=True)
class Label:
    """A position and what is proven of it, for the side to move."""

    position: Position
    score: Score | None
    """None if it is not proven; with `wdl` only its outcome counts."""
    columns: tuple[Score | None, ...] | None
    """The score of each column, None where it is not proven or cannot be played; None as a whole
    if the columns were not asked about."""

    @property
    def proven(self) -> bool:
        """Whether all that was asked about is proven."""
        return self.score is not None

    @property
    def best(self) -> tuple[int, ...] | None:
        """The best columns; None if they are not proven or were not asked about."""
        if self.columns is None or self.score is None:
            return None
        return tuple(
            column for column, score in enumerate(self.columns) if score and score == self.score
        )


def label_job(rules_text: str, labelling: Labelling, games: Sequence[Sequence[int]]) -> list[int]:
    """Label some positions of one board; workers on this machine or a cluster run this.

    Returns the bounds of the values, two numbers for a position or for each column.
    """
    make = _engine if labelling.nodes is None else _new_engine
    engine = make(rules_text, labelling.memory_mb)
    question = labelling.question
    query = Query(engine, 0, question.wdl)
    positions = [Position(engine.rules, moves) for moves in games]
    known = [look_up(engine, position, question) for position in positions]
    missing = [p for p, values in zip(positions, known, strict=True) if values is None]

    def end() -> None:
        query.ended = True
        engine.native.stop()

    # In a thread of its own, so that Ctrl-C is heard.
    solved = iter(run_native(lambda: solve_chunk(query, missing, question), end))
    numbers: list[int] = []
    for values in known:
        numbers += _flat(next(solved) if values is None else values, engine.rules.columns)
    return numbers


def _new_engine(rules_text: str, memory_mb: int) -> Engine:
    rules = Rules.parse(rules_text)
    return Engine(rules, 1, memory_mb, shipped(rules)[0])


_engine = lru_cache(maxsize=1)(_new_engine)


def forget_table() -> None:
    """Give back the memory of the table of this process."""
    _engine.cache_clear()


def _flat(values: Values, columns: int) -> Iterator[int]:
    if isinstance(values, tuple):
        yield from values
        return
    for column in range(columns):
        yield from values.get(column, _NOT_PLAYABLE)


def read_labels(
    positions: Sequence[Position], numbers: Sequence[int], labelling: Labelling
) -> Iterator[Label]:
    """Turn the numbers of a job into labels."""
    start = 0
    for position in positions:
        end = start + labelling.width(position.rules)
        pairs = list(zip(numbers[start:end:2], numbers[start + 1 : end : 2], strict=True))
        start = end
        yield _label(position, pairs, labelling)


def _label(position: Position, pairs: list[tuple[int, int]], labelling: Labelling) -> Label:
    free = position.rules.playable_cells - position.ply
    wdl = labelling.labels == WDL

    def score(pair: tuple[int, int]) -> Score | None:
        lower, upper = pair
        return score_or_outcome(lower, free, wdl) if lower == upper else None

    if labelling.labels != COLUMNS:
        return Label(position, score(pairs[0]), None)
    playable = [pair for pair in pairs if pair != _NOT_PLAYABLE]
    best = None
    if all(lower == upper for lower, upper in playable):
        best = score(max(playable))
    return Label(position, best, tuple(score(pair) for pair in pairs))

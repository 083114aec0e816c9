"""The agent `perfect`: always a best move, the quickest win or the slowest loss.

Of equally good columns it plays the one nearest the centre, and then the left one, so that the
same position always gets the same answer. Given `seconds`, it may have to move before it has a
proof; then it plays by what is proven so far and by the evaluation of `threat`, and says so.
"""

from collections.abc import Iterable, Mapping

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.agents.minimax import Minimax, reason_of
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Bounds, Limit, Solver, SolverResult
from fourfold.search.alphabeta import AlphaBetaResult
from fourfold.search.book import OneBook
from fourfold.search.evaluation import ThreatWeights
from fourfold.search.protocol import watch_onwards

_FOR_THE_SOLVER = 0.8  # of a limit; the rest is for the guess
_AFTER_A_STOP = 0.002  # seconds for the guess then
_PART_FOR_THE_GUESS = 32  # of its memory, of which that is one part beside the solver's table
_LARGE_MEMORY = 64  # MB; with less, only one of the two tables is kept
_WIN = 100_000  # the evaluation of a completed line


class Perfect(BaseAgent[Decision]):
    """Plays by the solver."""

    def __init__(
        self,
        seconds: float | None = None,
        threads: int = 1,
        memory: int = 256,
        book: bool | OneBook | Iterable[OneBook] = True,
    ) -> None:
        self._seconds = seconds
        self._solver = Solver(threads, memory, book)
        guess_memory = max(1, min(memory // _PART_FOR_THE_GUESS, 32))
        self._minimax = Minimax(ThreatWeights(), _WIN, memory=guess_memory)
        self._keeps_both_tables = memory >= _LARGE_MEMORY

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose a best column; within a limit a proven or else a likely one."""
        stop, watch = control.stop, control.watch
        within = Limit(self._seconds).and_also(control.limit)

        proof = self._solver.search(position, within.part(_FOR_THE_SOLVER), stop, watch)
        if proof.finished:
            return Decision(
                proof.column,
                score=proof.score,
                scores=proof.scores,
                nodes=proof.nodes,
                seconds=proof.seconds,
                line=proof.line,
                reason=f"proven: {proof.score}",
            )
        spent = control.spent
        if stop is not None and stop.requested:
            # There is no time left, but a little is needed to have anything to go by.
            left, stop = Limit(_AFTER_A_STOP), None
        else:
            left = within.less(spent, proof.nodes)
        if not self._keeps_both_tables:
            self._solver.clear()
        found = self._minimax.search(
            position,
            Control(left, stop, watch_onwards(watch, spent, proof.nodes), control.began),
            columns=not_worse(proof.column_bounds),
        )
        if not self._keeps_both_tables:
            self._minimax.clear()
        return _likely(position, proof, found, control)


def _likely(
    position: Position, proof: SolverResult, found: AlphaBetaResult, control: Control
) -> Decision:
    """Build the decision for the best guess among the columns that are not proven worse."""
    bounds = proof.column_bounds
    column = found.column
    here = bounds[column]
    if all(other.upper.rank <= here.lower.rank for other in bounds.values()):
        score, reason = here.lower, f"proven: {here.lower}"
    else:
        label = column_label(column, position.rules.columns)
        between = f"{here.lower.score} to {here.upper.score}"
        score, reason = (
            None,
            f"not proven in time: column {label} scores {between}, "
            f"and {reason_of(position, found)}",
        )
    proven = {c: b.proven for c, b in bounds.items() if b.proven is not None}
    return Decision(
        column,
        score=score,
        evaluation=None if score else found.evaluation,
        scores={**found.scores, **proven},
        evaluations=found.evaluations,
        nodes=proof.nodes + found.nodes,
        depth=None if score else found.depth,
        seconds=control.spent,
        line=found.line,
        reason=reason,
    )


def not_worse(bounds: Mapping[int, Bounds]) -> list[int]:
    """List the columns to choose from: proven wins or draws, else what is not proven lost."""
    surest = max(b.lower.rank for b in bounds.values())
    sure = [column for column, b in bounds.items() if b.lower.rank == surest]
    if surest >= 0:
        return sure
    return [column for column, b in bounds.items() if b.upper.rank > surest] or sure


register(
    AgentKind(
        name="perfect",
        summary="Always plays a best move: the quickest win, the slowest loss.",
        make=Perfect,
        limits=("seconds", "nodes"),  # a proof has no depth
        hooks=("book",),
        options=(
            Option(
                "seconds",
                float,
                None,
                "Time per move in seconds; without a proof by then, it plays its best guess.",
                above=0,
                most=1_000_000,
                label="Seconds per move",
            ),
            Option(
                "threads",
                int,
                1,
                "How many threads search together.",
                least=1,
                most=64,
                label="Threads",
            ),
            Option(
                "memory",
                int,
                256,
                "The most memory that its tables may take, in MB.",
                least=16,
                most=2**20,
                label="Memory in MB",
            ),
        ),
    )
)

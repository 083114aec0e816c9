"""The agent `perfect`: always a best move, the quickest win or the slowest loss.

Of equally good columns it plays the one nearest the centre, and then the left one, so that the
same position always gets the same answer. Given `seconds`, it may have to move before it has a
proof; then it plays by what is proven so far and by the search of `threat`, and says so.
"""

import time
from collections.abc import Mapping
from dataclasses import replace

from fourfold.agents.base import Decision, Thinking, Watch, check_unfinished
from fourfold.agents.minimax import Minimax, reason_of, time_left
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Bounds, Limit, Solver, Stop, Unproven
from fourfold.search.alphabeta import Searched
from fourfold.search.evaluation import ThreatWeights
from fourfold.search.stop import run_aside

_FOR_THE_PROOF = 0.6  # of a limit
_FOR_COLUMNS = 0.5  # of the rest, for what can be proven of single columns; then the guess
_A_LITTLE = 0.004  # seconds for both, for one who is told to stop
_WIN = 100_000  # document 002: what a completed line is worth to the guess


class Perfect:
    """Plays by the solver."""

    def __init__(self, seconds: float | None = None, threads: int = 1, memory: int = 256) -> None:
        self._seconds = seconds
        self._solver = Solver(threads, memory)
        self._minimax = Minimax(ThreatWeights(), _WIN)

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """A best column; with a limit, a proven or else a likely one."""
        check_unfinished(position)
        began = time.monotonic()
        within = Limit(self._seconds).and_also(limit)

        spent = seen = 0

        def look() -> None:
            nonlocal seen
            if watch is not None:
                progress = self._solver.progress()
                seen = max(seen, spent + (0 if progress is None else progress.nodes))
                watch(Thinking(time.monotonic() - began, seen))

        try:
            if stop is not None and stop.requested:
                raise Unproven("stopped before it began")
            best = run_aside(
                lambda: self._solver.best(position, _part(within, _FOR_THE_PROOF)),
                self._solver.stop,
                stop,
                None if watch is None else look,
            )
        except Unproven as unproven:
            spent = 0 if unproven.bounds is None else unproven.bounds.nodes
            start = began
            if stop is not None and stop.requested:
                # There is no time left, but a little is needed to have anything to go by.
                within, stop, start = Limit(_A_LITTLE), None, time.monotonic()
            bounds = run_aside(
                lambda: self._solver.column_bounds(
                    position, limit=_part(_left(within, start, spent), _FOR_COLUMNS)
                ),
                self._solver.stop,
                stop,
                None if watch is None else look,
            )
            spent += sum(bound.nodes for bound in bounds.values())
            found = self._minimax.search(
                position,
                _left(within, start, spent),
                stop,
                None if watch is None else lambda now: watch(_counted(now, max(spent, seen))),
                began,
                not_worse(bounds),
            )
            return _likely(position, bounds, found, spent, began)
        return Decision(
            best.column,
            score=best.score,
            scores=best.scores,
            nodes=best.nodes,
            seconds=best.seconds,
            line=(best.column,),
            reason=f"proven: {best.score}",
        )


def _likely(
    position: Position, bounds: Mapping[int, Bounds], found: Searched, spent: int, began: float
) -> Decision:
    """A column that nothing proven speaks against, and that the guess likes best."""
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
        nodes=spent + found.nodes,
        depth=None if score else found.depth,
        seconds=time.monotonic() - began,
        line=found.line,
        reason=reason,
    )


def _part(limit: Limit, part: float) -> Limit:
    """A part of a limit."""
    seconds = None if limit.seconds is None else limit.seconds * part
    nodes = None if limit.nodes is None else max(int(limit.nodes * part), 1)
    return replace(limit, seconds=seconds, nodes=nodes)


def _left(limit: Limit, began: float, spent: int) -> Limit:
    """What is left of a limit."""
    nodes = None if limit.nodes is None else max(limit.nodes - spent, 1)
    return replace(time_left(limit, began), nodes=nodes)


def _counted(now: Thinking, spent: int) -> Thinking:
    """With the nodes that the proof has taken."""
    return replace(now, nodes=spent + (now.nodes or 0))


def not_worse(bounds: Mapping[int, Bounds]) -> list[int]:
    """The columns to choose from: what is surely won or drawn, else what is not surely lost."""
    surest = max(b.lower.rank for b in bounds.values())
    sure = [column for column, b in bounds.items() if b.lower.rank == surest]
    if surest >= 0:
        return sure
    return [column for column, b in bounds.items() if b.upper.rank > surest] or sure


register(
    AgentKind(
        name="perfect",
        summary="Plays a best move, always: the quickest win, the slowest loss.",
        make=Perfect,
        options=(
            Option(
                "seconds",
                float,
                None,
                "Move after so long; without a proof, by a guess.",
                above=0,
                most=1_000_000,
            ),
            Option("threads", int, 1, "How many search together.", least=1, most=64),
            Option("memory", int, 256, "The size of the table in MB.", least=16, most=2**20),
        ),
        document="004",
    )
)

"""The agent `perfect`: always a best move, the quickest win or the slowest loss.

Of equally good columns it plays the one nearest the centre, and then the left one, so that the
same position always gets the same answer. Given `seconds`, it may have to move before it has a
proof; then it plays by what is proven so far and by guesses, and says so.
"""

import time
from collections.abc import Mapping
from dataclasses import replace

from fourfold.agents.base import Decision, Thinking, Watch, check_unfinished
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Bounds, Limit, Solver, Stop, Unproven
from fourfold.search.guess import guess
from fourfold.search.order import centre_first
from fourfold.search.stop import run_aside

_FOR_THE_PROOF = 0.7  # of the time; the rest is for what can be proven of single columns


class Perfect:
    """Plays by the solver."""

    def __init__(self, seconds: float | None = None, threads: int = 1, memory: int = 256) -> None:
        self._seconds = seconds
        self._solver = Solver(threads, memory)

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
        limit = Limit(self._seconds).and_also(limit)

        def look() -> None:
            if watch is not None:
                progress = self._solver.progress()
                nodes = None if progress is None else progress.nodes
                watch(Thinking(time.monotonic() - began, nodes))

        try:
            if stop is not None and stop.requested:
                return self._likely(position, began, limit)
            best = run_aside(
                lambda: self._solver.best(position, _part(limit)),
                self._solver.stop,
                stop,
                None if watch is None else look,
            )
        except Unproven:
            return self._likely(position, began, limit)
        return Decision(
            best.column,
            score=best.score,
            scores=best.scores,
            nodes=best.nodes,
            seconds=best.seconds,
            line=(best.column,),
            reason=f"proven: {best.score}",
        )

    def _likely(self, position: Position, began: float, limit: Limit) -> Decision:
        """A column that nothing proven speaks against, and that the guesses like best."""
        # Stopped by hand there is no time left, but a little is needed to have anything to go by.
        left = 0.0 if limit.seconds is None else limit.seconds - (time.monotonic() - began)
        bounds = self._solver.column_bounds(position, limit=Limit(max(left, 0.01)))
        columns = not_worse(bounds)
        guesses = guess(position, columns)
        order = centre_first(columns, position.rules.columns)
        column = max(order, key=guesses.__getitem__)
        here = bounds[column]
        if all(other.upper.rank <= here.lower.rank for other in bounds.values()):
            score, reason = here.lower, f"proven: {here.lower}"
        else:
            label = column_label(column, position.rules.columns)
            between = f"{here.lower.score} to {here.upper.score}"
            score, reason = (
                None,
                (
                    f"not proven in time: column {label} scores {between}, "
                    "and does best in random games"
                ),
            )
        return Decision(
            column,
            score=score,
            evaluation=None if score else guesses[column],
            scores={c: b.proven for c, b in bounds.items() if b.proven is not None},
            evaluations=guesses,
            nodes=sum(b.nodes for b in bounds.values()),
            seconds=time.monotonic() - began,
            line=(column,),
            reason=reason,
        )


def _part(limit: Limit) -> Limit:
    """What of a limit the proof may take."""
    seconds = None if limit.seconds is None else limit.seconds * _FOR_THE_PROOF
    return replace(limit, seconds=seconds)


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
                "Move after so long; without a proof, by the best guess.",
                above=0,
                most=1_000_000,
            ),
            Option("threads", int, 1, "How many search together.", least=1, most=64),
            Option("memory", int, 256, "The size of the table in MB.", least=16, most=2**20),
        ),
    )
)

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
from fourfold.search.guess import GAMES, guess
from fourfold.search.order import centre_first
from fourfold.search.stop import run_aside

_FOR_THE_PROOF = 0.7  # of a limit; the rest is for what can be proven of single columns
_A_LITTLE = 0.002  # seconds for that in any case, also for one who is told to stop


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
                lambda: self._solver.best(position, _part(within)),
                self._solver.stop,
                stop,
                None if watch is None else look,
            )
        except Unproven as unproven:
            spent = 0 if unproven.bounds is None else unproven.bounds.nodes
            games = GAMES
            if stop is not None and stop.requested:
                # There is no time left, but a little is needed to have anything to go by.
                within, stop, games = Limit(_A_LITTLE), None, GAMES // 8
            seconds = _A_LITTLE
            if within.seconds is not None:
                seconds = max(seconds, within.seconds - (time.monotonic() - began))
            nodes = None if within.nodes is None else max(within.nodes - spent, 1)
            bounds = run_aside(
                lambda: self._solver.column_bounds(position, limit=Limit(seconds, nodes)),
                self._solver.stop,
                stop,
                None if watch is None else look,
            )
            guesses = guess(position, not_worse(bounds), games)
            return _likely(position, bounds, guesses, spent, began)
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
    position: Position,
    bounds: Mapping[int, Bounds],
    guesses: Mapping[int, float],
    spent: int,
    began: float,
) -> Decision:
    """A column that nothing proven speaks against, and that the guesses like best."""
    order = centre_first(guesses, position.rules.columns)
    column = max(order, key=guesses.__getitem__)
    here = bounds[column]
    if all(other.upper.rank <= here.lower.rank for other in bounds.values()):
        score, reason = here.lower, f"proven: {here.lower}"
    else:
        label = column_label(column, position.rules.columns)
        between = f"{here.lower.score} to {here.upper.score}"
        score, reason = (
            None,
            (f"not proven in time: column {label} scores {between}, and does best in random games"),
        )
    return Decision(
        column,
        score=score,
        evaluation=None if score else guesses[column],
        scores={c: b.proven for c, b in bounds.items() if b.proven is not None},
        evaluations=guesses,
        nodes=spent + sum(b.nodes for b in bounds.values()),
        seconds=time.monotonic() - began,
        line=(column,),
        reason=reason,
    )


def _part(limit: Limit) -> Limit:
    """What of a limit the proof may take."""
    seconds = None if limit.seconds is None else limit.seconds * _FOR_THE_PROOF
    nodes = None if limit.nodes is None else max(int(limit.nodes * _FOR_THE_PROOF), 1)
    return replace(limit, seconds=seconds, nodes=nodes)


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

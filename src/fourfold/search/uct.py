"""The Monte Carlo tree search: UCT as in document 001, and a stronger policy, for every rules.

    Uct           the search with its tree
    Statistics    what it has found out about a position, and what that took
    Tried         the same about one column

A reward is what one playout ends with. A win rate is the mean of many, a guess. What is proven is
told apart from both: an outcome, and how long the proof found makes the game last. See docs/uct.md.
"""

import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fourfold import _native
from fourfold.errors import IllegalMove, InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.limits import NO_LIMIT, Limit
from fourfold.search.score import Score, outcome_of
from fourfold.search.stop import Stop, run_aside

Policy = Literal["strong", "plain"]

POLICIES: tuple[Policy, ...] = ("strong", "plain")
C: dict[Policy, float] = {"strong": 0.42, "plain": 1.0}
"""How much each policy explores, unless told otherwise."""
MOST_C = 100.0
MOST_THREADS = 64
MOST_MEMORY = 2**19
MOST_SIMULATIONS = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Tried:
    """What a search has found out about one column, for the side to move."""

    column: int
    visits: int
    """In how many simulations it was chosen."""
    win_rate: float | None
    """The mean of their rewards, a draw counting one half; None if there were none."""
    uncertainty: float | None
    """The standard error of the win rate, never 0."""
    proven: Score | None
    """Its outcome, where that is proven."""
    plies: int | None
    """How long the winner needs at most, by the proof of a win or a loss."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search has found out about a position, and what that took."""

    column: int
    """The best: won for sure, else the most visited that is not lost."""
    columns: tuple[Tried, ...]
    """Every column that can be played."""
    line: tuple[int, ...]
    """The line most visited, beginning with the column."""
    proven: Score | None
    """The outcome of the position, where that is proven."""
    plies: int | None
    """How long the game lasts by that proof."""
    simulations: int
    """Of this search."""
    reused: int
    """Simulations of earlier searches that count as well."""
    nodes: int
    """Positions that this search was the first to see."""
    depth: int
    """Of the tree, in plies, as far as this search went."""
    seconds: float

    @property
    def simulations_per_second(self) -> float:
        """The speed of this search."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0


class Uct:
    """A search that keeps its tree from move to move.

    Safe to use from several threads: searches wait for each other, `stop` and `statistics` do not.
    With a seed, one thread, and no limit of seconds, the same searches one after the other give
    the same answers.
    """

    def __init__(
        self,
        policy: Policy = "strong",
        *,
        c: float | None = None,
        seed: int | None = None,
        threads: int = 1,
        memory_mb: int = 256,
        reuse: bool = True,
    ) -> None:
        """A search without a tree.

        policy: `plain`, the document's UCT, or `strong`.
        c: how much to explore, 0 or more; None is the policy's own.
        seed: what chance comes from; None is to vary.
        threads: how many work on the tree together.
        memory_mb: the tree never takes more; once it is full, the search goes on in it.
        reuse: keep what the tree knows when the game goes on. Else every search starts afresh.
        """
        if policy not in POLICIES:
            raise InvalidOption(f"the policy is {describe(policy)}, but must be strong or plain")
        if c is None:
            c = C[policy]
        if type(c) not in (int, float) or not 0 <= c <= MOST_C:
            raise InvalidOption(f"c is {describe(c)}, but must be a number from 0 to {MOST_C:g}")
        _check("seed", seed, 0, 2**64 - 1, or_none=True)
        _check("threads", threads, 1, MOST_THREADS)
        _check("memory_mb", memory_mb, 1, MOST_MEMORY)
        self._strong = policy == "strong"
        self._c = float(c)
        self._seed = seed
        self._threads = threads
        self._memory_mb = memory_mb
        self._reuse = bool(reuse)
        self._rules: Rules | None = None
        self._tree: _native.Uct | None = None

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        simulations: int | None = None,
        stop: Stop | None = None,
        look: Callable[[], None] | None = None,
    ) -> Statistics:
        """Search a position that is not finished until a limit ends it, or a proof.

        limit: seconds; nodes, which bound the simulations, of which each sees at most one new
            position; and depth, beyond which the tree does not grow.
        simulations: how many at most.
        stop: requested from another thread, it ends the search within milliseconds.
        look: called several times a second meanwhile, from the same thread.
        """
        if not isinstance(position, Position):
            raise InvalidOption(f"a search needs a Position, not {describe(position)}")
        if not position.legal_columns:
            raise IllegalMove(
                f"no column of '{position.to_text()}' can be played: the game is over"
            )
        _check("simulations", simulations, 1, MOST_SIMULATIONS, or_none=True)
        limit = limit or NO_LIMIT
        most = min((n for n in (simulations, limit.nodes) if n is not None), default=None)
        depth = None if limit.depth is None else min(limit.depth, 1_000)
        tree = self._tree_for(position.rules)
        seed = secrets.randbits(64) if self._seed is None else self._seed

        def search() -> _native.UctReport:
            return tree.search(position.moves, seed, most, limit.seconds, depth)

        return _statistics(run_aside(search, tree.stop, stop, look))

    def stop(self) -> None:
        """End the search that is under way in another thread."""
        tree = self._tree
        if tree is not None:
            tree.stop()

    def statistics(self) -> Statistics | None:
        """What the search under way has found so far, or the last one; None if there was none."""
        tree = self._tree
        if tree is None:
            return None
        report = tree.report()
        return _statistics(report) if report.columns else None

    def forget(self) -> None:
        """Drop the tree."""
        self._tree = None
        self._rules = None

    @property
    def memory_bytes(self) -> int:
        """What the tree has taken so far."""
        return 0 if self._tree is None else self._tree.memory_bytes

    def _tree_for(self, rules: Rules) -> _native.Uct:
        tree = self._tree
        if tree is None or rules != self._rules:
            board = _native.Rules(rules.columns, rules.rows, rules.forbidden, rules.bonus)
            self._tree = None  # before the next one takes memory
            try:
                tree = _native.Uct(
                    board, self._memory_mb, self._threads, self._strong, self._c, self._reuse
                )
            except MemoryError:
                raise InvalidOption(
                    f"a tree of {self._memory_mb} MB is more memory than there is; choose less"
                ) from None
            self._tree, self._rules = tree, rules
        return tree


def _check(name: str, value: object, least: int, most: int, or_none: bool = False) -> None:
    if value is None and or_none:
        return
    if type(value) is not int or not least <= value <= most:
        raise InvalidOption(
            f"{name} is {describe(value)}, but must be a whole number from {least} to {most}"
            f"{', or None' if or_none else ''}"
        )


def _statistics(report: _native.UctReport) -> Statistics:
    return Statistics(
        column=report.column,
        columns=tuple(map(_tried, report.columns)),
        line=tuple(report.line),
        proven=_proven(report.outcome),
        plies=report.plies or None,
        simulations=report.simulations,
        reused=report.reused,
        nodes=report.nodes,
        depth=report.depth,
        seconds=report.seconds,
    )


def _tried(of: _native.UctColumn) -> Tried:
    win_rate = uncertainty = None
    if of.visits:
        win_rate = of.wins / of.visits
        # With one win and one loss more, so that a few equal rewards are no certainty.
        likely = (of.wins + 1) / (of.visits + 2)
        uncertainty = math.sqrt(likely * (1 - likely) / (of.visits + 2))
    return Tried(
        column=of.column,
        visits=of.visits,
        win_rate=win_rate,
        uncertainty=uncertainty,
        proven=_proven(of.outcome),
        plies=of.plies or None,
    )


def _proven(outcome: int) -> Score | None:
    return None if outcome == _native.UctColumn.no_outcome else outcome_of(outcome)

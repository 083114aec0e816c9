"""The Monte Carlo tree search: plain UCT, and a stronger policy, for every rules.

    Uct                 the search with its tree
    UctResult           what it has found out about a position, and what that took
    UctProgress         the same while it runs
    ColumnStatistics    the same about one column

A reward is what one playout ends with. A win rate is the mean of many, a guess. What is proven is
kept apart from both: an outcome, and how long the game lasts by the proof. See docs/uct.md.
"""

import math
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from fourfold import _native
from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.audit import announce_search
from fourfold.search.evaluation import Weights
from fourfold.search.guided import (
    GuidedSearch,
    Leaves,
    Playouts,
    WeightedLeaves,
    default_scale,
)
from fourfold.search.limits import NO_LIMIT, Limit
from fourfold.search.native_rules import native_rules
from fourfold.search.own_evaluation import Function, OwnEvaluation
from fourfold.search.protocol import SearchProgress, SearchResult, Watch, searchable
from fourfold.search.run import run_native
from fourfold.search.score import Score, outcome_of
from fourfold.search.stop import Stop
from fourfold.search.tree import SearchTree, TreeRequest
from fourfold.search.tree.recording import uct_tree
from fourfold.support.checks import whole_number, whole_number_or_none

Policy = Literal["strong", "plain"]

POLICIES: tuple[Policy, ...] = ("strong", "plain")
C: dict[Policy, float] = {"strong": 0.42, "plain": 1.0}
"""How much each policy explores, unless told otherwise."""
C_PRIORS = 1.0
"""How much a search with priors explores, unless told otherwise."""
FOLLOW = 0.78
"""How often a playout of the strong policy plays where the opponent has just played."""
MOST_C = 100.0
MOST_THREADS = 64
MOST_MEMORY = 2**19
MOST_SIMULATIONS = 2**63 - 1


@dataclass(frozen=True, slots=True)
class ColumnStatistics:
    """What a search has found out about one column, for the side to move.

    >>> from fourfold.search.uct import Uct
    >>> result = Uct(seed=1).search("7x6:44", limit=ff.Limit(nodes=1000))
    >>> sum(column.visits for column in result.columns) == result.simulations
    True
    """

    column: int
    """The column, counted from 0."""
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
class UctResult(SearchResult):
    """What a search has found out about a position. Evaluations are win rates, from 0 to 1.

    The column is one that is won for sure, else the most visited that is not lost; the line is the
    one most visited. The nodes are the positions that this search was the first to see, and the
    depth is that of the tree, as far as this search went.

    >>> from fourfold.search.uct import Uct
    >>> result = Uct(seed=1).search("7x6:44", limit=ff.Limit(nodes=1000))
    >>> result.simulations, result.chosen.column == result.column
    (1000, True)
    """

    depth: int = 0
    """How deep the tree goes."""
    columns: tuple[ColumnStatistics, ...] = ()
    """Every column that can be played."""
    plies: int | None = None
    """How long the game lasts by the proof of the position."""
    simulations: int = 0
    """Of this search."""
    reused: int = 0
    """Simulations of earlier searches that count as well."""
    tree: SearchTree | None = field(default=None, repr=False)
    """The first plies of the tree, if they were asked for."""

    @property
    def chosen(self) -> ColumnStatistics:
        """What is known of the best column."""
        return next(known for known in self.columns if known.column == self.column)

    @property
    def simulations_per_second(self) -> float:
        """The speed of this search."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class UctProgress(SearchProgress):
    """How far a search has got. Evaluations are win rates, from 0 to 1."""

    visits: Mapping[int, int] = field(default_factory=dict)
    uncertainties: Mapping[int, float] = field(default_factory=dict)
    simulations: int = 0


class Uct:
    """A search that keeps its tree from move to move.

    Safe to use from several threads: searches wait for each other, `stop` and `latest` do not.
    With a seed, one thread, and no limit of seconds, the same searches one after the other give
    the same answers.

    >>> from fourfold.search.uct import Uct
    >>> search = Uct(seed=1)
    >>> search.search("7x6:4455", limit=ff.Limit(nodes=2000)).column
    2
    """

    def __init__(
        self,
        policy: Policy = "strong",
        *,
        c: float | None = None,
        follow: float = FOLLOW,
        seed: int | None = None,
        threads: int = 1,
        memory_mb: int = 256,
        reuse: bool = True,
        evaluation: Function | Weights | None = None,
        playout: Function | None = None,
        batch: int | None = None,
        priors: bool = False,
        scale: float | None = None,
    ) -> None:
        """Create a search; its tree grows with the first position.

        policy: `plain`, which is textbook UCT, or `strong`.
        c: how much to explore, 0 or more; None for the policy's own.
        follow: how often a playout of `strong` plays in the column of the opponent's last ply
            where nothing speaks against it, from 0 to 1. For measurements: 0 is not to follow.
        seed: of its random numbers; None for different ones each time.
        threads: how many work on the tree together.
        memory_mb: the tree never takes more; once it is full, the search goes on in it.
        reuse: keep what the tree knows when the game goes on. Else every search starts afresh.

        With one of the next two the leaves of the tree are evaluated by you, on the thread that
        searches, and `threads` must be 1; docs/hooks.md has examples. The policy then says only
        whether what is decided is proven (`strong`) or counted like any other (`plain`).

        evaluation: a function of a position that returns the win chance of the side to move, from
            0 to 1; or weights such as HardWeights, which the native core evaluates.
        playout: a function of a position and a `random.Random` that plays to the end, and returns
            the finished position, its outcome, or a number from 0 to 1 for the side to move.
        batch: the evaluation takes the planes of up to so many positions instead, an array
            (n, 5, rows, columns), and returns n numbers.
        priors: the evaluation returns a pair: its numbers, and for each position a probability for
            every column. The search then chooses as AlphaZero does (PUCT).
        scale: of weights: the evaluation that counts as a win chance of 73 %.
        """
        if policy not in POLICIES:
            raise InvalidOption(f"the policy is {describe(policy)}, but must be strong or plain")
        self._leaves = _leaves(evaluation, playout, batch, priors, scale)
        if c is None:
            c = C_PRIORS if priors else C[policy]
        if type(c) not in (int, float) or not 0 <= c <= MOST_C:
            raise InvalidOption(f"c is {describe(c)}, but must be a number from 0 to {MOST_C:g}")
        if type(follow) not in (int, float) or not 0 <= follow <= 1:
            raise InvalidOption(f"follow is {describe(follow)}, but must be a number from 0 to 1")
        self._strong = policy == "strong"
        self._c = float(c)
        self._follow = float(follow)
        self._seed = whole_number_or_none("seed", seed, 0, 2**64 - 1)
        self._threads = whole_number("threads", threads, 1, MOST_THREADS)
        if self._leaves is not None and self._threads > 1:
            raise InvalidOption(
                f"threads is {self._threads}, but must be 1 with an evaluation or a playout of "
                "your own"
            )
        self._memory_mb = whole_number("memory_mb", memory_mb, 1, MOST_MEMORY)
        self._reuse = bool(reuse)
        self._rules: Rules | None = None
        self._tree: _native.Uct | GuidedSearch | None = None

    def search(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
        *,
        simulations: int | None = None,
        tree: TreeRequest | None = None,
    ) -> UctResult:
        """Search a position that is not finished until a limit ends it, or a proof.

        limit: seconds; nodes, which bound the simulations, of which each sees at most one new
            position; and depth, beyond which the tree does not grow.
        stop, watch: see `Search`.
        simulations: how many at most.
        tree: report so much of the tree, and the first simulations one by one. One thread searches
            then, however many there are otherwise.
        """
        position = searchable(position)
        simulations = whole_number_or_none("simulations", simulations, 1, MOST_SIMULATIONS)
        limit = limit or NO_LIMIT
        most = min((n for n in (simulations, limit.nodes) if n is not None), default=None)
        depth = None if limit.depth is None else min(limit.depth, 1_000)
        native = self._tree_for(position.rules)
        if tree is not None and isinstance(native, GuidedSearch):
            raise InvalidOption("a search with leaves of your own has no tree to show")
        record = None if tree is None else (tree.plies, max(tree.most - 1, 1), tree.simulations)
        seed = secrets.randbits(64) if self._seed is None else self._seed

        began = time.monotonic()

        def report() -> None:
            now = native.report()
            if watch is not None and now.columns:
                watch(_progress(_result(now), time.monotonic() - began))

        told = None if watch is None else report
        if isinstance(native, GuidedSearch):
            return _result(native.search(position, seed, most, limit, stop, told))

        def search() -> _native.UctReport:
            return native.search(position.moves, seed, most, limit.seconds, depth, record)

        found = run_native(search, native.stop, stop, told)
        result = _result(found)
        if tree is None:
            return result
        return replace(result, tree=uct_tree(position, found, tree, self._c))

    def stop(self) -> None:
        """End the search that is under way in another thread."""
        tree = self._tree
        if tree is not None:
            tree.stop()

    def latest(self) -> UctResult | None:
        """What the running search has found so far, or the last one; None if there was none."""
        tree = self._tree
        if tree is None:
            return None
        report = tree.report()
        return _result(report) if report.columns else None

    def forget(self) -> None:
        """Drop the tree."""
        self._tree = None
        self._rules = None

    @property
    def memory_bytes(self) -> int:
        """What the tree has taken so far."""
        return 0 if self._tree is None else self._tree.memory_bytes

    def _tree_for(self, rules: Rules) -> _native.Uct | GuidedSearch:
        tree = self._tree
        if tree is None or rules != self._rules:
            self._tree = None  # before the next one takes memory
            announce_search("uct")
            try:
                tree = self._new_tree(rules)
            except MemoryError:
                raise InvalidOption(
                    f"a tree of {self._memory_mb} MB is more memory than there is; choose less"
                ) from None
            self._tree, self._rules = tree, rules
        return tree

    def _new_tree(self, rules: Rules) -> _native.Uct | GuidedSearch:
        if self._leaves is not None:
            return GuidedSearch(
                rules, self._leaves, self._memory_mb, self._c, self._strong, self._reuse
            )
        return _native.Uct(
            native_rules(rules),
            self._memory_mb,
            self._threads,
            self._strong,
            self._c,
            self._reuse,
            self._follow,
        )


def _leaves(
    evaluation: Function | Weights | None,
    playout: Function | None,
    batch: int | None,
    priors: bool,
    scale: float | None,
) -> Leaves | None:
    """Return who evaluates the leaves; None if the native playouts do."""
    is_weights = isinstance(evaluation, Weights)
    if evaluation is not None and playout is not None:
        raise InvalidOption("an evaluation and a playout contradict each other: give one of them")
    if (batch is not None or priors) and (evaluation is None or is_weights):
        raise InvalidOption("batch and priors are for an evaluation of your own, a function")
    if scale is not None and not is_weights:
        raise InvalidOption("a scale is for an evaluation by weights")
    if playout is not None:
        return Playouts(playout)
    if isinstance(evaluation, Weights):
        return WeightedLeaves(evaluation, default_scale(evaluation) if scale is None else scale)
    if evaluation is not None:
        return OwnEvaluation(evaluation, batch, priors=priors, chances=True)
    return None


def _result(report: _native.UctReport) -> UctResult:
    columns = tuple(map(_column_statistics, report.columns))
    rates = {known.column: known.win_rate for known in columns if known.win_rate is not None}
    return UctResult(
        column=report.column,
        score=_proven(report.outcome),
        evaluation=rates.get(report.column),
        scores={known.column: known.proven for known in columns if known.proven is not None},
        evaluations=rates,
        line=tuple(report.line),
        columns=columns,
        plies=report.plies or None,
        simulations=report.simulations,
        reused=report.reused,
        nodes=report.nodes,
        depth=report.depth,
        seconds=report.seconds,
    )


def _column_statistics(of: _native.UctColumn) -> ColumnStatistics:
    win_rate = uncertainty = None
    if of.visits:
        win_rate = of.wins / of.visits
        # With one win and one loss more, so that a few equal rewards are no certainty.
        likely = (of.wins + 1) / (of.visits + 2)
        uncertainty = math.sqrt(likely * (1 - likely) / (of.visits + 2))
    return ColumnStatistics(
        column=of.column,
        visits=of.visits,
        win_rate=win_rate,
        uncertainty=uncertainty,
        proven=_proven(of.outcome),
        plies=of.plies or None,
    )


def _progress(so_far: UctResult, seconds: float) -> UctProgress:
    return UctProgress(
        seconds,
        nodes=so_far.nodes,
        depth=so_far.depth,
        column=so_far.column,
        evaluation=so_far.evaluation,
        evaluations=so_far.evaluations,
        scores=so_far.scores,
        line=so_far.line,
        visits={known.column: known.visits for known in so_far.columns},
        uncertainties={
            known.column: known.uncertainty
            for known in so_far.columns
            if known.uncertainty is not None
        },
        simulations=so_far.simulations,
    )


def _proven(outcome: int) -> Score | None:
    return None if outcome == _native.UctColumn.no_outcome else outcome_of(outcome)

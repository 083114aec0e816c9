"""The Monte Carlo search whose leaves are evaluated outside of it: by a function, or by weights.

    GuidedSearch    one tree, and the loop that hands its leaves out and gives their values back
    Leaves          who evaluates them: OwnEvaluation, Playouts, or WeightedLeaves

The tree is native (native/uct/guided.hpp), the loop is here, so that functions in Python need no
native thread: they run where the search was called, which Ctrl-C and exceptions leave at once.
"""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fourfold import _native
from fourfold.errors import InvalidOption, describe
from fourfold.rules import Outcome, Position, Rules
from fourfold.search.evaluation import ClassicWeights, HardWeights, Weights, native_weights
from fourfold.search.limits import Limit
from fourfold.search.native_rules import native_rules
from fourfold.search.own_evaluation import Attendance, OwnEvaluation
from fourfold.search.stop import Stop
from fourfold.support.forks import tell_of_forks

_WEIGHTED = 64  # simulations between two looks at the clock, if nobody else is asked
MOST_SCALE = 1e9


@dataclass(frozen=True, slots=True)
class Playouts:
    """Evaluates a leaf by one game from there on.

    function: `playout(position, random)`, which returns the finished position, its outcome, or a
        number from 0 to 1 for the side to move in the position that it was given.
    """

    function: Callable[..., Any]

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InvalidOption(
                f"a playout is {describe(self.function)}, but must be a function of a position "
                "and a random.Random"
            )

    def win_chance(self, position: Position, generator: random.Random) -> float:
        """Play one game, and return what it is worth to the side to move."""
        answer = self.function(position, generator)
        outcome = answer.outcome if isinstance(answer, Position) else answer
        if isinstance(outcome, Outcome):
            winner = outcome.winner
            return 0.5 if winner is None else float(winner is position.turn)
        try:
            if not isinstance(answer, Position | str | bytes) and 0 <= float(answer) <= 1:
                return float(answer)
        except (TypeError, ValueError, OverflowError):
            pass
        raise InvalidOption(
            f"the playout returned {describe(answer)} for '{position.to_text()}', but must return "
            "the finished position, its outcome, or a number from 0 to 1 for the side to move"
        )


@dataclass(frozen=True, slots=True)
class WeightedLeaves:
    """Evaluates leaves by native weights, as the win chance 1 / (1 + exp(-evaluation / scale))."""

    weights: Weights
    scale: float

    def __post_init__(self) -> None:
        scale = self.scale
        if type(scale) not in (int, float) or not 0 < scale <= MOST_SCALE:
            raise InvalidOption(
                f"scale is {describe(scale)}, but must be a number above 0, at most {MOST_SCALE:g}"
            )


Leaves = OwnEvaluation | Playouts | WeightedLeaves


def default_scale(weights: Weights) -> float:
    """Return the evaluation that stands for a win chance of 73 %, by default.

    Fitted to the outcomes of 4,000 random positions of 7x6 with 8 to 30 pieces (docs/hooks.md).
    """
    match weights:
        case HardWeights():
            return 740.0
        case ClassicWeights():
            return 12.0
        case _:
            return 530.0


class GuidedSearch:
    """A search of one board that keeps its tree; searches wait for each other."""

    def __init__(
        self, rules: Rules, leaves: Leaves, memory_mb: int, c: float, proofs: bool, reuse: bool
    ) -> None:
        self._leaves = leaves
        priors = isinstance(leaves, OwnEvaluation) and leaves.priors
        self._tree = _native.GuidedUct(native_rules(rules), memory_mb, c, proofs, priors, reuse)
        self._lock = threading.Lock()
        self._searching: int | None = None
        self._ended = False
        tell_of_forks(self)

    def search(
        self,
        position: Position,
        seed: int,
        simulations: int | None,
        limit: Limit,
        stop: Stop | None,
        report: Callable[[], None] | None,
    ) -> _native.UctReport:
        """Search until a limit ends it, a proof, or a stop."""
        if self._searching == threading.get_ident():
            raise InvalidOption(
                "an evaluation cannot search with the very search that asks it; make another one"
            )
        with self._lock:
            self._searching = threading.get_ident()
            try:
                self._search(position, seed, simulations, limit, stop, report)
            finally:
                self._tree.abandon()
                self._searching = None
        return self._tree.report()

    def after_fork(self) -> None:
        """Forget the search of a thread that a forked process does not have."""
        if self._searching != threading.get_ident():
            self._lock = threading.Lock()
            self._searching = None

    def stop(self) -> None:
        """End the search that is under way, as soon as the function that it asks returns."""
        self._ended = True

    def report(self) -> _native.UctReport:
        """Report on the search under way, or on the last one."""
        return self._tree.report()

    @property
    def memory_bytes(self) -> int:
        """What the tree has taken so far."""
        return self._tree.memory_bytes

    def _search(
        self,
        position: Position,
        seed: int,
        simulations: int | None,
        limit: Limit,
        stop: Stop | None,
        report: Callable[[], None] | None,
    ) -> None:
        tree, leaves = self._tree, self._leaves
        self._ended = False
        attendance = Attendance(self.stop, stop, report)
        generator = random.Random(seed)
        deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
        tree.begin(position.moves, None if limit.depth is None else min(limit.depth, 1_000))
        root = len(position.moves)
        while not tree.settled:
            attendance.attend()
            left = None if simulations is None else simulations - tree.simulations
            if self._ended or left == 0 or (deadline and time.monotonic() >= deadline):
                return
            if isinstance(leaves, WeightedLeaves):
                most = _WEIGHTED if left is None else min(_WEIGHTED, left)
                tree.simulate(most, native_weights(leaves.weights), leaves.scale)
                continue
            size = 1 if isinstance(leaves, Playouts) else leaves.batch or 1
            games = tree.collect(size if left is None else min(size, left))
            if not games:
                continue  # the simulations have ended by themselves
            if isinstance(leaves, OwnEvaluation) and leaves.batch is not None:
                tree.back_up(*leaves.of_games(position.rules, games))
                continue
            positions = [_played(position, game[root:]) for game in games]
            if isinstance(leaves, Playouts):
                tree.back_up([leaves.win_chance(each, generator) for each in positions])
            else:
                tree.back_up(*leaves.of_positions(positions))


def _played(position: Position, columns: list[int]) -> Position:
    for column in columns:
        position = position.play(column)
    return position

"""What `hard`, `threat` and `classic` share: a depth-limited search, and its decisions in words.

They are one search with different weights and depths. Every weight is an option of the agent.
"""

import dataclasses
import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from fourfold.agents.base import Control, Decision, decision_without_search
from fourfold.agents.options import Option
from fourfold.agents.tactics import winning_columns
from fourfold.errors import InvalidAgent
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label
from fourfold.search.alphabeta import AlphaBeta, AlphaBetaResult, Switches
from fourfold.search.evaluation import LARGEST_WEIGHT, Weights, WindowWeights
from fourfold.search.limits import NO_LIMIT
from fourfold.search.order import centre_first
from fourfold.search.own_evaluation import Function
from fourfold.search.score import Result, Score, score_of
from fourfold.support.lru import LruCache

W = TypeVar("W", bound=Weights)

SECONDS = Option(
    "seconds",
    float,
    None,
    "Time per move in seconds; it plays the best move of the deepest completed search.",
    above=0,
    most=1_000_000,
    label="Seconds per move",
)
MEMORY = Option(
    "memory",
    int,
    32,
    "The most memory that the table may take, in MB.",
    least=1,
    most=4096,
    label="Memory in MB",
)


HOOKS = ("evaluation", "batch")
"""What `ff.agent` takes for these agents besides their text."""


class OwnLeaves(NamedTuple):
    """An evaluation of the user's own, as `AlphaBeta` takes it."""

    evaluation: Function | Weights | None = None
    batch: int | None = None


NO_LEAVES = OwnLeaves()


class Minimax:
    """The alpha-beta search of an agent; another board's takes its place, and its memory."""

    def __init__(
        self,
        weights: Weights,
        win: int,
        switches: Switches = Switches(),  # noqa: B008 - immutable
        threads: bool = False,
        memory: int = 32,
        changed: Mapping[str, int] = MappingProxyType({}),
        own: "OwnLeaves" = NO_LEAVES,
    ) -> None:
        """changed: other values of single weights, by the names of their options.

        own: an evaluation that replaces the weights.
        """
        self._weights = weights_with(weights, changed)
        if own.evaluation is not None and self._weights != weights:
            raise InvalidAgent(
                "an evaluation of your own takes the place of the weights: leave those out"
            )
        self._own = own
        self._win = win
        self._switches = switches
        self._threads = threads
        self._memory = memory
        self._searches: LruCache[Rules, AlphaBeta] = LruCache(1)

    def search(
        self, position: Position, control: Control, *, columns: Iterable[int] = ()
    ) -> AlphaBetaResult:
        """Search to the depth of the limit, in full if nothing else ends it.

        columns: those to search, if not all.
        """
        limit, stop, watch = control.limit or NO_LIMIT, control.stop, control.watch
        may_end_early = limit.seconds is not None or limit.nodes is not None
        # Going straight to the depth is quicker, but then there is nothing to show on the way.
        deepen = may_end_early or stop is not None or watch is not None
        return self._search_of(position.rules).search(
            position,
            limit,
            stop,
            watch,
            deepening=deepen and self._switches.deepening,
            columns=columns,
            settle=may_end_early,
            tree=control.tree,
        )

    def engine(self, rules: Rules, switches: Switches) -> AlphaBeta:
        """Create a search with these weights and switches."""
        return AlphaBeta(
            rules,
            self._weights if self._own.evaluation is None else None,
            switches,
            evaluation=self._own.evaluation,
            batch=self._own.batch,
            win=self._win,
            threads=self._threads,
            memory_mb=self._memory,
        )

    def clear(self) -> None:
        """Give the memory of the table back; nothing but speed is lost."""
        self._searches.clear()

    def _search_of(self, rules: Rules) -> AlphaBeta:
        return self._searches.get_or_make(rules, lambda: self.engine(rules, self._switches))


# Decisions


def decision_of(position: Position, found: AlphaBetaResult, began: float) -> Decision:
    """Build the decision of a search."""
    return Decision(
        found.column,
        score=found.score,
        evaluation=None if found.score is not None else found.evaluation,
        scores=found.scores,
        evaluations=found.evaluations,
        nodes=found.nodes,
        depth=found.depth,
        seconds=time.monotonic() - began,
        line=found.line,
        reason=reason_of(position, found),
        tree=found.tree,
    )


def reason_of(position: Position, found: AlphaBetaResult) -> str:
    """Say in one sentence what a search has found."""
    score = found.score
    if score is None:
        positions = "1 position" if found.nodes == 1 else f"{found.nodes:,} positions"
        return f"best of {positions} at depth {found.depth}"
    if score.outcome is Result.DRAW:
        return "draws, searched to the end of the game"
    if score.plies == 1:
        return f"wins in column {column_label(found.column, position.rules.columns)}"
    if score.outcome is Result.WIN:
        return f"wins in {_distance(score)}"
    return f"is lost in {_distance(score)}, and no column takes longer"


def _distance(score: Score) -> str:
    """How far the end is, in moves of both players, bans among them."""
    return "1 move" if score.plies == 1 else f"{score.plies} moves"


def win_or_block(position: Position, began: float) -> Decision | None:
    """Decide what needs no search: a win at once, else a block; None if there is neither.

    A ban cannot win, and the search finds the best place for it. It also decides between two
    threats on a board with a bonus cell, which might meet both.
    """
    if position.must_ban:
        return None
    width = position.rules.columns
    wins = winning_columns(position, position.turn)
    if wins:
        column = centre_first(wins, width)[0]
        free = position.rules.playable_cells - position.ply
        score = score_of(free, free)
        reason = f"wins in column {column_label(column, width)}"
        return decision_without_search(column, reason, began, score, dict.fromkeys(wins, score))
    blocks = winning_columns(position, position.turn.other)
    if not blocks or (len(blocks) > 1 and position.rules.bonus is not None):
        return None
    column = centre_first(blocks, width)[0]
    return decision_without_search(column, f"blocks column {column_label(column, width)}", began)


# Weights as options

_MEANING = {
    "four": ("Four of its own", "A window of four of its own pieces."),
    "three": ("Three of its own", "A window of three of its own pieces and a free cell."),
    "two": ("Two of its own", "A window of two of its own pieces and two free cells."),
    "their_four": ("Four of the opponent's", "A window of four of the opponent's pieces."),
    "their_three": (
        "Three of the opponent's",
        "A window of three of the opponent's pieces and a free cell.",
    ),
    "their_two": (
        "Two of the opponent's",
        "A window of two of the opponent's pieces and two free cells.",
    ),
    "centre": ("Centre", "A piece of its own in the centre."),
    "adjacent": ("Beside the centre", "A piece of its own beside the centre."),
    "double_threat": ("Two wins at once", "Two or more columns that win at once."),
    "their_double_threat": (
        "Two wins at once, opponent",
        "Two or more columns in which the opponent would win at once.",
    ),
    "bottom_three": (
        "Three on the bottom row",
        "Three of its own pieces side by side on the bottom row, open at an end.",
    ),
    "playable": ("Threat to play now", "A threat that can be played at once."),
    "favourable": ("Threat on a good row", "A threat on a cell of its own parity."),
    "unfavourable": ("Threat on a bad row", "Any other threat."),
    "their_playable": (
        "Threat to play now, opponent",
        "A threat of the opponent's that could be played at once.",
    ),
    "their_favourable": (
        "Threat on a good row, opponent",
        "A threat of the opponent's on a cell of the opponent's parity.",
    ),
    "their_unfavourable": ("Threat on a bad row, opponent", "Any other threat of the opponent's."),
    "stacked": ("Threats on top of each other", "Two threats on top of each other."),
    "their_stacked": (
        "Threats on top of each other, opponent",
        "Two threats of the opponent's on top of each other.",
    ),
    "opens_theirs": (
        "Opening the opponent's threat",
        "A column where a piece opens the cell of an opponent's threat.",
    ),
    "opens_mine": (
        "Opening its own threat",
        "A column where a piece opens the cell of a threat of its own.",
    ),
    "controlled": (
        "Threat that play will reach",
        "A threat that forced play reaches at its own turn.",
    ),
}
"""The label of each weight, and what it counts."""


def weight_options(weights: Weights) -> tuple[Option, ...]:
    """Make an option of every weight, with the given value as its default."""
    return tuple(
        Option(
            name,
            int,
            value,
            doc,
            least=-LARGEST_WEIGHT,
            most=LARGEST_WEIGHT,
            label=label,
        )
        for name, value in _flat(weights).items()
        for label, doc in [_MEANING[name]]
    )


def weights_with(weights: W, changed: Mapping[str, Any]) -> W:
    """Return the weights with some of them changed, by the names of their options."""
    flat = {**_flat(weights), **changed}
    windows = {field.name: flat.pop(field.name) for field in dataclasses.fields(WindowWeights)}
    return dataclasses.replace(weights, windows=WindowWeights(**windows), **flat)


def _flat(weights: Weights) -> dict[str, int]:
    """Every weight by its name; those of windows need no other."""
    own = {
        field.name: getattr(weights, field.name)
        for field in dataclasses.fields(weights)
        if field.name != "windows"
    }
    return {**dataclasses.asdict(weights.windows), **own}

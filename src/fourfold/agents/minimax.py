"""What `hard`, `threat` and `classic` have in common: a depth-limited search, and words for it.

They are one search with different weights, depths and habits. Every weight is an option of the
agent, with the number of its document as the default.
"""

import dataclasses
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, TypeVar

from fourfold.agents.base import Decision, Thinking, Watch
from fourfold.agents.options import Option
from fourfold.agents.tactics import opponent_of, winning_columns
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Stop
from fourfold.search.alphabeta import AlphaBeta, Looking, Searched, Switches
from fourfold.search.evaluation import LARGEST_WEIGHT, Weights, WindowWeights
from fourfold.search.order import centre_first
from fourfold.search.score import Result, Score, score_of

_KEPT_BOARDS = 2

W = TypeVar("W", bound=Weights)

SECONDS = Option(
    "seconds",
    float,
    None,
    "Move after so long, by the last depth that was finished.",
    above=0,
    most=1_000_000,
)
MEMORY = Option("memory", int, 32, "The most that the table takes, in MB.", least=1, most=4096)


class Minimax:
    """The searches of an agent on the boards that it meets."""

    def __init__(
        self,
        weights: Weights,
        win: int,
        switches: Switches = Switches(),  # noqa: B008 - immutable
        threads: bool = False,
        memory: int = 32,
    ) -> None:
        self._weights = weights
        self._win = win
        self._switches = switches
        self._threads = threads
        self._memory = memory
        self._searches: OrderedDict[Rules, AlphaBeta] = OrderedDict()

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: Stop | None = None,
        watch: Watch | None = None,
        began: float | None = None,
        columns: Iterable[int] = (),
    ) -> Searched:
        """Search to the depth of the limit, in full if nothing else ends it.

        columns: those to look at, if not all.
        """
        start = time.monotonic() if began is None else began

        def look(now: Looking) -> None:
            if watch is not None:
                watch(
                    Thinking(
                        time.monotonic() - start,
                        now.nodes,
                        now.depth,
                        now.column,
                        now.evaluation,
                        now.evaluations,
                    )
                )

        may_end_early = limit.seconds is not None or limit.nodes is not None
        # Going straight to the depth is quicker, but then there is nothing to show on the way.
        deepen = may_end_early or stop is not None or watch is not None
        return self._search_of(position.rules).search(
            position,
            limit,
            deepening=deepen and self._switches.deepening,
            columns=columns,
            settle=may_end_early,
            stop=stop,
            look=None if watch is None else look,
        )

    def engine(self, rules: Rules, switches: Switches) -> AlphaBeta:
        """A new search with these weights, and whatever makes it quick switched on or off."""
        return AlphaBeta(
            rules,
            self._weights,
            switches,
            win=self._win,
            threads=self._threads,
            memory_mb=self._memory,
        )

    def _search_of(self, rules: Rules) -> AlphaBeta:
        search = self._searches.get(rules)
        if search is None:
            while len(self._searches) >= _KEPT_BOARDS:
                self._searches.popitem(last=False)
            search = self._searches[rules] = self.engine(rules, self._switches)
        self._searches.move_to_end(rules)
        return search


def time_left(limit: Limit, began: float) -> Limit:
    """What is left of a limit; a search ends at once where nothing is."""
    if limit.seconds is None:
        return limit
    return dataclasses.replace(limit, seconds=max(limit.seconds - (time.monotonic() - began), 1e-6))


# Decisions


def decision_of(position: Position, found: Searched, began: float) -> Decision:
    """What a search has found, as a decision."""
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
    )


def reason_of(position: Position, found: Searched) -> str:
    """One sentence on a search."""
    score = found.score
    if score is None:
        positions = "1 position" if found.nodes == 1 else f"{found.nodes:,} positions"
        return f"best of {positions} at depth {found.depth}"
    if score.outcome is Result.DRAW:
        return "draws, looked at to the end"
    if score.plies == 1:
        return f"wins in column {column_label(found.column, position.rules.columns)}"
    if score.outcome is Result.WIN:
        return f"wins in {_distance(position, score)}"
    return f"is lost in {_distance(position, score)}, and no column takes longer"


def _distance(position: Position, score: Score) -> str:
    """How far the end is, in moves of the winner; in plies where a ban may come between."""
    assert score.plies is not None
    if position.rules.bonus is not None:
        return f"{score.plies} plies"
    moves = (score.plies + 1) // 2
    return "1 move" if moves == 1 else f"{moves} moves"


def win_or_block(position: Position, began: float) -> Decision | None:
    """What needs no search: a win at once, else a block, as documents 002 and 003 begin.

    A ban wins nothing, and the best place for it is left to the search. So are two threats where
    a bonus cell might yet meet both.
    """
    if position.must_ban:
        return None
    width = position.rules.columns
    wins = winning_columns(position, position.turn)
    if wins:
        column = centre_first(wins, width)[0]
        free = position.rules.playable_cells - position.ply
        score = score_of(free, free)
        return Decision(
            column,
            score=score,
            scores=dict.fromkeys(wins, score),
            nodes=0,
            seconds=time.monotonic() - began,
            line=(column,),
            reason=f"wins in column {column_label(column, width)}",
        )
    blocks = winning_columns(position, opponent_of(position.turn))
    if not blocks or (len(blocks) > 1 and position.rules.bonus is not None):
        return None
    column = centre_first(blocks, width)[0]
    return Decision(
        column,
        nodes=0,
        seconds=time.monotonic() - began,
        line=(column,),
        reason=f"blocks column {column_label(column, width)}",
    )


# Weights as options

_MEANING = {
    "four": "A window of four own pieces.",
    "three": "A window of three own pieces and an empty cell.",
    "two": "A window of two own pieces and two empty cells.",
    "their_four": "A window of four of the opponent's pieces.",
    "their_three": "A window of three of the opponent's pieces and an empty cell.",
    "their_two": "A window of two of the opponent's pieces and two empty cells.",
    "centre": "An own piece in the centre.",
    "adjacent": "An own piece beside the centre.",
    "double_threat": "Two or more columns that win at once.",
    "their_double_threat": "Two or more columns in which the opponent would win at once.",
    "bottom_three": "Three own pieces side by side on the bottom row, open at an end.",
    "playable": "A threat that can be played at once.",
    "favourable": "A threat on a cell whose parity is ours.",
    "unfavourable": "Any other threat.",
    "their_playable": "A threat of the opponent's that could be played at once.",
    "their_favourable": "A threat of the opponent's on a cell whose parity is the opponent's.",
    "their_unfavourable": "Any other threat of the opponent's.",
    "stacked": "Two threats on top of each other.",
    "their_stacked": "Two threats of the opponent's on top of each other.",
    "opens_theirs": "A column where a piece opens the cell of an opponent's threat.",
    "opens_mine": "A column where a piece opens the cell of an own threat.",
    "controlled": "A threat that forced play reaches at our turn.",
}


def weight_options(weights: Weights, document: str) -> tuple[Option, ...]:
    """An option for every weight, the given one its default."""
    return tuple(
        Option(
            name,
            int,
            value,
            f"{_MEANING[name][:-1]}; document {document}.",
            least=-LARGEST_WEIGHT,
            most=LARGEST_WEIGHT,
        )
        for name, value in _flat(weights).items()
    )


def weights_with(weights: W, changed: dict[str, Any]) -> W:
    """The weights with some of them changed, named as the options are."""
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

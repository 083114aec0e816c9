"""Goes through a game from its last position to its first, and reviews each ply on the way.

The last positions are the easiest, and what the searches have learnt there helps with the ones
before. Each position is analysed once: its columns tell what could have been played, and its best
column what became of the ply before.
"""

import time
from collections.abc import Callable, Iterable

from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.explain import explain_analysis
from fourfold.analysis.review.accuracy import cost_and_stake
from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.labels import label_of, plies_lost
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.analysis.review.prospects import (
    Prospect,
    best_column,
    free_cells,
    position_prospect,
    prospects,
)
from fourfold.errors import InvalidOption, describe
from fourfold.game import Game, Record
from fourfold.rules import FIRST, Position
from fourfold.search import Limit, Stop

DEFAULT_SECONDS = 20.0
"""How long a review takes at most, unless a limit says otherwise."""

Explainer = Callable[[Analysis, int], Iterable[str]]
"""Says in sentences why a column of an analysed position is good or bad."""


def review(
    game: Record | Game | Position | str,
    analyst: Analyst | None = None,
    limit: Limit | None = None,
    stop: Stop | None = None,
    watch: Callable[[Review], None] | None = None,
    explainer: Explainer | None = None,
) -> Review:
    """Review a game: what every ply kept or gave away.

    game: a game, finished or not, or the position that it has led to, or the text of that.
    analyst: who analyses the positions; a new one if none is given.
    limit: seconds or nodes for the whole review; without either, 20 seconds. A position has an
        equal share of what is left, so that time which the last ones do not need goes to the first.
    stop: ends it with the plies that are reviewed by then.
    watch: called with the plies reviewed so far, after each of them, on the thread of the caller.
    explainer: gives the sentences; if none is given, those of `explain`.
    """
    record = _record(game)
    chosen = Analyst() if analyst is None else analyst
    work = _Work(record, chosen, explainer or _explain, limit, stop)
    while work.review_next():
        if watch is not None:
            watch(work.review())
    return work.review()


def _explain(analysis: Analysis, column: int) -> Iterable[str]:
    return explain_analysis(analysis, column).sentences


class _Work:
    """The state of a review on its way from the end of a game to its beginning."""

    def __init__(
        self,
        record: Record,
        analyst: Analyst,
        explainer: Explainer,
        limit: Limit | None,
        stop: Stop | None,
    ) -> None:
        self._record = record
        self._analyst = analyst
        self._explainer = explainer
        self._limit = Limit() if limit is None else limit
        if self._limit.seconds is None and self._limit.nodes is None:
            self._limit = self._limit.and_also(Limit(DEFAULT_SECONDS))
        self._stop = stop
        self._began = time.monotonic()
        self._nodes = 0
        self._plies: list[PlyReview] = []  # the last one first, as are the win chances
        self._win_chances: list[float] = []
        self._proven_chances: list[bool] = []
        self._waiting = _positions(record)
        self._after: tuple[Prospect, tuple[int, ...]] | None = None

    def review(self) -> Review:
        """Return what is known so far."""
        return Review(
            self._record,
            tuple(reversed(self._plies)),
            tuple(reversed(self._win_chances)),
            tuple(reversed(self._proven_chances)),
            self._nodes,
            time.monotonic() - self._began,
        )

    def review_next(self) -> bool:
        """Analyse the next position and review the ply played there; return False at the end."""
        if not self._waiting:
            return False
        position = self._waiting[-1]
        prospect: Prospect
        line: tuple[int, ...]
        if position.outcome is not None:
            prospect, line = Prospect.of_finished(position), ()
        else:
            analysis = self._analyse(position)
            if analysis is None:
                return False
            if self._after is None:  # the last position, where nothing was played
                best = analysis.best
                assert best is not None  # it is not finished
                columns = {c: Prospect.of_column(each) for c, each in analysis.columns.items()}
                prospect, line = position_prospect(columns, best), analysis.line
            else:
                prospect, line = self._review_ply(analysis, *self._after)
        self._waiting.pop()
        self._after = prospect, line
        self._win_chances.append(prospect.points if position.turn is FIRST else 1 - prospect.points)
        self._proven_chances.append(prospect.outcome is not None)
        return True

    def _analyse(self, position: Position) -> Analysis | None:
        """Analyse a position with its share of the limit; None if that was stopped."""
        left = self._limit.less(time.monotonic() - self._began, self._nodes)
        share = left.part(1 / len(self._waiting))
        analysis = self._analyst.analyse(position, share, self._stop)
        self._nodes += analysis.nodes
        return None if self._stop is not None and self._stop.requested else analysis

    def _review_ply(
        self, analysis: Analysis, after: Prospect, reply_line: tuple[int, ...]
    ) -> tuple[Prospect, tuple[int, ...]]:
        """Review the ply that was played in a position; return its prospect and best line."""
        position = analysis.position
        played = self._record.moves[position.ply]
        same_player = position.play(played).turn is position.turn
        columns = prospects(analysis, played, after.before_ply(same_player))
        assert analysis.best is not None  # the game goes on from here
        best = best_column(columns, analysis.best)
        line = analysis.line if best == analysis.best else (best, *reply_line)
        whole, chosen = position_prospect(columns, best), columns[played]
        cost, stake = cost_and_stake(columns, played, free_cells(position))
        is_best = columns[best].rank == chosen.rank
        self._plies.append(
            PlyReview(
                before=position,
                column=played,
                label=label_of(columns, best, played),
                points_before=whole.points,
                points_after=chosen.points,
                cost=cost,
                stake=stake,
                outcome_before=whole.outcome,
                outcome_after=chosen.outcome,
                score_before=whole.score,
                score_after=chosen.score,
                plies_lost=plies_lost(columns[best], chosen),
                better=None if is_best else best,
                better_line=() if is_best else line,
                reply_line=reply_line,
                sentences=tuple(self._explainer(analysis, played)),
            )
        )
        return whole, line


def _record(game: Record | Game | Position | str) -> Record:
    match game:
        case Record():
            return game
        case Game():
            return game.record
        case Position():
            return Record.from_position(game)
        case str():
            return Record.from_text(game)
    raise InvalidOption(
        f"a review needs a Record, a Game, a Position or its text, not {describe(game)}"
    )


def _positions(record: Record) -> list[Position]:
    """Return the positions from the one in which the players began to the last."""
    positions = [record.start]
    for ply in record.plies:
        positions.append(positions[-1].play(ply.column))
    return positions

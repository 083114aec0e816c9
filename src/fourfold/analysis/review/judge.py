"""Judges one position of a game: what it promised, and what the ply played there made of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from fourfold.analysis.analyst import Analysis
from fourfold.analysis.review.accuracy import cost_and_stake
from fourfold.analysis.review.labels import label_of, plies_lost
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.analysis.review.prospects import (
    Prospect,
    best_column,
    free_cells,
    position_prospect,
    prospects,
)
from fourfold.rules import FIRST, Position


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a position, and of the ply played there, if any."""

    position: Position
    prospect: Prospect
    """Of the player to move."""
    line: tuple[int, ...] = ()
    """Best play from here."""
    ply: PlyReview | None = None

    @property
    def win_chance(self) -> float:
        """The win chance of FIRST."""
        points = self.prospect.points
        return points if self.position.turn is FIRST else 1 - points


def judge_last(position: Position, analysis: Analysis | None) -> Judgement:
    """Judge the last position of a game; it has an analysis unless it is finished."""
    if analysis is None:
        return Judgement(position, Prospect.of_finished(position))
    assert analysis.best is not None  # there is a column to play
    columns = {column: Prospect.of_column(each) for column, each in analysis.columns.items()}
    return Judgement(position, position_prospect(columns, analysis.best), analysis.line)


def judge(analysis: Analysis, after: Judgement, sentences: tuple[str, ...]) -> Judgement:
    """Judge a position by its analysis and by what is known of the next one.

    sentences: why the column that was played is good or bad.
    """
    position = analysis.position
    played = after.position.moves[-1]
    same_player = after.position.turn is position.turn
    columns = prospects(analysis, played, after.prospect.before_ply(same_player))
    assert analysis.best is not None  # the game goes on from here
    best = best_column(columns, analysis.best)
    line = analysis.line if best == analysis.best else (best, *after.line)
    whole = position_prospect(columns, best)
    ply = _ply_review(position, played, columns, best, whole, line, after.line, sentences)
    return Judgement(position, whole, line, ply)


def _ply_review(
    position: Position,
    played: int,
    columns: Mapping[int, Prospect],
    best: int,
    whole: Prospect,
    line: tuple[int, ...],
    reply_line: tuple[int, ...],
    sentences: tuple[str, ...],
) -> PlyReview:
    chosen = columns[played]
    is_best = columns[best].rank == chosen.rank
    cost, stake = cost_and_stake(columns, played, free_cells(position))
    return PlyReview(
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
        sentences=sentences,
    )

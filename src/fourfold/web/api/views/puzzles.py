"""Puzzles as the page sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fourfold.puzzles import Puzzle
from fourfold.rules import Position
from fourfold.search import Score
from fourfold.web.api.lesson_responses import AnswerView
from fourfold.web.api.puzzle_responses import PuzzleProgressView, PuzzleStepView, PuzzleView
from fourfold.web.api.responses import Cell
from fourfold.web.api.views.analysis import moves_to_end
from fourfold.web.api.views.games import landing_row, rules_view
from fourfold.web.api.views.lessons import pieces_view
from fourfold.web.api.views.lines import line_view
from fourfold.web.api.views.texts import outcome_name, side_name
from fourfold.web.play.puzzle_progress import PuzzleProgress


@dataclass(frozen=True, slots=True)
class Comment:
    """What is said of a column, beside whether it is right."""

    score: Score | None = None
    sentences: tuple[str, ...] = ()
    refutation: tuple[int, ...] = ()


Comments = Mapping[int, Comment]
"""By the columns of a step."""


def puzzle_view(puzzle: Puzzle, comments: Sequence[Comments] = ()) -> PuzzleView:
    """Show a puzzle; without comments it says only which columns are right."""
    start = puzzle.start
    own = puzzle.own_steps
    steps = []
    for number, step in enumerate(own):
        following = own[number + 1] if number + 1 < len(own) else step + 1
        position = puzzle.position_at(step)
        right = puzzle.line[step]
        known = comments[number] if comments else {}
        steps.append(
            PuzzleStepView(
                kind="ban" if position.must_ban else "piece",
                answers=[
                    _answer(position, column, column == right, known.get(column, Comment()))
                    for column in position.legal_columns
                ],
                replies=line_view(position.play(right), puzzle.line[step + 1 : following]),
            )
        )
    return PuzzleView(
        id=puzzle.id,
        position=puzzle.position,
        rules=rules_view(start.rules),
        side=side_name(start.turn),
        goal=puzzle.goal.value,
        moves=puzzle.moves,
        rating=puzzle.rating or None,
        themes=list(puzzle.themes),
        pieces=pieces_view(start),
        steps=steps,
    )


def _answer(position: Position, column: int, is_right: bool, comment: Comment) -> AnswerView:
    after = position.play(column)
    end = after
    for reply in comment.refutation:
        end = end.play(reply)
    score = comment.score
    outcome = None if score is None else score.outcome
    return AnswerView(
        column=column,
        row=landing_row(position, column),
        right=is_right,
        sentences=list(comment.sentences),
        outcome=outcome_name(outcome),
        moves=moves_to_end(outcome, None if score is None else score.plies),
        line=line_view(after, comment.refutation),
        line_cells=_cells(end),
    )


def _cells(position: Position) -> list[Cell]:
    return [] if position.outcome is None else list(position.winning_cells)


def progress_view(progress: PuzzleProgress, today: date) -> PuzzleProgressView:
    """Show how a player is doing."""
    next_due = progress.next_due()
    return PuzzleProgressView(
        rating=round(progress.rating.rating),
        deviation=round(progress.rating.deviation),
        rated=len(progress.rated),
        solved=progress.solved,
        day=progress.days.get(today.isoformat()),
        streak=progress.streak(today),
        longest_streak=progress.longest_streak,
        rush_best=progress.rush_best,
        rush_runs=progress.rush_runs,
        collects_mistakes=progress.collects_mistakes,
        mistakes=len(progress.mistakes),
        mistakes_due=len(progress.due(today)),
        next_due=None if next_due is None else next_due.isoformat(),
    )

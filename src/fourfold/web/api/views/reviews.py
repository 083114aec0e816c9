"""Reviews of games as the page sees them."""

from fourfold.analysis.review import Label, PlyReview, Review
from fourfold.rules import Player
from fourfold.search import Result, Score
from fourfold.web.api.review_responses import (
    PlayerReviewView,
    PlyReviewView,
    ProspectView,
    ReviewLabel,
    ReviewView,
)
from fourfold.web.api.views.analysis import moves_to_end
from fourfold.web.api.views.lines import line_view
from fourfold.web.api.views.texts import encodable, outcome_name, side_name

LABELS: dict[Label, ReviewLabel] = {
    Label.BEST: "best",
    Label.ONLY_MOVE: "only move",
    Label.GOOD: "good",
    Label.FORCED: "forced",
    Label.INACCURACY: "inaccuracy",
    Label.MISSED_WIN: "missed win",
    Label.MISTAKE: "mistake",
    Label.BLUNDER: "blunder",
}


def review_view(review: Review) -> ReviewView:
    """Show a whole review."""
    first, second = (_player(review, player) for player in Player)
    return ReviewView(
        position=review.game.to_text(),
        plies=[ply_review_view(ply) for ply in review.plies],
        players=(first, second),
        turning_points=[ply.number for ply in review.turning_points],
        proven=review.proven,
        nodes=review.nodes,
        seconds=round(review.seconds, 3),
    )


def ply_review_view(ply: PlyReview) -> PlyReviewView:
    """Show what a ply kept or gave away, with the lines that were not played."""
    return PlyReviewView(
        number=ply.number,
        column=ply.column,
        side=side_name(ply.player),
        label=LABELS[ply.label],
        letter=ply.label.letter,
        proven=ply.proven,
        before=_prospect(ply.outcome_before, ply.score_before, ply.points_before),
        after=_prospect(ply.outcome_after, ply.score_after, ply.points_after),
        moves_lost=ply.moves_lost,
        win_chance_before=round(ply.win_chance_before, 4),
        win_chance=round(ply.win_chance, 4),
        better=ply.better,
        better_line=line_view(ply.before, ply.better_line),
        refutation=line_view(ply.after, ply.refutation),
        sentences=[encodable(sentence) for sentence in ply.sentences],
    )


def _prospect(outcome: Result | None, score: Score | None, points: float) -> ProspectView:
    return ProspectView(
        outcome=outcome_name(outcome),
        moves=moves_to_end(outcome, None if score is None else score.plies),
        points=round(points, 4),
    )


def _player(review: Review, player: Player) -> PlayerReviewView:
    accuracy, counts = review.accuracy[player], review.counts[player]
    return PlayerReviewView(
        side=side_name(player),
        accuracy=None if accuracy is None else round(accuracy, 2),
        longest_streak=review.longest_streak[player],
        counts={name: counts.get(label, 0) for label, name in LABELS.items()},
    )

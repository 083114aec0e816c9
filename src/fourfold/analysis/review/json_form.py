"""A review as JSON; docs/review.md describes every name. Columns are written as in the notation."""

from typing import Any

from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.rules import Player
from fourfold.rules.notation import column_label, format_moves
from fourfold.search import Score

VERSION = 1


def as_json(review: Review) -> dict[str, Any]:
    """Return a review as values that `json.dumps` takes."""
    game = review.game
    width = game.rules.columns
    ending = game.ending
    result = None if ending is None else str(ending.winner or "draw")
    return {
        "fourfold": "review",
        "version": VERSION,
        "rules": str(game.rules),
        "moves": format_moves(game.moves, width),
        "opening": format_moves(game.opening, width),
        "players": {str(player): game.players[player.value].name for player in Player},
        "result": result,
        "reason": None if ending is None else str(ending.reason),
        "complete": review.is_complete,
        "proven": review.proven,
        "accuracy": {
            str(player): None if rating is None else round(rating, 2)
            for player, rating in review.accuracy.items()
        },
        "longest_streak": {str(player): run for player, run in review.longest_streak.items()},
        "counts": {
            str(player): {str(label): counts.get(label, 0) for label in Label}
            for player, counts in review.counts.items()
        },
        "turning_points": [ply.number for ply in review.turning_points],
        "win_chances": [round(chance, 4) for chance in review.win_chances],
        "plies": [_ply(ply, width) for ply in review.plies],
        "nodes": review.nodes,
        "seconds": round(review.seconds, 3),
    }


def _ply(ply: PlyReview, width: int) -> dict[str, Any]:
    return {
        "number": ply.number,
        "player": str(ply.player),
        "column": column_label(ply.column, width),
        "ban": ply.is_ban,
        "label": str(ply.label),
        "letter": ply.label.letter,
        "proven": ply.proven,
        "outcome_before": None if ply.outcome_before is None else str(ply.outcome_before),
        "outcome_after": None if ply.outcome_after is None else str(ply.outcome_after),
        "score_before": _score(ply.score_before),
        "score_after": _score(ply.score_after),
        "points_before": round(ply.points_before, 4),
        "points_after": round(ply.points_after, 4),
        "points_lost": round(ply.points_lost, 4),
        "plies_lost": ply.plies_lost,
        "moves_lost": ply.moves_lost,
        "cost": round(ply.cost, 4),
        "stake": round(ply.stake, 4),
        "better": None if ply.better is None else column_label(ply.better, width),
        "better_line": format_moves(ply.better_line, width),
        "reply_line": format_moves(ply.reply_line, width),
        "refutation": format_moves(ply.refutation, width),
        "win_chance": round(ply.win_chance, 4),
        "sentences": list(ply.sentences),
    }


def _score(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {"score": score.score, "outcome": str(score.outcome), "plies": score.plies}

"""What a review says in words: of a ply, of a player, of the whole game."""

from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.rules import Player
from fourfold.rules.notation import column_label, format_moves
from fourfold.search import Result, Score
from fourfold.support.plain_text import printable

_NOUNS = {Result.WIN: "win", Result.DRAW: "draw", Result.LOSS: "loss"}
_KEPT = {
    Result.WIN: "Still wins",
    Result.DRAW: "Still a draw",
    Result.LOSS: "Loses anyway",
}


def move(ply: PlyReview) -> str:
    """Say who played where: "3. FIRST in column 5"."""
    label = column_label(ply.column, ply.before.rules.columns)
    return f"{ply.number}. {ply.player}{' drops the ban' if ply.is_ban else ''} in column {label}"


def verdict(ply: PlyReview) -> str:
    """Say in a sentence what a ply kept or gave away."""
    if ply.label is Label.FORCED:
        return "No other column can be played."
    if not ply.proven or ply.outcome_after is None:
        return _estimate(ply)
    if ply.changes_outcome:
        lost = f"Gives away a {_NOUNS[ply.outcome_before or Result.WIN]}"
        return f"{lost}: now a {_length(ply.outcome_after, ply.score_after)}."
    if ply.after.outcome is not None:
        return "Completes four." if ply.outcome_after is Result.WIN else "Fills the board: a draw."
    kept = _KEPT[ply.outcome_after]
    if ply.outcome_after is not Result.DRAW and ply.score_after is not None:
        kept += f", in {_plies(ply.score_after)}"
    if ply.plies_lost:
        time = "later" if ply.outcome_after is Result.WIN else "earlier"
        count = "1 ply" if ply.plies_lost == 1 else f"{ply.plies_lost} plies"
        kept += f", {count} {time} than needed"
    return f"{kept}."


def better(ply: PlyReview) -> str:
    """Say what would have been better; nothing if the ply was best."""
    if ply.better is None:
        return ""
    width = ply.before.rules.columns
    said = f"Better: column {column_label(ply.better, width)}"
    if ply.outcome_before is not None:
        said += f", a {_length(ply.outcome_before, ply.score_before)}"
    else:
        said += f" (win chance {_percent(ply.points_before)}, an estimate)"
    line = format_moves(ply.better_line, width)
    return f"{said}: {line}." if len(line) > 1 else f"{said}."


def refutation(ply: PlyReview) -> str:
    """Say how a ply that lost points is punished; nothing if it lost none."""
    if not ply.refutation:
        return ""
    return f"The refutation: {format_moves(ply.refutation, ply.before.rules.columns)}."


def player_name(review: Review, player: Player) -> str:
    """Return the name of a player and their side; one of them if they are the same."""
    name = printable(review.game.players[player.value].name)
    return str(player) if name in ("human", str(player)) else f"{name} ({player})"


def accuracy(rating: float | None) -> str:
    """Write an accuracy; a dash where there is none, and 100 only where nothing was lost."""
    return "–" if rating is None else f"{int(rating)} %"


def ending(review: Review) -> str:
    """Say how the game ended."""
    end = review.game.ending
    return "not finished" if end is None else f"{end} ({end.reason})"


def proof(review: Review) -> str:
    """Say whether labels are proven."""
    if not review.is_complete:
        return f"{len(review.plies)} of {len(review.game.plies)} plies are reviewed."
    estimated = sum(not ply.proven for ply in review.plies)
    if not estimated:
        return "Every label is proven."
    return f"{estimated} of {len(review.plies)} labels are estimates, marked with ~."


def _estimate(ply: PlyReview) -> str:
    before, after = _percent(ply.points_before), _percent(ply.points_after)
    if before == after:
        return f"Keeps a win chance of {after} (estimate)."
    return f"Win chance {after} instead of {before} (estimate)."


def _length(outcome: Result, score: Score | None) -> str:
    noun = _NOUNS[outcome]
    if score is None or outcome is Result.DRAW:
        return noun
    return f"{noun} in {_plies(score)}"


def _plies(score: Score) -> str:
    return "1 ply" if score.plies == 1 else f"{score.plies} plies"


def _percent(points: float) -> str:
    return f"{100 * points:.0f} %"

"""A review as a table for a terminal."""

from typing import TYPE_CHECKING

from fourfold.analysis.review import words
from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.marks import MARKS
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.rules import Player
from fourfold.rules.notation import column_label, format_moves

if TYPE_CHECKING:
    from rich.console import RenderableType

STYLES = {
    Label.BEST: "green",
    Label.ONLY_MOVE: "blue",
    Label.GOOD: "green",
    Label.FORCED: "dim",
    Label.INACCURACY: "yellow",
    Label.MISSED_WIN: "magenta",
    Label.MISTAKE: "bold yellow",
    Label.BLUNDER: "bold red",
}
"""The style of each label in a terminal, beside its letter and its shape."""


def table(review: Review) -> "RenderableType":
    """Return a line for each ply, and below it what is said of each player."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    plies = Table(box=None, pad_edge=False)
    for heading, side in (
        ("ply", "right"),
        ("player", "left"),
        ("column", "right"),
        ("", "left"),
        ("label", "left"),
        ("best", "right"),
        ("played", "right"),
        ("better", "left"),
    ):
        plies.add_column(heading, justify="right" if side == "right" else "left", no_wrap=True)
    for ply in review.plies:
        plies.add_row(*(Text(text, style) for text, style in _cells(ply)))

    players = Table(box=None, pad_edge=False)
    for heading in ("player", "accuracy", "best in a row", "mistakes", "blunders"):
        players.add_column(heading, justify="left" if heading == "player" else "right")
    for player in Player:
        counts = review.counts[player]
        players.add_row(
            Text(words.player_name(review, player)),
            words.accuracy(review.accuracy[player]),
            str(review.longest_streak[player]),
            str(counts.get(Label.MISTAKE, 0)),
            str(counts.get(Label.BLUNDER, 0)),
        )
    ending = Text(f"{review.game.to_text()}, {words.ending(review)}")
    return Group(ending, Text(), plies, Text(), players, Text(), Text(words.proof(review)))


def _cells(ply: PlyReview) -> list[tuple[str, str]]:
    width = ply.before.rules.columns
    style = STYLES[ply.label]
    column = column_label(ply.column, width)
    return [
        (str(ply.number), ""),
        (str(ply.player), ""),
        (f"ban {column}" if ply.is_ban else column, ""),
        (f"{MARKS[ply.label].symbol} {ply.label.letter}", style),
        (str(ply.label) if ply.proven else f"~{ply.label}", style),
        (_prospect(ply, before=True), ""),
        (_prospect(ply, before=False), ""),
        (format_moves(ply.better_line[:10], width), ""),
    ]


def _prospect(ply: PlyReview, before: bool) -> str:
    """Write what the player had, or kept: "win in 5", "draw", or a win chance."""
    outcome = ply.outcome_before if before else ply.outcome_after
    score = ply.score_before if before else ply.score_after
    if outcome is None:
        return f"~{100 * (ply.points_before if before else ply.points_after):.0f} %"
    if score is None or score.score == 0:
        return str(outcome)
    return f"{outcome} in {score.plies}"

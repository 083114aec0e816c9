"""The parts of a review in HTML: the summary, the list of moves, and both with the graph.

Every class begins under `fourfold-review`, so that a part can stand in a notebook beside others.
"""

from html import escape
from itertools import groupby

from fourfold.analysis.review import graph, words
from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.marks import mark_picture
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.rules import Player
from fourfold.rules.notation import column_label

_NOTEBOOK_STYLE = """
.fourfold-review table { border-collapse: collapse; margin: .5em 0; }
.fourfold-review th, .fourfold-review td { padding: .15em .7em; text-align: left; }
.fourfold-review svg.mark { vertical-align: middle; }
.fourfold-review svg.fourfold-graph { max-width: 100%; height: auto; }
"""


def notebook(review: Review) -> str:
    """Return the review for a notebook: summary, graph, turning points."""
    points = "".join(
        f"<li>{badge(ply)} {escape(words.move(ply))}. {escape(remarks(ply))}</li>"
        for ply in review.turning_points
    )
    return (
        f'<div class="fourfold-review"><style>{_NOTEBOOK_STYLE}</style>{summary(review)}'
        f"{graph.draw(review)}" + (f"<ul>{points}</ul>" if points else "") + "</div>"
    )


def summary(review: Review) -> str:
    """Return the table of what is said of each player, and a sentence about proofs."""
    shown = [label for label in Label if any(label in review.counts[player] for player in Player)]
    heads = "".join(
        f'<th scope="col">{mark_picture(label)} {escape(str(label))}</th>' for label in shown
    )
    rows = []
    for player in Player:
        counts = "".join(f"<td>{review.counts[player].get(label, 0)}</td>" for label in shown)
        rows.append(
            f'<tr><th scope="row">{escape(words.player_name(review, player))}</th>'
            f"<td>{words.accuracy(review.accuracy[player])}</td>"
            f"<td>{review.longest_streak[player]}</td>{counts}</tr>"
        )
    return (
        '<table class="summary"><caption>'
        f"{escape(str(review.game.rules))}, {escape(words.ending(review))}. "
        f"{escape(words.proof(review))}</caption><thead><tr>"
        '<th scope="col">player</th><th scope="col">accuracy</th>'
        f'<th scope="col">best moves in a row</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def move_list(review: Review) -> str:
    """Return the moves in pairs, each a button with the mark of its label."""
    rows = []
    for number, pair in enumerate(_pairs(review), start=1):
        cells = "".join(
            "<td>" + "".join(_button(ply) for ply in pair if ply.player is player) + "</td>"
            for player in Player
        )
        rows.append(f'<tr><th scope="row">{number}</th>{cells}</tr>')
    heads = "".join(
        f'<th scope="col">{escape(words.player_name(review, player))}</th>' for player in Player
    )
    return (
        '<table class="moves"><caption>Moves</caption><thead><tr><th scope="col">#</th>'
        f"{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def badge(ply: PlyReview) -> str:
    """Return the mark of a ply's label and its name, with ~ before an estimate."""
    estimate = "" if ply.proven else '<span title="estimate">~</span>'
    return (
        f'<span class="badge">{mark_picture(ply.label)} '
        f"{estimate}{escape(str(ply.label).capitalize())}</span>"
    )


def remarks(ply: PlyReview) -> str:
    """Return all that is said of a ply."""
    said = (words.verdict(ply), *ply.sentences, words.better(ply), words.refutation(ply))
    return " ".join(each for each in said if each)


def _pairs(review: Review) -> list[list[PlyReview]]:
    """Return the plies in pairs: what FIRST played, bans among them, and what SECOND answered."""
    turns = [list(plies) for _, plies in groupby(review.plies, key=lambda ply: ply.player)]
    pairs: list[list[PlyReview]] = []
    for turn in turns:
        if pairs and turn[0].player is Player.SECOND:
            pairs[-1] += turn
        else:
            pairs.append(turn)
    return pairs


def _button(ply: PlyReview) -> str:
    column = column_label(ply.column, ply.before.rules.columns)
    name = f"{words.move(ply)}: {'' if ply.proven else 'about '}{ply.label}"
    shown = f"ban {column}" if ply.is_ban else column
    estimate = "" if ply.proven else "~"
    return (
        f'<button type="button" data-ply="{ply.number}" aria-label="{escape(name)}">'
        f"{shown} {mark_picture(ply.label)}{estimate}</button>"
    )

"""What the review screen says: the accuracies, the ply that is shown, and the moves in pairs."""

from collections.abc import Mapping

from rich.text import Text

from fourfold.analysis.review import Label, PlyReview, Review, words
from fourfold.analysis.review.marks import MARKS
from fourfold.game import Record
from fourfold.rules import Player, Position
from fourfold.support.plain_text import printable
from fourfold.tui.text.messages import SYMBOLS, label

COLOURS = {
    Label.BEST: "success",
    Label.ONLY_MOVE: "primary",
    Label.GOOD: "success",
    Label.FORCED: "secondary",
    Label.INACCURACY: "warning",
    Label.MISSED_WIN: "accent",
    Label.MISTAKE: "warning",
    Label.BLUNDER: "error",
}
"""Which colour of the theme each label has, beside its letter and its shape."""

Styles = Mapping[Label, str]


def summary(review: Review, names: tuple[str, str], is_done: bool) -> Text:
    """Return the accuracy of each player; while it grows, how far it has got."""
    if not is_done:
        return Text(f"Reviewing… {len(review.plies)} of {len(review.game.plies)} plies")
    lines = []
    for player, name in zip(Player, names, strict=True):
        rating = words.accuracy(review.accuracy[player])
        run = review.longest_streak[player]
        lines.append(f"{SYMBOLS[player]} {printable(name)[:14]} {rating}, {run} best in a row")
    return Text("\n".join(lines))


def about(ply: PlyReview, styles: Styles) -> Text:
    """Return all that is said of a ply."""
    column = label(ply.column, ply.before)
    what = f"ban in {column}" if ply.is_ban else f"column {column}"
    text = Text(f"{ply.number}. {SYMBOLS[ply.player]} {what}: ")
    estimate = "" if ply.proven else "~"
    mark = f"{MARKS[ply.label].symbol} {estimate}{str(ply.label).capitalize()}"
    text.append(mark, styles[ply.label])
    said = (words.verdict(ply), *ply.sentences, words.better(ply), words.refutation(ply))
    for sentence in said:
        if sentence:
            text.append(f"\n{printable(sentence)}")
    return text


def move_pairs(review: Review, here: int, lines: int, styles: Styles) -> Text:
    """Return the moves in pairs, each with the mark of its label, as many as there is room for.

    here: how many plies are shown on the board; the last of them is marked.
    """
    reviewed = {ply.ply: ply for ply in review.plies}
    pairs = _pairs(review.game)
    current = next(
        (number for number, pair in enumerate(pairs) if any(ply == here - 1 for ply, _ in pair)), 0
    )
    first = max(0, min(current - lines // 2, len(pairs) - lines))
    text = Text(no_wrap=True, overflow="ellipsis")
    for number, pair in list(enumerate(pairs, start=1))[first : first + lines]:
        line = Text(f"{number:>3}.")
        for ply, before in pair:
            if ply == pair[0][0] and before.turn is Player.SECOND:
                line.append("   …  ")
            move = _move(review.game.moves[ply], before, reviewed.get(ply), styles)
            if ply == here - 1:
                move.stylize("reverse", 1)
            line.append(move)
        text.append(line)
        text.append("\n")
    text.rstrip()
    return text


def _move(column: int, before: Position, ply: PlyReview | None, styles: Styles) -> Text:
    shown = label(column, before)
    text = Text(f" {'b' if before.must_ban else ' '}{shown} ")
    if ply is None:
        text.append("·  ")
    else:
        text.append(f"{MARKS[ply.label].symbol}{ply.label.letter}", styles[ply.label])
        text.append(" " if ply.proven else "~")
    return text


def _pairs(record: Record) -> list[list[tuple[int, Position]]]:
    """Return the plies since the start in pairs: FIRST's, bans among them, and SECOND's after."""
    pairs: list[list[tuple[int, Position]]] = []
    position = record.start
    last: Player | None = None
    for ply in record.plies:
        player = position.turn
        if not pairs or (player is Player.FIRST and last is Player.SECOND):
            pairs.append([])
        pairs[-1].append((position.ply, position))
        last = player
        position = position.play(ply.column)
    return pairs

"""Scores the columns of a position by the opening book of its board."""

from fourfold.rules import Position
from fourfold.search.book.chosen import book_of
from fourfold.search.score import Score, score_of


def book_scores(position: Position) -> dict[int, Score] | None:
    """Return the proven score of every column, for the side to move.

    None if there is no book of these rules, or if the position is too deep for it.
    """
    book, _ = book_of(position.rules)
    if book is None or position.ply >= book.plies:
        return None
    cells = position.rules.playable_cells
    free = cells - position.ply
    scores = {}
    for column in position.legal_columns:
        after = position.play(column)
        value: int | None
        if after.outcome is not None:
            value = 0 if after.outcome.winner is None else -(1 + cells - after.ply)
        else:
            value = book.value(after)
        if value is None:
            return None
        scores[column] = score_of(value if after.turn is position.turn else -value, free)
    return scores

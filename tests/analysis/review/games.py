"""Games to review, and a referee who labels plies by the solver alone."""

import random

from fourfold import Position, Result, Solver
from fourfold.analysis.review import Label

POINTS = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


def random_game(rules: str, seed: int, plies: int = 200) -> Position:
    """Play columns at random until the game or the plies are over."""
    choice = random.Random(seed)
    position = Position.parse(f"{rules}:")
    while position.outcome is None and position.ply < plies:
        position = position.play(choice.choice(position.legal_columns))
    return position


def perfect_game(position: Position, solver: Solver) -> Position:
    """Play best columns until the game is over."""
    while position.outcome is None:
        position = position.play(solver.best_column(position))
    return position


def expected_label(position: Position, played: int, solver: Solver) -> Label:
    """Return the label of a ply as docs/review.md defines it, from the scores of the columns."""
    scores = solver.columns(position)
    mine = scores[played]
    points = {column: POINTS[score.outcome] for column, score in scores.items()}
    top = max(points.values())
    lost = top - points[played]
    keeping = [column for column in points if points[column] == top]
    lengths = [score.plies or 0 for column, score in scores.items() if column in keeping]
    quickest = top == 1.0
    slower = abs((mine.plies or 0) - (min(lengths) if quickest else max(lengths)))
    if len(scores) == 1:
        return Label.FORCED
    if lost:
        return Label.BLUNDER if lost == 1 else Label.MISTAKE
    if quickest and min(lengths) == 1 and mine.plies != 1:
        return Label.MISSED_WIN
    if keeping == [played]:
        return Label.ONLY_MOVE
    if top == 0.5 or slower == 0:
        return Label.BEST
    return Label.INACCURACY if slower >= 8 else Label.GOOD

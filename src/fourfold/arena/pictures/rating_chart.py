"""The ratings of all players with their error bars, the best on top."""

from collections.abc import Sequence

from fourfold.arena.pictures.frame import MARGIN, document, label_width, line, short, text, ticks
from fourfold.arena.statistics import RatingList

_ROW = 30
_PLOT = 460
_FIGURES = 110
_TOP, _BOTTOM = 40, 48
_WIDEST = 1200.0  # Elo beside the ratings: an error bar that is longer is cut off


def rating_chart(names: Sequence[str], ratings: RatingList) -> str:
    """Draw the ratings of players, given by name in the order of the list."""
    left = MARGIN + label_width(names) + 14
    width = left + _PLOT + _FIGURES + MARGIN
    height = _TOP + _ROW * len(names) + _BOTTOM
    elos = [rating.elo for rating in ratings.ratings]
    low = min(max(each.elo - each.error, min(elos) - _WIDEST) for each in ratings.ratings)
    high = max(min(each.elo + each.error, max(elos) + _WIDEST) for each in ratings.ratings)
    low, high = (low, high) if high > low else (low - 100, high + 100)

    def x(elo: float) -> float:
        return left + _PLOT * (min(max(elo, low), high) - low) / (high - low)

    bottom = height - _BOTTOM
    parts = [text(left + _PLOT / 2, height - 10, "Elo, with 95 % error bars", anchor="middle")]
    for tick in ticks(low, high):
        parts.append(line(x(tick), _TOP - 8, x(tick), bottom, "zero" if tick == 0 else "grid"))
        parts.append(text(x(tick), bottom + 18, f"{tick:g}", anchor="middle"))
    for place, player in enumerate(ratings.ranking):
        rating = ratings.ratings[player]
        y = _TOP + _ROW * (place + 0.5)
        start, end = x(rating.elo - rating.error), x(rating.elo + rating.error)
        parts += [
            text(left - 12, y + 5, short(names[player]), "name", "end"),
            line(start, y, end, y, "bar"),
            line(start, y - 6, start, y + 6, "bar"),
            line(end, y - 6, end, y + 6, "bar"),
            f'<circle class="point" cx="{x(rating.elo):.1f}" cy="{y:.1f}" r="5"/>',
            text(width - MARGIN, y + 5, str(rating), "name", "end"),
        ]
    said = ", ".join(f"{names[player]} {ratings.ratings[player]}" for player in ratings.ranking)
    return document(width, height, f"Ratings of {len(names)} players", f"{said}.", parts)

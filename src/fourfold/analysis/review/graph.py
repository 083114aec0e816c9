"""Draws the win chances of a game as an SVG picture.

The picture follows the colour scheme of the reader, has no ids, which would clash when a page holds
several, and refers to nothing outside of it. A proven win chance is a full dot, an estimate a ring;
the plies that changed the outcome carry the mark of their label.
"""

from html import escape

from fourfold.analysis.review import words
from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.marks import mark_svg
from fourfold.rules import Player
from fourfold.support.colour_scheme import colour_scheme

WIDTH, HEIGHT = 720, 240
_LEFT, _TOP, _RIGHT, _BOTTOM = 58, 22, 22, 46
_LIGHT = {
    "card": "#f3f6fb",
    "ink": "#33435c",
    "pale": "#566681",
    "grid": "#c6d0e0",
    "curve": "#2b63c4",
    "area": "#2b63c4",
}
_DARK = {
    "card": "#1a2130",
    "ink": "#dfe6f3",
    "pale": "#a9b6cb",
    "grid": "#3a465c",
    "curve": "#7fb0ff",
    "area": "#7fb0ff",
}
_STYLE = (
    f"""
{colour_scheme(".fourfold-graph", _LIGHT, _DARK)}"""
    + """\
.fourfold-graph .card { fill: var(--card); }
.fourfold-graph .axis { fill: var(--pale); font-size: 13px; }
.fourfold-graph .grid { stroke: var(--grid); stroke-width: 1; }
.fourfold-graph .area { fill: var(--area); opacity: .18; }
.fourfold-graph .curve { fill: none; stroke: var(--curve); stroke-width: 2.5;
  stroke-linejoin: round; }
.fourfold-graph .point { fill: var(--curve); stroke: var(--card); stroke-width: 1; }
.fourfold-graph .estimate { fill: var(--card); stroke: var(--curve); stroke-width: 1.5; }
"""
)


def draw(review: Review) -> str:
    """Return the graph as an SVG document."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="fourfold-graph" role="img" '
            f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">',
            f"<title>{escape(_title(review))}</title>",
            f"<desc>{escape(_description(review))}</desc>",
            f"<style>{_STYLE}</style>",
            f'<rect class="card" width="{WIDTH}" height="{HEIGHT}" rx="12"/>',
            *_axes(review),
            *_curve(review),
            *_marks(review),
            "</svg>",
        ]
    )


def _plies(review: Review) -> tuple[int, int]:
    """The first and the last place on the axis: plies played."""
    first = len(review.game.opening)
    return first, max(first + len(review.game.plies), first + 1)


def _x(review: Review, ply: int) -> float:
    first, last = _plies(review)
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * (ply - first) / (last - first)


def _y(chance: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - chance)


def _axes(review: Review) -> list[str]:
    drawn = []
    for chance in (0.0, 0.5, 1.0):
        y = _y(chance)
        drawn.append(
            f'<line class="grid" x1="{_LEFT}" y1="{y:g}" x2="{WIDTH - _RIGHT}" y2="{y:g}"/>'
            f'<text class="axis" x="{_LEFT - 8}" y="{y + 4.5:g}" text-anchor="end">'
            f"{100 * chance:.0f} %</text>"
        )
    first, last = _plies(review)
    step = next(step for step in (1, 2, 5, 10, 20, 50) if (last - first) / step <= 15)
    for ply in range(-(-first // step) * step, last + 1, step):
        drawn.append(
            f'<text class="axis" x="{_x(review, ply):.1f}" y="{HEIGHT - _BOTTOM + 20}" '
            f'text-anchor="middle">{ply}</text>'
        )
    middle = _y(0.5)
    drawn.append(
        f'<text class="axis" x="{(_LEFT + WIDTH - _RIGHT) / 2}" y="{HEIGHT - 8}" '
        'text-anchor="middle">plies played</text>'
        f'<text class="axis" x="14" y="{middle:g}" text-anchor="middle" '
        f'transform="rotate(-90 14 {middle:g})">win chance of FIRST</text>'
    )
    return drawn


def _curve(review: Review) -> list[str]:
    points = _points(review)
    if not points:
        return []
    middle = _y(0.5)
    path = " ".join(f"{x:.1f},{y:.1f}" for _, x, y, _ in points)
    drawn = [
        f'<polygon class="area" points="{points[0][1]:.1f},{middle:g} {path} '
        f'{points[-1][1]:.1f},{middle:g}"/>',
        f'<polyline class="curve" points="{path}"/>',
    ]
    for ply, x, y, is_proven in points:
        kind = "point" if is_proven else "estimate"
        drawn.append(f'<circle class="{kind}" data-ply="{ply}" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
    return drawn


def _points(review: Review) -> list[tuple[int, float, float, bool]]:
    """Return ply, place and whether it is proven, for every known position."""
    last = len(review.game.moves)
    first = last + 1 - len(review.win_chances)
    known = zip(review.win_chances, review.proven_chances, strict=True)
    return [
        (ply, _x(review, ply), _y(chance), is_proven)
        for ply, (chance, is_proven) in enumerate(known, start=first)
    ]


def _marks(review: Review) -> list[str]:
    return [
        mark_svg(ply.label, _x(review, ply.number), _y(ply.win_chance), 18)
        for ply in review.turning_points
    ]


def _title(review: Review) -> str:
    names = " - ".join(words.player_name(review, player) for player in Player)
    return f"Win chances of FIRST on {review.game.rules}: {names}"


def _description(review: Review) -> str:
    if not review.win_chances:
        return "Nothing is reviewed yet."
    said = [f"From {100 * review.win_chances[0]:.0f} % to {100 * review.win_chances[-1]:.0f} %."]
    said += [f"{words.move(ply)}, a {ply.label}." for ply in review.turning_points]
    if not review.turning_points:
        said.append("No ply changed the outcome.")
    return " ".join(said)

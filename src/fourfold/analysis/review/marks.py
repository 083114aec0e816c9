"""How labels are shown: by a letter, a shape and a colour, each of its own."""

from dataclasses import dataclass
from math import cos, pi, sin

from fourfold.analysis.review.labels import Label


@dataclass(frozen=True, slots=True)
class Mark:
    """The shape and the colour of a label."""

    symbol: str
    """The shape as a character, for terminals."""
    colour: str
    """Dark enough for a white letter on it."""
    outline: str
    """The shape as an SVG element without its colours, in a square of 20 by 20."""


def _polygon(corners: int, turned: float = 0.0, radius: float = 10.0, drop: float = 0.0) -> str:
    """Draw a regular polygon; without a turn, a corner is on top."""
    angles = [2 * pi * (corner + turned) / corners for corner in range(corners)]
    points = (f"{10 + radius * sin(a):.1f},{10 + drop - radius * cos(a):.1f}" for a in angles)
    return f'<polygon points="{" ".join(points)}"/>'


MARKS = {
    Label.BEST: Mark("★", "#1b6e3c", '<circle cx="10" cy="10" r="9"/>'),
    Label.ONLY_MOVE: Mark("◆", "#1d55b0", _polygon(4)),
    Label.GOOD: Mark("●", "#4a6a1a", '<rect x="1.5" y="1.5" width="17" height="17" rx="5"/>'),
    Label.FORCED: Mark("■", "#5a6472", '<rect x="0" y="4" width="20" height="12"/>'),
    Label.INACCURACY: Mark("▼", "#85590a", _polygon(3, 0.5, 12, -2.5)),
    Label.MISSED_WIN: Mark("◇", "#7a3fb5", _polygon(5)),
    Label.MISTAKE: Mark("▲", "#b3480b", _polygon(3, 0, 12, 2.5)),
    Label.BLUNDER: Mark("×", "#b3122d", _polygon(8, 0.5)),
}


def mark_svg(label: Label, x: float = 0, y: float = 0, size: float = 20) -> str:
    """Draw the mark of a label, its letter in its shape, as an SVG group centred on a point."""
    mark = MARKS[label]
    # In a triangle a letter is smaller, and sits where the triangle is wide.
    baseline, font = {Label.INACCURACY: (11.5, 10.5), Label.MISTAKE: (16.2, 8.5)}.get(
        label, (14.2, 11.5)
    )
    return (
        f'<g class="mark" transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) '
        f'scale({size / 20:g})"><g fill="{mark.colour}" stroke="#fff" stroke-width="1">'
        f'{mark.outline}</g><text x="10" y="{baseline}" font-size="{font}" font-weight="700" '
        f'text-anchor="middle" fill="#fff">{label.letter}</text></g>'
    )


def mark_picture(label: Label) -> str:
    """Draw the mark of a label as a picture of its own, which says nothing: its name is beside."""
    return (
        '<svg class="mark" width="22" height="22" viewBox="-1 -1 22 22" aria-hidden="true" '
        f'focusable="false">{mark_svg(label, 10, 10)}</svg>'
    )

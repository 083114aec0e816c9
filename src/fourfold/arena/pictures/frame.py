"""What the pictures of the arena share: the document around them, the colours, the axes."""

import math
from collections.abc import Iterable, Iterator
from html import escape

from fourfold.support.colour_scheme import colour_scheme

MARGIN = 22
LONGEST_NAME = 28
LETTER = 7.4  # the width of a letter of the labels, roughly
_LIGHT = {
    "card": "#f3f6fb",
    "ink": "#33435c",
    "pale": "#566681",
    "grid": "#c6d0e0",
    "main": "#2b63c4",
    "win": "#2b63c4",
    "loss": "#b3480b",
    "even": "#ffffff",
}
_DARK = {
    "card": "#1a2130",
    "ink": "#dfe6f3",
    "pale": "#a9b6cb",
    "grid": "#3a465c",
    "main": "#7fb0ff",
    "win": "#3f74cf",
    "loss": "#b5561f",
    "even": "#2a3346",
}
_STYLE = (
    f"""
{colour_scheme(".fourfold-chart", _LIGHT, _DARK)}"""
    + """\
.fourfold-chart .card { fill: var(--card); }
.fourfold-chart .name { fill: var(--ink); font-size: 14px; }
.fourfold-chart .axis { fill: var(--pale); font-size: 13px; }
.fourfold-chart .grid { stroke: var(--grid); stroke-width: 1; }
.fourfold-chart .zero { stroke: var(--pale); stroke-width: 1; }
.fourfold-chart .bar { stroke: var(--main); stroke-width: 2.5; fill: none; }
.fourfold-chart .point { fill: var(--main); stroke: var(--card); stroke-width: 1; }
.fourfold-chart .band { fill: var(--main); opacity: .18; }
.fourfold-chart .curve { stroke: var(--main); stroke-width: 2.5; fill: none;
  stroke-linejoin: round; }
.fourfold-chart .even { fill: var(--even); }
.fourfold-chart .win { fill: var(--win); }
.fourfold-chart .loss { fill: var(--loss); }
.fourfold-chart .strong { fill: #fff; }
"""
)


def document(
    width: float, height: float, title: str, description: str, parts: Iterable[str]
) -> str:
    """Return an SVG document of this size around the parts."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="fourfold-chart" role="img" '
            f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
            'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">',
            f"<title>{escape(printable(title))}</title>",
            f"<desc>{escape(printable(description))}</desc>",
            f"<style>{_STYLE}</style>",
            f'<rect class="card" width="{width:g}" height="{height:g}" rx="12"/>',
            *parts,
            "</svg>",
        ]
    )


def text(x: float, y: float, content: str, kind: str = "axis", anchor: str = "start") -> str:
    """Draw a line of text; whatever is in it is escaped."""
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        f"{escape(printable(content))}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    """Draw a straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def short(name: str) -> str:
    """Return a name that is not too long for a label; its middle is left out."""
    if len(name) <= LONGEST_NAME:
        return name
    half = (LONGEST_NAME - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


def label_width(names: Iterable[str]) -> float:
    """Return the room that the longest of the labels needs."""
    return LETTER * max((len(short(name)) for name in names), default=0)


def ticks(low: float, high: float, most: int = 8) -> Iterator[float]:
    """Yield round numbers from `low` to `high`, at most about so many."""
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
        yield number * step


def printable(content: str) -> str:
    """Replace what XML does not allow, such as control characters."""
    return "".join(
        letter
        if letter >= " " and letter not in "\ufffe\uffff" and not _is_surrogate(letter)
        else "�"
        for letter in content
    )


def _is_surrogate(letter: str) -> bool:
    return "\ud800" <= letter <= "\udfff"

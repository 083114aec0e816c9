"""The picture of a soak: the time of a move, memory, disk and open files over time, as SVG."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from fourfold.arena.pictures.frame import MARGIN, document, line, text, ticks

_WIDTH, _PANEL, _LEFT = 760, 150, 70
_TITLE = 26  # the height of a panel's title
_GAP = 20


@dataclass(frozen=True, slots=True)
class Sample:
    """What was seen at one moment; the moves are those since the moment before."""

    seconds: float
    moves: int
    p50: float
    """Milliseconds; NaN without a move."""
    p99: float
    memory: float
    """MB."""
    disk: float
    log: float
    files: int

    def columns(self) -> dict[str, float | None]:
        """Return the figures as JSON knows them."""
        return {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in asdict(self).items()
        }


_PANELS = (
    ("a move, p50 and p99, in ms", ("p50", "p99")),
    ("memory of the server, in MB", ("memory",)),
    ("database and log, in MB", ("disk", "log")),
    ("open files", ("files",)),
)


def draw(samples: Sequence[Sample]) -> str:
    """Return the picture, readable on light and on dark pages."""
    last = max((each.seconds for each in samples), default=1.0)
    parts: list[str] = []
    top: float = MARGIN
    for title, names in _PANELS:
        parts += _panel(title, names, samples, top, last)
        top += _TITLE + _PANEL + _GAP
    for minute in ticks(0, last / 60):
        x = _x(60 * minute, last)
        parts.append(text(x, top + 4, f"{minute:g}", anchor="middle"))
    parts.append(text(_WIDTH - MARGIN, top + 24, "minutes", anchor="end"))
    return document(_WIDTH, top + 36, "A soak of the server", _description(samples), parts)


def _panel(
    title: str, names: Sequence[str], samples: Sequence[Sample], top: float, last: float
) -> Iterator[str]:
    values = [getattr(each, name) for each in samples for name in names]
    most = max((value for value in values if not math.isnan(value)), default=1.0) * 1.05 or 1.0
    bottom = top + _TITLE + _PANEL

    def y(value: float) -> float:
        return bottom - _PANEL * value / most

    yield text(_LEFT, top + 14, title, "name")
    for tick in ticks(0, most, 4):
        yield line(_LEFT, y(tick), _WIDTH - MARGIN, y(tick), "zero" if tick == 0 else "grid")
        yield text(_LEFT - 8, y(tick) + 4.5, f"{tick:g}", anchor="end")
    for name in names:
        points = [
            f"{_x(each.seconds, last):.1f},{y(getattr(each, name)):.1f}"
            for each in samples
            if not math.isnan(getattr(each, name))
        ]
        yield f'<polyline class="curve" points="{" ".join(points)}"/>'
        if points and len(names) > 1:
            x, end = points[-1].split(",")
            yield text(float(x) - 4, float(end) - 6, name, "axis", "end")


def _x(seconds: float, last: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - MARGIN) * seconds / last


def _description(samples: Sequence[Sample]) -> str:
    if not samples:
        return "Nothing was measured."
    most = max((each.p99 for each in samples if not math.isnan(each.p99)), default=0.0)
    return (
        f"After {samples[-1].seconds / 60:.1f} minutes: p99 of a move at most {most:.0f} ms, "
        f"memory at most {max(each.memory for each in samples):.0f} MB, "
        f"database {samples[-1].disk:.0f} MB."
    )

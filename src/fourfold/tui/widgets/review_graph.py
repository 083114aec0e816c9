"""The graph of a review in block characters.

██████▁▁▁▁▁▁██        FIRST's win chance after each ply, in eighths of a line; the rest is
██████▁▁▁▁▁▁██        SECOND's
      X     M         the plies that changed the outcome
          ^           the ply that is shown
"""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from fourfold.analysis.review import Review

LINES = 4
"""How high it is: bars, and a line of marks below them."""
_BARS = LINES - 1
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_WIDEST = 4  # columns for a ply


class ReviewGraph(Widget):
    """Shows the win chances of a review, and posts which position is chosen by a click."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "graph--first", "graph--second", "graph--unknown", "graph--mark", "graph--here",
    }  # fmt: skip

    class Chosen(Message):
        """Posted when a position is clicked: how many plies of the review come before it."""

        def __init__(self, place: int) -> None:
            self.place = place
            super().__init__()

    def __init__(self, review: Review, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._review = review
        self._here = 0

    def show(self, review: Review, here: int) -> None:
        """Show a review; `here` is the position to point at."""
        if (review, here) != (self._review, self._here):
            self._review, self._here = review, here
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        places = self._places()
        if 0 <= event.x < len(places):
            self.post_message(self.Chosen(places[event.x]))

    def _places(self) -> list[int]:
        """Return for each column of the screen which position it shows."""
        count = len(self._review.game.plies) + 1
        width = min(self.size.width, _WIDEST * count)
        return [column * count // width for column in range(width)]

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        segments = [self._cell(place, y) for place in self._places()]
        if y == _BARS:
            segments = self._marks()
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _cell(self, place: int, y: int) -> Segment:
        known = self._review.win_chances
        place -= len(self._review.game.plies) + 1 - len(known)
        if place < 0:
            return Segment("·" if y == _BARS // 2 else " ", self._style("unknown"))
        eighths = round(8 * _BARS * known[place]) - 8 * (_BARS - 1 - y)
        colours = Style(color=self._style("first").color, bgcolor=self._style("second").bgcolor)
        return Segment(_EIGHTHS[min(max(eighths, 0), 8)], colours)

    def _marks(self) -> list[Segment]:
        """Return the line below the bars: letters at turning points, an arrow here."""
        places = self._places()
        opening = len(self._review.game.opening)
        letters = {ply.number - opening: ply.label.letter for ply in self._review.turning_points}
        segments = []
        for column, place in enumerate(places):
            is_first = column == 0 or places[column - 1] != place
            if place == self._here and is_first:
                segments.append(Segment(letters.get(place, "▲"), self._style("here")))
            elif is_first:
                segments.append(Segment(letters.get(place, " "), self._style("mark")))
            else:
                segments.append(Segment(" ", self._style("mark")))
        return segments

    def _style(self, part: str) -> Style:
        return self.get_component_rich_style(f"graph--{part}")

"""The screen of a review: the board, why each ply was good or bad beside it, the graph below.

The work is done in a thread of its own; the screen polls it, and shows what there is. Leaving the
screen ends the work.
"""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Footer

from fourfold.game import Record
from fourfold.rules import Position
from fourfold.tui.review_worker import ReviewWorker
from fourfold.tui.text import review as text
from fourfold.tui.widgets.board import Board, BoardView, least_size
from fourfold.tui.widgets.panel import PlainText
from fourfold.tui.widgets.review_graph import LINES, ReviewGraph

TICK = 1 / 10
SIDE = 36
"""The width of what is beside the board."""
_LEAST_SIDE = 6  # lines for it where it is below the board


class ReviewScreen(Screen[None]):
    """Steps through a game that has been played, with what the review says of each ply."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("right", "step(1)", "On", key_display="→"),
        Binding("home", "go(0)", "Start", show=False),
        Binding("end", "go(-1)", "End", show=False),
        Binding("up", "turn(-1)", "Turning points", key_display="↑↓"),
        Binding("down", "turn(1)", "Next turning point", show=False),
        Binding("v", "view", "View", show=False),
        Binding("escape,q,z", "leave", "Back to the game", key_display="q"),
    ]

    def __init__(self, record: Record, names: tuple[str, str]) -> None:
        """names: of FIRST and SECOND, as the screens call them."""
        super().__init__()
        self._names = names
        self._worker = ReviewWorker(record)
        self._start = record.start.ply
        self._end = record.position.ply
        self._here = self._end
        self._board = Board(BoardView(record.position, can_drop=False), id="board")
        self._graph = ReviewGraph(self._worker.latest, id="review-graph")
        self._summary = PlainText(id="review-summary")
        self._about = PlainText(id="review-about")
        self._moves = PlainText(id="review-moves")

    def compose(self) -> ComposeResult:
        with Container(id="review-main"):
            yield self._board
            with Vertical(id="review-side"):
                yield self._about
                yield self._moves
                yield self._summary
        yield self._graph
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._worker.start()
        self._board.focus()
        self.set_interval(TICK, self.show_all)
        self.show_all()

    def on_unmount(self) -> None:
        self._worker.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Put the text below the board in a narrow terminal; without room, show no graph."""
        least = least_size(self._worker.record.rules)
        width, height = event.size
        is_narrow = width < least.width + SIDE
        self.query_one("#review-main").set_class(is_narrow, "narrow")
        self._board.styles.height = least.height if is_narrow else "1fr"
        needed = least.height + 1 + (_LEAST_SIDE if is_narrow else 0)
        self._graph.display = height >= needed + LINES
        self.call_after_refresh(self.show_all)

    def show_all(self) -> None:
        """Show the ply that was chosen, and what is known by now."""
        worker = self._worker
        review = worker.latest
        record = worker.record
        colours = self.app.theme_variables
        styles = {label: colours[colour] for label, colour in text.COLOURS.items()}
        self._board.change(position=Position(record.rules, record.moves[: self._here]))
        self._graph.show(review, self._here - self._start)
        self._summary.set_text(worker.problem or text.summary(review, self._names, worker.is_done))
        ply = next((ply for ply in review.plies if ply.number == self._here), None)
        if ply is not None:
            self._about.set_text(text.about(ply, styles))
        elif self._here == self._start:
            self._about.set_text("The beginning.")
        else:
            self._about.set_text("" if worker.is_done else f"{self._here}. Not reviewed yet…")
        room = max(1, self._moves.size.height)
        self._moves.set_text(text.move_pairs(review, self._here, room, styles))

    # Where to look

    def action_step(self, plies: int) -> None:
        self._go(self._here + plies)

    def action_go(self, place: int) -> None:
        self._go(self._start if place == 0 else self._end)

    def action_turn(self, direction: int) -> None:
        """Go to the next ply that changed the outcome, in either direction."""
        numbers = [ply.number for ply in self._worker.latest.turning_points]
        beyond = [number for number in numbers if (number - self._here) * direction > 0]
        if beyond:
            self._go(min(beyond) if direction > 0 else max(beyond))

    @on(ReviewGraph.Chosen)
    def _chosen(self, event: ReviewGraph.Chosen) -> None:
        self._go(self._start + event.place)

    def _go(self, ply: int) -> None:
        self._here = min(max(ply, self._start), self._end)
        self.show_all()

    # Colours, and leaving

    def action_view(self) -> None:
        from fourfold.tui.app import FourfoldApp

        assert isinstance(self.app, FourfoldApp)
        self.app.next_theme()

    def action_leave(self) -> None:
        self.app.pop_screen()

"""The screen of one game: the board, the panel, a sentence that says what is going on, the keys.

The screen polls its `GameSession` twenty times a second and draws what has changed. Agents think
in threads of their own, so that a key is answered at once, whatever they do.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from fourfold.errors import FourfoldError, GameError, IllegalMove, RecordError
from fourfold.game import DrawDeclined, Event, GameEnded, GameSession, Mode, PliesRedone, PlyPlayed
from fourfold.rules import Player, Position
from fourfold.rules.notation import parse_moves
from fourfold.tui.game_files import DEFAULT, add_game
from fourfold.tui.hint_worker import Tips
from fourfold.tui.screens.dialogs import Choice, Help, Open, Question, Save
from fourfold.tui.screens.review import ReviewScreen
from fourfold.tui.text import column_hints, messages
from fourfold.tui.text.keys import GAME, is_available
from fourfold.tui.widgets.board import Board, BoardView, FallingPiece, content_of, least_size
from fourfold.tui.widgets.panel import WIDTH, Panel, PlainText

if TYPE_CHECKING:
    from fourfold.tui.app import FourfoldApp

TICK = 1 / 20
FRAME = 1 / 30
"""Seconds for which a falling piece stays on a row."""
SPEEDS = (("slow", 2.0), ("normal", 0.8), ("fast", 0.25), ("full speed", 0.0))
_NOTICE = 6.0  # seconds for which a notice stays
_LONG_NOTICE = 12.0
_BLINKS = 6
_CHROME = 3  # lines below the board: status, notice, keys


class GameScreen(Screen[None]):
    """The screen of one game."""

    BINDINGS = GAME
    app: "FourfoldApp"

    def __init__(self, session: GameSession, remark: str = "") -> None:
        super().__init__()
        self.session = session
        self.game = session.game
        self._remark = remark
        self._board = Board(BoardView(self.game.position), id="board")
        self._panel = Panel(id="panel")
        self._status = PlainText(id="status")
        self._notice = PlainText(id="notice")
        self._cursor = self._first_cursor()
        self._speed = 1
        self._tips = Tips()
        self._blinks = 0
        self._safe = (
            self.game.position.moves
        )  # moves that are in a file or came from the command line
        self._shown: object = None
        session.move_delay = SPEEDS[self._speed][1] if session.mode is Mode.AI_AI else 0.0

    def _first_cursor(self) -> int:
        legal = self.game.position.legal_columns
        middle = (self.game.rules.columns - 1) // 2
        return min(legal, key=lambda column: abs(column - middle), default=middle)

    # What there is

    def compose(self) -> ComposeResult:
        with Horizontal(id="board-and-panel"):
            yield self._board
            yield self._panel
        with Vertical(id="below"):
            yield self._status
            yield self._notice
        yield Footer(compact=True, show_command_palette=False)
        yield Static(id="too-small", markup=False)

    def on_mount(self) -> None:
        self.game.subscribe(self._follow)
        self._board.focus()
        self.set_interval(TICK, self.tick)
        self._falling_timer = self.set_interval(FRAME, self._next_frame, pause=True)
        self._notice_timer = self.set_timer(_NOTICE, self._forget_notice, pause=True)
        self.notice(self._remark)
        self.tick()

    def on_resize(self, event: events.Resize) -> None:
        """Hide the panel in a narrow terminal; say so in one that is too small for the board."""
        least = least_size(self.game.rules)
        width, height = event.size
        is_too_small = width < least.width or height < least.height + _CHROME
        self._panel.display = width >= least.width + WIDTH and not is_too_small
        for id in ("board-and-panel", "below"):
            self.query_one(f"#{id}").display = not is_too_small
        self.query_one(Footer).display = not is_too_small
        small = self.query_one("#too-small", Static)
        small.display = is_too_small
        small.update(
            f"The terminal has {width} columns and {height} lines, but this board needs "
            f"{least.width} and {least.height + _CHROME}."
        )

    # Again and again

    def tick(self) -> None:
        """Poll the game, and show what has changed."""
        self._guarded(self.session.poll)
        remark = self._tips.poll(self.session)
        if remark is not None:
            self.notice(remark)
        self.show_all()

    def show_all(self) -> None:
        """Show the present state of the game."""
        session, game = self.session, self.game
        self._status.set_text(messages.status(session))
        self._panel.show(session, SPEEDS[self._speed][0])
        board = self._board
        thinking = session.progress
        shown = self._tips.shown
        if thinking is not None:
            shown = column_hints.of_thinking(thinking) or None
        board.change(
            position=game.position,
            cursor=None if session.person is None or game.is_over else self._cursor,
            can_drop=session.is_persons_turn,
            hints=shown,
        )
        state = (
            session.is_thinking, session.is_paused, game.is_over, game.can_undo, game.can_redo,
            self.session.is_persons_turn,
        )  # fmt: skip
        if state != self._shown:
            self._shown = state
            self.refresh_bindings()

    def notice(self, text: str) -> None:
        """Show a notice below the status for some seconds."""
        self._notice.set_text(text)
        self._notify_if_long(text)
        if text:
            self._notice_timer.reset()
            self._notice_timer.resume()

    def _notify_if_long(self, text: str) -> None:
        """Show a sentence that is too long for its line in a window as well, for some seconds."""
        if cell_len(text) > self.size.width - 2:
            self.notify(text, timeout=_LONG_NOTICE, markup=False)

    def _forget_notice(self) -> None:
        self._notice.set_text("")
        self._notice_timer = self.set_timer(_NOTICE, self._forget_notice, pause=True)

    # What happens in the game

    def _follow(self, event: Event) -> None:
        if not self.is_mounted:
            return
        self._tips.follow(self.session)
        if self._board.view.position is not self.game.position:
            # An earlier piece has landed by now. A move that ends the game comes as two events, a
            # ply and an end, and only the first of them is drawn as a fall.
            self._board.change(position=self.game.position, falling=None, is_lit=True)
            self._blinks = _BLINKS if self.game.position.winning_cells else 0
        match event:
            case PlyPlayed(player=player, ply=ply, is_ban=is_ban):
                self._start_fall(player, ply.column, is_ban)
            case PliesRedone():
                moves = self.game.position.moves
                before = Position(self.game.rules, moves[:-1])
                self._start_fall(before.turn, moves[-1], before.must_ban)
            case GameEnded():
                self._notify_if_long(messages.status(self.session))
            case DrawDeclined(player=player):
                self.notice(f"{messages.name(self.session, player)} declined the draw.")
            case _:
                pass
        if self._blinks:
            self._falling_timer.resume()

    def _start_fall(self, player: Player, column: int, is_ban: bool) -> None:
        cell = self.game.position.last_cell
        is_fast = self.session.mode is Mode.AI_AI and not SPEEDS[self._speed][1]
        if cell is None or is_fast or self.app.animation_level == "none":
            return
        content = content_of(player, is_ban)
        falling = FallingPiece(content, column, self.game.rules.rows - 1, cell[1])
        self._board.change(falling=falling)
        self._falling_timer.resume()

    def _next_frame(self) -> None:
        """Draw one frame: the piece a row lower, or the winning line on or off."""
        board = self._board
        falling = board.view.falling
        if falling is not None:
            if falling.row > falling.target:
                row = falling.row - 1
                board.change(
                    falling=FallingPiece(falling.content, falling.column, row, falling.target)
                )
            else:
                board.change(falling=None)
            return
        if self._blinks and self.app.animation_level != "none":
            self._blinks -= 1
            if self._blinks % 2 == 0:
                board.change(is_lit=self._blinks % 4 == 0)
            return
        self._blinks = 0
        board.change(is_lit=True)
        self._falling_timer.pause()

    # Dropping

    def on_key(self, event: events.Key) -> None:
        """Drop a piece: digits and the letters a to l are columns."""
        if event.character is None or len(event.character) != 1:
            return
        try:
            (column,) = parse_moves(event.character)
        except (FourfoldError, ValueError):
            return
        event.stop()
        self._drop_in(column)

    def action_point(self, step: int) -> None:
        columns = self.game.rules.columns
        self._cursor = (self._cursor + step) % columns
        self.show_all()

    def action_point_at(self, column: int) -> None:
        self._cursor = column % self.game.rules.columns
        self.show_all()

    def action_drop(self) -> None:
        self._drop_in(self._cursor)

    def action_space(self) -> None:
        if self.session.mode is Mode.AI_AI:
            self.do(self.session.resume if self.session.is_paused else self.session.pause)
        else:
            self.action_drop()

    @on(Board.Pointed)
    def _pointed(self, event: Board.Pointed) -> None:
        self._cursor = event.column
        self.show_all()

    @on(Board.Chosen)
    def _chosen(self, event: Board.Chosen) -> None:
        self._drop_in(event.column)

    def _drop_in(self, column: int) -> None:
        position = self.game.position
        if not self.game.is_over and self.session.is_persons_turn:
            if not 0 <= column < self.game.rules.columns:
                first, last = (
                    messages.label(c, position) for c in (0, self.game.rules.columns - 1)
                )
                self.notice(f"There is no such column: the columns are {first} to {last}.")
                return
            self._cursor = column
            if position.landing_row(column) is None:
                self.notice(f"Column {messages.label(column, position)} is full.")
                return
        self.do(lambda: self.session.play(column))

    # Commands

    def do(self, what: Callable[[], object], done: str = "") -> None:
        """Do something that the game may refuse, and show why it did."""
        self.notice(done)
        self._guarded(what)
        self.tick()

    def _guarded(self, what: Callable[[], object]) -> None:
        try:
            what()
        except RecordError as error:  # the game goes on, but is not saved any more
            self.app.stop_saving()
            self.notice(f"The game is no longer being saved: {error}.")
        except (GameError, IllegalMove) as error:
            self.notice(messages.sentence(error))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show only keys that do something now."""
        return is_available(action, self.session)

    def action_undo(self) -> None:
        self.do(self.session.undo)

    def action_redo(self) -> None:
        self.do(self.session.redo)

    def action_hurry(self) -> None:
        self.do(self.session.hurry)

    action_hurry_one_of_two = action_hurry

    def action_hint(self) -> None:
        self._tips.toggle()
        self.notice("" if self._tips.is_on else "Tips are off.")
        self.tick()

    def action_review(self) -> None:
        names = (
            messages.name(self.session, Player.FIRST),
            messages.name(self.session, Player.SECOND),
        )
        self.app.push_screen(ReviewScreen(self.game.record, names))

    def action_draw(self) -> None:
        offerer = self.session.person
        self.do(self.session.offer_draw)
        if self.game.offer is not None and self.game.offer is offerer:
            other = messages.name(self.session, offerer.other)
            self.notice(f"The draw is offered: {other} accepts with w, or declines by moving.")

    def action_pause(self) -> None:
        self.do(self.session.pause)

    def action_go_on(self) -> None:
        self.do(self.session.resume)

    def action_step(self) -> None:
        self.do(self.session.step)

    def action_speed(self, change: int) -> None:
        self._speed = min(max(self._speed + change, 0), len(SPEEDS) - 1)
        name, self.session.move_delay = SPEEDS[self._speed]
        self.do(lambda: None, f"Speed: {name}.")

    def action_view(self) -> None:
        self.app.next_theme()
        self.notice(f"Colours: {self.app.theme.removeprefix('fourfold-')}.")

    def action_help(self) -> None:
        self.app.push_screen(Help())

    @work
    async def action_resign(self) -> None:
        choices = (Choice("y", "yes", "Resign", "error"), Choice("n", "no", "Play on"))
        if await self.app.push_screen_wait(Question("Resign this game?", choices)) == "yes":
            self.do(self.session.resign)

    # Files, and leaving

    @work
    async def action_save(self) -> None:
        await self.save()

    async def save(self) -> bool:
        """Ask for a file and save the game there; return True if that was done."""
        path: Path | None = await self.app.push_screen_wait(Save(self.app.path or DEFAULT))
        if path is None:
            return False
        try:
            if self.app.is_saved_to(path):
                self.notice(f"Every move is saved to {path} already.")
                return True
            count = add_game(path, self.game.record)
        except FourfoldError as error:
            self.notice(messages.sentence(error))
            return False
        self.app.path = path
        self._safe = self.game.position.moves
        games = "1 game" if count == 1 else f"{count} games"
        self.notice(f"Saved to {path}, which has {games}.")
        return True

    async def may_leave(self, why: str) -> bool:
        """Offer to save a game that is not over; return True if it can be left."""
        if self.game.is_over or self.app.is_saving or self.game.position.moves == self._safe:
            return True
        choices = (
            Choice("s", "save", "Save", "primary"),
            Choice("d", "leave", "Don't save", "error"),
            Choice("c", "stay", "Cancel"),
        )
        question = Question(f"The game is not over. Save it before {why}?", choices)
        answer = await self.app.push_screen_wait(question)
        if answer == "save":
            return await self.save()
        return answer == "leave"

    @work(exclusive=True)
    async def action_open(self) -> None:
        if not await self.may_leave("opening another"):
            return
        chosen = await self.app.push_screen_wait(Open(self.app.path))
        if chosen is not None:
            record, path, damage = chosen
            try:
                self.app.open(record, path, damage)
            except FourfoldError as error:
                self.notice(messages.sentence(error))

    @work(exclusive=True)
    async def action_new(self) -> None:
        if await self.may_leave("a new one"):
            self.app.ask_for_game()

    @work(exclusive=True)
    async def action_quit(self) -> None:
        if await self.may_leave("you quit"):
            self.app.leave(self.game)
        self.app.asked_to_leave = False

    def close(self) -> None:
        """Stop the agents and the hints."""
        self.session.close()
        self._tips.forget()

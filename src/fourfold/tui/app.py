"""The app: it shows the new-game screen and games, and leads from one to the other."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from fourfold.agents.engine import isolated_agent
from fourfold.errors import RecordError
from fourfold.game import Game, GameFile, GameSession, Mode, Record
from fourfold.game.session import MakeAgent
from fourfold.tui import ExitResult
from fourfold.tui.screens.game import GameScreen
from fourfold.tui.screens.new_game import NewGame
from fourfold.tui.screens.new_game_form import Form, form_from_record
from fourfold.tui.themes import GREY, THEMES


def _nothing() -> None:
    """Ends nothing: for a game that is not being saved."""


class FourfoldApp(App[ExitResult]):
    """The game on the whole screen."""

    CSS_PATH = "app.tcss"
    TITLE = "fourfold"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(
        self,
        record: Record | None = None,
        *,
        remark: str = "",
        file: GameFile | None = None,
        path: Path | None = None,
        make: MakeAgent = isolated_agent,
        form: Form | None = None,
    ) -> None:
        """
        record: the game to begin with; without one, the new-game screen.
        remark: a notice to show at the beginning.
        file: where every game is saved as it goes on.
        path: the file that the dialogs for saving and opening propose.
        make: makes an agent from its spec.
        """
        super().__init__()
        self._first_record = record
        self._first_remark = remark
        self._file = file
        self._stop_saving: Callable[[], None] = _nothing
        self._make = make
        self.path = path
        self._form = Form() if form is None else form
        self._loop: asyncio.AbstractEventLoop | None = None
        self.asked_to_leave = False
        """Whether Ctrl-C has brought the question that is on the screen."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = (GREY if self.no_color else THEMES[0]).name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return THEMES[0].variables

    def on_mount(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self._first_record is None:
            self.push_screen(NewGame(self._form))
        else:
            self.show(self._first_record, self._first_remark)

    # Games

    def start(self, form: Form) -> None:
        """Begin the game that the form describes."""
        self.show(form.record())
        self._form = form  # as it was typed: a random choice is made anew for the next game

    def open(self, record: Record, path: Path, damage: str = "") -> None:
        """Continue a game from a file; InvalidAgent if one of its agents is not known."""
        count = len(record.plies)
        plies = "1 ply" if count == 1 else f"{count} plies"
        remark = f"{damage}." if damage else f"Opened from {path}: {plies}."
        self.show(record, remark)
        self.path = path

    def show(self, record: Record, remark: str = "") -> None:
        """Show a game in the place of any other."""
        game = Game.from_record(record)
        session = GameSession(game, self._make)
        if session.mode is Mode.AI_AI and record.plies:
            session.pause()  # a game that was opened is looked at first
        self._stop_saving()
        self._stop_saving = _nothing
        if self._file is not None:
            try:
                self._stop_saving = self._file.follow(game)
            except RecordError as error:
                self._file = None
                remark = f"The game is not being saved: {error}."
        self._close_games()
        self._form = replace(form_from_record(record), seed=self._form.seed)
        self.push_screen(GameScreen(session, remark))

    def _close_games(self) -> None:
        while len(self.screen_stack) > 1:
            screen = self.screen
            if isinstance(screen, GameScreen):
                screen.close()
            self.pop_screen()

    def ask_for_game(self) -> None:
        """Show the new-game screen over the present game, which Escape returns to."""
        self.push_screen(NewGame(self._form))

    def back_to_game(self) -> None:
        """Leave the new-game screen for the game under it; without one, leave the program."""
        if any(isinstance(screen, GameScreen) for screen in self.screen_stack):
            self.pop_screen()
        else:
            self.leave(None)

    # Saving every move

    @property
    def is_saving(self) -> bool:
        """Whether every move is saved at once."""
        return self._file is not None

    def is_saved_to(self, path: Path) -> bool:
        """Return True if every move is saved to this very file."""
        return self._file is not None and path.resolve() == self._file.path.resolve()

    def stop_saving(self) -> None:
        """Go on without the file."""
        self._stop_saving()
        self._file = None

    # Colours, and leaving

    def next_theme(self) -> None:
        """Take the next set of colours."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def action_leave(self) -> None:
        """Ctrl-C and Ctrl-Q: quit as `q` does; the second time at once."""
        games = [screen for screen in self.screen_stack if isinstance(screen, GameScreen)]
        if self.asked_to_leave or not games or isinstance(self.screen, NewGame):
            self._leave_at_once(0)
        else:
            self.asked_to_leave = True
            while self.screen is not games[-1]:
                self.pop_screen()
            games[-1].action_quit()

    def end(self, status: int) -> None:
        """Leave at once; called from the handler of a signal."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._leave_at_once, status)

    def _leave_at_once(self, status: int) -> None:
        games = [screen for screen in self.screen_stack if isinstance(screen, GameScreen)]
        self.leave(games[-1].game if games else None, status)

    def leave(self, game: Game | None, status: int = 0) -> None:
        """Exit, and return a game that is not over."""
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.close()
        unfinished = game is not None and not game.is_over and game.plies
        path = self.path if self._file is None else self._file.path
        self.exit(
            ExitResult(game.record if game is not None and unfinished else None, path, status)
        )

"""Small windows over the game: questions, help, saving, opening."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from rich.table import Table as Grid
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.button import ButtonVariant
from textual.widgets.option_list import Option

from fourfold.errors import FourfoldError
from fourfold.game import Record, load
from fourfold.game.files import path_of
from fourfold.tui.game_files import describe_game, saved_games
from fourfold.tui.text.keys import HELP
from fourfold.tui.text.messages import sentence


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: its key, its name, and what it looks like."""

    key: str
    answer: str
    label: str
    variant: ButtonVariant = "default"


class Question(ModalScreen[str]):
    """A sentence and a few answers, each a button and a key; Escape is the last one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, sentence: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._sentence = sentence
        self._choices = tuple(choices)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._sentence, classes="sentence", markup=False)
            with Horizontal(classes="buttons"):
                for choice in self._choices:
                    label = f"{choice.label} ({choice.key})"
                    yield Button(label, id=choice.answer, variant=choice.variant)

    def on_key(self, event: events.Key) -> None:
        answers = {choice.key: choice.answer for choice in self._choices}
        answers["escape"] = self._choices[-1].answer
        if event.key in answers:
            event.stop()
            self.dismiss(answers[event.key])

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        assert event.button.id is not None
        self.dismiss(event.button.id)


class Help(ModalScreen[None]):
    """Every key, on one page; any key closes it."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide help"):
            for title, rows in HELP:
                yield Static(title, classes="heading", markup=False)
                grid = Grid.grid(padding=(0, 2, 0, 0))
                grid.add_column(width=12)
                grid.add_column()
                for key, what in rows:
                    grid.add_row(key, what)
                yield Static(grid)
            yield Static("Any key closes this.", classes="dim", markup=False)

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("up", "down", "pageup", "pagedown"):
            event.stop()
            self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)


class Save(ModalScreen[Path]):
    """Asks for the file; the caller writes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, proposed: Path) -> None:
        super().__init__()
        self._proposed = proposed

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide"):
            yield Static("Save the game to which file? Other games in it are kept.", markup=False)
            yield Input(str(self._proposed), id="path")
            with Horizontal(classes="buttons"):
                yield Button("Save", id="save", variant="primary")
                yield Button("Cancel", id="cancel")

    def on_mount(self) -> None:
        self.query_one(Input).action_end()

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def _save(self) -> None:
        text = self.query_one(Input).value.strip()
        if text:
            self.dismiss(path_of(text))

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)


class Open(ModalScreen[tuple[Record, Path, str]]):
    """Asks for a file, and for the game in it if there are several."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, proposed: Path | None = None) -> None:
        super().__init__()
        self._proposed = proposed
        self._records: tuple[Record, ...] = ()
        self._path = Path()
        self._damage = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide tall"):
            yield Static("Open which file of games?", id="question", markup=False)
            shown = "" if self._proposed is None else str(self._proposed)
            yield Input(shown, id="path", placeholder="my.games")
            yield Static("", id="problem", classes="error", markup=False)
            yield OptionList(id="choices", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Open", id="open", variant="primary")
                yield Button("Cancel", id="cancel")

    def on_mount(self) -> None:
        self.query_one(Input).action_end()
        choices = self.query_one(OptionList)
        choices.add_options([Option(str(path), id=None) for path in saved_games()])
        choices.display = choices.option_count > 0
        if choices.display:
            choices.highlighted = 0

    @on(Input.Submitted)
    @on(Button.Pressed, "#open")
    def _open(self) -> None:
        choices = self.query_one(OptionList)
        if self._records:
            if choices.highlighted is not None:
                self._take(choices.highlighted)
        else:
            typed = self.query_one(Input).value.strip()
            listed = choices.highlighted_option if choices.display else None
            self._read(typed or ("" if listed is None else str(listed.prompt)))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if self._records:
            self._take(event.option_index)
        else:
            self._read(str(event.option.prompt))

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)

    def _read(self, text: str) -> None:
        if not text:
            self.query_one("#problem", Static).update("Type the name of a file of games.")
            return
        self._path = path_of(text)
        try:
            loaded = load(self._path)
        except FourfoldError as error:
            self.query_one("#problem", Static).update(sentence(error))
            return
        self._damage = loaded.damage
        if len(loaded.records) == 1:
            self.dismiss((loaded.records[0], self._path, self._damage))
            return
        self._records = loaded.records
        self.query_one("#question", Static).update(f"Which game of {self._path}?")
        self.query_one("#problem", Static).update(f"{loaded.damage}." if loaded.damage else "")
        self.query_one(Input).display = False
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options([Option(describe_game(n, r)) for n, r in enumerate(self._records, 1)])
        choices.display = True
        choices.highlighted = len(self._records) - 1
        choices.focus()

    def _take(self, index: int) -> None:
        self.dismiss((self._records[index], self._path, self._damage))

"""The new-game screen: who plays, on which board, with which clock."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, Select, Static

from fourfold.agents.registry import list_agents
from fourfold.errors import FourfoldError
from fourfold.game import Mode
from fourfold.rules import Rules
from fourfold.rules.notation import column_label, row_label
from fourfold.tui.screens.agent_options import AgentOptions
from fourfold.tui.screens.dialogs import Help, Open
from fourfold.tui.screens.new_game_form import (
    BOARDS,
    Form,
    PlayerFields,
    board_fields,
    board_of,
    draw_rules,
    problem_of,
)
from fourfold.tui.text.messages import sentence

if TYPE_CHECKING:
    from fourfold.tui.app import FourfoldApp

_WITH_PREVIEW = 76  # columns of the terminal that leave room for a small picture of the board
_MODES = (
    ("You against an agent", Mode.HUMAN_AI),
    ("Two people", Mode.HUMAN_HUMAN),
    ("Agent against agent", Mode.AI_AI),
)
_SIDES = {
    Mode.HUMAN_AI: ("You", "Opponent"),
    Mode.HUMAN_HUMAN: ("Player 1", "Player 2"),
    Mode.AI_AI: ("Agent 1", "Agent 2"),
}
_FIELDS = ("columns", "rows", "forbidden", "bonus", "seed", "game_clock", "move_clock")


class NewGame(Screen[None]):
    """Fills in a `Form`, and says at once what is wrong with it.

    A field reports a change by the program as it does one by a person, only later. So the handlers
    read what the field holds by then, and ignore what the form has already.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+s", "start", "Start", key_display="F5"),
        Binding("f3,ctrl+o", "open", "Open a saved game", key_display="F3"),
        Binding("f1", "help", "Help", key_display="F1"),
        Binding("escape", "back", "Back"),
        Binding("ctrl+q,ctrl+c", "quit", "Quit", key_display="^q", priority=True),
    ]
    app: "FourfoldApp"

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form

    def compose(self) -> ComposeResult:
        names = [(kind.name, kind.name) for kind in list_agents()]
        with Horizontal(id="new-game"):
            with Vertical(id="fields"):
                yield Static("New game", classes="heading", markup=False)
                with Horizontal(classes="line"):
                    yield Label("Mode")
                    yield Select(
                        _MODES, value=self.form.mode, allow_blank=False, id="mode", compact=True
                    )
                for seat, values in (("one", self.form.one), ("two", self.form.two)):
                    with Horizontal(classes="line"):
                        yield Label("", id=f"{seat}-label")
                        yield Input(
                            id=f"{seat}-name", placeholder="name", compact=True, max_length=20
                        )
                        yield Select(
                            names,
                            value=values.agent,
                            allow_blank=False,
                            id=f"{seat}-agent",
                            compact=True,
                        )
                        yield Button("Options", id=f"{seat}-options", compact=True)
                yield Static("", id="options-shown", classes="dim", markup=False)
                with Horizontal(classes="line"):
                    yield Label("First move")
                    yield Select([("One", "one")], allow_blank=False, id="begins", compact=True)
                with Horizontal(classes="line apart"):
                    yield Label("Board")
                    board = board_of(self.form)
                    yield Select(BOARDS, value=board, allow_blank=False, id="boards", compact=True)
                with Horizontal(classes="line"):
                    yield Label("Size")
                    yield Input(id="columns", classes="short", compact=True)
                    yield Static("x", classes="word", markup=False)
                    yield Input(id="rows", classes="short", compact=True)
                    yield Static("columns x rows", classes="word dim", markup=False)
                with Horizontal(classes="line"):
                    yield Label("Forbidden")
                    yield Input(id="forbidden", placeholder="cells, such as d3 e4", compact=True)
                with Horizontal(classes="line"):
                    yield Label("Bonus")
                    yield Input(id="bonus", placeholder="d3", classes="short", compact=True)
                with Horizontal(classes="line"):
                    yield Label("Seed")
                    yield Input(id="seed", placeholder="random", compact=True)
                    yield Button("Draw a board", id="draw-board", compact=True)
                with Horizontal(classes="line apart"):
                    yield Label("Clock")
                    yield Input(id="game_clock", placeholder="game, 5:00", compact=True)
                    yield Input(id="move_clock", placeholder="move, 10", compact=True)
                yield Static("", id="problem", classes="error", markup=False)
                with Horizontal(classes="buttons"):
                    yield Button("Start", id="start", variant="primary", compact=True)
                    yield Button("Open a saved game", id="open", compact=True)
                    yield Button("Quit", id="quit", compact=True)
            yield Static("", id="preview", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._fill()
        self.query_one("#start").focus()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#preview").display = event.size.width >= _WITH_PREVIEW

    # Between the form and the fields

    def _fill(self) -> None:
        """Show the form in the fields."""
        form = self.form
        one, two = _SIDES[form.mode]
        for seat, label, values in (("one", one, form.one), ("two", two, form.two)):
            is_human = form.mode is Mode.HUMAN_HUMAN or (form.mode, seat) == (Mode.HUMAN_AI, "one")
            self.query_one(f"#{seat}-label", Label).update(label)
            name, agent = (
                self.query_one(f"#{seat}-name", Input),
                self.query_one(f"#{seat}-agent", Select),
            )
            name.value, agent.value = values.name, values.agent
            name.display = is_human
            agent.display = not is_human
            self.query_one(f"#{seat}-options").display = not is_human
        begins = self.query_one("#begins", Select)
        begins.set_options([(one, "one"), (two, "two"), ("At random", "random")])
        begins.value = (
            "random" if form.begins != "random" else "one"
        )  # the same value would keep its old name
        begins.value = form.begins
        for field in _FIELDS:
            self.query_one(f"#{field}", Input).value = getattr(form, field)
        self._judge()

    def _judge(self) -> None:
        """Say what is wrong, and show the board."""
        problem = problem_of(self.form)
        self.query_one("#problem", Static).update(problem)
        self.query_one("#start", Button).disabled = bool(problem)
        shown = []
        if self.form.mode is Mode.AI_AI and self.form.one.options:
            shown.append(f"{self.form.one.agent}: {self.form.one.options}")
        if self.form.mode is not Mode.HUMAN_HUMAN and self.form.two.options:
            shown.append(f"{self.form.two.agent}: {self.form.two.options}")
        self.query_one("#options-shown", Static).update("; ".join(shown))
        try:
            self.query_one("#preview", Static).update(preview(self.form.rules))
        except FourfoldError:
            self.query_one("#preview", Static).update("")

    def _change(self, **changes: object) -> None:
        self.form = replace(self.form, **changes)  # type: ignore[arg-type]

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        id, value = event.input.id, event.input.value
        assert id is not None
        if id.endswith("-name"):
            seat = id.removesuffix("-name")
            self._change(**{seat: replace(getattr(self.form, seat), name=value)})
        elif getattr(self.form, id) != value:
            self._change(**{id: value})
            if id in ("columns", "rows", "forbidden", "bonus"):
                self.query_one("#boards", Select).value = "custom"
        self._judge()

    @on(Select.Changed)
    def _selected(self, event: Select.Changed) -> None:
        value = event.select.value
        match event.select.id:
            case "mode" if value != self.form.mode:
                self._change(mode=value)
                self._fill()
            case "begins":
                self._change(begins=value)
            case "one-agent" | "two-agent" as id:
                seat = id.removesuffix("-agent")
                values: PlayerFields = getattr(self.form, seat)
                if values.agent != value:
                    self._change(**{seat: replace(values, agent=str(value), options="")})
                self._judge()
            case "boards" if value in ("random", "random-bonus"):
                self._draw_board()
            case "boards" if value != "custom":
                self._change(**board_fields(Rules.parse(str(value))))
                self._fill()
            case _:
                pass

    @on(Button.Pressed, "#draw-board")
    def _draw_board(self) -> None:
        boards = self.query_one("#boards", Select)
        try:
            rules, seed = draw_rules(self.form.seed, bonus=boards.value == "random-bonus")
        except FourfoldError as error:
            self.query_one("#problem", Static).update(sentence(error))
            return
        self.query_one("#seed", Input).placeholder = seed  # for those who want the board again
        self._change(**board_fields(rules))
        self._fill()

    @on(Button.Pressed, "#one-options")
    @on(Button.Pressed, "#two-options")
    @work
    async def _options(self, event: Button.Pressed) -> None:
        assert event.button.id is not None
        seat = event.button.id.removesuffix("-options")
        values: PlayerFields = getattr(self.form, seat)
        options = await self.app.push_screen_wait(AgentOptions(values.agent, values.options))
        if options is not None:
            self._change(**{seat: replace(values, options=options)})
            self._judge()

    # Leaving

    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        if not problem_of(self.form):
            self.app.start(self.form)

    @on(Button.Pressed, "#open")
    def _open_pressed(self) -> None:
        self.action_open()

    @work(exclusive=True)
    async def action_open(self) -> None:
        chosen = await self.app.push_screen_wait(Open(self.app.path))
        if chosen is not None:
            try:
                self.app.open(*chosen)
            except FourfoldError as error:
                self.query_one("#problem", Static).update(sentence(error))

    def action_help(self) -> None:
        self.app.push_screen(Help())

    def action_back(self) -> None:
        """Back to the game that was left for this, if there is one."""
        self.app.back_to_game()

    @on(Button.Pressed, "#quit")
    def action_quit(self) -> None:
        self.app.action_leave()


def preview(rules: Rules) -> str:
    """Draw the empty board in small."""
    forbidden = set(rules.forbidden)

    def sign(column: int, row: int) -> str:
        if (column, row) in forbidden:
            return "╳"
        return "★" if (column, row) == rules.bonus else "·"

    columns = range(rules.columns)
    lines = [
        f"{row_label(row):>2} " + " ".join(sign(column, row) for column in columns)
        for row in reversed(range(rules.rows))
    ]
    labels = " ".join(column_label(column, rules.columns) for column in columns)
    return "\n".join([f"   {rules}", "", *lines, f"   {labels}"])

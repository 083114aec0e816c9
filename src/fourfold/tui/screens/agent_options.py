"""The dialog for the options of an agent, with a field for each that it declares."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

from fourfold.agents.options import Option, format_value, split_options
from fourfold.agents.registry import look_up


class AgentOptions(ModalScreen[str]):
    """Returns the options that are not at their defaults, as text: `seconds=2,threads=2`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, agent: str, options: str) -> None:
        super().__init__()
        self._kind, _ = look_up(agent)
        self._typed = split_options(f"{agent}:{options}", options) if options else {}

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide tall"):
            yield Static(f"{self._kind.name}: {self._kind.summary}", markup=False)
            with VerticalScroll():
                for option in self._kind.options:
                    with Horizontal(classes="line option"):
                        yield Label(option.name)
                        yield Input(
                            self._typed.get(option.name, ""),
                            placeholder=format_value(option.default),
                            id=option.name,
                            classes="middling",
                            compact=True,
                        )
                        yield Static(option.doc, classes="word dim", markup=False)
                if not self._kind.options:
                    yield Static("This agent has no options.", classes="dim", markup=False)
            yield Static("", id="problem", classes="error", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Done", id="done", variant="primary")
                yield Button("Cancel", id="cancel")

    def _problem(self, option: Option, text: str) -> str:
        try:
            option.parse(text)
        except ValueError:
            return f"{option.name} must be {option.allowed}."
        return ""

    @on(Input.Changed)
    def _judge(self) -> None:
        problems = [
            problem
            for option in self._kind.options
            if (text := self.query_one(f"#{option.name}", Input).value.strip())
            and (problem := self._problem(option, text))
        ]
        self.query_one("#problem", Static).update(problems[0] if problems else "")
        self.query_one("#done", Button).disabled = bool(problems)

    @on(Input.Submitted)
    @on(Button.Pressed, "#done")
    def _done(self) -> None:
        if self.query_one("#done", Button).disabled:
            return
        texts = {
            o.name: self.query_one(f"#{o.name}", Input).value.strip() for o in self._kind.options
        }
        self.dismiss(",".join(f"{name}={text}" for name, text in texts.items() if text))

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.dismiss(None)

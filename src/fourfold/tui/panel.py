"""The column beside the board: who plays, the clocks, what an agent thinks, the moves."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from fourfold.agents import Thinking
from fourfold.game import Mode, Ply, Table
from fourfold.rules import Player, Position
from fourfold.tui import words

WIDTH = 28


class Quiet(Static):
    """A text that is drawn anew only when it has changed, and taken as it is: no markup."""

    _shown: object = None

    def __init__(
        self, text: str = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(text, id=id, classes=classes, markup=False)

    def say(self, text: Text | str) -> None:
        """Show this text."""
        if text != self._shown:
            self._shown = text
            self.update(text)


class Panel(Vertical):
    """Everything about a game that is not on the board."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._parts = {
            "title": Quiet(id="title"),
            "first": Quiet(id="first", classes="player"),
            "second": Quiet(id="second", classes="player"),
            "thinking-title": Quiet(id="thinking-title", classes="heading"),
            "thinking": Quiet(id="thinking"),
            "moves-title": Quiet("Moves", id="moves-title", classes="heading"),
            "moves": Quiet(id="moves"),
        }

    def compose(self) -> ComposeResult:
        yield from self._parts.values()

    def show(self, table: Table, speed: str) -> None:
        """Show how things stand."""
        game = table.game
        title = Text.assemble(("fourfold", "bold"), f"  {game.rules}")
        if table.mode is Mode.AI_AI:
            title.append(f"\n{'paused' if table.is_paused else speed}")
        self._say("title", title)
        for side in Player:
            widget = self._parts[side.name.lower()]
            is_next = not game.is_over and game.turn is side
            widget.set_class(is_next, "next")
            widget.say(_player(table, side, is_next))
        told = _told(table)
        for part in ("thinking", "thinking-title"):
            self._parts[part].display = bool(told)
        if told:
            self._say("thinking-title", "Thinking" if table.is_thinking else "Its last move")
            self._say("thinking", told)
        self._say("moves", _moves(game.position, max(2, self.size.height - 14)))

    def _say(self, part: str, text: Text | str) -> None:
        self._parts[part].say(text)


def _player(table: Table, side: Player, is_next: bool) -> Text:
    game = table.game
    mark = "▶" if is_next else " "
    if game.ending is not None and game.ending.winner is side:
        mark = "★"
    name = words.name(table, side)
    left = game.clock.left(side)
    if left is None and is_next and game.control.move is not None:
        left = game.clock.budget
    clock = words.clock(left)
    room = WIDTH - 8 - len(clock)
    if cell_len(name) > room:
        name = set_cell_size(name, room - 1) + "…"
    return Text(f"{mark} {words.SYMBOLS[side]} {set_cell_size(name, room)} {clock}", no_wrap=True)


def _told(table: Table) -> str:
    """What the agent that thinks tells; or, of its last move, what it told then."""
    if table.is_thinking:
        thinking = table.thinking
        return "begins…" if thinking is None else _thinking(thinking, table.game.position)
    game = table.game
    if not game.plies or game.position.ply < 1:
        return ""
    before = Position(game.rules, game.position.moves[:-1])
    if game.player(before.turn).is_human:
        return ""
    return _last(game.plies[-1], before)


def _thinking(thinking: Thinking, position: Position) -> str:
    lines = [f"{thinking.seconds:.1f} s" + (f", depth {thinking.depth}" if thinking.depth else "")]
    if thinking.nodes:
        lines.append(f"{words.count(thinking.nodes)} positions")
        if thinking.seconds > 0.2:
            lines.append(f"{words.count(thinking.nodes / thinking.seconds)} a second")
    if thinking.column is not None:
        lines.append(f"likes column {words.label(thinking.column, position)}")
    if len(thinking.line) > 1:
        labels = " ".join(words.label(column, position) for column in thinking.line)
        lines.append(f"expects {labels}"[: 2 * (WIDTH - 4)])
    return "\n".join(lines)


def _last(ply: Ply, before: Position) -> str:
    lines = [f"column {words.label(ply.column, before)}"]
    if ply.seconds is not None:
        lines[0] += f" after {ply.seconds:.1f} s"
    if ply.nodes:
        lines.append(f"{words.count(ply.nodes)} positions")
    if ply.depth:
        lines.append(f"depth {ply.depth}")
    if ply.reason:
        reason = words.printable(ply.reason)
        most = 3 * (WIDTH - 4)
        lines.append(reason if len(reason) <= most else reason[: most - 1] + "…")
    return "\n".join(lines)


def _moves(position: Position, lines: int) -> str:
    """The moves in rows of twenty; the last ones if there is no room for all."""
    text = words.moves(position)
    rows = [text[place : place + 20] for place in range(0, len(text), 20)]
    shown = rows[-lines:]
    first = 20 * (len(rows) - len(shown)) + 1
    return "\n".join(
        f"{first + 20 * place:>3} {row[:10]} {row[10:]}".rstrip() for place, row in enumerate(shown)
    )

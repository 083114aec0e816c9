"""The column beside the board: who plays, the clocks, what an agent thinks, the moves."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from fourfold.agents import SearchProgress
from fourfold.game import GameSession, Mode, Ply
from fourfold.rules import Player, Position
from fourfold.support.plain_text import printable
from fourfold.tui.text import messages

WIDTH = 28


class PlainText(Static):
    """A text without markup, drawn again only when it has changed."""

    _shown: object = None

    def __init__(
        self, text: str = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(text, id=id, classes=classes, markup=False)

    def set_text(self, text: Text | str) -> None:
        """Show this text."""
        if text != self._shown:
            self._shown = text
            self.update(text)


class Panel(Vertical):
    """Shows the players, the clocks, an agent's report and the moves."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._parts = {
            "title": PlainText(id="title"),
            "first": PlainText(id="first", classes="player"),
            "second": PlainText(id="second", classes="player"),
            "thinking-title": PlainText(id="thinking-title", classes="heading"),
            "thinking": PlainText(id="thinking"),
            "moves-title": PlainText("Moves", id="moves-title", classes="heading"),
            "moves": PlainText(id="moves"),
        }

    def compose(self) -> ComposeResult:
        yield from self._parts.values()

    def show(self, session: GameSession, speed: str) -> None:
        """Show the present state of a game."""
        game = session.game
        title = Text.assemble(("fourfold", "bold"), f"  {game.rules}")
        if session.mode is Mode.AI_AI:
            title.append(f"\n{'paused' if session.is_paused else speed}")
        self._set("title", title)
        for side in Player:
            widget = self._parts[side.name.lower()]
            is_next = not game.is_over and game.turn is side
            widget.set_class(is_next, "next")
            widget.set_text(_player(session, side, is_next))
        report = _agent_report(session)
        for part in ("thinking", "thinking-title"):
            self._parts[part].display = bool(report)
        if report:
            self._set("thinking-title", "Thinking" if session.is_thinking else "Its last move")
            self._set("thinking", report)
        self._set("moves", _moves(game.position, max(2, self.size.height - 14)))

    def _set(self, part: str, text: Text | str) -> None:
        self._parts[part].set_text(text)


def _player(session: GameSession, side: Player, is_next: bool) -> Text:
    game = session.game
    mark = "▶" if is_next else " "
    if game.ending is not None and game.ending.winner is side:
        mark = "★"
    name = messages.name(session, side)
    left = game.clock.left(side)
    if left is None and is_next and game.control.move is not None:
        left = game.clock.budget
    clock = messages.clock(left)
    room = WIDTH - 8 - len(clock)
    if cell_len(name) > room:
        name = set_cell_size(name, room - 1) + "…"
    return Text(
        f"{mark} {messages.SYMBOLS[side]} {set_cell_size(name, room)} {clock}", no_wrap=True
    )


def _agent_report(session: GameSession) -> str:
    """What an agent reports while it thinks, or reported with its last move."""
    if session.is_thinking:
        thinking = session.progress
        return "starting…" if thinking is None else _thinking(thinking, session.game.position)
    game = session.game
    if not game.plies or game.position.ply < 1:
        return ""
    before = Position(game.rules, game.position.moves[:-1])
    if game.player(before.turn).is_human:
        return ""
    return _last(game.plies[-1], before)


def _thinking(thinking: SearchProgress, position: Position) -> str:
    lines = [f"{thinking.seconds:.1f} s" + (f", depth {thinking.depth}" if thinking.depth else "")]
    if thinking.nodes:
        lines.append(f"{messages.count(thinking.nodes)} positions")
        if thinking.seconds > 0.2:
            lines.append(f"{messages.count(thinking.nodes / thinking.seconds)} a second")
    if thinking.column is not None:
        lines.append(f"best so far: column {messages.label(thinking.column, position)}")
    if len(thinking.line) > 1:
        labels = " ".join(messages.label(column, position) for column in thinking.line)
        lines.append(f"expects {labels}"[: 2 * (WIDTH - 4)])
    return "\n".join(lines)


def _last(ply: Ply, before: Position) -> str:
    lines = [f"column {messages.label(ply.column, before)}"]
    if ply.seconds is not None:
        lines[0] += f" after {ply.seconds:.1f} s"
    if ply.nodes:
        lines.append(f"{messages.count(ply.nodes)} positions")
    if ply.depth:
        lines.append(f"depth {ply.depth}")
    if ply.reason:
        reason = printable(ply.reason)
        most = 3 * (WIDTH - 4)
        lines.append(reason if len(reason) <= most else reason[: most - 1] + "…")
    return "\n".join(lines)


def _moves(position: Position, lines: int) -> str:
    """Format the moves in rows of twenty; only the last rows if there is no room for all."""
    text = messages.moves(position)
    rows = [text[place : place + 20] for place in range(0, len(text), 20)]
    shown = rows[-lines:]
    first = 20 * (len(rows) - len(shown)) + 1
    return "\n".join(
        f"{first + 20 * place:>3} {row[:10]} {row[10:]}".rstrip() for place, row in enumerate(shown)
    )

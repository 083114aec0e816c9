"""Drives the real program without a terminal: sends keys and clicks, and reads the screen."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual._context import active_app
from textual.pilot import Pilot
from textual.widgets import Static

from fourfold import tui
from fourfold.agents import Agent, Decision, SearchProgress
from fourfold.agents.base import BaseAgent, Control
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind
from fourfold.game import Participant, Record, TimeControl
from fourfold.rules import Position
from fourfold.tui.app import FourfoldApp
from fourfold.tui.screens.game import GameScreen
from tests.game.mocks import Answers, FullColumn, Hangs, Raises

Script = Callable[["Driver"], Awaitable[None]]


class Slow(BaseAgent[Decision]):
    """Thinks until it is stopped, reports progress, and then plays the leftmost column."""

    def decide(self, position: Position, control: Control) -> Decision:
        assert control.stop is not None
        if control.watch is not None:
            column = position.legal_columns[0]
            control.watch(
                SearchProgress(
                    1.5, 1_300_000, 9, column, evaluations={column: 7.0}, line=(column, 1)
                )
            )
        while not control.stop.requested:
            time.sleep(0.002)
        return Decision(position.legal_columns[0], nodes=1_300_000, depth=9, reason="told to")


class Babbles:
    """Reports progress that would break a screen that trusts it, and fails with such an error."""

    def choose(
        self, position: Position, limit: Any = None, stop: Any = None, watch: Any = None
    ) -> Decision:
        watch(SearchProgress("ages", line=(99,), evaluations={77: 1.0}))  # type: ignore[arg-type]
        watch("hello")
        raise ValueError("[/bold] [red \x1b[2J \x07 end")


class Left:
    """Plays the leftmost column at once."""

    def choose(self, position: Position, *_: Any) -> Decision:
        return Decision(position.legal_columns[0], reason="the left one")


hanging = Hangs()

LONG = "this is longer than a line of a screen that is only eighty characters wide, which is few"
KINDS = {
    kind.name: kind
    for kind in (
        AgentKind(
            "slow",
            "Thinks until it is told to move.",
            lambda **_: Slow(),
            (
                Option("patience", float, None, "How long it likes to wait.", above=0),
                Option("mood", str, "calm", "How it feels.", choices=("calm", "grim")),
            ),
        ),
        AgentKind("left", "Plays the left column.", Left),
        AgentKind("babbles", "Tells nonsense.", Babbles),
        AgentKind("raises", "Fails.", lambda: Raises(ValueError("boo"))),
        AgentKind("hangs", "Never comes back.", lambda: hanging),
        AgentKind("full", "Plays the first column for ever.", FullColumn),
        AgentKind("rubbish", "Answers rubbish.", lambda: Answers("rubbish")),
        AgentKind("talks", "Has much to say.", lambda: Raises(ValueError(LONG))),
    )
}


def record(
    text: str = "7x6:",
    first: str = "human",
    second: str = "human",
    control: TimeControl | None = None,
) -> Record:
    """Return the game of a position's text."""
    from dataclasses import replace

    players = Participant.parse(first), Participant.parse(second)
    game = Record.from_position(Position.parse(text), players)
    return game if control is None else replace(game, control=control)


async def until_handled(min_sleep: float = 0, max_sleep: float = 20) -> None:
    """Wait until the running program has handled every message.

    It takes the place of Textual's own wait for an idle processor, which takes up to a second for
    each key when the machine is busy, and even then may be too short.
    """
    app = active_app.get()
    until = time.monotonic() + max_sleep
    quiet_rounds = 0
    while quiet_rounds < 5 and time.monotonic() < until:
        await asyncio.sleep(0.002)
        nodes = [app, *(n for s in app.screen_stack for n in s.walk_children(with_self=True))]
        is_quiet = all(node._message_queue.empty() for node in nodes)
        quiet_rounds = quiet_rounds + 1 if is_quiet else 0


class Driver:
    """A running program."""

    def __init__(self, app: FourfoldApp, pilot: Pilot[tui.ExitResult]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def game_screen(self) -> GameScreen:
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, GameScreen))

    @property
    def moves(self) -> str:
        """The text of the current game."""
        return self.game_screen.game.position.to_text()

    @property
    def text(self) -> str:
        """The characters on the screen."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in lines)

    @property
    def status(self) -> str:
        return str(self.game_screen.query_one("#status", Static).render())

    @property
    def notice(self) -> str:
        return str(self.game_screen.query_one("#notice", Static).render())

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, where: str, offset: tuple[int, int] = (0, 0)) -> None:
        """Click on a widget; a button that was just pressed ignores clicks while it is lit."""
        target = self.app.screen.query_one(where)
        await self.until(lambda: not target.has_class("-active"))
        await self.pilot.click(where, offset=offset)
        await self.pilot.pause()

    async def until(self, what: Callable[[], bool], seconds: float = 20) -> None:
        """Wait for a condition, as long as it takes on a busy machine."""
        for _ in range(int(seconds / 0.02)):
            if what():
                await self.pilot.pause()
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"it never happened; the screen is\n{self.text}")


def drive(
    script: Script,
    game: Record | None = None,
    size: tuple[int, int] = (80, 24),
    animated: bool = False,
    **arguments: Any,
) -> str | None:
    """Run the program while the script drives it, and return the program's result."""

    async def run() -> str | None:
        app = FourfoldApp(game, **arguments)
        app.animation_level = "full" if animated else "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(Driver(app, pilot))
        left = app.return_value
        return None if left is None or left.record is None else left.record.to_text()

    return asyncio.run(run())


def agent_of(spec: str) -> Agent:
    return KINDS[spec].make()


def folder_of(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir())

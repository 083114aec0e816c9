"""Agents for tests: some play, some misbehave on purpose."""

import threading
import time
from typing import Any

from fourfold.agents import Decision
from fourfold.agents.base import BaseAgent, Control
from fourfold.rules import Position
from fourfold.search import Limit


class Leftmost(BaseAgent[Decision]):
    """Plays the first column that has room, and tells what it was given."""

    def __init__(self) -> None:
        self.limits: list[Limit | None] = []

    def decide(self, position: Position, control: Control) -> Decision:
        self.limits.append(control.limit)
        return Decision(position.legal_columns[0], evaluation=0.5, nodes=1, reason="the left one")


class Raises:
    """Fails with whatever error it is given."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, *_: Any) -> Decision:
        raise self.error


class Answers:
    """Answers with anything, as its decision or as its decision's column."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, *_: Any) -> Any:
        return self.answer


class FullColumn:
    """Plays one column for ever, also when it is full."""

    def choose(self, position: Position, *_: Any) -> Decision:
        return Decision(0)


class Hangs:
    """Does not come back, whatever it is asked; a test lets it go at its end."""

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def choose(self, *_: Any) -> Decision:
        self.let_go.wait(60)
        return Decision(0)


class Spins:
    """Keeps Python busy and does not come back; a test lets it go at its end."""

    def __init__(self) -> None:
        self.is_over = False

    def choose(self, *_: Any) -> Decision:
        while not self.is_over:
            pass
        return Decision(0)


class UntilStopped(BaseAgent[Decision]):
    """Thinks until it is asked to stop, and then moves."""

    def decide(self, position: Position, control: Control) -> Decision:
        assert control.stop is not None
        while not control.stop.requested:
            time.sleep(0.001)
        return Decision(position.legal_columns[-1])


class UnprintableError(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise RuntimeError

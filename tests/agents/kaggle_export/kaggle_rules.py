"""Kaggle's ConnectX in a few lines, as kaggle-environments 1.33 plays it.

An agent is the last callable of its source, run in an empty namespace. It is given structs that can
be read by item and by attribute, and answers with an int. A test in `test_validation.py` plays the
same games with the original, where it is installed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from fourfold import FIRST, Position, Rules

KaggleAgent = Callable[..., Any]


class Struct(dict[str, Any]):
    """A dictionary whose items are attributes too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def load(source: str) -> KaggleAgent:
    """Run a submission's source, and return its last callable."""
    namespace: dict[str, Any] = {}
    exec(compile(source, "submission.py", "exec"), namespace)
    return [value for value in namespace.values() if callable(value)][-1]  # type: ignore[no-any-return]


def observation_of(position: Position, bank: float = 60) -> Struct:
    """Return what the player to move is shown."""
    rules = position.rules
    cells = [
        position.cell(column, row)
        for row in reversed(range(rules.rows))
        for column in range(rules.columns)
    ]
    marks = {"None": 0, "FIRST": 1, "SECOND": 2}
    return Struct(
        board=[marks[str(cell)] for cell in cells],
        mark=1 if position.turn is FIRST else 2,
        step=position.ply,
        remainingOverageTime=bank,
    )


def configuration_of(rules: Rules, seconds: float = 2) -> Struct:
    """Return the configuration of a board, with so many seconds for a move."""
    return Struct(
        columns=rules.columns,
        rows=rules.rows,
        inarow=4,
        actTimeout=seconds,
        timeout=seconds,
        agentTimeout=60,
        episodeSteps=1000,
        runTimeout=1200,
    )


def column_of(agent: KaggleAgent, position: Position, seconds: float = 2) -> Any:
    """Return what an agent answers in a position."""
    return agent(observation_of(position), configuration_of(position.rules, seconds))


def play(agents: Sequence[KaggleAgent], rules: Rules, seconds: float = 2) -> Position:
    """Play a game to its end; an answer that is no legal int fails."""
    position = Position(rules)
    while position.outcome is None:
        column = column_of(agents[position.ply % 2], position, seconds)
        assert type(column) is int
        position = position.play(column)
    return position

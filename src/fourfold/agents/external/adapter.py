"""Makes an agent of anything that chooses columns: an object, a class or a function.

`choose(self, position)` that returns a column is enough. What else its signature takes by name
(`limit`, `stop`, `watch`) it is given, and it may return a `Decision` in place of a column.
"""

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fourfold.agents.base import Agent, BaseAgent, Control, Decision, checked_column
from fourfold.errors import InvalidAgent, describe
from fourfold.rules import Position
from fourfold.search import Limit, Stop

_EXTRAS = ("limit", "stop", "watch")


class AdaptedAgent(BaseAgent[Decision]):
    """An agent that asks a function of a position for its column."""

    def __init__(self, choose: Callable[..., Any]) -> None:
        self._choose = choose
        self._extras = _extras_of(choose)

    def decide(self, position: Position, control: Control) -> Decision:
        """Ask for a column; BadAnswer if the answer cannot be played."""
        given = {
            "limit": Limit() if control.limit is None else control.limit,
            "stop": Stop() if control.stop is None else control.stop,
            "watch": (lambda _: None) if control.watch is None else control.watch,
        }
        answer = self._choose(position, **{name: given[name] for name in self._extras})
        if isinstance(answer, Decision):
            column = checked_column(position, answer.column)
            return answer if answer.column is column else replace(answer, column=column)
        return Decision(checked_column(position, answer), seconds=control.spent)


def as_agent(player: object) -> Agent:
    """Return an agent that plays as `player` does.

    player: an agent, an object with `choose`, a class of such objects that can be made without
        arguments, or a function of a position.
    """
    if isinstance(player, BaseAgent):
        return player
    if inspect.isclass(player):
        return as_agent(player())
    choose = getattr(player, "choose", player)
    if inspect.iscoroutinefunction(choose):
        raise InvalidAgent(
            f"{describe(player)} is no player: its choose is async, but must be plain"
        )
    if callable(choose):
        return AdaptedAgent(choose)
    raise InvalidAgent(
        f"{describe(player)} is no player: it must be a function of a position, or have a method "
        "choose(self, position) that returns a column"
    )


def _extras_of(choose: Callable[..., Any]) -> tuple[str, ...]:
    """Return which of the further arguments a function takes by name."""
    try:
        parameters = inspect.signature(choose).parameters.values()
    except (TypeError, ValueError):  # a built-in function without a signature
        return ()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return _EXTRAS
    by_name = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    return tuple(name for name in _EXTRAS if name in by_name)

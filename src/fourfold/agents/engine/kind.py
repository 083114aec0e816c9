"""How a program is named as an agent: `exec:COMMAND`, and any agent in a process of its own."""

import shlex
import sys
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from fourfold.agents.base import Agent
from fourfold.agents.registry import AgentKind, admit
from fourfold.errors import InvalidAgent, describe

if TYPE_CHECKING:
    from fourfold.agents.engine.client import EngineAgent

PREFIX = "exec:"


def exec_kind(spec: str) -> AgentKind:
    """Return the kind of agent that `exec:COMMAND` names; InvalidAgent if it has no command.

    The command is split as a shell would, but no shell runs it. Nothing is started yet.
    """
    command = split_command(spec)
    return AgentKind(
        name=spec.strip(),
        summary="A program of its own, spoken to by the protocol of docs/protocol.md.",
        make=partial(_make, command),
        rules="what the program plays",
        is_external=True,
        title=PurePath(command[0]).name,
    )


def split_command(spec: str) -> tuple[str, ...]:
    """Split the command of `exec:COMMAND` into words."""
    text = spec.strip().removeprefix(PREFIX)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidAgent(
            f"agent {describe(spec)} has a command that cannot be split: {error}"
        ) from None
    if not words or not words[0] or "\0" in text:
        raise InvalidAgent(f"agent {describe(spec)} has no command after '{PREFIX}'")
    return tuple(words)


def isolated(spec: str, memory_mb: int | None = None) -> "EngineAgent":
    """Make an agent that plays in a process of its own, where it can harm nothing else.

    spec: any agent that `fourfold engine` can make.
    memory_mb: what it may use; `FOURFOLD_PLAYER_MB` or 4096 if None.
    """
    return _make(engine_command(spec), memory_mb, spec.strip())


def isolated_agent(spec: str) -> Agent:
    """Make an agent for a match: a player from outside in a process of its own, ours in this one.

    The text is one that you wrote, as for `registry.agent`.
    """
    kind, options = admit(spec)
    if kind.is_external and not spec.strip().startswith(PREFIX):
        return isolated(spec)
    return kind.make(**options)


def engine_command(spec: str) -> tuple[str, ...]:
    """Return the command that lets any agent speak the protocol."""
    return (sys.executable, "-m", "fourfold", "engine", "--", spec)


def _make(
    command: tuple[str, ...], memory_mb: int | None = None, name: str | None = None
) -> "EngineAgent":
    from fourfold.agents.engine.client import EngineAgent

    return EngineAgent(command, memory_mb, name=name)

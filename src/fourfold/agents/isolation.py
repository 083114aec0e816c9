"""Makes agents so that a player from outside cannot harm the process that lets it play."""

from fourfold.agents.base import Agent
from fourfold.agents.external.spec import Form, parse
from fourfold.agents.registry import look_up


def isolated_agent(spec: str) -> Agent:
    """Make an agent that is known already; a player from outside gets a process of its own.

    Matches, tournaments and the server use it: whatever such a player does, it loses its game, and
    everything else goes on.
    """
    kind, options = look_up(spec)
    parts = parse(spec)
    if not kind.is_external or (parts is not None and parts.form is Form.EXEC):
        return kind.make(**options)
    from fourfold.agents.engine import isolated

    return isolated(spec)

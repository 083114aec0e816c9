"""Agents as programs: UGI, spoken to programs of others (`exec:COMMAND`) and for our own agents.

`protocol` has the lines, `client` the agent that a program plays for, `server` the loop behind
`fourfold engine`. docs/protocol.md describes all of it for authors of programs.
"""

from fourfold.agents.engine.kind import exec_kind, isolated, isolated_agent

__all__ = ["exec_kind", "isolated", "isolated_agent"]

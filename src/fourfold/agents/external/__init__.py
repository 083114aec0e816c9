"""Players from outside the package: how they are named, described, loaded and adapted.

`spec` reads their texts, `describe` reads their source without running it, `load` runs it, and
`adapter` makes an agent of any object or function that chooses columns. docs/players.md is the
page for people who write one. Programs that speak a protocol are in `agents.engine`.
"""

from fourfold.agents.external.adapter import as_agent
from fourfold.agents.external.load import load_player

__all__ = ["as_agent", "load_player"]

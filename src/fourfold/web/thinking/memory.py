"""How much memory a server may take in all. docs/deploying.md tells it, a load script checks it."""

from fourfold.web.thinking import analysis, reviews
from fourfold.web.thinking.agent_cache import CACHED_AGENTS

BASE = 300
"""MB for everything else: the program, requests, streams, puzzles, lessons, what is cached."""


def most_memory(workers: int, agent: int) -> int:
    """Return the MB that a server takes at most.

    agent: MB that one agent may have.
    """
    of_worker = agent + CACHED_AGENTS * agent + 2 * analysis.MEMORY
    return BASE + workers * of_worker + reviews.MAX_AT_ONCE * 2 * reviews.MEMORY

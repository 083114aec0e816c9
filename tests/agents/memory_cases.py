"""Agents that fill their tables, for `tests.resident_memory`."""

import fourfold as ff
from tests.resident_memory import Case


def _agent(spec: str, nodes: int, limit: float, least: float, rules: str = "12x12") -> Case:
    def work() -> object:
        player = ff.agent(spec)
        player.choose(ff.Position(ff.Rules.parse(rules)), ff.Limit(nodes=nodes))
        return player

    return Case(work, limit, least)


CASES = {
    "hard": _agent("hard:memory=16,depth=20", 800_000, 16, 12),
    "threat": _agent("threat:memory=16,depth=20", 800_000, 16, 12),
    "casual": _agent("casual:memory=16", 500_000, 16, 0),  # looks only a few plies ahead
    "uct": _agent("uct:memory=8", 150_000, 8, 6),
    "perfect": _agent("perfect:memory=16", 700_000, 16, 12),
    "perfect, two threads": _agent("perfect:memory=16,threads=2", 700_000, 16, 12),
    "perfect, bonus": _agent("perfect:memory=16", 1_000_000, 16, 12, "9x7-bd2"),
    "perfect, both tables": _agent("perfect:memory=64", 700_000, 64, 20),
    "classic, expert": _agent("classic:level=expert,memory=64", 700_000, 64, 20),
}

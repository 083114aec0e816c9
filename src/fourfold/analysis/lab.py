"""The lab: measures what each improvement of the alpha-beta search saves.

The source of the agent `threat` (docs/sources.md) has a table of improvements, each added to those
before it, with the positions evaluated and the speed-up. The lab measures the same on a fixed set
of positions. Only the seconds differ from machine to machine.

The improvements change what a search costs, never what it answers, so the lab compares the answers
as well.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fourfold.agents.minimax import Minimax
from fourfold.agents.registry import agent as make_agent
from fourfold.agents.registry import list_agents
from fourfold.agents.threat import dynamic_depth
from fourfold.errors import InvalidAgent, describe
from fourfold.rules import Position
from fourfold.search import Limit
from fourfold.search.alphabeta import Switches

DEFAULT_DEPTH = 6

_NOTHING = Switches(
    pruning=False, ordering=False, table=False, killers=False, history=False, deepening=False
)
_PRUNING = replace(_NOTHING, pruning=True)
_ORDERING = replace(_PRUNING, ordering=True)
_TABLE = replace(_ORDERING, table=True)
_KILLERS = replace(_TABLE, killers=True)
_HISTORY = replace(_KILLERS, history=True)
_DEEPENING = Switches()


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the table: which improvements are switched on, and the source's figures."""

    name: str
    switches: Switches
    published_evaluated: str = ""
    published_speed: str = ""
    dynamic: bool = False
    """Whether the depth depends on the number of pieces, from 6 to 12."""


SOURCE_STEPS = (
    Step("none", _NOTHING, "~117,000", "1x"),
    Step("alpha-beta", _PRUNING, "~10,000", "~10x"),
    Step("+ move order", _ORDERING, "~2,000", "~50x"),
    Step("+ table", _TABLE, "~500", "~200x"),
    Step("+ dynamic depth", _TABLE, "varies", "adaptive", dynamic=True),
)
"""The lines of the source's table."""

FURTHER_STEPS = (
    Step("+ killer moves", _KILLERS),
    Step("+ history", _HISTORY),
    Step("+ deepening", _DEEPENING),
)
"""The source's further improvements, at the fixed depth."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cost of a step, over all positions together."""

    step: Step
    depths: tuple[int, int]
    """The least and the greatest depth that was searched to."""
    evaluated: int
    """Positions evaluated: what the source counts."""
    nodes: int
    """Positions visited, evaluated or not."""
    seconds: float
    columns: tuple[int, ...]
    """The column chosen in each position."""


@dataclass(frozen=True, slots=True)
class Lab:
    """A finished measurement."""

    agent: str
    depth: int
    positions: tuple[Position, ...]
    rows: tuple[Row, ...] = field(default_factory=tuple)

    def fewer(self, row: Row) -> float | None:
        """Return how many times fewer positions are evaluated than without any improvement."""
        return _ratio(self.rows[0].evaluated, row.evaluated) if self._comparable(row) else None

    def fewer_nodes(self, row: Row) -> float | None:
        """Return how many times fewer positions are visited than without any improvement."""
        return _ratio(self.rows[0].nodes, row.nodes) if self._comparable(row) else None

    def faster(self, row: Row) -> float | None:
        """Return how many times quicker the search is than without any improvement."""
        return _ratio(self.rows[0].seconds, row.seconds) if self._comparable(row) else None

    @property
    def agree(self) -> bool:
        """Whether all steps of the same depth chose the same columns."""
        return len({row.columns for row in self.rows if self._comparable(row)}) == 1

    def _comparable(self, row: Row) -> bool:
        return not row.step.dynamic


def _ratio(one: float, other: float) -> float:
    return one / other if other else 1.0


ReportProgress = Callable[[int, int], None]


def measure(
    agent: str,
    positions: Sequence[Position],
    depth: int = DEFAULT_DEPTH,
    steps: Sequence[Step] = SOURCE_STEPS,
    report: ReportProgress | None = None,
) -> Lab:
    """Search every position, once for each step, with the evaluation of an agent.

    report: called with the number of searches done so far, and of all.
    """
    minimax = minimax_of(agent)
    total = len(steps) * len(positions)
    rows: list[Row] = []
    for step in steps:
        done = len(rows) * len(positions)
        rows.append(_row(minimax, step, positions, depth, report, done, total))
    return Lab(agent, depth, tuple(positions), tuple(rows))


def _row(
    minimax: Minimax,
    step: Step,
    positions: Sequence[Position],
    depth: int,
    report: ReportProgress | None,
    done: int,
    total: int,
) -> Row:
    searches = {
        rules: minimax.engine(rules, step.switches) for rules in {p.rules for p in positions}
    }
    results = []
    for number, position in enumerate(positions, start=1):
        plies = dynamic_depth(position.rules, position.ply) if step.dynamic else depth
        search = searches[position.rules]
        results.append(search.search(position, Limit(depth=plies), best_only=True))
        if report is not None:
            report(done + number, total)
    depths = [each.depth for each in results]
    return Row(
        step,
        (min(depths), max(depths)),
        sum(each.leaves for each in results),
        sum(each.nodes for each in results),
        sum(each.seconds for each in results),
        tuple(each.column for each in results),
    )


def minimax_of(agent: str) -> Minimax:
    """Return the alpha-beta search of an agent; InvalidAgent if it has none."""
    minimax = getattr(make_agent(agent), "minimax", None)
    if not isinstance(minimax, Minimax):
        raise InvalidAgent(
            f"agent {describe(agent)} does not play by alpha-beta; "
            f"those that do are {', '.join(alpha_beta_agents())}"
        )
    return minimax


def alpha_beta_agents() -> Iterator[str]:
    """Name all agents that play by alpha-beta."""
    for kind in list_agents():
        if isinstance(getattr(make_agent(kind.name), "minimax", None), Minimax):
            yield kind.name

"""The lab: what each improvement of the alpha-beta search is worth, measured.

Document 002 has a table of its improvements, each on top of those before it, with the positions
evaluated and how much quicker it gets. This measures the same on a fixed set of positions: what it
prints differs between two machines in the seconds only.

The improvements change what a search costs, never what it answers, so the lab compares the answers
as well.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from fourfold.agents.minimax import Minimax
from fourfold.agents.registry import agent as make_agent
from fourfold.agents.registry import agents
from fourfold.agents.threat import documented_depth
from fourfold.errors import InvalidAgent, describe
from fourfold.rules import Position
from fourfold.search import Limit
from fourfold.search.alphabeta import Switches

DOCUMENTED_DEPTH = 6

_NOTHING = Switches(
    pruning=False, ordering=False, table=False, killers=False, history=False, deepening=False
)
_PRUNING = Switches(
    pruning=True, ordering=False, table=False, killers=False, history=False, deepening=False
)
_ORDERING = Switches(
    pruning=True, ordering=True, table=False, killers=False, history=False, deepening=False
)
_TABLE = Switches(
    pruning=True, ordering=True, table=True, killers=False, history=False, deepening=False
)
_KILLERS = Switches(
    pruning=True, ordering=True, table=True, killers=True, history=False, deepening=False
)
_HISTORY = Switches(
    pruning=True, ordering=True, table=True, killers=True, history=True, deepening=False
)
_DEEPENING = Switches()


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the table: what is switched on, and what the document says of it."""

    name: str
    switches: Switches
    document_evaluated: str = ""
    document_speed: str = ""
    dynamic: bool = False
    """Whether the depth is the document's for the number of pieces, 6 to 12."""


DOCUMENT_STEPS = (
    Step("none", _NOTHING, "~117,000", "1x"),
    Step("alpha-beta", _PRUNING, "~10,000", "~10x"),
    Step("+ move order", _ORDERING, "~2,000", "~50x"),
    Step("+ table", _TABLE, "~500", "~200x"),
    Step("+ dynamic depth", _TABLE, "varies", "adaptive", dynamic=True),
)
"""Document 002's table."""

FURTHER_STEPS = (
    Step("+ killer moves", _KILLERS),
    Step("+ history", _HISTORY),
    Step("+ deepening", _DEEPENING),
)
"""Document 002's list of further improvements, at the fixed depth."""


@dataclass(frozen=True, slots=True)
class Row:
    """What a step took, over all positions together."""

    step: Step
    depths: tuple[int, int]
    """The least and the greatest depth that was searched to."""
    evaluated: int
    """Positions evaluated: what the document counts."""
    nodes: int
    """Positions visited, evaluated or not."""
    seconds: float
    columns: tuple[int, ...]
    """What was chosen in each position."""


@dataclass(frozen=True, slots=True)
class Lab:
    """A finished measurement."""

    agent: str
    depth: int
    positions: tuple[Position, ...]
    rows: tuple[Row, ...] = field(default_factory=tuple)

    def fewer(self, row: Row) -> float | None:
        """How many times fewer positions are evaluated than without any improvement."""
        return _ratio(self.rows[0].evaluated, row.evaluated) if self._comparable(row) else None

    def fewer_nodes(self, row: Row) -> float | None:
        """How many times fewer positions are visited."""
        return _ratio(self.rows[0].nodes, row.nodes) if self._comparable(row) else None

    def faster(self, row: Row) -> float | None:
        """How many times quicker it is."""
        return _ratio(self.rows[0].seconds, row.seconds) if self._comparable(row) else None

    @property
    def agree(self) -> bool:
        """Whether all steps of the same depth chose the same columns."""
        return len({row.columns for row in self.rows if self._comparable(row)}) == 1

    def _comparable(self, row: Row) -> bool:
        return not row.step.dynamic


def _ratio(one: float, other: float) -> float:
    return one / other if other else 1.0


Tell = Callable[[int, int], None]


def measure(
    agent: str,
    positions: Sequence[Position],
    depth: int = DOCUMENTED_DEPTH,
    steps: Sequence[Step] = DOCUMENT_STEPS,
    tell: Tell | None = None,
) -> Lab:
    """Search every position, once for each step, with the evaluation of an agent.

    tell: called with the number of searches done, and of all.
    """
    minimax = minimax_of(agent)
    total = len(steps) * len(positions)
    rows: list[Row] = []
    for step in steps:
        done = len(rows) * len(positions)
        rows.append(_row(minimax, step, positions, depth, tell, done, total))
    return Lab(agent, depth, tuple(positions), tuple(rows))


def _row(
    minimax: Minimax,
    step: Step,
    positions: Sequence[Position],
    depth: int,
    tell: Tell | None,
    done: int,
    total: int,
) -> Row:
    searches = {
        rules: minimax.engine(rules, step.switches) for rules in {p.rules for p in positions}
    }
    found = []
    for number, position in enumerate(positions, start=1):
        plies = documented_depth(position.rules, position.ply) if step.dynamic else depth
        search = searches[position.rules]
        found.append(search.search(position, Limit(depth=plies), best_only=True))
        if tell is not None:
            tell(done + number, total)
    depths = [searched.depth for searched in found]
    return Row(
        step,
        (min(depths), max(depths)),
        sum(searched.leaves for searched in found),
        sum(searched.nodes for searched in found),
        sum(searched.seconds for searched in found),
        tuple(searched.column for searched in found),
    )


def minimax_of(agent: str) -> Minimax:
    """The search of an agent in text, if it has one."""
    minimax = getattr(make_agent(agent), "minimax", None)
    if not isinstance(minimax, Minimax):
        raise InvalidAgent(
            f"agent {describe(agent)} does not play by alpha-beta; "
            f"those that do are {', '.join(alpha_beta_agents())}"
        )
    return minimax


def alpha_beta_agents() -> Iterator[str]:
    """The names of all agents that the lab can take."""
    for kind in agents():
        if isinstance(getattr(make_agent(kind.name), "minimax", None), Minimax):
            yield kind.name

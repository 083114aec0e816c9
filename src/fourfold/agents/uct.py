"""The agent `uct`: Monte Carlo tree search, document 001's player.

It plays every kind of rules. `policy=plain` is the document's UCT to the letter; `policy=strong`,
the default, knows decisive moves and proves what it can (docs/uct.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.agents.base import Decision, Thinking, Watch, check_unfinished
from fourfold.agents.chance import SEED
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.search import Limit, Score, Stop
from fourfold.search.uct import (
    MOST_C,
    MOST_MEMORY,
    MOST_SIMULATIONS,
    MOST_THREADS,
    POLICIES,
    Policy,
    Statistics,
    Uct,
)

SECONDS = 1.0
"""How long it thinks if nobody says."""


@dataclass(frozen=True, slots=True)
class UctDecision(Decision):
    """A decision with the statistics of every column. Evaluations are win rates, from 0 to 1."""

    visits: Mapping[int, int] = field(default_factory=dict)
    """In how many simulations each column was chosen."""
    uncertainties: Mapping[int, float] = field(default_factory=dict)
    """The standard errors of the evaluations."""
    plies: Mapping[int, int] = field(default_factory=dict)
    """How long the game lasts by the proofs of columns that are won or lost."""
    simulations: int = 0
    """Of this decision."""
    reused: int = 0
    """Simulations from earlier moves that counted as well."""
    simulations_per_second: float = 0.0

    @property
    def told(self) -> Mapping[str, Mapping[int, float | str]]:
        return {
            "±": self.uncertainties,
            "visits": self.visits,
            "proof": {column: f"in {plies}" for column, plies in self.plies.items()},
        }

    @property
    def facts(self) -> Mapping[str, float | str]:
        return {
            "simulations": self.simulations,
            "simulations/s": round(self.simulations_per_second),
            "reused": self.reused,
        }


@dataclass(frozen=True, slots=True)
class UctThinking(Thinking):
    """What it can tell while it thinks. Evaluations are win rates, from 0 to 1."""

    visits: Mapping[int, int] = field(default_factory=dict)
    uncertainties: Mapping[int, float] = field(default_factory=dict)
    simulations: int = 0


class UctAgent:
    """Plays by the Monte Carlo tree search."""

    def __init__(
        self,
        seconds: float | None = None,
        simulations: int | None = None,
        policy: Policy = "strong",
        c: float | None = None,
        seed: int | None = None,
        threads: int = 1,
        memory: int = 256,
        reuse: bool = True,
    ) -> None:
        self._own = Limit(seconds)
        self._simulations = simulations
        self._uct = Uct(policy, c=c, seed=seed, threads=threads, memory_mb=memory, reuse=reuse)

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> UctDecision:
        """The column most visited, or one that is proven best."""
        check_unfinished(position)
        within = self._own.and_also(limit)
        if within.seconds is None and within.nodes is None and self._simulations is None:
            within = within.and_also(Limit(SECONDS))

        def look() -> None:
            found = self._uct.statistics()
            if watch is not None and found is not None:
                watch(_thinking(found))

        found = self._uct.search(
            position,
            within,
            simulations=self._simulations,
            stop=stop,
            look=None if watch is None else look,
        )
        return _decision(found)


def _decision(found: Statistics) -> UctDecision:
    rates = _rates(found)
    here = next(tried for tried in found.columns if tried.column == found.column)
    return UctDecision(
        found.column,
        score=here.proven,
        evaluation=rates.get(found.column),
        scores=_scores(found),
        evaluations=rates,
        nodes=found.nodes,
        depth=found.depth,
        seconds=found.seconds,
        line=found.line,
        reason=_reason(found),
        visits=_visits(found),
        uncertainties=_uncertainties(found),
        plies={tried.column: tried.plies for tried in found.columns if tried.plies is not None},
        simulations=found.simulations,
        reused=found.reused,
        simulations_per_second=found.simulations_per_second,
    )


def _thinking(found: Statistics) -> UctThinking:
    rates = _rates(found)
    return UctThinking(
        found.seconds,
        nodes=found.nodes,
        depth=found.depth,
        column=found.column,
        evaluation=rates.get(found.column),
        evaluations=rates,
        scores=_scores(found),
        line=found.line,
        visits=_visits(found),
        uncertainties=_uncertainties(found),
        simulations=found.simulations,
    )


def _rates(found: Statistics) -> dict[int, float]:
    return {tried.column: tried.win_rate for tried in found.columns if tried.win_rate is not None}


def _visits(found: Statistics) -> dict[int, int]:
    return {tried.column: tried.visits for tried in found.columns}


def _uncertainties(found: Statistics) -> dict[int, float]:
    return {t.column: t.uncertainty for t in found.columns if t.uncertainty is not None}


def _scores(found: Statistics) -> dict[int, Score]:
    return {tried.column: tried.proven for tried in found.columns if tried.proven is not None}


def _reason(found: Statistics) -> str:
    here = next(tried for tried in found.columns if tried.column == found.column)
    if here.proven is not None:
        unit = "ply" if here.plies == 1 else "plies"
        lasts = "" if here.plies is None else f" in {here.plies} {unit}"
        if found.proven is None:
            return f"proven: {here.proven}{lasts}, and nothing else promises more"
        return f"proven: {here.proven}{lasts}"
    if here.win_rate is None:
        return "no time for a single simulation: the most central column that is not lost at once"
    visits = sum(tried.visits for tried in found.columns)
    return f"most visited, in {here.visits:,} of {visits:,} simulations; wins {here.win_rate:.1%}"


register(
    AgentKind(
        name="uct",
        summary="Plays by Monte Carlo tree search, and proves what it can.",
        make=UctAgent,
        options=(
            Option(
                "seconds",
                float,
                None,
                f"Think so long; none is {SECONDS:g} s, unless another limit is given.",
                above=0,
                most=1_000_000,
            ),
            Option(
                "simulations", int, None, "Simulate so often.", least=1, most=MOST_SIMULATIONS
            ),
            Option(
                "policy", str, "strong", "The document's UCT, or one that knows more.",
                choices=POLICIES,
            ),
            Option(
                "c", float, None, "How much to explore; none is the policy's own.",
                least=0, most=MOST_C,
            ),
            SEED,
            Option("threads", int, 1, "How many search together.", least=1, most=MOST_THREADS),
            Option(
                "memory", int, 256, "The most that the tree may take, in MB.",
                least=1, most=MOST_MEMORY,
            ),
            Option("reuse", bool, True, "Keep the tree from move to move."),
        ),
        repeatable="simulations=3000,reuse=false",
        even=0.5,
        title="UCT",
        document="001",
        levels=(("quick", "simulations=500"), ("good", "seconds=0.5"), ("strong", "seconds=3")),
    )
)  # fmt: skip

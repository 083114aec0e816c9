"""The agent `uct`: Monte Carlo tree search.

It plays every kind of rules. `policy=plain` is textbook UCT with random games; `policy=strong`,
the default, knows decisive moves and proves what it can (docs/uct.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.agents.chance import SEED
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.search import Limit
from fourfold.search.evaluation import Weights
from fourfold.search.own_evaluation import Function
from fourfold.search.uct import (
    FOLLOW,
    MOST_C,
    MOST_MEMORY,
    MOST_SIMULATIONS,
    MOST_THREADS,
    POLICIES,
    Policy,
    Uct,
    UctResult,
)

SECONDS = 1.0
"""How long it thinks without any limit."""


@dataclass(frozen=True, slots=True, repr=False)
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
    def column_details(self) -> Mapping[str, Mapping[int, float | str]]:
        return {
            "±": self.uncertainties,
            "visits": self.visits,
            "proof": {column: f"in {plies}" for column, plies in self.plies.items()},
        }

    @property
    def details(self) -> Mapping[str, float | str]:
        return {
            "simulations": self.simulations,
            "simulations/s": round(self.simulations_per_second),
            "reused": self.reused,
        }


class UctAgent(BaseAgent[UctDecision]):
    """Plays by Monte Carlo tree search."""

    shows_tree = True

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
        follow: float = FOLLOW,
        evaluation: Function | Weights | None = None,
        playout: Function | None = None,
        batch: int | None = None,
        priors: bool = False,
        scale: float | None = None,
    ) -> None:
        # The tree of a search with leaves of the user's own is not recorded.
        self.shows_tree = evaluation is None and playout is None
        self._own = Limit(seconds)
        self._simulations = simulations
        self._uct = Uct(
            policy,
            c=c,
            follow=follow,
            seed=seed,
            threads=threads,
            memory_mb=memory,
            reuse=reuse,
            evaluation=evaluation,
            playout=playout,
            batch=batch,
            priors=priors,
            scale=scale,
        )

    def decide(self, position: Position, control: Control) -> UctDecision:
        """Choose the most visited column, or one that is proven best."""
        within = self._own.and_also(control.limit)
        if within.seconds is None and within.nodes is None and self._simulations is None:
            within = within.and_also(Limit(SECONDS))

        found = self._uct.search(
            position,
            within,
            control.stop,
            control.watch,
            simulations=self._simulations,
            tree=control.tree,
        )
        return UctDecision(
            found.column,
            score=found.chosen.proven,
            evaluation=found.evaluation,
            scores=found.scores,
            evaluations=found.evaluations,
            nodes=found.nodes,
            depth=found.depth,
            seconds=found.seconds,
            line=found.line,
            reason=_reason(found),
            visits={known.column: known.visits for known in found.columns},
            uncertainties={
                known.column: known.uncertainty
                for known in found.columns
                if known.uncertainty is not None
            },
            plies={known.column: known.plies for known in found.columns if known.plies is not None},
            simulations=found.simulations,
            reused=found.reused,
            simulations_per_second=found.simulations_per_second,
            tree=found.tree,
            win_chance=found.evaluation,
        )


def _reason(found: UctResult) -> str:
    here = found.chosen
    if here.proven is not None:
        unit = "ply" if here.plies == 1 else "plies"
        lasts = "" if here.plies is None else f" in {here.plies} {unit}"
        if found.score is None:
            return f"proven: {here.proven}{lasts}, and nothing else promises more"
        return f"proven: {here.proven}{lasts}"
    if here.win_rate is None:
        return "no time for a single simulation: the most central column that is not lost at once"
    visits = sum(known.visits for known in found.columns)
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
                f"Time per move in seconds; {SECONDS:g} s if no limit is given at all.",
                above=0,
                most=1_000_000,
                label="Seconds per move",
            ),
            Option(
                "simulations",
                int,
                None,
                "How many games it plays in its head before a move.",
                least=1,
                most=MOST_SIMULATIONS,
                label="Simulations per move",
            ),
            Option(
                "policy",
                str,
                "strong",
                "Textbook UCT, or one that sees wins, threats and proofs.",
                choices=POLICIES,
                label="Style",
            ),
            Option(
                "c",
                float,
                None,
                "How much to explore; if left out, the policy's own.",
                least=0,
                most=MOST_C,
                label="Curiosity",
            ),
            SEED,
            Option(
                "threads",
                int,
                1,
                "How many threads search together.",
                least=1,
                most=MOST_THREADS,
                label="Threads",
            ),
            Option(
                "memory",
                int,
                256,
                "The most memory that the tree may take, in MB.",
                least=1,
                most=MOST_MEMORY,
                label="Memory in MB",
            ),
            Option(
                "reuse",
                bool,
                True,
                "Keep what it has found out from move to move.",
                label="Remember between moves",
            ),
        ),
        repeatable="simulations=3000,reuse=false",
        hooks=("evaluation", "playout", "batch", "priors", "scale"),
        even=0.5,
        title="UCT",
        levels=(("quick", "simulations=500"), ("good", "seconds=0.5"), ("strong", "seconds=3")),
    )
)

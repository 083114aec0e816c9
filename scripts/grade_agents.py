"""Grade our agents on the benchmark, as a table of docs/benchmark.md.

    python -m scripts.grade_agents [--workers 2] [--timed] [SPEC ...]

Agents with fixed simulations or depth get the same grade on every machine. `--timed` grades the
agents that think for a time instead, on the quick positions; these grades depend on the machine.
"""

import argparse

from fourfold import Grade, grade
from fourfold.arena.statistics.quality import Phase

FIXED = (
    "random",
    "greedy",
    "casual",
    "classic:level=easy",
    "classic",
    "hard:depth=4",
    "hard",
    "threat:depth=4",
    "threat",
    "uct:policy=plain,simulations=1000",
    "uct:simulations=100",
    "uct:simulations=1000",
    "uct:simulations=10000",
    "perfect",
)
TIMED = ("hard:seconds=0.1", "threat:seconds=0.1", "uct:seconds=0.1")
HEADER = (
    "| agent | perfect (95 %) | opening | middle | end | outcome kept | points a move "
    "| Brier score | ordering |"
)


def row(found: Grade) -> str:
    """Return a line of the table."""
    total = found.total
    low, high = total.perfect_interval
    phases = [f"{found.by_phase[phase].perfect_rate:.1%}" for phase in Phase]
    calibration = found.calibration
    cells = [
        f"`{found.name}`",
        f"**{total.perfect_rate:.1%}** ({100 * low:.1f}-{100 * high:.1f})",
        *phases,
        f"{total.outcome_rate:.1%}",
        f"{total.points_per_move:.2f}",
        "" if calibration.brier is None else f"{calibration.brier:.3f}",
        "" if calibration.ordering is None else f"{calibration.ordering:.1%}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--timed", action="store_true")
    parser.add_argument("spec", nargs="*")
    arguments = parser.parse_args()
    specs = arguments.spec or (TIMED if arguments.timed else FIXED)
    print(HEADER)
    print(f"|{' --- |' * HEADER.count(' | ')} --- |")
    for spec in specs:
        # Two agents that each have a limit of time would take it from one another.
        workers = 1 if arguments.timed else arguments.workers
        found = grade(spec, quick=arguments.timed, workers=workers)
        print(row(found), flush=True)
        if found.faults or found.calibration.wrong_proofs:
            print(f"!! {spec}: {found.faults}, {found.calibration.wrong_proofs} wrong proofs")


if __name__ == "__main__":
    main()

"""The Monte Carlo search: simulations a second, beside OpenSpiel's, and two threads beside one.

All search the empty board with the same number of simulations. They take turns, and the fastest run
of each counts. A rate is how many times as fast as OpenSpiel's C++ MCTSBot,
with one random game for each simulation, or as one thread; the floors are the project's own
demand. The processor time beside it is for busy machines, where two threads cannot be judged.
"""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from benchmarks.framework import Options, Result, benchmark, short
from benchmarks.open_spiel import OPEN_SPIEL, bot, state_of
from fourfold import Position
from fourfold.search.uct import Policy, Uct, UctResult

SEED = 1
RUNS = 5
SIMULATIONS = 200_000
FLOORS = {"7x6:": 18.0, "12x12:": 40.0}
"""Times OpenSpiel's simulations a second."""
TWO_THREADS = 1.6
BOARDS = ["7x6:", "12x12:", "9x8-xd3:", "9x8-bd3:"]
THREAD_SIMULATIONS = 1_000_000


class Run(NamedTuple):
    """The fastest of several runs."""

    seconds: float = float("inf")
    cpu_seconds: float = float("inf")
    answer: object = None

    def or_better(self, call: Callable[[], object]) -> "Run":
        """Call once more, and keep the better times."""
        began, cpu_began = time.perf_counter(), time.process_time()
        answer = call()
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
        return Run(min(self.seconds, seconds), min(self.cpu_seconds, cpu_seconds), answer)


def search(position: Position, policy: Policy, simulations: int, threads: int = 1) -> UctResult:
    uct = Uct(policy, seed=SEED, threads=threads, memory_mb=256)
    return uct.search(position, simulations=simulations)


def open_spiel(position: Position, simulations: int) -> int:
    """Search with OpenSpiel, and return how often it visited the root."""
    player = bot(position.rules, simulations, -1.0, SEED, solve=False)
    return int(player.mcts_search(state_of(position)).explore_count)


def right(run: Run, simulations: int, threads: int = 1) -> bool:
    """Return whether all simulations were made and counted."""
    found = run.answer
    assert isinstance(found, UctResult)
    visits = sum(tried.visits for tried in found.columns)
    counted = visits == simulations if threads == 1 else 0.9 * simulations < visits <= simulations
    return found.simulations == simulations and counted


@benchmark("uct")
def uct(options: Options) -> Iterator[Result]:
    runs = 1 if options.quick else RUNS
    yield from beside_open_spiel(5_000 if options.quick else SIMULATIONS, runs)
    yield from beside_one_thread(20_000 if options.quick else THREAD_SIMULATIONS, runs)


def beside_open_spiel(simulations: int, runs: int) -> Iterator[Result]:
    for text, floor in FLOORS.items():
        position = Position.parse(text)
        ours, theirs = Run(), Run()
        for _ in range(runs):
            ours = ours.or_better(lambda p=position: search(p, "plain", simulations))  # type: ignore[misc]
            if OPEN_SPIEL:
                theirs = theirs.or_better(lambda p=position: open_spiel(p, simulations))  # type: ignore[misc]
        correct = right(ours, simulations)
        if not OPEN_SPIEL:
            name = f"{text[:-1]} plain, no OpenSpiel here"
            yield Result(name, correct, simulations, "simulations", ours.seconds)
            continue
        yield Result(
            case=f"{text[:-1]} plain",
            correct=correct and theirs.answer == simulations,
            amount=theirs.seconds,
            unit="x OpenSpiel",
            seconds=ours.seconds,
            floor=floor,
            detail=f"{short(simulations / ours.seconds)} and {short(simulations / theirs.seconds)} "
            f"simulations/s; {theirs.cpu_seconds / ours.cpu_seconds:.1f} x by processor time",
            numbers={
                "simulations_per_second": simulations / ours.seconds,
                "open_spiel_per_second": simulations / theirs.seconds,
                "ratio_of_processor_time": theirs.cpu_seconds / ours.cpu_seconds,
            },
        )


def beside_one_thread(simulations: int, runs: int) -> Iterator[Result]:
    policies: tuple[Policy, ...] = ("plain", "strong")
    for text in BOARDS:
        position = Position.parse(text)
        for policy in policies:
            one, two = Run(), Run()
            for _ in range(runs):
                one = one.or_better(lambda p=position, w=policy: search(p, w, simulations))  # type: ignore[misc]
                two = two.or_better(lambda p=position, w=policy: search(p, w, simulations, 2))  # type: ignore[misc]
            yield Result(
                case=f"{text[:-1]} {policy}, 2 threads",
                correct=right(one, simulations) and right(two, simulations, 2),
                amount=one.seconds,
                unit="x one",
                seconds=two.seconds,
                floor=TWO_THREADS,
                detail=f"{short(simulations / two.seconds)} and {short(simulations / one.seconds)} "
                "simulations/s",
                numbers={
                    "simulations_per_second": simulations / two.seconds,
                    "one_thread_per_second": simulations / one.seconds,
                },
            )

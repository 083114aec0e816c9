"""The solver on six classes of positions and on the empty board, beside BitBully.

Everything is without an opening book, and through a call from Python with its input prepared.
The contestants take turns, so that whatever else the machine does hits all of them: class by
class where a class takes little time, the fastest of three runs counting, and position by
position, once, in the slow ones. Each run of a class begins with an empty table, which its
positions then share.

A rate is how many times as fast as BitBully a contestant was; the floors are the project's own
demand, for one thread. Where BitBully is missing, it is positions a second.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from benchmarks.bitbully_solver import BITBULLY, BitBully
from benchmarks.framework import Options, Result, benchmark, short, timed
from benchmarks.positions import ScoredPosition, files, read
from fourfold import Position, Rules, Solver, _native
from fourfold.search.score import score_of

MEMORY_MB = 128
RUNS = 3
FAST = 5.0  # seconds; a class that takes all contestants less is run three times

FLOORS = {
    "end-easy": 3.0,
    "middle-easy": 8.0,
    "middle-medium": 8.0,
    "begin-easy": 30.0,
    "begin-medium": 7.0,
    "begin-hard": 10.0,
}
FIRST_OF_HARD = 30
QUICK = {"begin-medium": 5, "begin-hard": 1}
QUICK_OTHERS = 10
ONE_BY_ONE = {"begin-medium", "begin-hard"}
EMPTY_BOARD_WITHIN = {1: 6.0, 2: 4.0}  # seconds, by threads

RULES = Rules(7, 6)

Solve = Callable[[Any], Any]


class Contestant(NamedTuple):
    """A solver that takes part in the race, and how it is called."""

    name: str
    prepare: Callable[[ScoredPosition], Any]
    """Makes the input, before the clock starts."""
    start: Callable[[], Solve]
    """Makes a solver with an empty table."""
    score: Callable[[Any, ScoredPosition], int]
    """Reads the score from what the solver answers."""


@dataclass(slots=True)
class Measurement:
    """The fastest run of a contestant over a class."""

    seconds: float = float("inf")
    cpu_seconds: float = 0.0
    """Processor time of the same run, which does not depend on what else the machine does."""
    answers: list[Any] = field(default_factory=list)


def contestants(memory_mb: int) -> list[Contestant]:
    found = [
        Contestant(
            f"{threads} thread{'s' if threads > 1 else ''}",
            lambda scored: scored.columns,
            partial(start_native, memory_mb, threads),
            lambda answer, scored: score_of(answer.lower, 42 - len(scored.moves)).score,
        )
        for threads in (1, 2)
    ]
    found.append(
        Contestant(
            "ff.Solver",
            lambda scored: Position.parse(scored.moves),
            lambda: Solver(memory_mb=memory_mb, book=False).solve,
            lambda answer, _: int(answer.score),
        )
    )
    if BITBULLY:
        found.insert(
            1,
            Contestant(
                "BitBully",
                lambda scored: BitBully.board(scored.columns),
                lambda: BitBully().solve,
                lambda answer, _: int(answer),
            ),
        )
    return found


def start_native(memory_mb: int, threads: int) -> Solve:
    rules = _native.Rules(RULES.columns, RULES.rows)
    return _native.Solver(rules, memory_mb, threads).solve


@benchmark("solver", live=True)
def solver(options: Options) -> Iterator[Result]:
    memory_mb = options.memory_mb or MEMORY_MB
    for title, name, path in list(files()):  # so that a bad folder is refused before the first run
        positions = read(path)[: how_many(name, options.quick)]
        all_of_them = contestants(memory_mb)
        found = race(all_of_them, positions, name in ONE_BY_ONE, options.quick)
        yield from results(f"{title} {name}", FLOORS.get(name), positions, all_of_them, found)
    yield from empty_board(memory_mb)


def how_many(name: str, quick: bool) -> int | None:
    if quick:
        return QUICK.get(name, QUICK_OTHERS)
    return FIRST_OF_HARD if name == "begin-hard" else None


def race(
    all_of_them: Sequence[Contestant],
    positions: Sequence[ScoredPosition],
    one_by_one: bool,
    quick: bool,
) -> dict[str, Measurement]:
    """Let all solve the same positions, taking turns."""
    inputs = {c.name: [c.prepare(scored) for scored in positions] for c in all_of_them}
    found = {c.name: Measurement() for c in all_of_them}
    step = 1 if one_by_one else len(positions)
    for _ in range(1 if quick else RUNS):
        solvers = {c.name: c.start() for c in all_of_them}
        run = {c.name: Measurement(0.0) for c in all_of_them}
        for begin in range(0, len(positions), step):
            for name, solve in solvers.items():
                asked = inputs[name][begin : begin + step]
                began, cpu_began = time.perf_counter(), time.process_time()
                answered = [solve(one) for one in asked]
                run[name].seconds += time.perf_counter() - began
                run[name].cpu_seconds += time.process_time() - cpu_began
                run[name].answers += answered
        for name, measured in run.items():
            if measured.seconds < found[name].seconds:
                found[name] = measured
        if sum(measured.seconds for measured in run.values()) > FAST:
            break
    return found


def results(
    case: str,
    floor: float | None,
    positions: Sequence[ScoredPosition],
    all_of_them: Sequence[Contestant],
    found: dict[str, Measurement],
) -> Iterator[Result]:
    peer = found.get("BitBully")
    count = len(positions)
    for c in all_of_them:
        measured = found[c.name]
        if c.name == "BitBully":
            continue
        right = sum(
            c.score(answer, scored) == scored.score
            for answer, scored in zip(measured.answers, positions, strict=True)
        )
        numbers = {
            "positions": float(count),
            "right": float(right),
            "milliseconds": 1e3 * measured.seconds / count,
            "cpu_milliseconds": 1e3 * measured.cpu_seconds / count,
        }
        words = [f"{right}/{count}, {each(measured, count)}"]
        if c.name != "ff.Solver":
            nodes = sum(answer.nodes for answer in measured.answers)
            numbers |= {"nodes": nodes / count, "nodes_per_second": nodes / measured.seconds}
            words.append(f"{short(nodes / count)} nodes, {short(nodes / measured.seconds)}/s")
        if peer is not None:
            numbers["peer_milliseconds"] = 1e3 * peer.seconds / count
            numbers["cpu_ratio"] = peer.cpu_seconds / measured.cpu_seconds
            theirs = sum(a != p.score for a, p in zip(peer.answers, positions, strict=True))
            words.append(f"BitBully {each(peer, count)}")
            words.append(f"by processor time x {short(numbers['cpu_ratio'])}")
            if theirs:
                words.append(f"BitBully differs {theirs} times")
        else:
            words.append("BitBully is not installed")
        yield Result(
            case=f"{case}, {c.name}",
            correct=right == count,
            amount=peer.seconds if peer else count,
            unit="x BitBully" if peer else "positions",
            seconds=measured.seconds,
            floor=floor if peer and c.name == "1 thread" else None,
            detail="; ".join(words),
            numbers=numbers,
        )


def each(measured: Measurement, count: int) -> str:
    return f"{1e3 * measured.seconds / count:.3g} ms each"


def empty_board(memory_mb: int) -> Iterator[Result]:
    for threads, within in EMPTY_BOARD_WITHIN.items():
        cpu_began = time.process_time()
        answer, seconds = timed(partial(start_native(memory_mb, threads), []))
        cpu_seconds = time.process_time() - cpu_began
        score = score_of(answer.lower, 42).score
        yield Result(
            case=f"empty board, {threads} thread{'s' if threads > 1 else ''}",
            correct=answer.finished and score == 1,
            amount=answer.nodes,
            unit="nodes",
            seconds=seconds,
            within=within,
            detail=(
                f"score {score}; {short(answer.nodes)} nodes; table {memory_mb} MB; "
                f"{cpu_seconds:.2f} s of processor time"
            ),
            numbers={
                "nodes": answer.nodes,
                "nodes_per_second": answer.nodes / seconds,
                "cpu_seconds": cpu_seconds,
            },
        )

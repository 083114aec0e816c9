"""Make the benchmark of `ff.grade`, or prove all of its scores again.

    python -m scripts.make_benchmark [--workers 2] make [--folder build/benchmark] [--out FILE]
    python -m scripts.make_benchmark [--workers 2] verify [--no-book] [FILE]

The same command makes the same file, for any number of workers. It can be interrupted: each board
and phase is a job, whose positions are kept in the folder when it ends. docs/benchmark.md says
which positions are taken. The file that comes with the package never changes; what is made here
with another seed, another version of the agents or other boards is another benchmark.
"""

import argparse
import hashlib
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fourfold.agents.registry import agent
from fourfold.arena.openings import identity, mixed, shuffled
from fourfold.arena.statistics.quality import Phase
from fourfold.dataset.selection import is_forced
from fourfold.grading.benchmark import (
    NAME,
    SolvedPosition,
    benchmark_text,
    board_kind,
    format_benchmark,
    parse_line,
)
from fourfold.rules import STANDARD, Position, Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Limit, Result, Solver, Unproven
from fourfold.support.executors import open_executor, run_jobs

SEED = 20_240_601
CORE = 130
"""Positions on 7x6 of each phase and outcome."""
OTHERS = 10
"""Positions on every other board of each phase and outcome."""
_BOARDS = """
    7x6
    4x4 5x4 4x6 5x5 6x5 5x7 6x6 7x5 12x4 10x5 7x7 9x6 8x7 8x8
    5x5-xc3 6x5-xa1 6x6-xd1 7x6-xd1 7x6-xc3-xe3 7x6-xa1-xg1 8x7-xd4
    5x5-bc3 6x5-bc2 6x6-xa1-bd3 7x6-bd2 7x6-bd4 8x6-be3
"""
BOARDS = _BOARDS.split()
LEFT_OUT = {("8x8", Phase.END)}
"""Phases that random games on a large board hardly ever reach."""
AGENTS = (
    "random:seed={}",
    "greedy",
    "casual:seed={}",
    "hard:depth=4",
    "threat:depth=6",
    "uct:simulations=200,seed={}",
    "uct:simulations=2000,seed={}",
)
MOST_FORCED = 0.25
"""The share of positions of a phase and outcome in which somebody could complete four at once."""
_OPENING_PLIES = 7  # of agents' games, at random: 0 to 6
_POSITION = Limit(nodes=1_000_000)
_COLUMNS = Limit(nodes=6_000_000)
_MOST_UNPROVEN = 2  # for each position wanted, before a board's phase is given up
_MOST_TRIES = 600  # candidates in a row without one that is taken
_MEMORY_MB = 64


class Job(NamedTuple):
    """A board and a phase, whose positions one worker finds."""

    board: str
    phase: Phase
    seed: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.board}-{self.phase}.csv"


# Candidates


def candidates(job: Job) -> Iterator[tuple[Position, str]]:
    """Yield positions without end, of random play and of agents' games in turn; one of a game."""
    rules = Rules.parse(job.board)
    generator = SplitMix64(mixed(job.seed, job.board, job.phase))
    cells = rules.playable_cells
    plies = [ply for ply in range(cells) if phase_at(ply, cells) is job.phase]
    while True:
        yield random_position(rules, plies, generator), "random"
        played = agents_position(rules, plies, generator)
        if played is not None:
            yield played, "agents"


def phase_at(ply: int, cells: int) -> Phase:
    return (Phase.OPENING, Phase.MIDDLE, Phase.END)[min(3 * ply // cells, 2)]


def random_position(rules: Rules, plies: list[int], generator: SplitMix64) -> Position:
    """Draw a ply, then play at random until a game gets there."""
    while True:
        wanted = plies[generator.below(len(plies))]
        for _ in range(1_000):
            position = Position(rules)
            while position.ply < wanted and position.legal_columns:
                legal = position.legal_columns
                position = position.play(legal[generator.below(len(legal))])
            if position.legal_columns and position.ply == wanted:
                return position


def agents_position(rules: Rules, plies: list[int], generator: SplitMix64) -> Position | None:
    """Let two agents play a game, and draw one of its positions; None if it had none."""
    texts = [AGENTS[generator.below(len(AGENTS))] for _ in range(2)]
    players = [agent(text.format(generator.below(2**32))) for text in texts]
    opening = generator.below(_OPENING_PLIES)
    position = Position(rules)
    found = []
    while position.legal_columns and position.ply <= plies[-1]:
        if position.ply in plies:
            found.append(position)
        legal = position.legal_columns
        if position.ply < opening:
            column = legal[generator.below(len(legal))]
        else:
            column = players[position.turn.value].choose(position).column
        position = position.play(column)
    return found[generator.below(len(found))] if found else None


# Selecting


def find(job: Job) -> str:
    """Find the positions of a job; workers run this."""
    quota = CORE if job.board == str(STANDARD) else OTHERS
    most_unproven = _MOST_UNPROVEN * quota
    solver = Solver(memory_mb=_MEMORY_MB)  # for this job alone: what a limit allows to prove
    seen: set[Hashable] = set()  # depends on what its table holds
    taken: Counter[Result] = Counter()
    forced: Counter[Result] = Counter()
    found: list[SolvedPosition] = []
    unproven = tries = 0
    for position, source in candidates(job):
        if sum(taken.values()) == 3 * quota or unproven == most_unproven or tries == _MOST_TRIES:
            break
        tries += 1
        if len(position.legal_columns) < 2 or identity(position) in seen:
            continue
        seen.add(identity(position))
        try:
            outcome = solver.solve(position, limit=_POSITION).outcome
            is_full = taken[outcome] == quota
            at_once = is_forced(position)
            if is_full or (at_once and forced[outcome] >= MOST_FORCED * quota):
                continue
            solved = SolvedPosition(position, solver.columns(position, limit=_COLUMNS), source)
        except Unproven:
            unproven += 1
            continue
        if solved.has_choice:
            tries = 0
            taken[outcome] += 1
            forced[outcome] += at_once
            found.append(solved)
    return format_benchmark(found)


def jobs_of(seed: int) -> list[Job]:
    return [
        Job(board, phase, seed)
        for board in BOARDS
        for phase in Phase
        if (board, phase) not in LEFT_OUT
    ]


def make(folder: Path, out: Path, workers: int, seed: int = SEED) -> None:
    """Find the positions of every job that has no file yet, and write them all into one file."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = jobs_of(seed)
    missing = [job for job in jobs if not (folder / job.name).exists()]
    missing.sort(key=lambda job: Rules.parse(job.board).playable_cells)  # the quick ones first
    with open_executor(workers) as executor:
        for job, text in run_jobs(executor, find, ((job, job) for job in missing)):
            unfinished = folder / f"{job.name}.new"
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(folder / job.name)
            print(f"{job.board:14} {job.phase:8} {text.count(chr(10)) - 1:4}", flush=True)
    found = [
        parse_line(line)
        for job in jobs
        for line in (folder / job.name).read_text("utf-8").splitlines()[1:]
    ]
    text = format_benchmark(mix(found, seed))
    out.write_text(text, encoding="utf-8", newline="\n")
    print(f"{out}: {len(found)} positions, SHA-256 {hashlib.sha256(text.encode()).hexdigest()}")


def mix(found: list[SolvedPosition], seed: int) -> list[SolvedPosition]:
    """Return the positions in an order whose every beginning is a fair sample.

    The k-th of the n positions of a stratum, in random order, gets the place (k + 1/2) / n.
    """
    strata: dict[tuple[str, ...], list[SolvedPosition]] = {}
    for solved in found:
        rules = solved.position.rules
        group = str(rules) if rules == STANDARD else board_kind(rules)
        strata.setdefault((group, solved.phase, solved.outcome), []).append(solved)
    placed = [
        ((number + 0.5) / len(members), key, solved)
        for key, members in strata.items()
        for number, solved in enumerate(shuffled(members, mixed(seed, *key)))
    ]
    placed.sort(key=lambda entry: entry[:2])
    return [solved for *_, solved in placed]


# Verifying


def prove(lines: list[str], book: bool = True) -> list[str]:
    """Return the lines whose scores are not what the solver proves, without a limit."""
    solver = Solver(memory_mb=_MEMORY_MB, book=book)
    solved = [parse_line(line) for line in lines]
    proven = solver.columns_many([each.position for each in solved])
    return [
        line
        for line, each, columns in zip(lines, solved, proven, strict=True)
        if dict(each.columns) != columns or format_benchmark([each]).splitlines()[1] != line
    ]


def verify(file: Path | None, workers: int, book: bool = True) -> int:
    """Prove every score again, and return how many lines are wrong.

    book: whether the first plies of 7x6 are looked up in the opening book, which
        `fourfold book verify` proves; without it, the search takes hours.
    """
    text = benchmark_text() if file is None else file.read_text("utf-8")
    lines = sorted(text.splitlines()[1:])  # those of one board together
    chunks = [lines[start : start + 50] for start in range(0, len(lines), 50)]
    wrong: list[str] = []
    done = 0
    with open_executor(workers) as executor:
        for number, found in run_jobs(executor, partial(prove, book=book), enumerate(chunks)):
            wrong += found
            done += len(chunks[number])
            print(f"{done} of {len(lines)} proven, {len(wrong)} wrong", flush=True)
    print("\n".join(wrong), end="")
    return len(wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description="Make or verify the benchmark of ff.grade.")
    parser.add_argument("--workers", type=int, default=2)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("--folder", type=Path, default=Path("build/benchmark"))
    making.add_argument("--out", type=Path, default=Path(f"build/{NAME}.csv"))
    verifying = commands.add_parser("verify")
    verifying.add_argument("file", type=Path, nargs="?")
    verifying.add_argument("--no-book", action="store_true")
    arguments = parser.parse_args()
    if arguments.command == "make":
        make(arguments.folder, arguments.out, arguments.workers)
    elif verify(arguments.file, arguments.workers, book=not arguments.no_book):
        raise SystemExit(1)


if __name__ == "__main__":
    main()

"""Whole boards: published values of empty ones, and 7x6 with a forbidden cell.

    python -m benchmarks --only boards [--size N] [--memory MB] [--quick]

It takes many minutes and runs only when asked for. Every board begins with an empty table. Each
7x6 board with a forbidden cell is solved twice, with the static proofs and without any of them:
both must give the same value.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.framework import Options, Result, benchmark, short
from benchmarks.positions import DATA
from fourfold import Rules, _native

FILE = DATA / "board-values.txt"
MEMORY_MB = 1024
WITHIN = 60.0
WITHIN_ON = {"6x6": 2.0, "5x8": 2.0, "6x7": 8.0}
LAST = ("7x7", 2, 300.0)  # too much for one thread
FORBIDDEN = [
    "7x6-xa1",
    "7x6-xb3",
    "7x6-xc1",
    "7x6-xc4",
    "7x6-xd1",
    "7x6-xd3",
    "7x6-xd6",
    "7x6-xe2",
    "7x6-xf5",
    "7x6-xg6",
]
QUICK_SIZE = 10
QUICK_FORBIDDEN: list[str] = []


class KnownValue(NamedTuple):
    """A published value: 0 for a draw or the number of the winner, and the last ply, if known."""

    rules: Rules
    winner: int
    last_ply: int | None


def known_values() -> list[KnownValue]:
    """Read the published values, from the smallest board to the largest."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            columns, rows, winner, last_ply = line.split()
            rules = Rules(int(columns), int(rows))
            found.append(KnownValue(rules, int(winner), None if last_ply == "-" else int(last_ply)))
    return sorted(found, key=lambda known: (known.rules.playable_cells, known.rules.rows))


class SolvedBoard(NamedTuple):
    """The value of an empty board, and what it took to find it."""

    value: int
    nodes: int
    seconds: float
    cpu_seconds: float
    """Processor time: on one thread of a busy machine the better measure."""


def solve(rules: Rules, memory_mb: int, threads: int = 1, proofs: bool = True) -> SolvedBoard:
    board = _native.Rules(rules.columns, rules.rows, list(rules.forbidden))
    switches = _native.ProofSwitches(proofs, proofs, proofs)
    began = time.process_time()
    found = _native.Solver(board, memory_mb, threads, switches).solve([])
    cpu_seconds = time.process_time() - began
    if not found.finished:
        raise RuntimeError(f"{rules} was not solved to the end")
    return SolvedBoard(found.lower, found.nodes, found.seconds, cpu_seconds)


@benchmark("boards", by_default=False, live=True)
def boards(options: Options) -> Iterator[Result]:
    memory_mb = options.memory_mb or MEMORY_MB
    size = min(options.size, QUICK_SIZE) if options.quick else options.size
    for known in known_values():
        if known.rules.columns + known.rules.rows <= size and str(known.rules) != LAST[0]:
            within = WITHIN_ON.get(str(known.rules), WITHIN)
            yield empty_board(known, memory_mb, 1, within)
    for text in QUICK_FORBIDDEN if options.quick else FORBIDDEN:
        yield forbidden_cell(text, memory_mb)
    if not options.quick:
        last = next(known for known in known_values() if str(known.rules) == LAST[0])
        yield empty_board(last, memory_mb, *LAST[1:])


def empty_board(known: KnownValue, memory_mb: int, threads: int, within: float) -> Result:
    found = solve(known.rules, memory_mb, threads)
    winner, last_ply = outcome(found.value, known.rules.playable_cells)
    who = f"{('draw', 'FIRST wins', 'SECOND wins')[winner]} at ply {last_ply}"
    return Result(
        case=f"{known.rules}, {threads} thread{'s' if threads > 1 else ''}",
        correct=winner == known.winner and known.last_ply in (last_ply, None),
        amount=found.nodes,
        unit="nodes",
        seconds=found.seconds,
        within=within,
        detail=f"{who}, {short(found.nodes)} nodes, {found.cpu_seconds:.2f} s of processor time",
        numbers={
            "winner": winner,
            "last_ply": last_ply,
            "nodes": found.nodes,
            "cpu_seconds": found.cpu_seconds,
        },
    )


def outcome(value: int, cells: int) -> tuple[int, int]:
    """Return the winner of an empty board of this value (0: a draw), and its last ply."""
    if value == 0:
        return 0, cells
    return (1 if value > 0 else 2), cells - (abs(value) - 1)


def forbidden_cell(text: str, memory_mb: int) -> Result:
    rules = Rules.parse(text)
    found = solve(rules, memory_mb)
    plain = solve(rules, memory_mb, proofs=False)
    return Result(
        case=f"{text}, 1 thread",
        correct=found.value == plain.value,
        amount=found.nodes,
        unit="nodes",
        seconds=found.seconds,
        within=WITHIN,
        detail=(
            f"value {found.value}, {short(found.nodes)} nodes, "
            f"{found.cpu_seconds:.2f} s of processor time; without proofs value {plain.value}, "
            f"{plain.seconds:.2f} s, {short(plain.nodes)} nodes, {plain.cpu_seconds:.2f} s"
        ),
        numbers={
            "value": found.value,
            "nodes": found.nodes,
            "cpu_seconds": found.cpu_seconds,
            "value_without_proofs": plain.value,
            "seconds_without_proofs": plain.seconds,
            "nodes_without_proofs": plain.nodes,
            "cpu_seconds_without_proofs": plain.cpu_seconds,
        },
    )

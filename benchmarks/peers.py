"""Ten thousand random positions of 7x6, scored by the solver and by BitBully.

    python -m benchmarks --only peers [--quick]

The positions have 12 plies or more, because BitBully takes long for earlier ones; of every tenth
the scores of all columns are compared. It takes minutes and runs only when asked for.
"""

import itertools
from collections.abc import Iterator

from benchmarks.bitbully_solver import BITBULLY, BitBully
from benchmarks.framework import Options, Result, benchmark, short, timed
from benchmarks.random_positions import random_positions
from fourfold import Position, Rules, Solver

SEED = 7
PLIES = range(12, 42)
POSITIONS = 10_000
QUICK_POSITIONS = 100
EVERY = 10
"""One position of this many has all its columns compared."""
BLOCK = 1_000


@benchmark("peers", by_default=False, live=True)
def peers(options: Options) -> Iterator[Result]:
    if not BITBULLY:
        yield Result("BitBully is not installed", False, 0, "positions", 0)
        return
    solver, peer = Solver(memory_mb=options.memory_mb or 128, book=False), BitBully()
    count = QUICK_POSITIONS if options.quick else POSITIONS
    drawn = itertools.islice(random_positions(SEED, Rules(7, 6), PLIES), count)
    begin = 0
    while block := list(itertools.islice(drawn, BLOCK)):
        yield scores(f"{begin} to {begin + len(block) - 1}, scores", block, solver, peer)
        some = block[::EVERY]
        yield columns(f"{begin} to {begin + len(block) - 1}, columns", some, solver, peer)
        begin += len(block)


def scores(case: str, block: list[Position], solver: Solver, peer: BitBully) -> Result:
    boards = [peer.board(list(position.moves)) for position in block]
    ours, seconds = timed(lambda: [solver.solve(position).score for position in block])
    theirs, their_seconds = timed(lambda: [peer.solve(board) for board in boards])
    return result(case, block, ours, theirs, seconds, their_seconds)


def columns(case: str, block: list[Position], solver: Solver, peer: BitBully) -> Result:
    boards = [peer.board(list(position.moves)) for position in block]
    found, seconds = timed(lambda: [solver.columns(position) for position in block])
    theirs, their_seconds = timed(lambda: [peer.columns(board) for board in boards])
    ours = [{column: score.score for column, score in each.items()} for each in found]
    return result(case, block, ours, theirs, seconds, their_seconds)


def result(
    case: str,
    block: list[Position],
    ours: list[int] | list[dict[int, int]],
    theirs: list[int] | list[dict[int, int]],
    seconds: float,
    their_seconds: float,
) -> Result:
    triples = zip(block, ours, theirs, strict=True)
    differ = [
        f"{p.to_text()}: {mine}, BitBully {peer}" for p, mine, peer in triples if mine != peer
    ]
    words = [f"{len(block) - len(differ)}/{len(block)} equal"]
    words.append(f"{short(their_seconds / seconds)} times as fast as BitBully")
    return Result(
        case=case,
        correct=not differ,
        amount=len(block),
        unit="positions",
        seconds=seconds,
        detail="; ".join(words + differ[:3]),
        numbers={"equal": len(block) - len(differ), "peer_seconds": their_seconds},
    )

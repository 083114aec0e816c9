"""Make the project's own files of scored positions: `python -m scripts.make_positions`.

Random games of 7x6 with a fixed seed, stopped at a random ply, scored by the solver and put into
the first class that they fit and that still has room. Left out are positions with a win on the
move, which need no search, and those that are there already or whose mirror image is. A second
run gives the same files. Where BitBully is installed it scores every position again.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.bitbully_solver import BITBULLY, BitBully
from benchmarks.positions import CLASSES, OWN, ScoredPosition, write
from benchmarks.random_positions import random_positions
from fourfold import Position, Rules, Solver

RULES = Rules(7, 6)
# By the beginning of a class's name: seed, and the plies at which games are stopped. Of fewer
# than 5 plies there are few positions, and a peer needs a minute for each.
FAMILIES = {"end": (1, range(29, 42)), "middle": (2, range(15, 29)), "begin": (3, range(5, 15))}


def candidates(family: str) -> Iterator[ScoredPosition]:
    """Yield scored positions without end, always in the same order."""
    seed, plies = FAMILIES[family]
    solver = Solver(memory_mb=64, book=False)
    seen: set[frozenset[str]] = set()
    for position in random_positions(seed, RULES, plies):
        both = frozenset(text_of(position, mirror) for mirror in (False, True))
        if both in seen or can_win_now(position):
            continue
        seen.add(both)
        moves = "".join(str(column + 1) for column in position.moves)
        yield ScoredPosition(moves, solver.solve(position).score)


def text_of(position: Position, mirror: bool) -> str:
    """Return the board as text, or its mirror image: the same for all orders of the moves."""
    lines = str(position).splitlines()
    return "\n".join(line[::-1] for line in lines) if mirror else "\n".join(lines)


def can_win_now(position: Position) -> bool:
    children = map(position.play, position.legal_columns)
    return any(child.outcome is not None and child.winning_cells for child in children)


def make(family: str, wanted: Mapping[str, int]) -> dict[str, list[ScoredPosition]]:
    """Return as many positions of each class of a family as are wanted."""
    made: dict[str, list[ScoredPosition]] = {name: [] for name in wanted}
    waiting = dict(wanted)
    for scored in candidates(family):
        for name in waiting:
            if CLASSES[name].has(scored):
                made[name].append(scored)
                waiting[name] -= 1
        waiting = {name: count for name, count in waiting.items() if count > 0}
        if not waiting:
            break
    return made


def main(folder: Path = OWN) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    peer = BitBully() if BITBULLY else None
    if peer is None:
        print("BitBully is not installed: the scores were not checked", file=sys.stderr)
    wrong = 0
    for family in FAMILIES:
        classes = {name: c.positions for name, c in CLASSES.items() if name.startswith(family)}
        for name, positions in make(family, classes).items():
            for scored in positions if peer else ():
                theirs = peer.solve(peer.board(scored.columns)) if peer else scored.score
                if theirs != scored.score:
                    wrong += 1
                    print(f"{scored.moves}: {scored.score}, BitBully {theirs}", file=sys.stderr)
            write(folder / f"{name}.txt", positions)
            print(f"{name}: {len(positions)}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))

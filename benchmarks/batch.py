"""Steps a second of `ff.Batch`: 1,024 boards stepped from Python, and large batches on threads.

A step is one ply on one board. The columns are drawn beforehand, so that only the stepping counts;
the case with planes also writes the observation of every board after every step, and the one with
random moves draws them natively. The answer is right if the games are those that `Position` plays
from the same columns, and if every number of threads gives the same boards.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.framework import Options, Result, benchmark, timed
from fourfold import Batch, Position, Rules

SEED = 2024
BOARDS = 1024
MANY_BOARDS = 32_768  # enough for a thread to be worth its start
CHECKED_BOARDS = 8
# The floors are the project's own demand, for one core.
CASES: dict[str, float | None] = {"7x6": 20e6, "9x8-xd3": None, "6x6-bc2": None, "12x12": 5e6}


@benchmark("batch")
def batch(options: Options) -> Iterator[Result]:
    steps = 50 if options.quick else 200
    repeats = 1 if options.quick else 5
    for text, floor in CASES.items():
        rules = Rules.parse(text)
        columns = _random_columns(rules, BOARDS, steps)
        agreed = _agrees_with_positions(rules, columns)
        for name, planes in (("step", False), ("step and planes", True)):
            boards = Batch(rules, BOARDS, autoreset=True)
            _, seconds = timed(partial(_play, boards, columns, planes), repeats=repeats)
            yield Result(
                case=f"{text}, {name}",
                correct=agreed,
                amount=BOARDS * steps,
                unit="steps",
                seconds=seconds,
                floor=None if planes else floor,
            )
        boards = Batch(rules, BOARDS, seed=SEED, autoreset=True)
        _, seconds = timed(partial(boards.step_random, steps), repeats=repeats)
        yield Result(f"{text}, random", agreed, BOARDS * steps, "steps", seconds)
    for text in ("7x6", "12x12"):
        yield from _threads(Rules.parse(text), steps // 2, repeats)


def _threads(rules: Rules, steps: int, repeats: int) -> Iterator[Result]:
    """Step many boards with one and with two threads."""
    columns = _random_columns(rules, MANY_BOARDS, steps)
    cells: list[Any] = []
    for threads in (1, 2):
        boards = Batch(rules, MANY_BOARDS, threads=threads, autoreset=True)
        _, seconds = timed(partial(_play, boards, columns, True), repeats=repeats)
        cells.append(boards.cells)
        yield Result(
            case=f"{rules}, {MANY_BOARDS} boards, step and planes, threads {threads}",
            correct=bool((cells[0] == boards.cells).all()),
            amount=MANY_BOARDS * steps,
            unit="steps",
            seconds=seconds,
        )


def _random_columns(rules: Rules, boards: int, steps: int) -> list[Any]:
    """Draw the columns of random games, a new one after each that ends."""
    games = Batch(rules, boards, seed=SEED, autoreset=True)
    columns = []
    for _ in range(steps):
        columns.append(games.random_columns().copy())
        games.step(columns[-1])
    return columns


def _play(boards: Batch, columns: list[Any], planes: bool) -> None:
    boards.reset()
    for column in columns:
        boards.step(column)
        if planes:
            boards.planes()


def _agrees_with_positions(rules: Rules, columns: list[Any]) -> bool:
    """Play the games of some boards by `Position` too, and compare after every step."""
    boards = Batch(rules, CHECKED_BOARDS, autoreset=True)
    positions = [Position(rules)] * CHECKED_BOARDS
    for column in columns:
        boards.step(column[:CHECKED_BOARDS])
        for board, position in enumerate(positions):
            over = position.outcome is not None
            positions[board] = Position(rules) if over else position.play(column[board])
        planes = boards.planes()
        for board, position in enumerate(positions):
            if not (
                np.array_equal(planes[board], position.planes())
                and np.array_equal(boards.legal_mask[board], position.legal_mask())
                and boards.finished[board] == (position.outcome is not None)
            ):
                return False
    return True

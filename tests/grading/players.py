"""Players that the tests grade: good, bad and broken ones."""

import os
import threading

from fourfold import Decision, Position, Stop
from fourfold.grading.benchmark import SolvedPosition, load_benchmark


def solved(count: int = 60) -> list[SolvedPosition]:
    """Return the first positions of the benchmark."""
    return load_benchmark(count=count)


_KNOWN = {each.position: each for each in solved(200)}


def best(position: Position) -> int:
    """Play the first of the best columns."""
    columns = _KNOWN[position].columns
    return max(columns, key=lambda column: columns[column].rank)


def worst(position: Position) -> int:
    """Play the first of the worst columns."""
    columns = _KNOWN[position].columns
    return min(columns, key=lambda column: columns[column].rank)


def never_legal(position: Position) -> int:
    """Choose a column that no board has."""
    return 99


def fails_on_7x6(position: Position) -> int:
    """Raise an error on one board, and play the first column on all others."""
    if str(position.rules) == "7x6":
        raise RuntimeError("seven is too many")
    return position.legal_columns[0]


def certain(position: Position) -> Decision:
    """Play the best column, and give the true win chance."""
    column = best(position)
    points = {"win": 1.0, "draw": 0.5, "loss": 0.0}[_KNOWN[position].best.outcome]
    return Decision(column, win_chance=points)


def talks_nonsense(position: Position) -> Decision:
    """Play the best column, and report values of every wrong kind."""
    wrong: list[object] = [float("nan"), 2.0, "often", None]
    said = wrong[position.ply % len(wrong)]
    return Decision(best(position), win_chance=said, evaluation=said, scores=None, score="won")  # type: ignore[arg-type]


class NotMade:
    """Cannot be made."""

    def __init__(self) -> None:
        raise ValueError("no weights")

    def choose(self, position: Position) -> int:
        return position.legal_columns[0]


class Dies:
    """Ends its process in one position of the benchmark."""

    FATAL = solved(60)[7].position

    def choose(self, position: Position) -> int:
        if position == self.FATAL:
            os._exit(1)
        return position.legal_columns[0]


class DiesAlways:
    """Ends its process in every position."""

    def choose(self, position: Position) -> int:
        os._exit(1)


class Sleeper:
    """Never answers before it is asked to stop."""

    def choose(self, position: Position, stop: Stop) -> int:
        asked = threading.Event()
        with stop.calling(asked.set):
            asked.wait(60)
        return position.legal_columns[0]

"""Checks on what agents report, so that a record or a screen never gets nonsense.

Anybody can write an agent, and it may report anything at all. Each function returns a value of
the right kind, or None (an empty text) in the place of one that makes no sense.
"""

import math
from dataclasses import replace
from typing import Any

from fourfold.agents import SearchProgress
from fourfold.rules import Position
from fourfold.search import Score
from fourfold.support.checks import as_int


def text(value: Any) -> str:
    """Return a text as it is, and an empty one for anything else."""
    return value if isinstance(value, str) else ""


def number(value: Any) -> float | None:
    """Return a finite number as a float."""
    if type(value) not in (int, float):
        return None
    try:
        found = float(value)
    except OverflowError:  # an int can be larger than any float
        return None
    return found if math.isfinite(found) else None


def count(value: Any) -> int | None:
    """Return a count that fits into 63 bits."""
    return value if type(value) is int and 0 <= value < 2**63 else None


def score(value: Any) -> Score | None:
    """Return a score whose parts are of the right kinds."""
    is_one = (
        isinstance(value, Score)
        and type(value.score) is int
        and abs(value.score) < 2**63
        and (value.plies is None or count(value.plies) is not None)
    )
    return value if is_one else None


def progress(value: Any, position: Position) -> SearchProgress | None:
    """Return what an agent reports while it thinks about a position, without its bad parts."""
    if not isinstance(value, SearchProgress):
        return None

    def column(of: Any) -> int | None:
        index = as_int(of)
        return index if index is not None and 0 <= index < position.rules.columns else None

    try:
        guesses = {column(c): number(e) for c, e in value.evaluations.items()}
        proven = {column(c): score(s) for c, s in value.scores.items()}
        line = map(column, value.line)
        return replace(
            value,
            seconds=max(0.0, number(value.seconds) or 0.0),
            nodes=count(value.nodes),
            depth=count(value.depth),
            column=column(value.column),
            evaluation=number(value.evaluation),
            evaluations={c: e for c, e in guesses.items() if c is not None and e is not None},
            scores={c: s for c, s in proven.items() if c is not None and s is not None},
            line=tuple(c for c in line if c is not None),
        )
    except Exception:  # not even what its type promises
        return None

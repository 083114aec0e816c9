"""What agents tell, without what makes no sense: a stranger's agent may tell anything at all."""

import math
from dataclasses import replace
from typing import Any

from fourfold.agents import Thinking
from fourfold.rules import Position
from fourfold.search import Score


def text(value: Any) -> str:
    """A text, or an empty one."""
    return value if isinstance(value, str) else ""


def number(value: Any) -> float | None:
    """A number that is one, and not infinite."""
    if type(value) not in (int, float):
        return None
    try:
        found = float(value)
    except OverflowError:  # an int can be larger than any float
        return None
    return found if math.isfinite(found) else None


def count(value: Any) -> int | None:
    """How many."""
    return value if type(value) is int and 0 <= value < 2**63 else None


def score(value: Any) -> Score | None:
    """A score whose parts are what they should be."""
    is_one = (
        isinstance(value, Score)
        and type(value.score) is int
        and abs(value.score) < 2**63
        and (value.plies is None or count(value.plies) is not None)
    )
    return value if is_one else None


def thinking(value: Any, position: Position) -> Thinking | None:
    """What an agent tells while it thinks about a position; None if there is nothing in it."""
    if not isinstance(value, Thinking):
        return None

    def column(of: Any) -> int | None:
        return of if type(of) is int and 0 <= of < position.rules.columns else None

    try:
        guesses = {c: number(e) for c, e in value.evaluations.items() if column(c) is not None}
        proven = {c: score(s) for c, s in value.scores.items() if column(c) is not None}
        return replace(
            value,
            seconds=max(0.0, number(value.seconds) or 0.0),
            nodes=count(value.nodes),
            depth=count(value.depth),
            column=column(value.column),
            evaluation=number(value.evaluation),
            evaluations={c: guess for c, guess in guesses.items() if guess is not None},
            scores={c: found for c, found in proven.items() if found is not None},
            line=tuple(c for c in value.line if column(c) is not None),
        )
    except Exception:  # it is not even what it says it is
        return None

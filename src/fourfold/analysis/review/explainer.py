"""Where a review has its sentences from."""

from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec

from fourfold.analysis.analyst import Analyst
from fourfold.rules import Position

Explainer = Callable[[Position, int], Iterable[str]]
"""Says in sentences why a column of a position is good or bad."""


def explainer_of(analyst: Analyst) -> Explainer:
    """Return the explainer that looks at positions with this analyst."""
    if find_spec("fourfold.analysis.explain") is None:
        return lambda position, column: ()
    explain = import_module("fourfold.analysis.explain").explain
    return lambda position, column: explain(position, column, analyst).sentences

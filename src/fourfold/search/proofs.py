"""Puts proofs together from searches: of each column, and of a best one."""

from collections.abc import Iterable
from typing import NoReturn

from fourfold.rules import Position
from fourfold.search.budget import Budget
from fourfold.search.engine import Answer, Query, SolverResult
from fourfold.search.order import centre_first
from fourfold.search.protocol import searchable
from fourfold.search.score import Bounds, Score, Unproven, outcome_of, score_of


def score_or_outcome(value: int, free: int, wdl: bool) -> Score:
    """Turn a value into the score, or with `wdl` into the outcome alone."""
    return outcome_of((value > 0) - (value < 0)) if wdl else score_of(value, free)


def column_bounds(
    query: Query,
    position: Position,
    budget: Budget,
    shared: bool,
    columns: Iterable[int] | None = None,
) -> dict[int, Bounds]:
    """Return what is proven of each column when the budget is spent; see `Solver`."""
    found = {}
    wanted = position.legal_columns if columns is None else columns
    ordered = centre_first(wanted, position.rules.columns)
    for place, column in enumerate(ordered):
        waiting = len(ordered) - place if shared else 1
        answer = budget.search_child(query, position, column, query.wdl, waiting)
        found[column] = query.bounds(answer)
    return dict(sorted(found.items()))


def prove_best(query: Query, position: Position, budget: Budget) -> SolverResult:
    """Find a best column and prove it; Unproven, with the bounds of the position, if that fails."""
    searchable(position)
    legal = centre_first(position.legal_columns, position.rules.columns)
    root = budget.search(query, position, wdl=False)
    bounds = query.bounds(root)
    if bounds.proven is None:
        give_up(position, bounds)
    scores = {}
    for column in legal:
        value: int | None = root.lower
        if column != legal[-1]:  # which must be it if no other is
            try:
                value = _value_if_good(budget, query, position, column, root.lower)
            except Unproven:
                give_up(position, bounds)
        if value is not None:
            scores[column] = query.score(value)
        if value == root.lower:
            break
    return SolverResult(
        column,
        score=bounds.proven,
        scores=scores,
        line=(column,),
        nodes=budget.nodes,
        seconds=budget.seconds,
        bounds=bounds,
    )


def _value_if_good(
    budget: Budget, query: Query, position: Position, column: int, best: int
) -> int | None:
    """Find the value of a column; None if a cheaper search shows that it is not the best."""
    if best == query.free and position.play(column).outcome is None:
        return None  # there is a win at once, and this is none
    if best >= 0:
        sign = _proven(budget.search_child(query, position, column, wdl=True), position)
        if sign != (best > 0):
            return None
        if best == 0:
            return 0
    return _proven(budget.search_child(query, position, column, wdl=False), position)


def _proven(answer: Answer, position: Position) -> int:
    if answer.lower != answer.upper:
        give_up(position, None)
    return answer.lower


def give_up(position: Position, bounds: Bounds | None) -> NoReturn:
    """Raise Unproven, with what is proven nevertheless."""
    text = f"'{position.to_text()}' is not proven: the search was ended before it was done"
    if bounds is not None and bounds.proven is None:
        text += f", and its score lies between {bounds.lower.score} and {bounds.upper.score}"
    raise Unproven(text, bounds)

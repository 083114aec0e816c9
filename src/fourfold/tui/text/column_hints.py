"""Writes the entries of the hint row: proven scores with a sign, guesses without one."""

from collections.abc import Mapping

from fourfold.agents import Decision, SearchProgress
from fourfold.rules import Position
from fourfold.search import Result, Score
from fourfold.search.uct import UctProgress
from fourfold.tui.text.messages import label
from fourfold.tui.widgets.board import Hint

_WIDTH = 3  # of the narrowest cells
_KINDS = {Result.WIN: "good", Result.DRAW: "even", Result.LOSS: "bad"}


def of_decision(decision: Decision) -> dict[int, Hint]:
    """Return the hint row for a finished tip, whose guesses are win chances."""
    rates = {column: _percent(rate) for column, rate in decision.evaluations.items()}
    return {**rates, **_proven(decision.scores)}


def of_thinking(thinking: SearchProgress) -> dict[int, Hint]:
    """Return the hint row while an agent thinks: its evaluations in its own unit, and scores."""
    if isinstance(thinking, UctProgress):
        guesses = {column: _percent(rate) for column, rate in thinking.evaluations.items()}
    else:
        guesses = {column: Hint(_short(e), "guess") for column, e in thinking.evaluations.items()}
    return {**guesses, **_proven(thinking.scores)}


def in_words(decision: Decision, position: Position) -> str:
    """Return the tip as a sentence, and why in another."""
    tip = _in_one_sentence(decision, position)
    return f"{tip} {decision.reason}" if decision.reason else tip


def _in_one_sentence(decision: Decision, position: Position) -> str:
    column = decision.column
    where = f"Tip: column {label(column, position)}"
    score = decision.scores.get(column)
    if score is None:
        rate = decision.evaluations.get(column)
        return (
            f"{where}."
            if rate is None
            else f"{where}, which wins about {rate:.0%} of the time (estimate)."
        )
    if score.outcome is Result.DRAW:
        return f"{where}, which draws."
    what = "wins" if score.outcome is Result.WIN else "loses"
    if score.plies is None:
        return f"{where}, which {what}."
    unit = "ply" if score.plies == 1 else "plies"
    slowest = ", as late as possible" if score.outcome is Result.LOSS else ""
    return f"{where}, which {what} in {score.plies} {unit}{slowest}."


def _proven(scores: Mapping[int, Score]) -> dict[int, Hint]:
    return {
        column: Hint("=" if score.score == 0 else f"{score.score:+}", _KINDS[score.outcome])
        for column, score in scores.items()
    }


def _percent(rate: float) -> Hint:
    return Hint(f"{min(99, round(100 * rate))}%", "guess")


def _short(evaluation: float) -> str:
    """Write a number in three characters."""
    for text in (f"{evaluation:g}", f"{evaluation:.1f}", f"{evaluation:.0f}"):
        if len(text) <= _WIDTH:
            return text
    return "++" if evaluation > 0 else "--"

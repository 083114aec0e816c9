"""Chooses what to say about a column: one to three sentences, the most important first."""

from dataclasses import dataclass
from itertools import chain
from typing import SupportsIndex

from fourfold.analysis.analyst import Analysis, Analyst, analyse
from fourfold.analysis.explain.fact import Fact, Move
from fourfold.analysis.explain.outcomes import find_outcomes
from fourfold.analysis.explain.strategy import find_strategy
from fourfold.analysis.explain.tactics import find_tactics
from fourfold.errors import IllegalMove
from fourfold.rules import Position, as_position
from fourfold.search import Limit, Stop

MOST_SENTENCES = 3
_MOST_TACTICS = 2  # so that one sentence is left for the outcome
ONLY_THE_SCORE = frozenset({"best score", "slower", "proven outcome", "only score", "estimate"})
"""The kinds that say no more than the score of a column, or its win chance."""
_SAYS_IT_ALL = {"wins at once", "fills the board"}
_TELLS_THE_OUTCOME = {
    "leaves a win",
    "opens a win",
    "makes two threats",
    "forces and wins",
    "wins by force",
    "leaves no safe reply",
}


@dataclass(frozen=True)
class Explanation:
    """Why a column is good or bad.

    >>> explanation = ff.explain("7x6:4455", 2)
    >>> print(explanation)
    Makes two threats at once, at b1 and f1: the opponent cannot stop them all.
    >>> explanation.short_sentences
    ['Makes two threats at once.']
    >>> explanation.facts[0].kind
    'makes two threats'
    """

    move: Move
    """The position and the column that are explained."""
    facts: tuple[Fact, ...]
    """Everything that was found, the most important first."""
    chosen: tuple[Fact, ...]
    """What is said: at most three of the facts."""

    @property
    def column(self) -> int:
        """The column that is explained."""
        return self.move.column

    @property
    def sentences(self) -> list[str]:
        """Return what is said, in whole sentences."""
        return [fact.sentence() for fact in self.chosen]

    @property
    def short_sentences(self) -> list[str]:
        """Return the same in few words."""
        return [fact.sentence(short=True) for fact in self.chosen]

    @property
    def reasons(self) -> list[Fact]:
        """Return what is said beside the score: for those who show the score themselves."""
        plain = ONLY_THE_SCORE | _SAYS_IT_ALL | {"gives up"}
        return [fact for fact in self.chosen if fact.kind not in plain]

    @property
    def reason(self) -> str:
        """Return the first of the reasons in few words; "" if there is none."""
        return next((fact.sentence(short=True) for fact in self.reasons), "")

    def __str__(self) -> str:
        return " ".join(self.sentences)


def explain(
    position: Position | str,
    column: SupportsIndex | None = None,
    analyst: Analyst | None = None,
    limit: Limit | None = None,
    stop: Stop | None = None,
) -> Explanation:
    """Explain a column of a position, or its best one: by facts that are true.

    position: or its text.
    column: counted from 0; by default the best one.
    analyst: who analyses the position; by default the one behind `ff.analyse`.
    limit: for the analysis; without one, 2 seconds.

    >>> print(ff.explain("7x6:4455", 2))
    Makes two threats at once, at b1 and f1: the opponent cannot stop them all.
    >>> ff.explain("7x6:4455").column
    2
    """
    position = as_position(position)
    if not position.legal_columns:
        raise IllegalMove(f"no column of '{position.to_text()}' can be explained: the game is over")
    if column is not None:
        position.play(column)  # refuses what cannot be played, before the work
    if analyst is None and stop is None:
        analysis = analyse(position, limit)
    else:
        analysis = (analyst or Analyst()).analyse(position, limit, stop)
    return explain_analysis(analysis, column)


def explain_analysis(analysis: Analysis, column: SupportsIndex | None = None) -> Explanation:
    """Explain a column by an analysis that is there already."""
    position = analysis.position
    if column is None:
        assert analysis.best is not None  # the game is not over
        column = analysis.best
    move = Move(position, position.play(column).moves[-1])
    tactics = list(find_tactics(move))
    outcomes = list(find_outcomes(move, analysis))
    strategy = list(find_strategy(move))
    facts = tuple(chain(tactics, outcomes, strategy))
    return Explanation(move, facts, _choose(tactics, outcomes, strategy))


def _choose(tactics: list[Fact], outcomes: list[Fact], strategy: list[Fact]) -> tuple[Fact, ...]:
    """Choose what to say.

    What the next plies show is not said again as a score, nor is anything about the rest of the
    game. Of a move that gives something up nothing good is said, and the expected line only where
    there is little else to say.
    """
    if tactics and tactics[0].kind in _SAYS_IT_ALL:
        return (tactics[0],)
    said = tactics[:_MOST_TACTICS]
    kinds = {fact.kind for fact in (*said, *outcomes)}
    unsaid = {"best play"}
    if kinds & {*_TELLS_THE_OUTCOME, "only move"}:
        unsaid |= {"best score", "slower"}
    said += [fact for fact in outcomes if fact.kind not in unsaid]
    if not kinds & {*_TELLS_THE_OUTCOME, "gives up"}:
        said += strategy
        said += [fact for fact in outcomes if fact.kind == "best play"]
    return tuple(said[:MOST_SENTENCES])

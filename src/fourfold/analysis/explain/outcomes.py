"""Facts about what is proven of a column, beside the other columns of the position."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fourfold.analysis.explain.fact import ColumnName, Fact, Move, Part, Solve, line_names
from fourfold.analysis.results import Analysis, ColumnAnalysis
from fourfold.rules import Position
from fourfold.search import Result, Score
from fourfold.search.score import score_of

_RANKS = {Result.LOSS: -1, Result.DRAW: 0, Result.WIN: 1}
_VERBS = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}
_GERUNDS = {Result.WIN: "winning", Result.DRAW: "drawing", Result.LOSS: "losing"}
_PLURALS = {Result.WIN: "win", Result.DRAW: "draw", Result.LOSS: "lose"}
_LONGEST_REFUTATION = 8
_LONGEST_BEST_PLAY = 6


def find_outcomes(move: Move, analysis: Analysis) -> Iterator[Fact]:
    """Yield what is proven of a column beside the others, the most important fact first."""
    columns = analysis.columns
    played = columns[move.column]
    if played.outcome is None:
        yield Estimate(move, played.win_chance)
        return
    if len(columns) == 1:
        if played.score is not None:
            yield OnlyScore(move, played.score)
        return
    if not all(each.proven for each in columns.values()):
        yield ProvenOutcome(move, played.outcome, played.score)
        return
    best = columns[analysis.best] if analysis.best is not None else played
    assert best.outcome is not None  # all are proven
    if _RANKS[played.outcome] < _RANKS[best.outcome]:
        refutation = played.line[1 : 1 + _LONGEST_REFUTATION]
        if played.score is None or len(refutation) < 2:
            refutation = ()  # a guess, or no more than the win at once that is told already
        yield GivesUp(
            move, played.outcome, best.outcome, played.score, best.score, analysis.best, refutation
        )
        return
    yield from _kept(move, played, columns)
    if played.score is not None and best.score is not None and analysis.best is not None:
        if played.score.rank < best.score.rank:
            yield Slower(move, played.score, analysis.best, best.score)
            return
        if not all(each.score == played.score for each in columns.values()):
            yield BestScore(move, played.score)
        following = played.line[1 : 1 + _LONGEST_BEST_PLAY]
        if len(following) >= 2:
            yield BestPlay(move, following)


def _kept(
    move: Move, played: ColumnAnalysis, columns: Mapping[int, ColumnAnalysis]
) -> Iterator[Fact]:
    outcome = played.outcome
    assert outcome is not None  # it is proven
    same = [column for column, each in columns.items() if each.outcome is outcome]
    if len(same) == len(columns):
        yield AllMoves(move, outcome, played.score)
    elif same == [move.column]:
        yield OnlyMove(move, outcome, played.score)


def duration(score: Score | None) -> str:
    """Return how long a win or a loss takes, as a part of a sentence; nothing for a draw.

    Counted in moves of both players, bans among them: a move is what one player drops.
    """
    if score is None or score.plies is None or score.outcome is Result.DRAW:
        return ""
    return f" in {_counted(score.plies, 'move', 'moves')}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _says(outcome: Result, score: Score | None) -> str:
    return f"{_VERBS[outcome]}{duration(score)}"


def score_of_column(position: Position, column: int, solve: Solve) -> Score:
    """Return the score of a column for the mover, counted from before the move, by a search."""
    after = position.play(column)
    rules = position.rules
    free = rules.columns * rules.rows - len(rules.forbidden) - position.ply
    if after.outcome is not None:
        return score_of(0 if after.outcome.winner is None else free, free)
    score = solve(after)
    if score.outcome is Result.DRAW:
        return score_of(0, free)
    assert score.plies is not None
    value = free - score.plies  # 1 + the cells left free at the end
    is_won = (score.outcome is Result.WIN) == (after.turn is position.turn)
    return score_of(value if is_won else -value, free)


def _every_score(move: Move, solve: Solve) -> dict[int, Score]:
    position = move.position
    return {column: score_of_column(position, column, solve) for column in position.legal_columns}


# The facts


@dataclass(frozen=True)
class Estimate(Fact):
    """Nothing is proven: the win chance is a guess, and says so."""

    kind = "estimate"
    win_chance: float

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        percent = f"{100 * self.win_chance:.0f} %"
        if short:
            return (f"About {percent} (estimate).",)
        return (f"The mover's win chance after it is about {percent} (estimate, not proven).",)

    def holds(self, solve: Solve) -> bool:
        return 0 < self.win_chance < 1


@dataclass(frozen=True)
class ProvenOutcome(Fact):
    """How the game ends after the move, where not all other columns are proven."""

    kind = "proven outcome"
    outcome: Result
    score: Score | None

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        return (_capital(f"{_says(self.outcome, self.score)} with best play."),)

    def holds(self, solve: Solve) -> bool:
        score = score_of_column(self.move.position, self.move.column, solve)
        return score.outcome is self.outcome and self.score in (None, score)


@dataclass(frozen=True)
class OnlyScore(ProvenOutcome):
    """How the game ends where there is no choice."""

    kind = "only score"

    def __init__(self, move: Move, score: Score) -> None:
        super().__init__(move, score.outcome, score)


@dataclass(frozen=True)
class AllMoves(Fact):
    """Every column leads to the same outcome."""

    kind = "all moves"
    outcome: Result
    score: Score | None

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        return (f"All moves {_PLURALS[self.outcome]}.",)

    def holds(self, solve: Solve) -> bool:
        scores = _every_score(self.move, solve)
        return all(score.outcome is self.outcome for score in scores.values())


@dataclass(frozen=True)
class OnlyMove(Fact):
    """Every other column leads to a worse outcome."""

    kind = "only move"
    outcome: Result
    score: Score | None

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        return (f"The only move that {_says(self.outcome, self.score)}.",)

    def holds(self, solve: Solve) -> bool:
        scores = _every_score(self.move, solve)
        own = scores.pop(self.move.column)
        return (
            own.outcome is self.outcome
            and self.score in (None, own)
            and all(_RANKS[score.outcome] < _RANKS[own.outcome] for score in scores.values())
        )


@dataclass(frozen=True)
class GivesUp(Fact):
    """The move leads to a worse outcome than the best one, and this is how it is punished."""

    kind = "gives up"
    outcome: Result
    best_outcome: Result
    score: Score | None
    best_score: Score | None
    best: int | None
    refutation: tuple[int, ...]

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        position = self.move.position
        width = position.rules.columns
        happens = _capital(_says(self.outcome, self.score))
        instead = f"{_GERUNDS[self.best_outcome]}{duration(self.best_score)}"
        if short or self.best is None:
            return (f"{happens} instead of {_GERUNDS[self.best_outcome]}.",)
        parts: tuple[Part, ...] = (
            f"{happens} instead of {instead} with ",
            ColumnName(self.best, width),
        )
        if self.refutation:
            parts += ("; the refutation is ", *line_names(self.refutation, width))
        return (*parts, ".")

    def holds(self, solve: Solve) -> bool:
        scores = _every_score(self.move, solve)
        own, best = scores[self.move.column], max(scores.values(), key=lambda score: score.rank)
        return (
            own.outcome is self.outcome
            and best.outcome is self.best_outcome
            and _RANKS[own.outcome] < _RANKS[best.outcome]
            and self.score in (None, own)
            and self.best_score in (None, best)
            and (self.best is None or scores[self.best].rank == best.rank)
            and self._refutes(solve)
        )

    def _refutes(self, solve: Solve) -> bool:
        """Whether every move of the opponent in the refutation is a best one."""
        position = self.move.after
        for column in self.refutation:
            if position.turn is self.move.opponent:
                move = Move(position, column)
                scores = _every_score(move, solve)
                if scores[column].rank < max(score.rank for score in scores.values()):
                    return False
            position = position.play(column)
        return True


@dataclass(frozen=True)
class Slower(Fact):
    """The outcome is kept, but another column wins sooner or loses later."""

    kind = "slower"
    score: Score
    best: int
    best_score: Score

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        position = self.move.position
        best = ColumnName(self.best, position.rules.columns)
        happens = _capital(_says(self.score.outcome, self.score))
        if short:
            return (f"{happens}.",)
        other = duration(self.best_score).removeprefix(" in ")
        if self.score.outcome is Result.WIN:
            return (f"{happens}; ", best, f" wins in {other}.")
        return (f"{happens}; ", best, f" holds out for {other}.")

    def holds(self, solve: Solve) -> bool:
        scores = _every_score(self.move, solve)
        own = scores[self.move.column]
        return (
            own == self.score
            and scores[self.best] == self.best_score
            and own.outcome is self.best_score.outcome
            and own.rank < self.best_score.rank
            and self.best_score.rank == max(score.rank for score in scores.values())
        )


@dataclass(frozen=True)
class BestScore(Fact):
    """No other column wins sooner, or draws instead of losing, or loses later."""

    kind = "best score"
    score: Score

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        lasts = duration(self.score)
        if self.score.outcome is Result.DRAW:
            return ("Holds the draw.",)
        if self.score.outcome is Result.LOSS:
            return (f"Holds out longest: loses{lasts}.",)
        if short:
            return (f"Wins{lasts}.",)
        return (f"Wins{lasts}: nothing wins sooner.",)

    def holds(self, solve: Solve) -> bool:
        scores = _every_score(self.move, solve)
        own = scores[self.move.column]
        return own == self.score and own.rank == max(score.rank for score in scores.values())


@dataclass(frozen=True)
class BestPlay(Fact):
    """How the game may go on after a best move, every ply of it a best one."""

    kind = "best play"
    line: tuple[int, ...]

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        names = line_names(self.line, self.move.position.rules.columns)
        return ("Best play goes on with ", *names, ".")

    def holds(self, solve: Solve) -> bool:
        position = self.move.position
        for column in (self.move.column, *self.line):
            scores = _every_score(Move(position, column), solve)
            if scores[column].rank < max(score.rank for score in scores.values()):
                return False
            position = position.play(column)
        return True


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

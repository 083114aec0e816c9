"""The referee: ends games that are decided before they are played out.

    resign      a player's own search has proven its loss, on some of its moves in a row
    draw        the searches of both players have proven a draw, on some moves of each in a row
    solver      the solver proves the value of the position in a given time

The first two take the players at their word, about themselves alone. The third is always right.
"""

import math
from dataclasses import dataclass
from typing import Any

from fourfold.errors import InvalidOption, describe
from fourfold.game import Game, Ply
from fourfold.rules import Player
from fourfold.search import Limit, Result, Solver, Unproven
from fourfold.support.checks import whole_number, whole_number_in_text

_MOST_MOVES = 144  # no game is longer
_FREE = "the number of free cells of the adjudication"
_MEMORY = 64  # MB of the solver's table, in each worker


@dataclass(frozen=True, slots=True)
class Claim:
    """On how many moves in a row a player must have found the same, and by which evaluation."""

    moves: int
    evaluation: float | None = None
    """Besides proofs: for resigning, an evaluation at most this high counts as a loss; for a draw,
    one at most this far from 0. In the agent's own unit."""

    @classmethod
    def parse(cls, name: str, value: Any) -> "Claim":
        """Read `MOVES` or `MOVES,EVALUATION`, also as a number or a pair of numbers."""
        if isinstance(value, Claim):
            return value
        what = f"the number of moves of {name}"
        if isinstance(value, str):
            moves, comma, evaluation = value.partition(",")
            count = whole_number_in_text(what, moves, 1, _MOST_MOVES)
            return cls(count, _number(name, evaluation) if comma else None)
        if isinstance(value, tuple | list) and len(value) == 2:
            return cls(whole_number(what, value[0], 1, _MOST_MOVES), _number(name, value[1]))
        return cls(whole_number(what, value, 1, _MOST_MOVES))

    def __str__(self) -> str:
        return str(self.moves) + ("" if self.evaluation is None else f",{self.evaluation:g}")


def _number(name: str, value: Any, what: str = "the evaluation") -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise InvalidOption(f"{what} of {name} is {describe(value)}, but must be a number")
    return number


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When games end early; None is never."""

    resign: Claim | None = None
    draw: Claim | None = None
    seconds: float | None = None
    """How long the solver may take for a position."""
    free: int | None = None
    """Ask the solver only when at most so many cells are free; None is always."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            Limit(seconds=self.seconds)  # refuses what is no number above 0

    @classmethod
    def parse(cls, resign: Any = None, draw: Any = None, solver: Any = None) -> "Adjudication":
        """Read what a caller or a command line gave: see `Claim`, and `SECONDS` or `SECONDS,FREE`.

        >>> from fourfold.arena.adjudication import Adjudication
        >>> Adjudication.parse(resign=3, solver="0.5,20")
        Adjudication(resign=Claim(moves=3, evaluation=None), draw=None, seconds=0.5, free=20)
        """
        seconds, free = None, None
        if isinstance(solver, str):
            text, comma, rest = solver.partition(",")
            seconds = _number("the adjudication", text, "the time")
            free = whole_number_in_text(_FREE, rest, 1, _MOST_MOVES) if comma else None
        elif isinstance(solver, tuple | list) and len(solver) == 2:
            seconds, free = solver[0], whole_number(_FREE, solver[1], 1, _MOST_MOVES)
        else:
            seconds = solver
        return cls(
            None if resign is None else Claim.parse("a resignation", resign),
            None if draw is None else Claim.parse("a draw", draw),
            seconds,
            free,
        )

    def __bool__(self) -> bool:
        return self != NO_ADJUDICATION


NO_ADJUDICATION = Adjudication()


class Referee:
    """Ends games as an adjudication says; asked after every ply."""

    def __init__(self, adjudication: Adjudication) -> None:
        self._adjudication = adjudication
        self._solver = None if adjudication.seconds is None else _shared_solver()

    def check(self, game: Game) -> None:
        """End the game if it is decided; nothing happens if it is over already."""
        if game.is_over or not self._adjudication:
            return
        plies = _plies_of(game)
        resign, draw = self._adjudication.resign, self._adjudication.draw
        if resign is not None:
            for player in Player:
                last = plies[player][-resign.moves :]
                if len(last) == resign.moves and all(_is_lost(ply, resign) for ply in last):
                    game.adjudicate(
                        player.other,
                        f"{game.player(player)} found itself lost on {_moves(resign)} in a row",
                    )
                    return
        if draw is not None and all(
            len(own) >= draw.moves and all(_is_drawn(ply, draw) for ply in own[-draw.moves :])
            for own in plies.values()
        ):
            game.adjudicate(None, f"both players found a draw on {_moves(draw)} in a row")
            return
        self._solve(game)

    def _solve(self, game: Game) -> None:
        free = game.rules.playable_cells - game.position.ply
        most = self._adjudication.free
        if self._solver is None or (most is not None and free > most):
            return
        try:
            limit = Limit(seconds=self._adjudication.seconds)
            outcome = self._solver.solve(game.position, wdl=True, limit=limit).outcome
        except Unproven:
            return
        winner = {Result.WIN: game.turn, Result.LOSS: game.turn.other}.get(outcome)
        what = "a draw" if winner is None else f"a win of {game.player(winner)}"
        game.adjudicate(winner, f"the solver has proven {what}")


def _shared_solver() -> Solver:
    """Return the solver of this process, whose table serves all of its games."""
    if not _solvers:
        _solvers.append(Solver(memory_mb=_MEMORY, book=False))
    return _solvers[0]


_solvers: list[Solver] = []


def _plies_of(game: Game) -> dict[Player, list[Ply]]:
    """Return the plies of each player since the opening."""
    plies: dict[Player, list[Ply]] = {player: [] for player in Player}
    position = game.start
    for ply in game.plies:
        plies[position.turn].append(ply)
        position = position.play(ply.column)
    return plies


def _is_lost(ply: Ply, claim: Claim) -> bool:
    if ply.score is not None:
        return ply.score.outcome is Result.LOSS
    return (
        claim.evaluation is not None
        and ply.evaluation is not None
        and ply.evaluation <= claim.evaluation
    )


def _is_drawn(ply: Ply, claim: Claim) -> bool:
    if ply.score is not None:
        return ply.score.outcome is Result.DRAW
    return (
        claim.evaluation is not None
        and ply.evaluation is not None
        and abs(ply.evaluation) <= claim.evaluation
    )


def _moves(claim: Claim) -> str:
    return "1 move" if claim.moves == 1 else f"{claim.moves} moves"

"""Evaluations of one's own: functions in Python that a search calls for its leaves.

    OwnEvaluation    asks the function, one position or many at a time, and checks its answers
    Attendance       hears a stop and reports progress between two answers

The function runs on the thread that searches, so that Ctrl-C and a debugger reach it. What it
raises ends the search and reaches the caller as it is. See docs/hooks.md.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fourfold import _native
from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.native_rules import native_rules
from fourfold.search.stop import Stop
from fourfold.support.checks import whole_number_or_none
from fourfold.support.numpy_import import import_numpy

if TYPE_CHECKING:
    from fourfold.support.numpy_import import BoolArray

MOST_BATCH = 4096
_REPORT = 0.1  # seconds between two reports of a search that is watched

Moves = Sequence[int]
Function = Callable[..., Any]
"""`evaluate(position)`, or with a batch `evaluate(planes)`."""


class OwnEvaluation:
    """A function that evaluates positions for the side to move.

    function: takes a position and returns a number. With `batch` it takes the planes of up to so
        many positions, an array (n, 5, rows, columns) as of `Position.planes`, and returns n.
    priors: whether each number comes with a probability for every column.
    chances: whether the numbers are win chances, from 0 to 1; else any finite number will do.
    """

    def __init__(
        self,
        function: Function,
        batch: int | None = None,
        *,
        priors: bool = False,
        chances: bool = False,
    ) -> None:
        if not callable(function):
            raise InvalidOption(
                f"an evaluation is {describe(function)}, but must be a function of a position"
            )
        self.batch = whole_number_or_none("batch", batch, 1, MOST_BATCH)
        self.priors = priors
        self._function = function
        self._chances = chances
        self._boards: tuple[Rules, _native.Batch] | None = None
        if self.batch is not None:
            import_numpy()  # says at once how to install it

    def of_positions(self, positions: Sequence[Position]) -> tuple[list[float], list[float]]:
        """Ask for one position after the other; return numbers, and priors of all columns, if any.

        For functions without a batch.
        """
        values, priors = [], []
        for position in positions:
            answer = self._function(position)
            if self.priors:
                answer, of_columns = _pair(answer)
                priors += _checked_priors(_listed(of_columns), position.rules, position.moves)
            values.append(self._checked(answer, position.rules, position.moves))
        return values, priors

    def of_games(self, rules: Rules, games: Sequence[Moves]) -> tuple[list[float], list[float]]:
        """Ask for the positions after these moves at once, and return the same.

        For functions with a batch, of which there are no more games.
        """
        answer = self._function(self._planes(rules, games))
        of_columns: Any = None
        if self.priors:
            answer, of_columns = _pair(answer)
        numbers = _one_for_each(_listed(answer), games, "number")
        values = []
        for number, moves in zip(numbers, games, strict=True):
            # A network often answers with one number in a row of its own.
            is_row = isinstance(number, list) and len(number) == 1
            values.append(self._checked(number[0] if is_row else number, rules, moves))
        priors = []
        if self.priors:
            rows = _one_for_each(_listed(of_columns), games, "row of priors")
            for row, moves in zip(rows, games, strict=True):
                priors += _checked_priors(row, rules, moves)
        return values, priors

    def _planes(self, rules: Rules, games: Sequence[Moves]) -> "BoolArray":
        """Return what the side to move sees of each position; the function may keep it."""
        assert self.batch is not None
        if self._boards is None or self._boards[0] != rules:
            self._boards = rules, _native.Batch(native_rules(rules), self.batch, 0, 1, False)
        boards = self._boards[1]
        for number, moves in enumerate(games):
            boards.set(number, moves)
        planes: BoolArray = boards.planes()[: len(games)].copy()
        return planes

    def _checked(self, answer: object, rules: Rules, moves: Moves) -> float:
        value = _number(answer)
        if value is None or not math.isfinite(value) or (self._chances and not 0 <= value <= 1):
            raise InvalidOption(
                f"the evaluation returned {describe(answer)} for {_text(rules, moves)}, but must "
                f"return a {'win chance from 0 to 1' if self._chances else 'finite number'}"
            )
        return value


def _checked_priors(row: object, rules: Rules, moves: Moves) -> list[float]:
    numbers = [_number(each) for each in row] if isinstance(row, list) else []
    found = [each for each in numbers if each is not None and 0 <= each < math.inf]
    if len(found) != rules.columns or len(numbers) != rules.columns:
        raise InvalidOption(
            f"the evaluation returned the priors {describe(row)} for {_text(rules, moves)}, "
            f"but must return {rules.columns} numbers from 0 up, one for each column"
        )
    return found


def _one_for_each(answers: list[Any], games: Sequence[Moves], what: str) -> list[Any]:
    if len(answers) == len(games):
        return answers
    raise InvalidOption(
        f"the evaluation returned {_count(len(answers), what)} for "
        f"{_count(len(games), 'position')}, but must return one for each"
    )


def _text(rules: Rules, moves: Moves) -> str:
    return f"'{Position(rules, moves).to_text()}'"


def _pair(answer: object) -> tuple[Any, Any]:
    if isinstance(answer, tuple) and len(answer) == 2:
        return answer
    raise InvalidOption(
        f"the evaluation returned {describe(answer)}, but with priors it must return two things: "
        "values and priors"
    )


def _listed(answer: Any) -> list[Any]:
    """Return an array, a tensor or any sequence as a list."""
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    if isinstance(answer, str | bytes | dict):
        answer = None
    try:
        return list(answer)
    except TypeError:
        raise InvalidOption(
            f"the evaluation returned {describe(answer)}, but must return an array or a list"
        ) from None


def _number(answer: object) -> float | None:
    if isinstance(answer, str | bytes):
        return None
    try:
        return float(answer)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def _count(number: int, what: str) -> str:
    thing, *rest = what.split(" ", 1)
    return " ".join([str(number), thing if number == 1 else f"{thing}s", *rest])


class Attendance:
    """Hears a stop and reports progress, whenever a search comes back to Python."""

    def __init__(
        self,
        end: Callable[[], None],
        stop: Stop | None,
        report: Callable[[], None] | None,
    ) -> None:
        """end: ends the search that is under way."""
        self.ended = False
        """Whether a stop was requested."""
        self._end = end
        self._stop = stop
        self._report = report
        self._due = time.monotonic() + _REPORT

    def attend(self) -> None:
        """Do what is due; what the report raises is not caught."""
        if self._stop is not None and self._stop.requested:
            self.ended = True
            self._end()
        if self._report is not None and time.monotonic() >= self._due:
            self._report()
            self._due = time.monotonic() + _REPORT


class LeafEvaluator:
    """What a native alpha-beta search calls for its leaves."""

    def __init__(self, root: Position, own: OwnEvaluation, attendance: Attendance) -> None:
        self._own = own
        self._attendance = attendance
        # The positions on the way to the last leaf: the next one is nearly always close to it.
        self._path: list[int] = []
        self._positions = [root]

    def evaluate(self, path: list[int], columns: list[int]) -> list[float]:
        """Evaluate the positions after the path and each of the columns."""
        self._attendance.attend()
        if self._attendance.ended:
            # Only what must be searched in any case is still searched, for wins and blocks.
            return [0.0] * len(columns)
        if self._own.batch is not None:
            before = [*self._positions[0].moves, *path]
            games = [[*before, column] for column in columns]
            return self._own.of_games(self._positions[0].rules, games)[0]
        parent = self._position(path)
        return self._own.of_positions([parent.play(column) for column in columns])[0]

    def poll(self) -> None:
        """Let Python handle signals, and do what is due."""
        self._attendance.attend()

    def _position(self, path: list[int]) -> Position:
        known = self._path
        same = 0
        while same < len(known) and same < len(path) and known[same] == path[same]:
            same += 1
        del self._positions[same + 1 :]
        for column in path[same:]:
            self._positions.append(self._positions[-1].play(column))
        self._path = path
        return self._positions[-1]

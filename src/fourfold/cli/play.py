"""`fourfold play`: a game for two at one terminal, a move a line."""

import io
import secrets
import sys
from typing import Annotated

import typer

from fourfold.errors import IllegalMove, InvalidNotation, describe
from fourfold.rules import Position, Rules, notation
from fourfold.rules.text import status

_HELP = """\
A column, {first} to {last}, drops a piece (or the ban that is due). Other words:
  undo   take back the last piece or ban     redo   play it again
  moves  show the game as text               help   show this
  quit   stop; the game's text lets you go on later"""


def play(
    rules: Annotated[
        str | None,
        typer.Option(help="The board: 7x6, 9x8-xd3, 6x6-bc2, random or random-bonus."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Draw random rules from this number, always the same.")
    ] = None,
    moves: Annotated[
        str | None, typer.Option(help="Go on after these moves, or from a whole RULES:MOVES.")
    ] = None,
) -> None:
    """Play a game for two in the terminal, one move a line."""
    position = Position.parse(moves or "", _chosen_rules(rules, seed))
    Game(position).run()


def _chosen_rules(text: str | None, seed: int | None) -> Rules | None:
    if text in ("random", "random-bonus"):
        if seed is None:
            seed = secrets.randbits(32)
        return Rules.random(seed, bonus=text == "random-bonus")
    if seed is not None:
        raise typer.BadParameter("--seed needs --rules random or --rules random-bonus")
    return None if text is None else Rules.parse(text)


class Game:
    """One game at the prompt: the present position, and what undo and redo have to go on."""

    def __init__(self, position: Position) -> None:
        # Moves that the game began with can be taken back as well.
        self._earlier = [
            Position(position.rules, position.moves[:ply]) for ply in range(position.ply)
        ]
        self._position = position
        self._undone: list[Position] = []

    def run(self) -> None:
        """Play until the game is over, the players quit or the input ends."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A stray byte is a bad move, to be refused (and shown) like any other.
                stream.reconfigure(errors="replace")
        print(f"Rules {self._position.rules}. Type a column, or help.\n")
        self._show()
        while self._position.outcome is None:
            line = self._ask()
            if line is None or line == "quit":
                print("To go on later:")
                print(f"  fourfold play --moves {self._position.to_text()}")
                return
            self._obey(line)
        print(self._position.outcome)

    def _ask(self) -> str | None:
        """The next line that is not empty, in lower case; None at the end of the input."""
        while True:
            try:
                line = input(f"{status(self._position)}: ")
            except EOFError:
                print()
                return None
            if not sys.stdin.isatty():
                print(line)  # a terminal shows what is typed, a pipe does not
            if line.strip():
                return line.strip().lower()

    def _obey(self, line: str) -> None:
        match line:
            case "help":
                first, last = self._column_labels()
                print(_HELP.format(first=first, last=last))
            case "moves":
                print(self._position.to_text())
            case "undo":
                self._step_back()
            case "redo":
                self._step_forward()
            case _:
                self._move(line)

    def _move(self, line: str) -> None:
        try:
            if len(line) > 1:
                raise InvalidNotation
            position = self._position.play_text(line)
        except InvalidNotation:
            columns = " to ".join(self._column_labels())
            print(f"{describe(line)} is not a move: type one column, {columns}, or help.")
            return
        except IllegalMove as error:
            print(f"Not possible: {error}.")
            return
        self._earlier.append(self._position)
        self._undone.clear()
        self._position = position
        self._show()

    def _step_back(self) -> None:
        if not self._earlier:
            print("There is nothing to undo.")
            return
        self._undone.append(self._position)
        self._position = self._earlier.pop()
        self._show()

    def _step_forward(self) -> None:
        if not self._undone:
            print("There is nothing to redo.")
            return
        self._earlier.append(self._position)
        self._position = self._undone.pop()
        self._show()

    def _column_labels(self) -> tuple[str, str]:
        columns = self._position.rules.columns
        return notation.column_label(0, columns), notation.column_label(columns - 1, columns)

    def _show(self) -> None:
        board, _, _ = str(self._position).rpartition("\n")
        print(f"{board}\n")

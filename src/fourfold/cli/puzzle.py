"""`fourfold puzzle`: a puzzle to solve in the terminal."""

import io
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.errors import IllegalMove, InvalidNotation, InvalidOption, describe
from fourfold.rules.notation import column_label
from fourfold.rules.text import symbol

if TYPE_CHECKING:
    from fourfold.puzzles import Puzzle, Verdict
    from fourfold.rules import Position

_MIDDLE_RATING = 1500


def puzzle(
    id: Annotated[str | None, typer.Option(metavar="ID", help="The puzzle with this id.")] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="THEME", help="A puzzle with this theme.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="RULES", help="A puzzle on this board; other: on any but 7x6."),
    ] = None,
    rating: Annotated[
        int | None, typer.Option(metavar="R", help="A puzzle about as difficult, 600 to 2600.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="The same puzzle each time; left out, a different one."),
    ] = None,
) -> None:
    """Solve a puzzle: the puzzle of the day, or one of your choice.

    The exit status is 0 if it was solved, and 1 if not.
    """
    title, chosen = _choose(id, theme, rules, rating, seed)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what is not UTF-8 is refused like a bad column
    print(f"{title} {chosen.id}, rating {chosen.rating}, {chosen.rules}\n")
    _show(chosen.start)
    print(f"{_task(chosen)} Type a column, solution or quit.\n")
    if not _solve(chosen):
        raise typer.Exit(1)


def _choose(
    id: str | None, theme: str | None, rules: str | None, rating: int | None, seed: int | None
) -> tuple[str, "Puzzle"]:
    from fourfold.puzzles import choose_puzzle, daily_puzzle, get_puzzle

    is_chosen = any(each is not None for each in (theme, rules, rating, seed))
    if id is not None:
        if is_chosen:
            raise InvalidOption("--id names one puzzle, so that nothing else can be chosen with it")
        return "Puzzle", get_puzzle(id)
    if not is_chosen:
        from datetime import date

        return "The puzzle of the day:", daily_puzzle(date.today())
    if seed is None:
        import secrets

        seed = secrets.randbits(64)
    wanted = _MIDDLE_RATING if rating is None else rating
    return "Puzzle", choose_puzzle(wanted, theme=theme, rules=rules, seed=seed)


def _task(puzzle: "Puzzle") -> str:
    """Say what is to be found."""
    position = puzzle.start
    who = f"{position.turn} ({symbol(position.turn)})"
    ply = "place for the ban" if position.must_ban else "move"
    match puzzle.goal:
        case "win":
            own = "one piece" if puzzle.moves == 1 else f"{puzzle.moves} pieces of their own"
            return f"{who} wins with {own}. Only one {ply} does it."
        case "draw":
            return f"{who} can save a draw. Only one {ply} does it."
    return f"{who} is lost, but one {ply} holds out much longer than the others."


def _solve(puzzle: "Puzzle") -> bool:
    """Ask for one ply after the other; return True if none of them was wrong."""
    from fourfold.puzzles import judge

    is_clean = True
    step = 0
    while True:
        position = puzzle.position_at(step)
        column = _read_column(position)
        if column is None:
            print(f"The solution: {_columns(puzzle.line[step:], position)}")
            return False
        verdict = judge(puzzle, step, column)
        print(_answer(verdict, position))
        if not verdict.is_right:
            is_clean = False
            continue
        step += 1 + len(verdict.replies)
        print()
        _show(puzzle.position_at(step))
        if verdict.is_solved:
            print(
                f"Solved{'' if is_clean else ', though not at once'}: {', '.join(puzzle.themes)}."
            )
            return is_clean


def _answer(verdict: "Verdict", position: "Position") -> str:
    """Say whether a ply was right, and why."""
    said = " ".join(("Right." if verdict.is_right else "Wrong.", *verdict.sentences))
    if verdict.replies:
        said += f" The reply is {_columns(verdict.replies, position)}."
    if verdict.refutation:
        said += f" The refutation: {_columns(verdict.refutation, position)}."
    return said


def _read_column(position: "Position") -> int | None:
    """Return the next column that can be played; None for the solution, or at the end."""
    width = position.rules.columns
    while True:
        try:
            line = input("column: ").strip()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(line)  # a terminal shows what is typed, a pipe does not
        if line.lower() in ("quit", "solution"):
            return None
        if not line:
            continue
        try:
            if len(line) != 1:
                raise InvalidNotation
            return position.play_text(line).moves[-1]
        except InvalidNotation:
            columns = f"{column_label(0, width)} to {column_label(width - 1, width)}"
            print(f"{describe(line)} is not a column: type {columns}, solution or quit.")
        except IllegalMove as error:
            print(f"Not possible: {error}.")


def _columns(line: tuple[int, ...], position: "Position") -> str:
    return " ".join(column_label(column, position.rules.columns) for column in line)


def _show(position: "Position") -> None:
    board, _, _ = str(position).rpartition("\n")
    print(f"{board}\n")

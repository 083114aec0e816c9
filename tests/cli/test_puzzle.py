"""`fourfold puzzle`: the board, an answer a line, and what is said of it."""

import os
import signal
from datetime import date

import pytest

from fourfold.puzzles import Goal, Puzzle, choose_puzzle, daily_puzzle, judge, load_puzzles
from fourfold.rules.notation import column_label

from .conftest import Command
from .process import started


def long_win() -> Puzzle:
    """Return a puzzle on 7x6 with several own plies."""
    return next(
        puzzle
        for puzzle in load_puzzles()
        if puzzle.rules == "7x6" and puzzle.goal is Goal.WIN and len(puzzle.own_steps) >= 2
    )


def answers(puzzle: Puzzle) -> list[str]:
    width = puzzle.start.rules.columns
    return [column_label(puzzle.line[step], width) for step in puzzle.own_steps]


def test_right_answers_solve_it(fourfold: Command) -> None:
    puzzle = long_win()
    done = fourfold("puzzle", "--id", puzzle.id, typed="\n".join(answers(puzzle)))
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith(f"Puzzle {puzzle.id}, rating {puzzle.rating}, 7x6\n")
    board, _, _ = str(puzzle.start).rpartition("\n")
    assert board in done.output
    assert f"wins with {puzzle.moves} pieces of their own. Only one move does it." in done.output
    assert done.output.count("Right. ") == len(puzzle.own_steps)
    reply = column_label(puzzle.line[1], 7)
    assert f"The reply is {reply}." in done.output
    assert done.last_line == f"Solved: {', '.join(puzzle.themes)}."


def test_a_wrong_answer_gets_its_refutation_and_another_try(fourfold: Command) -> None:
    puzzle = long_win()
    wrong = next(c for c in puzzle.start.legal_columns if c != puzzle.line[0])
    verdict = judge(puzzle, 0, wrong)
    typed = "\n".join([column_label(wrong, 7), *answers(puzzle)])
    done = fourfold("puzzle", "--id", puzzle.id, typed=typed)
    assert done.status == 1
    refutation = " ".join(column_label(column, 7) for column in verdict.refutation)
    said = f"Wrong. {' '.join(verdict.sentences)} The refutation: {refutation}.\n"
    assert said in done.output
    assert done.last_line.startswith("Solved, though not at once: ")


def test_what_is_no_column_is_asked_again(fourfold: Command) -> None:
    puzzle = long_win()
    typed = "\n".join(["9", "what", "44", "", *answers(puzzle)])
    done = fourfold("puzzle", "--id", puzzle.id, typed=typed)
    assert done.status == 0
    assert "but column 9 is not on the board, whose columns are 1 to 7.\n" in done.output
    for word in ("what", "44"):
        assert f"'{word}' is not a column: type 1 to 7, solution or quit.\n" in done.output


@pytest.mark.parametrize("typed", ["solution", "quit", ""])
def test_the_solution_is_shown_on_request_and_at_the_end_of_the_input(
    fourfold: Command, typed: str
) -> None:
    puzzle = long_win()
    done = fourfold("puzzle", "--id", puzzle.id, typed=typed)
    line = " ".join(column_label(column, 7) for column in puzzle.line)
    assert (done.status, done.errors) == (1, "")
    assert done.last_line == f"column: {typed}The solution: {line}" or done.last_line == (
        f"The solution: {line}"
    )


def test_the_puzzle_of_the_day_comes_first(fourfold: Command) -> None:
    before, done, after = date.today(), fourfold("puzzle"), date.today()
    titles = [f"The puzzle of the day: {daily_puzzle(day).id}, " for day in (before, after)]
    assert done.output.startswith(tuple(titles))


def test_a_choice_of_theme_board_and_rating(fourfold: Command) -> None:
    options = ("--theme", "ban", "--rules", "other", "--rating", "1800", "--seed", "5")
    done = fourfold("puzzle", *options)
    puzzle = choose_puzzle(1800, theme="ban", rules="other", seed=5)
    assert done.output.startswith(f"Puzzle {puzzle.id}, rating {puzzle.rating}, {puzzle.rules}\n")
    assert fourfold("puzzle", *options).output == done.output


@pytest.mark.parametrize("goal", Goal)
def test_the_task_says_the_goal(fourfold: Command, goal: Goal) -> None:
    puzzle = next(puzzle for puzzle in load_puzzles() if puzzle.goal is goal)
    words = {"win": " wins with ", "draw": " can save a draw. ", "hold": " is lost, but one move "}
    assert words[goal] in fourfold("puzzle", "--id", puzzle.id).output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--id", "nothing"), "there is no puzzle 'nothing': an id has seven characters"),
        (("--id", "x", "--seed", "1"), "--id names one puzzle"),
        (("--theme", "fork"), "the theme is 'fork', but must be one of ban, block"),
        (("--rules", "12x12"), "there is no puzzle with the board 12x12; the boards are 7x6,"),
        (("--rules", "seven"), "rules 'seven' begin with"),
        (("--seed", "-1"), "the seed is -1, but must be"),
        (("--rating", "high"), "Invalid value for '--rating'"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: tuple[str, ...], sentence: str) -> None:
    done = fourfold("puzzle", *arguments)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.errors
    assert done.errors.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_ctrl_c() -> None:
    with started("puzzle") as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"column: "):  # now it waits for an answer
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (130, b"")

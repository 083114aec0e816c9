"""`fourfold explain`: sentences for people, facts for programs."""

import json

import pytest

from .conftest import Command


def test_one_column(fourfold: Command) -> None:
    done = fourfold("explain", "51617", "4")
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith(
        "4: Blocks d1, the only cell where the opponent would win at once. The only move that wins"
    )


def test_all_columns_the_best_first(fourfold: Command) -> None:
    lines = fourfold("explain", "4455", "--short").output.splitlines()
    assert [line[0] for line in lines] == list("3645271")


def test_json(fourfold: Command) -> None:
    (told,) = json.loads(fourfold("explain", "4455", "3", "--json").output)
    assert told["column"] == 2
    assert told["facts"][0]["kind"] == "makes two threats"
    assert told["facts"][0]["cells"] == ["b1", "f1"]
    assert told["sentences"][0] == told["facts"][0]["sentence"]


def test_a_wide_board(fourfold: Command) -> None:
    done = fourfold("explain", "--rules", "12x12", "", "f", "--seconds", "0.05")
    assert done.output.startswith("f: ")
    assert "estimate" in done.output


def test_a_finished_game(fourfold: Command) -> None:
    done = fourfold("explain", "4151617")
    assert (done.status, done.output) == (0, "The game is over: FIRST wins.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("4455", "9"), "ply 5 is '9', but column 9 is not on the board"),
        (("4455", "44"), "the column to explain is '44', but must be one column such as 4 or d"),
        (("444444", "4"), "ply 7 is '4', but column 4 has no room"),
        (("4151617", "1"), "ply 8 is '1', but column 1 cannot be played: the game is over"),
        (("hello",), "moves 'hello'"),
        (("4455", "3", "--seconds", "-1"), "seconds is -1.0"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: tuple[str, ...], sentence: str) -> None:
    done = fourfold("explain", *arguments)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.errors
    assert done.errors.count("\n") == 1

"""Whole games for two through `fourfold play`, typed a move a line."""

import pytest

from .conftest import Command


@pytest.mark.parametrize(
    ("rules", "typed", "end"),
    [
        ("7x6", "4 4 5 5 6 6 7", "FIRST wins"),
        ("7x6", "d D e E f F G", "FIRST wins"),
        ("7x6", "1 2 3 2 5 3 1 4 1 2 3 1", "SECOND wins"),
        ("5x5", " ".join("5153114222253434123413554"), "draw"),
        ("9x8-xd3", "4 4 4 5 4 5 4 5 4", "FIRST wins"),
        ("9x8-xd3", " ".join("33594154476"), "FIRST wins"),
        ("6x6-bc2", " ".join("51513636161"), "SECOND wins"),
        ("12x12-xa1-bl12", "b c b c b c B", "FIRST wins"),
    ],
)
def test_whole_games(fourfold: Command, rules: str, typed: str, end: str) -> None:
    done = fourfold("play", "--rules", rules, typed=typed)
    assert (done.status, done.errors) == (0, "")
    assert done.last_line == end


def test_a_game_without_any_option(fourfold: Command) -> None:
    done = fourfold("play", typed="4 4 5 5 6 6 7")
    assert (done.status, done.last_line) == (0, "FIRST wins")
    assert "FIRST (O) to move: 4\n" in done.output
    assert "SECOND (@) to move: 4\n" in done.output
    assert " 1  .  .  . [O][O][O][O]\n" in done.output


def test_bad_moves_are_refused_and_asked_again(fourfold: Command) -> None:
    typed = "4 8 0 44 what ٣  4 5 5 6 6 7"
    done = fourfold("play", typed=typed)
    assert (done.status, done.last_line) == (0, "FIRST wins")
    assert (
        "Not possible: ply 2 is '8', but column 8 is not on the board, "
        "whose columns are 1 to 7.\nSECOND (@) to move: " in done.output
    )
    for word in ("0", "44", "what", "٣"):
        assert f"'{word}' is not a move: type one column, 1 to 7, or help.\n" in done.output


def test_a_full_column_is_refused(fourfold: Command) -> None:
    done = fourfold("play", "--rules", "9x8-xd3", typed="4 4 4 4 4 4 4 4")
    assert "Not possible: ply 8 is '4', but column 4 has no room;" in done.output
    assert done.last_line == "fourfold play --moves 9x8-xd3:4444444"


def test_pieces_fall_through_the_forbidden_cell(fourfold: Command) -> None:
    done = fourfold("play", "--rules", "9x8-xd3", typed="4 4 4")
    assert (
        " 4  .  .  . (O) .  .  .  .  .\n"
        " 3  .  .  .  X  .  .  .  .  .\n"
        " 2  .  .  .  @  .  .  .  .  .\n"
        " 1  .  .  .  O  .  .  .  .  .\n" in done.output
    )


def test_the_ban_is_asked_for_and_drawn(fourfold: Command) -> None:
    done = fourfold("play", "--rules", "6x6-bc2", typed="3 3 9 4 1")
    assert "SECOND (@) must drop a ban (#): 9\nNot possible: ply 3 is '9'" in done.output
    assert "SECOND (@) must drop a ban (#): 4\n" in done.output
    assert " 1  .  .  O (#) .  .\n" in done.output
    assert "FIRST (O) to move: 1\n" in done.output
    assert done.last_line == "fourfold play --moves 6x6-bc2:3341"


def test_undo_and_redo(fourfold: Command) -> None:
    done = fourfold("play", typed="undo 4 4 undo undo undo moves redo moves redo redo moves")
    assert done.output.count("There is nothing to undo.") == 2
    assert done.output.count("There is nothing to redo.") == 1
    assert [line for line in done.output.splitlines() if line.startswith("7x6:")] == [
        "7x6:",
        "7x6:4",
        "7x6:44",
    ]


def test_a_new_move_forgets_what_was_undone(fourfold: Command) -> None:
    done = fourfold("play", typed="4 4 undo 5 redo")
    assert "There is nothing to redo." in done.output
    assert done.last_line == "fourfold play --moves 7x6:45"


def test_undo_takes_back_a_ban_and_then_the_piece(fourfold: Command) -> None:
    done = fourfold("play", "--rules", "6x6-bc2", "--moves", "334", typed="undo undo moves")
    assert done.output.count("must drop a ban") == 1
    assert "\n6x6-bc2:3\n" in done.output


def test_help_and_quit(fourfold: Command) -> None:
    done = fourfold("play", "--rules", "12x4", typed="HELP quit 1")
    assert "A column, a to l, drops a piece" in done.output
    for word in ("undo", "redo", "moves", "help", "quit"):
        assert f"  {word}" in done.output
    assert done.status == 0
    assert done.last_line == "fourfold play --moves 12x4:"


def test_a_game_is_resumed(fourfold: Command) -> None:
    stopped = fourfold("play", "--rules", "9x8-xd3", typed="4 4 5")
    *_, text = stopped.last_line.split()
    assert text == "9x8-xd3:445"
    resumed = fourfold("play", "--moves", text, typed="moves")
    assert "\n9x8-xd3:445\n" in resumed.output
    assert fourfold("play", "--moves", "445", typed="5").last_line.endswith(" 7x6:4455")


def test_a_game_that_is_over_is_shown(fourfold: Command) -> None:
    done = fourfold("play", "--moves", "4455667", typed="1")
    assert (done.status, done.last_line) == (0, "FIRST wins")
    assert "to move" not in done.output


def test_random_rules(fourfold: Command) -> None:
    plain = fourfold("play", "--rules", "random", "--seed", "7")
    bonus = fourfold("play", "--rules", "random-bonus", "--seed", "7")
    assert plain == fourfold("play", "--rules", "random", "--seed", "7")
    assert "-x" in plain.last_line
    assert plain.last_line.replace("-x", "-b") == bonus.last_line
    assert fourfold("play", "--rules", "random").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "3x6"], "the number of columns is 3"),
        (["--rules", "board"], "which is not a size such as '7x6'"),
        (["--moves", "48"], "ply 2 is '8'"),
        (["--moves", "4?"], "'?' at ply 2"),
        (["--rules", "7x6", "--moves", "6x6:4"], "is for 6x6, but a position for 7x6"),
        (["--seed", "7"], "--seed needs --rules random"),
        (["--rules", "random", "--seed", "-1"], "the seed of random rules is -1"),
        (["--rules", "random", "--seed", "seven"], "--seed"),
        (["--colour"], "--colour"),
        (["now"], "now"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: list[str], message: str) -> None:
    done = fourfold("play", *arguments)
    assert done.status == 2
    assert done.output == ""
    assert done.errors.startswith("fourfold: ")
    assert message in done.errors
    assert done.errors.count("\n") == 1

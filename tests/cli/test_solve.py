"""`fourfold solve`: one line in, one line out, whatever the line is."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from fourfold.cli import progress
from tests.waiting import assert_quick

from .conftest import Command
from .process import started, wait_for_work

COMMAND = [sys.executable, "-m", "fourfold", "solve"]


def test_positions_as_arguments(fourfold: Command) -> None:
    done = fourfold("solve", "121212", "7x6:1212121", "--rules", "7x6", "--no-book")
    assert (done.status, done.errors) == (0, "")
    assert done.output == "121212 18\n7x6:1212121 -18\n"


def test_a_position_is_printed_as_it_was_given(fourfold: Command) -> None:
    done = fourfold("solve", "ABab1B", " 121212", "4x4:12341234ABA", "9x4-xi4-ba4:121212")
    assert done.status == 0
    assert done.output == "ABab1B 18\n 121212 18\n4x4:12341234ABA -3\n9x4-xi4-ba4:121212 15\n"


def test_positions_from_standard_input(fourfold: Command) -> None:
    done = fourfold("solve", "--memory", "16", typed="121212 4x4:12341234ABA 1212121")
    assert (done.status, done.errors) == (0, "")
    assert done.output == "121212 18\n4x4:12341234ABA -3\n1212121 -18\n"


def test_rules_for_positions_that_name_none(fourfold: Command) -> None:
    done = fourfold("solve", "--rules", "4x4", typed="121212 4x4:121212 7x6:121212 1234")
    assert done.status == 1
    assert done.output == "121212 5\n4x4:121212 5\n\n1234 0\n"
    assert done.errors == (
        "fourfold: line 3: position '7x6:121212' is for 7x6, but a position for 4x4 was asked for\n"
    )


def test_a_terminal_shows_how_far_a_long_search_has_got(
    fourfold: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    long = ("solve", "--memory", "16", "--seconds", "0.4", "9x8:", "7x6:1212121")
    assert fourfold(*long).errors == ""  # it is no terminal
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for options in ([], ["--columns"]):
        done = fourfold(*long, *options)
        assert done.output.startswith("9x8: ?\n7x6:1212121 ")
        first, *_, last = done.errors.split("\r\x1b[K")
        assert (first, last) == ("", "")  # nothing else, and nothing stays
        assert re.search(r"score from -\d+ to \d+, [\d,]+ nodes, 0\.\d s", done.errors)


def test_a_terminal_shows_nothing_of_a_short_search(
    fourfold: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert fourfold("solve", "7x6:121212", "--memory", "16").errors == ""


def test_an_empty_line_is_an_empty_board(fourfold: Command) -> None:
    done = fourfold("solve", "--rules", "4x4", typed=" 1")
    assert (done.status, done.output) == (0, " 0\n1 0\n")


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ([], "5"),
        (["--wdl"], "1"),
        (["--columns"], "5 0 -5 -5"),
        (["--columns", "--wdl"], "1 0 -1 -1"),
        (["--threads", "2"], "5"),
    ],
)
def test_kinds_of_answers(fourfold: Command, options: list[str], answer: str) -> None:
    done = fourfold("solve", "4x4:121212", *options, "--memory", "16")
    assert (done.status, done.output) == (0, f"4x4:121212 {answer}\n")


@pytest.mark.parametrize("options", [["--wdl"], []])
def test_columns_that_cannot_be_played(fourfold: Command, options: list[str]) -> None:
    done = fourfold(
        "solve", "4x4:1111", "4x4:1212121", "4x4-xa1-xa2-xa3-xa4:", "--columns", *options
    )
    assert done.status == 0
    full, over, forbidden = done.output.splitlines()
    assert full.split()[:2] == ["4x4:1111", "."]
    assert all(word in ["-1", "0", "1"] or not options for word in full.split()[2:])
    assert len(full.split()) == 5
    assert over == "4x4:1212121 . . . ."
    assert forbidden.split()[1] == "."


def test_wide_boards_have_a_word_for_each_column(fourfold: Command) -> None:
    # Nine of the columns are forbidden: the rest is a small board.
    rules = "12x4" + "".join(f"-x{column}{row}" for column in "abcdefghi" for row in (1, 2, 3, 4))
    done = fourfold("solve", f"{rules}:jkjkj", "--columns")
    assert done.status == 0
    assert done.output.split()[1:10] == ["."] * 9
    assert len(done.output.split()) == 13


def test_not_proven_in_time(fourfold: Command) -> None:
    arguments = ["--seconds", "0.05", "--memory", "16"]
    done = fourfold("solve", "9x7:", "12x12-bf6:", "121212", *arguments)
    assert (done.status, done.errors) == (0, "")
    assert done.output == "9x7: ?\n12x12-bf6: ?\n121212 18\n"
    done = fourfold("solve", "9x7:", *arguments, "--columns")
    assert (done.status, done.output) == (0, "9x7: ?\n")
    done = fourfold("solve", "9x7:", *arguments, "--stats", "--wdl")
    position, answer, nodes, seconds = done.output.split()
    assert (position, answer) == ("9x7:", "?")
    assert int(nodes) > 0
    assert 0 < float(seconds) < 5


def test_statistics(fourfold: Command) -> None:
    done = fourfold("solve", "4x4:", "4x4:", "--stats", "--no-book", "--memory", "16")
    for line in done.output.splitlines():
        position, score, nodes, seconds = line.split()
        assert (position, score) == ("4x4:", "0")
        assert int(nodes) >= 0
        assert float(seconds) >= 0
    assert int(done.output.split()[2]) > 0
    done = fourfold("solve", "4x4:", "--stats", "--columns", "--memory", "16")
    assert len(done.output.split()) == 1 + 4 + 2


def test_bad_lines_do_not_stop_the_rest(fourfold: Command) -> None:
    done = fourfold("solve", typed="121212 1212121x 8 44444444 nonsense: 3x3:1 ٣ 121212")
    assert done.status == 1
    assert done.output == "121212 18\n\n\n\n\n\n\n121212 18\n"
    lines = done.errors.splitlines()
    assert [line.partition(": ")[2].partition(":")[0] for line in lines] == [
        f"line {number}" for number in range(2, 8)
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["121212", "8"], "fourfold: ply 1 is '8', but column 8 is not on the board"),
        (["--rules", "3x3"], "fourfold: rules '3x3' are not valid"),
        (["--threads", "0", "1"], "fourfold: threads is 0, but must be a whole number from 1"),
        (["--threads", "x", "1"], "fourfold: Invalid value for '--threads'"),
        (["--memory", "1", "1"], "fourfold: memory_mb is 1, but must be a whole number from 16"),
        (["--seconds", "0", "1"], "fourfold: a limit of seconds is 0.0, but must be"),
        (["--seconds", "nan", "1"], "fourfold: a limit of seconds is nan, but must be"),
        (["--fast", "1"], "fourfold: No such option"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: list[str], sentence: str) -> None:
    done = fourfold("solve", *arguments)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(sentence)
    assert done.errors.count("\n") == 1


# As a process of its own


def test_lines_are_answered_as_they_come() -> None:
    with started("solve") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for typed, answer in [
            (b"121212\n", b"121212 18\n"),
            (b"4x4:1212121\r\n12", b"4x4:1212121 -5\n"),
            (b"1212\n", b"121212 18\n"),
            (b"nonsense\n", b"\n"),
        ]:
            process.stdin.write(typed)
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.stdin.write(b"121212")  # the last line, without an end
        process.stdin.close()
        assert process.stdout.read() == b"121212 18\n"
        assert process.wait(20) == 1


def test_bytes_that_are_no_text() -> None:
    done = subprocess.run(COMMAND, input=b"\xff\xfe\n121212\n", capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == b"\n121212 18\n"
    assert done.stderr.startswith(b"fourfold: line 1: moves ")
    assert done.stderr.count(b"\n") == 1


def test_no_input_at_all() -> None:
    done = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize(
    "options", [[], ["--columns"], ["--wdl"], ["--threads", "2"], ["--seconds", "1000"]]
)
def test_ctrl_c_ends_a_long_search_at_once(options: list[str]) -> None:
    def seconds() -> float:
        with started("solve", "--memory", "16", *options) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"1212121\n9x7:\n")
            process.stdin.flush()
            process.stdout.readline()  # it is running, and has begun with the hard one
            wait_for_work(process, 0.1)
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=20)
            took = time.monotonic() - began
        assert process.returncode == 130
        assert (output, errors) == (b"", b"")
        return took

    assert_quick(seconds, 1, tries=5)

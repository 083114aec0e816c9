"""`--book`: the same in every command that solves or plays."""

import json
from pathlib import Path

import pytest

from fourfold import Rules
from fourfold.search.book.build import build
from fourfold.search.book.chosen import VARIABLE

from .conftest import Command


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("books") / "small.book"
    build(Rules.parse("4x4"), 5, path, memory_mb=16)
    return str(path)


@pytest.fixture(autouse=True)
def _none_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def test_solve_takes_the_score_from_it(fourfold: Command, small: str) -> None:
    done = fourfold("solve", "--stats", "--memory", "16", "--book", small, "4x4:12", "7x6:44")
    assert (done.status, done.errors) == (0, "")
    assert [line.split()[:3] for line in done.output.splitlines()] == [
        ["4x4:12", "0", "0"],
        ["7x6:44", "1", "0"],
    ]


def test_solve_from_standard_input(fourfold: Command, small: str) -> None:
    arguments = ("solve", "--stats", "--memory", "16", "--rules", "4x4", "--book", small)
    done = fourfold(*arguments, typed="12 123412341")
    assert (done.status, done.errors) == (0, "")
    nodes = [line.split()[2] for line in done.output.splitlines()]
    assert nodes[0] == "0" != nodes[1]


def test_move(fourfold: Command, small: str) -> None:
    threat = ("move", "--agent", "threat", "--explain", "4x4:12")
    assert "from the opening book" not in fourfold(*threat).output
    assert "from the opening book" in fourfold(*threat, "--book", small).output
    perfect = ("move", "--agent", "perfect:memory=16", "--json", "4x4:12")
    assert '"nodes": 0' in fourfold(*perfect, "--book", small).output


def test_analyse_explain_and_review(fourfold: Command, small: str) -> None:
    without, with_book = (
        json.loads(fourfold("analyse", "4x4:12", "--json", *more).output)
        for more in ((), ("--book", small))
    )
    assert with_book["complete"]
    assert with_book["nodes"] < without["nodes"]
    assert fourfold("explain", "4x4:12", "1", "--book", small).status == 0
    assert fourfold("review", "4x4:1212", "--book", small).status == 0


def test_match_in_worker_processes(fourfold: Command, small: str) -> None:
    done = fourfold(
        *("match", "perfect:memory=16", "threat", "--games", "2", "--rules", "4x4"),
        *("--workers", "2", "--book", small),
    )
    assert (done.status, done.errors) == (0, "")


COMMANDS = [
    ("solve", "4x4:12"),
    ("move", "--agent", "perfect", "4x4:12"),
    ("analyse", "4x4:12"),
    ("explain", "4x4:12"),
    ("review", "4x4:12"),
    ("play", "--mode", "ai-ai"),
    ("match", "random", "greedy", "--games", "2"),
    ("tournament", "random", "greedy", "--games", "2"),
    ("engine", "perfect"),
    ("serve",),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_a_book_that_cannot_be_used(
    fourfold: Command, small: str, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    missing = fourfold(*arguments, "--book", str(tmp_path / "no.book"))
    assert (missing.status, missing.output) == (2, "")
    assert missing.errors == (
        f"fourfold: the opening book {tmp_path / 'no.book'} cannot be read: "
        "No such file or directory\n"
    )
    damaged = tmp_path / "damaged.book"
    damaged.write_bytes(Path(small).read_bytes()[:-3])
    done = fourfold(*arguments, "--book", small, "--book", str(damaged))
    assert (done.status, done.output) == (2, "")
    assert done.errors == (
        f"fourfold: the opening book {damaged} is damaged: its checksum is wrong\n"
    )
    twice = fourfold(*arguments, "--book", small, "--book", small)
    assert (twice.status, twice.output) == (2, "")
    assert twice.errors == "fourfold: two of the opening books are for 4x4: choose one of them\n"


@pytest.mark.parametrize("arguments", COMMANDS[:5], ids=lambda arguments: arguments[0])
def test_a_book_of_another_board(fourfold: Command, small: str, arguments: tuple[str, ...]) -> None:
    other = [word.replace("4x4:12", "5x4:12") for word in arguments]
    done = fourfold(*other, "--book", small)
    assert (done.status, done.output) == (2, "")
    assert done.errors == f"fourfold: the opening book {small} is for 4x4, not for 5x4\n"


def test_with_and_without(fourfold: Command, small: str) -> None:
    done = fourfold("solve", "--no-book", "--book", small, "4x4:")
    assert (done.status, done.output) == (2, "")
    assert done.errors == "fourfold: --no-book and --book contradict each other\n"

"""`fourfold tournament`: files, going on, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from fourfold.arena import tournament
from fourfold.game import load
from tests.waiting import read_if_there, wait_for

from .conftest import Command
from .process import run_on_terminal, started, wait_for_work

SMALL = ["tournament", "greedy", "random", "--games", "4", "--rules", "5x4"]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURFOLD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def test_it_is_saved_where_the_page_looks(fourfold: Command, data_folder: Path) -> None:
    done = fourfold(*SMALL, "--name", "my cup")
    path = data_folder / "tournaments" / "my cup.games"
    assert (done.status, done.errors) == (0, f"the games are in {path}\n")
    assert done.output.startswith("greedy against random: 4 games on 5x4, 2 openings from both")
    assert len(load(path).records) == 4
    done = fourfold(*SMALL, "--name", "my cup")
    assert done.status == 2
    assert done.errors.startswith("fourfold: there is a tournament 'my cup' already; --resume ")
    assert fourfold(*SMALL).status == 0
    assert len(list((data_folder / "tournaments").iterdir())) == 2


def test_resuming(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    done = fourfold(*SMALL, "--resume", str(path))
    before = path.read_bytes()
    for command in (SMALL, ["tournament"]):
        again = fourfold(*command, "--resume", str(path), "--workers", "2")
        assert (again.status, again.output) == (0, done.output)
        assert path.read_bytes() == before
    other = fourfold(*SMALL, "--seed", "1", "--resume", str(path))
    assert (other.status, other.output) == (2, "")
    assert other.errors == (
        f"fourfold: {path} is the file of another tournament: the seed is 0 there and 1 here\n"
    )


def test_a_player_from_outside_that_the_file_names(fourfold: Command, tmp_path: Path) -> None:
    from fourfold.agents import registry

    player = tmp_path / "mine.py"
    player.write_text(
        "class Player:\n    def choose(self, position):\n        return position.legal_columns[0]\n"
    )
    spec, path = f"{player}:Player", tmp_path / "my.games"
    small = ["tournament", "greedy", spec, "--games", "2", "--rules", "4x4"]
    done = fourfold(*small, "--resume", str(path))
    assert done.status == 0
    registry._admitted.pop(spec)
    again = fourfold("tournament", "--resume", str(path), "--agent", spec)
    assert (again.status, again.output) == (0, done.output)
    registry._admitted.pop(spec)
    refused = fourfold(*small, "--agent", spec, "--resume", str(path))
    assert refused.status == 2
    assert refused.errors == (
        "fourfold: --agent is for --resume without agents: name all agents instead\n"
    )


def test_results(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    result, table = tmp_path / "result.json", tmp_path / "table.csv"
    options = ["--resume", str(path), "--json", str(result), "--csv", str(table)]
    done = fourfold("tournament", "greedy", "random", "casual", "--games", "2", *options)
    assert done.status == 0
    assert len(json.loads(result.read_text("utf-8"))["games"]) == 6
    assert table.read_text("utf-8").startswith("rank,agent,games,")
    again = fourfold("results", str(path), "--csv", "-")
    assert (again.status, again.output, again.errors) == (0, table.read_text("utf-8"), "")
    again = fourfold("results", str(path), str(path), "--markdown")
    assert again.output.startswith("3 agents: 6 games on 7x6.\n\n|  | agent | rating | score |")
    pictures = tmp_path / "pictures" / "new"
    again = fourfold("results", str(path), "--judge", "1", "--svg", str(pictures))
    assert "perfect  given away" in again.output
    assert {picture.name for picture in pictures.iterdir()} == {"ratings.svg", "scores.svg"}
    path.write_bytes(path.read_bytes()[:-90])
    again = fourfold("results", str(path))
    assert again.status == 1
    assert "5 games on 7x6" in again.output
    assert "this line is not JSON" in again.errors


def test_a_test_of_two_stops_when_it_is_decided(fourfold: Command, tmp_path: Path) -> None:
    path, pictures = tmp_path / "my.games", tmp_path / "pictures"
    options = ["--sprt", "0,100", "--resume", str(path), "--svg", str(pictures)]
    done = fourfold("tournament", "greedy", "random", "--rules", "5x4", *options)
    assert done.status == 0
    assert done.output.splitlines()[-1].startswith("test  ")
    assert done.output.splitlines()[-1].endswith(": H1 accepted")
    assert (pictures / "score-over-time.svg").read_text("utf-8").startswith("<svg")
    assert len(load(path).records) < 60


def test_formats_clocks_and_adjudication(fourfold: Command) -> None:
    done = fourfold(
        *["tournament", "random", "greedy", "random:seed=1", "--format", "swiss", "--rounds", "2"],
        *["--rules", "random:2", "--plies", "2", "--clock", "60+1/10", "--nodes", "100"],
        *["--resign", "2,-5", "--draw", "3", "--adjudicate", "0.01,10", "--margin", "2"],
    )
    assert done.status == 0
    assert done.output.startswith(
        "3 agents: Swiss, 2 rounds, 4 games on random:2, 100 nodes a move, 60 s a game"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tournament"], "a tournament needs two agents or more, but there is none"),
        (["tournament", "greedy"], "a tournament needs two agents or more"),
        (["tournament", "greedy", "nobody"], "there is no agent 'nobody'"),
        (["tournament", "--resume", "no.games"], "there is no file no.games; name the agents"),
        ([*SMALL, "--format", "cup"], "the format is 'cup', but must be one of: round-robin"),
        ([*SMALL, "--games", "5"], "the number of games is 5, but must be even"),
        ([*SMALL, "--games", "x"], "Invalid value for '--games'"),
        ([*SMALL, "--rounds", "2"], "there are 2 rounds, but a round-robin has none"),
        ([*SMALL, "--rules", "3x3"], "rules '3x3' are not valid"),
        ([*SMALL, "--openings", "no.txt"], "the openings no.txt cannot be read"),
        ([*SMALL, "--plies", "-1"], "the number of opening plies is -1"),
        ([*SMALL, "--seed", "-1"], "the seed is -1"),
        ([*SMALL, "--workers", "0"], "the number of workers is 0"),
        ([*SMALL, "--clock", "soon"], "the clock is 'soon'"),
        ([*SMALL, "--seconds", "0"], "a limit of seconds is 0"),
        ([*SMALL, "--nodes", "0"], "a limit of nodes is 0"),
        ([*SMALL, "--depth", "0"], "a limit of depth is 0"),
        ([*SMALL, "--margin", "-1"], "the margin is -1"),
        ([*SMALL, "--resign", "0"], "the number of moves of a resignation is '0'"),
        ([*SMALL, "--draw", "x"], "the number of moves of a draw is 'x'"),
        ([*SMALL, "--adjudicate", "x"], "the time of the adjudication is 'x'"),
        ([*SMALL, "--sprt", "10,0"], "elo0 of a test is 10, but must be below elo1"),
        ([*SMALL, "--sprt", "x"], "a test is 'x', but must be two numbers of Elo"),
        (["tournament", "greedy", "random", "casual", "--sprt", "0,9"], "a test is for two play"),
        ([*SMALL, "--judge", "0"], "a limit of seconds is 0"),
        ([*SMALL, "--svg", "/dev/null"], "the pictures cannot be written to /dev/null"),
        ([*SMALL, "--openings", "balanced"], "the balanced openings are for 7x6"),
        ([*SMALL, "--resume", "-"], "--resume is '-', but must be a file"),
        ([*SMALL, "--resume", "."], "the games . cannot be written: it is a folder"),
        ([*SMALL, "--name", "../x"], "the name is '../x', but must be letters"),
        ([*SMALL, "--name", "x", "--resume", "y"], "--resume and --name both say where"),
        ([*SMALL, "--json", "-", "--csv", "-"], "--json and --csv are both '-'"),
        ([*SMALL, "--csv", "no/where.csv"], "the result no/where.csv cannot be written"),
        (["results", "no.games"], "the games no.games cannot be read"),
        (["results"], "Missing argument"),
    ],
)
def test_bad_arguments(
    fourfold: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = fourfold(*arguments)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(f"fourfold: {sentence}")
    assert done.errors.count("\n") == 1
    assert not list(tmp_path.rglob("*.games"))


def test_settings_beside_those_of_the_file_are_refused(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    fourfold(*SMALL, "--resume", str(path))
    done = fourfold("tournament", "--resume", str(path), "--seed", "0")
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith("fourfold: --seed is 0, but --resume without agents takes all")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_what_there_is(tmp_path: Path, workers: str) -> None:
    path = tmp_path / "my.games"
    openings = tmp_path / "openings.txt"
    # Games of no time, and then one that nobody would wait for.
    openings.write_text("4x4:1\n" * 3 + "12x12:\n" * 10)
    options = ["--openings", str(openings), "--resume", str(path), "--workers", workers]
    with started("tournament", "perfect:memory=16", "perfect:memory=17", *options) as process:
        wait_for(lambda: read_if_there(path).count(b'"result"') >= 6)
        wait_for_work(process)  # now they are thinking about the large board
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert time.monotonic() - began < 3
    assert b"6 of 26 games on openings from a file" in output
    assert errors.decode() == (
        f"the games are in {path}\nfourfold tournament --resume {path} goes on with it\n"
    )
    assert len(load(path).records) == 6


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_killed_three_times_it_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    """scripts/check_resume.py does the same with more games and more kills."""
    command = [sys.executable, "-m", "fourfold", "tournament", "hard:depth=4", "random", "greedy"]
    command += ["--games", "14"]

    def resume(path: Path, *options: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*command, "--resume", str(path), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def has_games(path: Path, games: int) -> bool:
        return read_if_there(path).count(b'"result"') >= games

    path = tmp_path / "my.games"
    for kill, workers in enumerate(("1", "2", "1")):
        with resume(path, "--workers", workers) as process:
            wait_for(partial(has_games, path, 10 * (kill + 1)))
            os.killpg(process.pid, signal.SIGKILL)
    with resume(path) as process:
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    expected = tournament("hard:depth=4", "random", "greedy", games=14)
    assert output.decode() == f"{expected}\n"
    games = sorted((int(record.tags["game"]), record.to_text()) for record in load(path).records)
    assert games == [(game.fixture.number, game.record.to_text()) for game in expected.games]
    assert len(games) == 42


@pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="this system has no terminals")
def test_a_terminal_shows_the_table(tmp_path: Path) -> None:
    status, shown = run_on_terminal(*SMALL, "--resume", str(tmp_path / "my.games"))
    assert status == 0
    assert "0 of 4 games" in shown
    assert "won-drawn-lost" in shown

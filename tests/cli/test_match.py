"""`fourfold match`: games, results, files, and how it ends."""

import json
import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from fourfold.game import load
from tests.waiting import AT_LATEST, read_if_there, wait_for

from .conftest import Command
from .process import run_on_terminal, started, wait_for_work

TWO = ["match", "greedy", "random", "--games", "4", "--rules", "5x4"]


def test_two_agents(fourfold: Command) -> None:
    done = fourfold(*TWO, "--seed", "1")
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    assert lines[0] == ("greedy against random: 4 games on 5x4, 2 openings from both sides, seed 1")
    assert lines[2].startswith("won-drawn-lost   ")
    assert lines[-2].startswith("Elo difference   ")
    assert lines[-2].endswith(" (95 %)")
    assert lines[-1].startswith("likelihood of superiority  ")
    assert fourfold(*TWO, "--seed", "1").output == done.output


def test_files(fourfold: Command, tmp_path: Path) -> None:
    games, result = tmp_path / "my.games", tmp_path / "result.json"
    done = fourfold(*TWO, "--save", str(games), "--json", str(result), "--workers", "2")
    assert (done.status, done.errors) == (0, "")
    data = json.loads(result.read_text("utf-8"))
    assert sorted(game["position"] for game in data["games"]) == sorted(
        record.to_text() for record in load(games).records
    )
    again = tmp_path / "again.json"
    fourfold(*TWO, "--json", str(again))
    assert json.loads(again.read_text("utf-8")) == data  # whatever the number of workers


def test_limits_and_several_boards(fourfold: Command) -> None:
    done = fourfold(
        *["match", "random", "greedy", "random:seed=1", "--games", "2", "--markdown"],
        *["--rules", "random:2", "--rules", "random-bonus", "--plies", "2"],
        *["--seconds", "5", "--nodes", "100", "--depth", "3"],
    )
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith(
        "3 agents: 2 games a pairing on random:2, random-bonus, 1 opening from both sides, "
        "5 s a move, 100 nodes a move, 3 plies deep a move, seed 0.\n\n|  | agent | rating |"
    )


def test_openings(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("5x4:3\n5x4:9\n")
    done = fourfold("match", "greedy", "random", "--openings", str(path))
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(f"fourfold: {path}, line 2: ply 1 is '9'")
    path.write_text("5x4:3\n5x4:33\n")
    done = fourfold("match", "greedy", "random", "--openings", str(path))
    assert "4 games on openings from a file, 2 openings from both sides" in done.output


def test_json_on_standard_output_is_nothing_else(
    fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wrote a file called "-", and the table to standard output."""
    monkeypatch.chdir(tmp_path)
    done = fourfold(*TWO, "--json", "-")
    assert (done.status, done.errors) == (0, "")
    assert len(json.loads(done.output)["games"]) == 4
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc")
@pytest.mark.parametrize("command", [TWO, ["lab", "--depth", "2", "--positions", "1"]])
def test_a_result_that_cannot_be_written_is_refused_before_the_work(
    fourfold: Command, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """It was found out after the last game. Nobody can write into /proc, not even root."""
    monkeypatch.setattr("fourfold.arena.match", None)
    monkeypatch.setattr("fourfold.analysis.lab.measure", None)
    done = fourfold(*command, "--json", "/proc/result.json")
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith("fourfold: the result /proc/result.json cannot be written: ")
    assert done.errors.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["match"], 2, "Missing argument"),
        (["match", "greedy"], 2, "a match needs two agents or more, but there is only 'greedy'"),
        (["match", "greedy", "nobody"], 2, "there is no agent 'nobody'"),
        ([*TWO, "--games", "5"], 2, "the number of games is 5, but must be even"),
        ([*TWO, "--games", "many"], 2, "Invalid value for '--games'"),
        ([*TWO, "--rules", "random:x"], 2, "the number of boards of the rules 'random:x' is 'x'"),
        ([*TWO, "--workers", "0"], 2, "the number of workers is 0"),
        ([*TWO, "--seconds", "0"], 2, "a limit of seconds is 0"),
        ([*TWO, "--json", "no/where.json"], 2, "the result no/where.json cannot be written"),
        ([*TWO, "--json", "."], 2, "the result . cannot be written: it is a folder"),
        ([*TWO, "--save", "no/where.games"], 2, "the games no/where.games cannot be written"),
        ([*TWO, "--save", "-"], 2, "--save is '-', but must be a file"),
        (
            ["match", "perfect", "random", "--rules", "12x12", "--depth", "3"],
            2,
            "agent 'perfect' cannot keep to a limit of depth 3; it can be limited by seconds and",
        ),
        ([*TWO, "--openings", "no.txt"], 2, "the openings no.txt cannot be read"),
    ],
)
def test_bad_arguments(
    fourfold: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    status: int,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = fourfold(*arguments)
    assert (done.status, done.output) == (status, "")
    assert done.errors.startswith(f"fourfold: {sentence}")
    assert done.errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_not_appended_to(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    path.write_text("my diary\n")
    done = fourfold(*TWO, "--save", str(path))
    assert done.status == 1
    assert done.errors == f"fourfold: {path}, line 1: this line is not JSON\n"
    assert path.read_text() == "my diary\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_a_good_file(tmp_path: Path, workers: str) -> None:
    """Ctrl-C reaches all processes of a terminal; the games that ended are kept."""
    path = tmp_path / "my.games"
    openings = tmp_path / "openings.txt"
    # Games of no time, and then one that nobody would wait for.
    openings.write_text("4x4:1\n" * 3 + "12x12:\n" * 10)
    options = ["--openings", str(openings), "--save", str(path), "--workers", workers]
    with started("match", "perfect:memory=16", "perfect:memory=16", *options) as process:
        wait_for(lambda: read_if_there(path).count(b'"result"') >= 6)
        wait_for_work(process)  # now they are thinking about the large board
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (130, b"", b"")
    assert time.monotonic() - began < AT_LATEST
    loaded = load(path)
    assert (len(loaded.records), loaded.damage) == (6, "")
    assert all(record.ending is not None for record in loaded.records)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system has no /proc")
def test_workers_that_die(tmp_path: Path) -> None:
    """Others take their places, and play the games again."""
    openings = tmp_path / "openings.txt"
    openings.write_text("12x12:\n" * 10)
    options = ["--openings", str(openings), "--workers", "2"]
    with started("match", "perfect:memory=16", "perfect:memory=16", *options) as process:

        def workers() -> list[int]:
            with suppress(OSError):  # one has ended meanwhile
                return [
                    int(child)
                    for task in Path(f"/proc/{process.pid}/task").iterdir()
                    for child in (task / "children").read_text().split()
                    if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
                ]
            return []

        wait_for(lambda: len(workers()) == 2)
        wait_for_work(process)
        killed = workers()[0]
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: killed not in workers() and len(workers()) == 2)
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="this system has no terminals")
def test_a_terminal_shows_a_bar() -> None:
    status, shown = run_on_terminal(*TWO)
    assert status == 0
    assert re.search(r"greedy - random [0-4.]+:[0-4.]+", shown)
    assert "4/4" in shown


def test_a_player_sends_nothing_to_the_terminal(fourfold: Command, tmp_path: Path) -> None:
    """Neither its name nor what it raises moves the cursor; the record keeps it as it was."""
    player, games = tmp_path / "rude.py", tmp_path / "my.games"
    player.write_text("def choose(position): raise ValueError('\\x1b]0;mine\\x07 \\x9b2J')\n")
    named = f"a\x1b[31m={player}:choose"
    done = fourfold("match", named, "random", "--games", "2", "--save", str(games))
    again = fourfold("results", str(games))
    for shown in (done.output, again.output, fourfold("match", "a\x1b[31m", "greedy").errors):
        assert "a·[31m" in shown or r"a\x1b[31m" in shown
        assert all(line.isprintable() for line in shown.splitlines())
    ending = load(games).records[0].ending
    assert ending is not None
    assert "\x1b]0;mine" in ending.cause

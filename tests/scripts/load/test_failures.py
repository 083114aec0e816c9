"""The faults of a real server: one of them in short, and what they would notice."""

import os
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from scripts.load.failures import NAMES, Report, run_one, told_too_much
from scripts.load.server import own_binary
from scripts.load.wall_clock import WallClock

HERE = Namespace(server=own_binary(), postgres=False, database=None, options="")


def clock(folder: Path) -> WallClock:
    if sys.platform != "linux" or shutil.which("cc") is None:
        pytest.skip("a server whose time of day jumps: this needs Linux and a C compiler")
    return WallClock.build(folder)


def test_two_days_forwards_and_back_end_no_game_and_delete_none(tmp_path: Path) -> None:
    clock(tmp_path)
    report = run_one("+2 days", HERE, 0.1)
    assert report.problems == []
    assert report.tally.lost == []
    assert report.tally.ledger.moves > 0


def test_the_time_of_day_is_really_moved(tmp_path: Path) -> None:
    moved = clock(tmp_path)
    moved.set(172_800)
    code = "import time, datetime; print(time.time(), datetime.datetime.now().timestamp())"
    command = [sys.executable, "-c", f"{code}; print(time.monotonic())"]
    environment = {**os.environ, **moved.environment}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    plain = subprocess.run(command, capture_output=True, text=True, check=True)
    found, there = (list(map(float, each.stdout.split())) for each in (done, plain))
    assert found[0] - there[0] == pytest.approx(172_800, abs=3600)
    assert found[1] - there[1] == pytest.approx(172_800, abs=3600)
    assert found[2] - there[2] == pytest.approx(0, abs=3600)


def test_sentences_that_tell_strangers_too_much_are_noticed() -> None:
    fine = "503: Games cannot be written just now: the disk is full."
    assert told_too_much({fine: 3, "GET /api/games: 503: it is busy": 1}) == []
    for bad in ("the database /var/games.db is locked", "postgres on db1", "Traceback (most"):
        assert len(told_too_much({fine: 1, bad: 1})) == 1


def test_problems_are_counted() -> None:
    report = Report("locked")
    report.check(True, "no")
    report.check(False, "nobody has moved")
    assert report.row()["problems"] == 1
    assert {"full", "read-only", "frozen", "-2 days"} <= set(NAMES)

"""The systemd unit: what systemd says of it, and the command that it runs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from fourfold.web.settings import DEFAULT_PORT
from tests.deploy.files import DEPLOY, NAME, PATIENCE, read_unit
from tests.web.process import Process

UNIT = read_unit()
MOST_EXPOSED = 20
"""Tenths, of 100 for a service without any protection: what systemd finds OK ends at 40."""


def analyze(*arguments: str) -> tuple[int, str]:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("the systemd unit: there is no systemd-analyze")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is there: where it belongs, there is none in a test."""
    program = tmp_path / "fourfold"
    program.symlink_to("/bin/true")
    text = (DEPLOY / "fourfold.service").read_text("utf-8")
    path = tmp_path / "fourfold.service"
    path.write_text(text.replace("/opt/fourfold/bin/fourfold", str(program)), "utf-8")
    return path


def test_systemd_has_nothing_to_complain_about(unit: Path) -> None:
    command = ("verify", "--man=no", "--recursive-errors=no", str(unit))
    status, said = analyze(*command)
    own = [line for line in said.splitlines() if "fourfold" in line]  # not of other units
    assert (status, own) == (0, [])
    unit.write_text(unit.read_text("utf-8").replace("MemoryMax=", "MemoryMost="), "utf-8")
    assert "MemoryMost'" in analyze(*command)[1]


def test_systemd_finds_it_well_protected(unit: Path) -> None:
    command = ("security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(unit))
    status, said = analyze(*command)
    assert status == 0, said
    unit.write_text(re.sub(r"^(Protect|Private).*\n", "", unit.read_text(), flags=re.M), "utf-8")
    assert analyze(*command)[0] != 0


def test_players_can_still_be_confined() -> None:
    """The sandbox needs calls that systemd 252, of Debian 12, does not count among the usual."""
    named = " ".join(UNIT["SystemCallFilter"]).split()
    landlock = {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"}
    assert landlock | {"@system-service", "seccomp"} <= set(named)
    assert not [name for name in named if name.startswith("~")]
    assert "ProcSubset" not in UNIT  # the sandbox reads /proc/loadavg
    assert "MemoryDenyWriteExecute" not in UNIT  # some players compile as they run


def test_a_stop_is_for_the_server_alone() -> None:
    """systemd would otherwise send SIGTERM to the players, too, who would lose their games."""
    assert UNIT["KillMode"] == ["mixed"]
    assert UNIT["OOMPolicy"] == ["continue"]


def test_its_command_serves(tmp_path: Path) -> None:
    (start,) = UNIT["ExecStart"]
    assert f"--port {DEFAULT_PORT} " in start
    words = start.replace("$FOURFOLD_OPTIONS", f"--allow-host {NAME}").split()
    words[0:1] = [sys.executable, "-m", "fourfold"]
    words[words.index("--port") + 1] = "0"
    server = Process.of(words, {"FOURFOLD_DATA": str(tmp_path)})
    try:
        for name, status in {NAME: 200, "localhost": 200, "other.example.org": 421}.items():
            answer = httpx2.get(
                f"{server.address}/healthz", headers={"Host": name}, timeout=PATIENCE
            )
            assert answer.status_code == status
        assert (tmp_path / "fourfold.db").exists()
        assert server.end()[0] == 0  # which systemd takes for success: it is not started again
    finally:
        server.close()


def test_a_database_that_is_not_there_yet_is_tried_again() -> None:
    """At boot it may come later, and the status is that of a wrong option."""
    command = [sys.executable, "-m", "fourfold", "serve", "--port", "0", "--database"]
    command.append("postgresql://nobody@127.0.0.1:1/nothing")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
    assert UNIT["Restart"] == ["on-failure"]
    assert UNIT["StartLimitIntervalSec"] == ["0"]
    assert "RestartPreventExitStatus" not in UNIT

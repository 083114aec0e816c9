"""`fourfold db`: what it says, and the drill of docs/operating.md against a running server."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fourfold.store.migrations import STEPS
from tests.web.process import COMMAND, Process

from .conftest import Command

ROOT = Path(__file__).resolve().parents[2]


def test_nonsense(fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_DATA", str(tmp_path / "data"))
    no_database = f"fourfold: there is no database {tmp_path / 'data' / 'fourfold.db'}\n"
    for command in (["check"], ["upgrade"], ["vacuum"], ["backup", str(tmp_path / "x.db")]):
        done = fourfold("db", *command)
        assert (done.status, done.output, done.errors) == (2, "", no_database)
    for command, sentence in (
        (["backup", str(tmp_path / "no" / "x.db")], "cannot be written: there is no folder"),
        (["backup", str(tmp_path)], "cannot be written: it is a folder"),
        (["backup", "-"], "FILE is '-', but must be a file"),
        (["restore", str(tmp_path / "none.db")], "cannot be read: No such file or directory"),
        (["check", "--database", "games.db"], "the database is not given by a URL such as"),
        (["restore", "--force", str(ROOT / "LICENSE")], "is no backup of fourfold"),
    ):
        done = fourfold("db", *command)
        assert done.status == 2
        assert sentence in done.errors
        assert done.errors.count("\n") == 1
    assert not (tmp_path / "data").exists()


def drill() -> list[str]:
    """The commands of the drill, as the page has them."""
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    section = page.partition("## Backup drill")[2].partition("\n## ")[0]
    lines = re.findall(r"^(fourfold db .*)$", section, re.MULTILINE)
    assert len(lines) >= 5
    return lines


def test_the_drill_of_the_page(tmp_path: Path) -> None:
    environment = {"FOURFOLD_DATA": str(tmp_path / "data")}
    (tmp_path / "data").mkdir()
    server = Process.of(COMMAND, environment)
    try:
        game = server.api.create()
        game.play("4455")
        said = []
        for line in drill():
            if "--force" in line:  # meanwhile somebody has spoilt everything
                game.play("66")
            done = subprocess.run(
                [sys.executable, "-m", *shlex.split(line)],
                capture_output=True,
                text=True,
                cwd=tmp_path,
                env={**os.environ, **environment},
                timeout=120,
                check=False,
            )
            assert (done.returncode, done.stderr) == (0, ""), line
            said.append(done.stdout)
        assert f"1 games, version {len(STEPS)}: no problem" in said[-1]
        # The server has not been restarted: it shows the games of the backup, and goes on.
        assert game.get()["position"] == "7x6:4455"
        game.play("33")
        assert game.get()["position"] == "7x6:445533"
        status, _, errors = server.end()
        assert (status, errors) == (0, "")
    finally:
        server.close()

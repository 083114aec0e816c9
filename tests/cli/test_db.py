"""`fourfold db`: what it says, and the drill of docs/operating.md against a running server."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fourfold.errors import StoreError
from fourfold.game import Record
from fourfold.store import Store, StoredGame, migrations
from fourfold.store.deletion import DAY
from fourfold.store.migrations import STEPS
from fourfold.store.schema import GAMES
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


def make_games(url: str, *days: float) -> None:
    """Make a game with moves for each number of days that nobody has changed it for."""
    with Store.open(url) as store:
        for each in days:
            id = store.create(StoredGame.new(Record.from_text("7x6:44"))).id
            with store.transaction() as connection:
                older = GAMES.update().values(updated=GAMES.c.updated - each * DAY)
                connection.execute(older.where(GAMES.c.id == id))


def test_old_games_are_counted_and_then_deleted(fourfold: Command, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    make_games(url, 40, 31, 29, 0)
    wanted = ("db", "delete", "--kind", "unfinished", "--older-than", "30", "--database", url)
    what = "games that have not ended that nobody has changed for 30 days"
    counted = fourfold(*wanted)
    assert counted == (0, f"2 to delete: {what}; --yes deletes them\n", "")
    assert fourfold(*wanted) == counted  # nothing was deleted
    assert fourfold(*wanted, "--yes") == (0, f"2 deleted: {what}\n", "")
    assert fourfold(*wanted, "--yes") == (0, f"0 deleted: {what}\n", "")
    assert fourfold("db", "check", "--database", url).output.startswith("2 games,")


def test_nothing_is_deleted_by_a_wrong_clock(fourfold: Command, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    make_games(url, 40, -2)
    wanted = ("db", "delete", "--kind", "all", "--older-than", "30", "--database", url, "--yes")
    status, output, errors = fourfold(*wanted)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith("fourfold: the newest change is of ")
    assert errors.endswith(": set the clock right, or add --force\n")
    assert fourfold(*wanted, "--force").output.startswith("1 deleted: all games")


def test_what_cannot_be_deleted(
    fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    place = ("--database", url)
    wanted = ("db", "delete", "--older-than", "30", "--kind")
    assert "there is no database" in fourfold(*wanted, "all", *place).errors
    assert not (tmp_path / "games.db").exists()
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "STEPS", STEPS[:-1])
        with pytest.raises(StoreError):  # the newest program on tables that it does not know
            Store.open(url)
    older = fourfold(*wanted, "all", *place)
    assert older == (
        2, "", "fourfold: the tables are of an older version: fourfold db upgrade comes first\n"
    )  # fmt: skip
    Store.open(url).close()
    unknown = fourfold(*wanted, "people", *place)
    assert unknown.status == 2
    assert "a kind of games is unplayed, unfinished, uploaded, agents, solo," in unknown.errors
    for days in ("-1", "nan", "inf", "36501"):
        refused = fourfold("db", "delete", "--kind", "all", f"--older-than={days}", *place)
        assert refused.status == 2
        assert refused.errors.endswith("but must be 0 to 36,500 days\n")


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

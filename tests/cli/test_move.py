"""`fourfold move` with players of one's own, whose code may fail."""

from pathlib import Path

import pytest

from fourfold.agents.registry import admit
from fourfold.rules import Position

from .conftest import Command


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("def choose(position): raise ValueError('\\x1b[31m red')", "ValueError: ·[31m red"),
        ("def choose(position): raise SystemExit", "SystemExit"),
        ("def choose(): return 0", "TypeError: choose() takes 0 positional arguments but 1"),
        ("from .near import choose", "ImportError: attempted relative import"),
    ],
)
def test_a_player_that_fails(fourfold: Command, tmp_path: Path, code: str, what: str) -> None:
    player = tmp_path / "mine.py"
    player.write_text(f"{code}\n")
    done = fourfold("move", "--agent", f"{player}:choose", "7x6:44")
    first, *cause = done.errors.splitlines()
    assert (done.status, done.output) == (1, "")
    assert first.startswith("fourfold: the player ")
    assert f" raised {what}" in first
    assert cause[-1].startswith(what)
    assert all(line.isprintable() for line in cause)
    files = [line for line in cause if line.startswith("  File ")]
    assert all("mine.py" in line for line in files)  # nothing of ours


def test_what_is_wrong_with_an_answer(fourfold: Command, tmp_path: Path) -> None:
    player = tmp_path / "mine.py"
    player.write_text("def choose(position): return 7\n")
    done = fourfold("move", "--agent", str(player), "7x6:44")
    assert done.status == 1
    assert done.errors.startswith("fourfold: the player ")
    assert " chose 7, " in done.errors
    assert done.errors.count("\n") == 1


def test_a_player_that_goes_to_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made again for its next game, and must still be found."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("import os\nos.chdir('/')\ndef choose(position): return 0\n")
    kind, _ = admit("mine.py")
    for _ in range(2):
        assert kind.make().choose(Position()).column == 0

"""Notes of what a program in the sandbox reached for."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fourfold.support.sandbox import policy

Run = Callable[..., subprocess.CompletedProcess[str]]
SUPPORT = Path(policy.__file__).parent.parent

PROGRAM = """
import os, sys
sys.path.append({support!r})
from sandbox.audit import Audit
own = os.path.dirname(__file__)
Audit(own, {allowed!r}, int(os.environ["SANDBOX_LOG"])).install()
sys.path.append(own)
import player
"""


def notes_of(run: Run, tmp_path: Path, player: str) -> list[tuple[Any, ...]]:
    """Import a player's file that way, and return what was noted: what, target, line."""
    own, log = tmp_path / "own", tmp_path / "log"
    (own / "player.py").write_text(player, encoding="utf-8")
    allowed = policy.python_files([str(SUPPORT)])
    code = PROGRAM.format(support=str(SUPPORT), allowed=allowed)
    result = run(code, log=str(log), read=allowed)
    assert result.returncode == 0, result.stderr
    notes = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert all(note["file"] == "player.py" for note in notes)
    return [(note["what"], note["target"], note["line"]) for note in notes]


def test_attempts_in_secret_are_noted(run: Run, tmp_path: Path) -> None:
    player = """
import os, pathlib, socket, subprocess
def quietly(function, *arguments):
    try:
        function(*arguments)
    except OSError:
        pass
quietly(open, "../secret")
quietly(pathlib.Path("../secret").read_text)
quietly(os.listdir, "..")
quietly(socket.socket)
quietly(subprocess.run, ["true"])
quietly(os.fork)
quietly(os.kill, 1, 9)
for _ in range(100): quietly(open, "../secret")
"""
    # All happen in line 5, in `quietly`; what is noted twice differs.
    outside = str(tmp_path.resolve() / "secret")
    notes = notes_of(run, tmp_path, player)
    assert {(what, line) for what, _, line in notes} == {
        ("open", 5),
        ("list", 5),
        ("network", 5),
        ("process", 5),
        ("signal", 5),
    }
    assert [target for what, target, _ in notes if what == "open"] == [outside]
    assert [target for what, target, _ in notes if what == "list"] == [str(tmp_path.resolve())]


def test_honest_programs_are_not_noted(run: Run, tmp_path: Path) -> None:
    player = """
import asyncio, json, platformdirs, random, tempfile, threading, time
import xml.dom.minidom
open("own.txt", "w").write("x")
open(__file__).read()
tempfile.TemporaryFile().write(b"x")
open("/dev/null").read()
try:
    import there_is_no_such_module
except ImportError:
    pass
"""
    assert notes_of(run, tmp_path, player) == []


def test_a_neighbour_that_is_imported_is_noted(run: Run, tmp_path: Path) -> None:
    player = """
import sys
sys.path.insert(0, {folder!r})
try:
    import neighbour
except ImportError:
    pass
"""
    (tmp_path / "neighbour.py").write_text("", encoding="utf-8")
    folder = str(tmp_path.resolve())
    assert notes_of(run, tmp_path, player.format(folder=folder)) == [("list", folder, 5)]

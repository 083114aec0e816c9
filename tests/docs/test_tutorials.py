"""The tutorials work as they are written: their files are saved, their commands run in order."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from .pages import ROOT, name_of

TUTORIALS = sorted(path for path in (ROOT / "docs/tutorials").glob("*.md") if path.stem != "index")
NEEDS = {"data": "numpy"}  # the tutorials that begin with the install of an extra

# What a person sits in front of, or what needs a server of the reader's own: not run here.
BY_HAND = re.compile(r"(pip install|fourfold$|fourfold (play|puzzle|serve)\b|curl )")


def steps(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each file to save, as its name and text, and each block of commands, as "" and text."""
    blocks = r'^```(?:sh|\w+ title="(?P<file>[^"]+)")\n(?P<text>.*?)^```$'
    for match in re.finditer(blocks, path.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        yield match["file"] or "", match["text"]


@pytest.mark.parametrize("path", TUTORIALS, ids=name_of)
def test_a_tutorial_works_as_written(path: Path, tmp_path: Path) -> None:
    if (package := NEEDS.get(path.stem)) and find_spec(package) is None:
        pytest.skip(f"{package} is not installed: {name_of(path)} is not tried")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path / "home"),
        "XDG_DATA_HOME": str(tmp_path / "home/data"),
        "COLUMNS": "200",
    }
    ran = 0
    for file, text in steps(path):
        if file:
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text(text, "utf-8")
            continue
        for command in text.splitlines():
            if BY_HAND.match(command.partition(" #")[0].strip()):
                continue
            done = subprocess.run(
                [shutil.which("bash") or "sh", "-c", command],
                cwd=tmp_path,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
            print(f"$ {command}\n{done.stdout}{done.stderr}")
            ran += 1
    assert ran, f"{path.name} has no command that runs"

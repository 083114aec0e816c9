"""The modules of the page are typed: TypeScript reads their comments, and has no complaint."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "src" / "fourfold" / "web" / "static"
COMPILER = ROOT / ".venv" / "node" / "node_modules" / ".bin" / "tsc"


def complaints(folder: Path) -> str:
    """What TypeScript says of the page in a folder."""
    if not COMPILER.exists() or shutil.which("node") is None:
        pytest.skip("TypeScript is missing: the page's types are not checked")
    done = subprocess.run(
        [str(COMPILER), "-p", str(folder / "jsconfig.json")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode == 0) is (done.stdout == ""), done.stderr
    return done.stdout


def test_the_types_are_right() -> None:
    assert complaints(ROOT) == ""


def test_a_wrong_type_would_be_found(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "fourfold" / "web" / "static"
    shutil.copytree(STATIC, folder)
    shutil.copy(ROOT / "jsconfig.json", tmp_path)
    with (folder / "words.js").open("a") as file:
        file.write("\n/** @type {number} */\nexport const wrong = capital(7);\n")
    assert "words.js" in complaints(tmp_path)

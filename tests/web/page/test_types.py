"""The modules of the page are typed: TypeScript reads their comments, and has no complaint."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from fourfold.web.static_files import without_comments

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "src" / "fourfold" / "web" / "static"
ADAPTERS = ROOT / "src" / "fourfold" / "adapters"  # the board of notebooks uses the page's
WRONG = "text/names.js"
COMPILER = ROOT / ".venv" / "node" / "node_modules" / ".bin" / "tsc"


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what TypeScript says about a copy of the page that has one wrong line more."""
    if not COMPILER.exists() or shutil.which("node") is None:
        pytest.skip("TypeScript is missing: the page's types are not checked")
    root = tmp_path_factory.mktemp("types")
    folder = root / "src" / "fourfold" / "web" / "static"
    shutil.copytree(STATIC, folder)
    shutil.copytree(ADAPTERS, root / "src" / "fourfold" / "adapters")
    shutil.copy(ROOT / "jsconfig.json", root)
    with (folder / WRONG).open("a") as file:
        file.write("\n/** @type {number} */\nexport const wrong = cellName([0, 0]);\n")
    done = subprocess.run(
        [str(COMPILER), "-p", str(root / "jsconfig.json")],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode == 0) is (done.stdout == ""), done.stderr
    return done.stdout.splitlines()


def test_the_types_are_right(complaints: list[str]) -> None:
    assert [each for each in complaints if "/static/" + WRONG not in each] == []
    assert len(complaints) <= 1


def test_a_wrong_type_would_be_found(complaints: list[str]) -> None:
    assert any("/static/" + WRONG in each and "TS2322" in each for each in complaints)


COMPARE = """
const { readFileSync } = require("fs");
const ts = require(process.argv[1]);
const bare = (text) => ts.transpileModule(text, {
  compilerOptions: { removeComments: true, target: "es2022", module: "es2022", allowJs: true },
}).outputText;
const pairs = Object.entries(JSON.parse(readFileSync(0, "utf8")));
const other = pairs.filter(([, [text, sent]]) => bare(text) !== bare(sent)).map(([name]) => name);
console.log(JSON.stringify(other));
"""


def test_only_comments_are_left_out_of_what_is_sent() -> None:
    if not COMPILER.exists() or shutil.which("node") is None:
        pytest.skip("TypeScript is missing: what is sent is not compared with the sources")
    pairs = {}
    for path in sorted(STATIC.rglob("*.js")):
        text = path.read_text("utf-8")
        sent = without_comments(text, ".js")
        assert text.count("\n") == sent.count("\n")
        pairs[str(path.relative_to(STATIC))] = (text, sent)
    library = COMPILER.resolve().parents[1] / "lib" / "typescript.js"
    done = subprocess.run(
        ["node", "-e", COMPARE, str(library)],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert json.loads(done.stdout) == []

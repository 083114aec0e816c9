"""The page's files as they lie there: small, checked, nothing inline."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from fourfold.web.static_files import Files, imported_scripts

FOLDER = Path(str(files("fourfold.web"))) / "static"
CLASSIC = FOLDER / "initial_theme.js"
"""The one script that is no module: it runs before the first paint."""
MODULES = sorted(path for path in FOLDER.rglob("*.js") if path != CLASSIC)
LONGEST = 300
LONGEST_SHEET = 350


def name_of(path: Path) -> str:
    """Return a module's path below the folder, as index.html writes it."""
    return path.relative_to(FOLDER).as_posix()


def code_of(path: Path) -> str:
    """Return a module without its comments, which name other modules for their types."""
    return re.sub(r"/\*\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def imports_of(path: Path) -> set[Path]:
    """Return the modules that a module imports by a relative path."""
    found = re.findall(r'from "(\.[^"]+)"', path.read_text(encoding="utf-8"))
    return {(path.parent / name).resolve() for name in found}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_is_short_and_type_checked(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) < LONGEST
    assert lines[0] == "// @ts-check"
    assert lines[1].startswith("// ")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_makes_no_markup_of_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    assert re.search(forbidden, text) is None
    assert re.search(r"https?://(?!www\.w3\.org/2000/svg)", text) is None


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_what_a_module_imports_is_there(path: Path) -> None:
    for imported in imports_of(path):
        assert imported.is_file(), imported


def test_board_stands_alone() -> None:
    """It draws and tells clicks: whatever it needs knows neither the server nor the game."""
    needed = {(FOLDER / "board" / "board.js").resolve()}
    while True:
        found = {imported for path in needed for imported in imports_of(path)}
        if found <= needed:
            break
        needed |= found
    assert {path.parent.name for path in needed} == {"board", "dom"}
    assert not any("fetch(" in path.read_text(encoding="utf-8") for path in needed)


def test_markup_has_nothing_inline() -> None:
    problems: list[str] = []

    class Parser(HTMLParser):
        def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
            given = dict(attributes)
            problems.extend(name for name in given if name == "style" or name.startswith("on"))
            if tag == "style" or (tag == "script" and "src" not in given):
                problems.append(f"<{tag}>")
            for name in ("src", "href"):
                address = given.get(name)
                if address is None or tag == "base":
                    continue
                if not (FOLDER / address.removeprefix("static/")).is_file():
                    problems.append(address)

    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    Parser().feed(page)
    assert problems == []
    assert '<base href="/">' in page  # the server puts its own address there


def test_every_module_is_loaded_ahead_or_late() -> None:
    """A module that nothing imports would be dead; what main.js imports is asked for at once."""
    page = Files().get("index.html")
    assert page is not None
    named = set(re.findall(r'rel="modulepreload" href="static/([^"]+)"', page.data.decode()))
    ahead = imported_scripts(FOLDER)
    assert named == ahead - {"main.js"}
    late = {
        name_of((path.parent / name).resolve())
        for path in MODULES
        for name in re.findall(r'\bimport\("(\.[^"]+\.js)"\)', code_of(path))
    }
    assert not late & ahead
    loaded = ahead.union(*(imported_scripts(FOLDER, name) for name in late))
    assert loaded == {name_of(path) for path in MODULES} - {"service_worker.js"}


def test_every_style_sheet_is_linked_and_small_windows_last() -> None:
    """Its rules change those of the other sheets, and are no more specific: the order decides."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    linked = re.findall(r'rel="stylesheet" href="static/([^"]+)"', page)
    scripts = "".join(path.read_text(encoding="utf-8") for path in MODULES)
    names = re.findall(r'"(\w+)"', "".join(re.findall(r"loadStyles\(([^)]*)\)", scripts)))
    late = [f"css/{name}.css" for name in sorted({*names, "missing"})]  # of missing_page.py
    assert sorted(linked + late) == sorted(name_of(path) for path in FOLDER.rglob("*.css"))
    assert linked[0] == "css/tokens.css"
    assert linked[-1] == "css/small_windows.css"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.css")), ids=name_of)
def test_style_sheet_is_short_and_says_what_it_is_for(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) < LONGEST_SHEET
    assert lines[0].startswith("/* ")


def test_styles_fetch_nothing() -> None:
    for path in (FOLDER / "css").glob("*.css"):
        assert "url(" not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to read the scripts")
def test_node_can_read_every_script() -> None:
    # Parsed, not run: a module that is made but never linked.
    script = """
      const vm = require("node:vm");
      const fs = require("node:fs");
      for (const path of process.argv.slice(1)) {
        new vm.SourceTextModule(fs.readFileSync(path, "utf8"), { identifier: path });
      }
    """
    command = ["node", "--experimental-vm-modules", "--no-warnings", "-e", script]
    paths = [str(path) for path in [*MODULES, CLASSIC]]
    done = subprocess.run([*command, *paths], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr

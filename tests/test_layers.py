"""Each layer knows only itself and those to its left; docs/architecture.md draws them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fourfold

LAYERS = (
    ("rules",),
    ("search",),
    ("agents",),
    ("game", "arena", "analysis"),
    ("lessons", "puzzles", "dataset", "grading"),
    ("store",),
    ("tui",),
    ("cli", "web", "adapters", "__main__"),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
TOP = len(LAYERS) - 1
ROOT = "fourfold"  # the package's own __init__: the public face, which may show anything


def allowed(importer: str, imported: str) -> bool:
    """Whether a module of one part may import another part."""
    if imported in (importer, "errors") or importer == ROOT:
        return True
    if imported == "support":
        return importer != "errors"
    if imported == "_native":
        return importer == "search"
    if imported == ROOT:
        return RANK.get(importer) == TOP
    if importer not in RANK or imported not in RANK:
        return False
    return RANK[imported] <= RANK[importer]


def imported_modules(tree: ast.AST, package: list[str]) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every import, at any depth of the file.

    `from a import b` gives `a.b`, whether b is a module or a name in one.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                base = base + (module.split(".") if module else [])
                yield from ((node.lineno, ".".join([*base, alias.name])) for alias in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def part_of(dotted: str, parts: set[str]) -> str | None:
    """Which part of the package a dotted name lies in; None for other people's modules."""
    head, _, rest = dotted.partition(".")
    if head != ROOT:
        return None
    part = rest.split(".")[0]
    return part if part in parts else ROOT


def violations(root: Path) -> list[str]:
    """Every import under `root`, a folder that holds the package, from a wrong part."""
    package = root / ROOT
    known = {*RANK, "errors", "support", "_native"}
    parts = known | {path.stem for path in package.iterdir() if path.suffix in ("", ".py")}
    found = []
    for path in sorted(package.rglob("*.py")):
        dotted = path.relative_to(root).with_suffix("").parts
        importer = ROOT if dotted[1] == "__init__" else dotted[1]
        if importer not in {*known, ROOT}:
            found.append(f"{path.relative_to(root)}: {importer} has no place among the layers")
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        for line, name in imported_modules(tree, list(dotted[:-1])):
            imported = part_of(name, parts)
            if imported is not None and not allowed(importer, imported):
                found.append(f"{path.relative_to(root)}:{line}: {importer} imports {name}")
    return found


def test_no_layer_imports_from_its_right() -> None:
    assert fourfold.__file__ is not None
    assert violations(Path(fourfold.__file__).parent.parent) == []


def plant(root: Path, where: str, text: str) -> None:
    path = root / ROOT / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("rules/position.py", "import fourfold.search.solver"),
        ("rules/position.py", "from fourfold import search"),
        ("rules/position.py", "from fourfold.search import solve"),
        ("rules/position.py", "from ..search import solve"),
        ("rules/position.py", "from .. import search"),
        ("rules/deep/er.py", "from ...search import solve"),
        ("rules/__init__.py", "from ..agents import agent"),
        ("rules/position.py", "def late():\n    from fourfold.agents import agent"),
        ("rules/position.py", "if TYPE_CHECKING:\n    from fourfold.agents import agent"),
        ("rules/position.py", "import importlib\nimportlib.import_module('fourfold.search')"),
        ("rules/position.py", "from fourfold import Rules"),
        ("rules/position.py", "from fourfold import _native"),
        ("agents/hard.py", "from fourfold._native import perft"),
        ("agents/hard.py", "from fourfold.arena import schedule"),
        ("arena/runner.py", "import fourfold.store"),
        ("analysis/analyst.py", "from fourfold.puzzles import judge"),
        ("puzzles/judge.py", "import fourfold.store"),
        ("store/database.py", "from fourfold.cli.main import main"),
        ("errors.py", "from fourfold.rules import Rules"),
        ("errors.py", "from fourfold.support.checks import whole_number"),
        ("support/checks.py", "from fourfold.rules import Rules"),
        ("support/checks.py", "from fourfold import Rules"),
        ("support/checks.py", "from fourfold._native import perft"),
        ("_native/__init__.py", "from fourfold.rules import Rules"),
        ("gadgets/__init__.py", ""),
    ],
)
def test_a_planted_bad_import_is_found(tmp_path: Path, where: str, text: str) -> None:
    plant(tmp_path, where, text)
    assert len(violations(tmp_path)) == 1


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("__init__.py", "from fourfold.rules import Rules\nfrom fourfold.agents import agent"),
        ("rules/position.py", "import typing\nfrom .rules import Rules\nfrom ..errors import E"),
        ("search/solver.py", "from fourfold import _native\nfrom fourfold.rules import Rules"),
        ("arena/runner.py", "from fourfold.game import Game\nfrom fourfold.agents import agent"),
        ("cli/main.py", "import fourfold\nfrom fourfold import Rules\nimport fourfold.web.app"),
        ("_native/__init__.py", "from fourfold._native.portable import *"),
        ("rules/rules.py", "from fourfold.support.checks import whole_number"),
        ("support/checks.py", "from fourfold.errors import InvalidOption"),
    ],
)
def test_a_good_import_is_left_alone(tmp_path: Path, where: str, text: str) -> None:
    plant(tmp_path, where, text)
    assert violations(tmp_path) == []

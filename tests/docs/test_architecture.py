"""docs/architecture.md lists the folders that there are, and the layers that the tests keep."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..test_layers import LAYERS
from .pages import CONTRIBUTING, PAGES, ROOT, name_of

ARCHITECTURE = ROOT / "docs/architecture.md"
TREES = ("src/fourfold", "native", "tests")


def folders(root: Path) -> set[str]:
    """Return every folder of the three trees that holds a file of its own."""
    return {
        f"{folder.relative_to(root).as_posix()}/"
        for tree in TREES
        for folder in (root / tree, *(root / tree).rglob("*/"))
        if folder.name != "__pycache__" and any(path.is_file() for path in folder.iterdir())
    }


def listed(text: str) -> list[str]:
    """Return the folders in the first column of the page's tables."""
    return re.findall(r"^\| `([^`]+/)` \|", text, re.MULTILINE)


def differences(text: str, root: Path) -> list[str]:
    """Say which folders are missing on the page or in the tree, or are listed twice."""
    names = listed(text)
    there = folders(root)
    return [
        *(f"{name} is not listed" for name in sorted(there - set(names))),
        *(f"{name} is listed but does not exist" for name in sorted(set(names) - there)),
        *(f"{name} is listed twice" for name in sorted({n for n in names if names.count(n) > 1})),
    ]


def test_every_folder_is_listed_and_every_listed_folder_exists() -> None:
    found = differences(ARCHITECTURE.read_text("utf-8"), ROOT)
    assert not found, "\n".join(found)


def plant(root: Path) -> str:
    """Make a small tree, and the page that describes it."""
    for name in ("src/fourfold/rules", "native/board", "tests/rules/__pycache__"):
        (root / name).mkdir(parents=True)
        (root / name / "file").touch()
    (root / "tests/rules/test_rules.py").touch()
    return "\n".join(
        f"| `{name}/` | something |"
        for name in ("src/fourfold/rules", "native/board", "tests/rules")
    )


def test_a_true_list_is_left_alone(tmp_path: Path) -> None:
    assert differences(plant(tmp_path), tmp_path) == []


def test_a_new_folder_is_found(tmp_path: Path) -> None:
    text = plant(tmp_path)
    (tmp_path / "native/gadgets").mkdir()
    assert differences(text, tmp_path) == []  # nothing is in it yet
    (tmp_path / "native/gadgets/gadget.hpp").touch()
    assert differences(text, tmp_path) == ["native/gadgets/ is not listed"]


def test_a_folder_that_is_gone_is_found(tmp_path: Path) -> None:
    text = plant(tmp_path) + "\n| `src/fourfold/adapters/` | other programs |"
    assert differences(text, tmp_path) == ["src/fourfold/adapters/ is listed but does not exist"]


def test_a_folder_that_is_listed_twice_is_found(tmp_path: Path) -> None:
    text = plant(tmp_path) + "\n| `native/board/` | again |"
    assert differences(text, tmp_path) == ["native/board/ is listed twice"]


@pytest.mark.parametrize("page", [ARCHITECTURE, CONTRIBUTING], ids=name_of)
def test_the_drawn_layers_are_those_that_are_kept(page: Path) -> None:
    (drawing,) = re.findall(r"^```\n(.*<-.*)\n", page.read_text("utf-8"), re.MULTILINE)
    drawn = [tuple(step.strip().split(", ")) for step in drawing.split(" <- ")]
    kept = [tuple(name for name in names if name != "__main__") for names in LAYERS]
    assert drawn[-len(kept) :] == kept


FILE = re.compile(r"`([\w./-]+\.(?:py|pyi|hpp|cpp|js|ts|sh|toml))`")


def missing_files(text: str, there: set[str]) -> Iterator[str]:
    """Yield the source files that a text names and that are nowhere in the repository.

    NAME stands for the name of something new; what a tutorial lets its reader write has a title.
    """
    there = there | set(re.findall(r'^```\w+ title="(.+)"$', text, re.MULTILINE))
    for name in FILE.findall(text):
        if "NAME" not in name and not any(
            path == name or path.endswith(f"/{name}") for path in there
        ):
            yield name


def test_the_files_that_pages_name_exist() -> None:
    hidden = {".venv", ".venv-sanitized", "build"}
    there = {
        path.relative_to(ROOT).as_posix()
        for top in ROOT.iterdir()
        if top.name not in hidden
        for path in ([top] if top.is_file() else top.rglob("*.*"))
    }
    missing = [
        f"{name_of(page)}: {name}"
        for page in (*PAGES, CONTRIBUTING)
        for name in missing_files(page.read_text("utf-8"), there)
    ]
    assert not missing, "\n".join(missing)
    assert list(missing_files("see `rules.py` and `no/such.hpp`", there)) == ["no/such.hpp"]

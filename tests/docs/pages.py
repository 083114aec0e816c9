"""The pages of documentation, and how to find parts of them."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CHANGELOG = ROOT / "CHANGELOG.md"
SECURITY = ROOT / "SECURITY.md"


def fenced(path: Path, language: str) -> Iterator[tuple[int, str]]:
    """Yield the fenced blocks of a page in one language, each with the line that it begins on."""
    text = path.read_text(encoding="utf-8")
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start(1)), match[1]


def section(path: str, title: str) -> str:
    """Return what is under a heading, up to the next heading."""
    text = (ROOT / path).read_text("utf-8")
    match = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"{path} has no section '{title}'"
    return match[1]


def name_of(path: Path) -> str:
    """Name a file by its path from the root of the repository."""
    return str(path.relative_to(ROOT))

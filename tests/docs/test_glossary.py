"""docs/glossary.md names what is in the code, and no file uses the words that it rules out."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from .pages import CHANGELOG, CONTRIBUTING, PAGES, ROOT, SECURITY, name_of

GLOSSARY = ROOT / "docs/glossary.md"
NATIVE = ROOT / "native"
SOURCE = ROOT / "src/fourfold"

# The last three columns of the glossary's tables, and the files that have their names.
LANGUAGES = {
    "Python": [(SOURCE, "*.py"), (SOURCE, "*.pyi")],
    "C++": [(NATIVE, "*.hpp"), (NATIVE, "*.cpp")],
    "API and page": [(SOURCE / "web", "*.py"), (SOURCE / "web", "*.js"), (SOURCE / "web", "*.ts")],
}
# The folders whose files may not use a word that is ruled out.
FOLDERS = [SOURCE, NATIVE]


@cache
def words_of(language: str) -> set[str]:
    """Return every name in the files of a language."""
    files = [path for folder, pattern in LANGUAGES[language] for path in folder.rglob(pattern)]
    return {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}


def names() -> Iterator[tuple[str, str]]:
    """Yield each language and name of the glossary."""
    for line in GLOSSARY.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 2 + len(LANGUAGES):
            for language, cell in zip(LANGUAGES, cells[2:], strict=True):
                for name in re.findall(r"`(\w+)`", cell):
                    yield language, name


@pytest.mark.parametrize(("language", "name"), sorted(set(names())))
def test_the_names_of_the_glossary_are_in_the_code(language: str, name: str) -> None:
    assert name in words_of(language)


def test_the_glossary_has_names() -> None:
    assert len(set(names())) > 50
    assert "no_such_name" not in words_of("Python")


# Words that can be looked for without false alarms: alone, in the plural, or as a part of a name
# (may_have_holes, MostStones), but not inside another word (whole, milestone).
WORDS = ("stones?", "holes?", "half-moves?", "blockers?", "opponent_of", "by lot")
# In a picture a hole is what it is: the opening of the plate that a piece is seen through.
PICTURES = (SOURCE / "rules/picture.py", SOURCE / "tui", SOURCE / "web/static")


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        "|".join(
            rf"(?<![A-Za-z])(?i:{word})(?![a-z])|(?<=[a-z]){word.capitalize()}(?![a-z])"
            for word in words
        )
    )


EVERYWHERE = pattern(WORDS)
IN_PICTURES = pattern(word for word in WORDS if word != "holes?")


def sources() -> Iterator[Path]:
    """Yield every file whose words are checked."""
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".pyi", ".hpp", ".cpp", ".js", ".ts", ".html", ".css", ".md"}:
                yield path
    yield from (page for page in (*PAGES, CONTRIBUTING, CHANGELOG, SECURITY) if page != GLOSSARY)


def ruled_out(text: str, path: Path = SOURCE) -> list[str]:
    """Return the words of a text that the glossary rules out, in a file of this path."""
    picture = any(path.is_relative_to(place) for place in PICTURES)
    return (IN_PICTURES if picture else EVERYWHERE).findall(text)


def test_no_file_uses_a_word_that_is_ruled_out() -> None:
    found = [
        f"{name_of(path)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if ruled_out(line, path)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "the stones of FIRST",
        "Stone",
        "int most_stones;",
        "MOST_STONES = 21",
        "const mostStones = 3;",
        "a board with a hole",
        "static constexpr bool may_have_holes = true;",
        "rows, holes included",
        "one half-move later",
        "a blocker falls",
        "opponent_of(player)",
        "Draws column 6 by lot.",
    ],
)
def test_a_planted_word_is_found(text: str) -> None:
    assert ruled_out(text)


@pytest.mark.parametrize(
    "text",
    [
        "the whole board",
        "a milestone",
        "wholesome",
        "keyhole",
        "blocks column 4",
        "by lots of moves",
    ],
)
def test_other_words_are_left_alone(text: str) -> None:
    assert not ruled_out(text)


def test_a_hole_is_allowed_in_a_picture() -> None:
    plate = SOURCE / "web/static/board/plate.js"
    assert not ruled_out("a hole at every cell", plate)
    assert ruled_out("a stone at every cell", plate)
    assert ruled_out("a hole at every cell", NATIVE / "board/geometry.hpp")

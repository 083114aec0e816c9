"""Only docs/sources.md names the source documents by number; nothing else that people read does."""

import re
from collections.abc import Iterator

import pytest

import fourfold as ff
from fourfold.cli.main import run

from .pages import CHANGELOG, CONTRIBUTING, PAGES, ROOT, SECURITY, name_of
from .test_commands import COMMANDS

SOURCES = ROOT / "docs/sources.md"
STATIC = ROOT / "src/fourfold/web/static"

# "document 003", "documents 000, 002 and 003", "(003)", "as 002 has it". Numbers such as 1,000,
# 0.002 or 00:05 are no citations.
CITATION = re.compile(
    r"\bdocuments?\s+0\d\d\b"
    r"|(?<![\w.,:#/-])00[0-4](?![\w.,:%-]*\d)(?!\s*(?:ms|s|MB|%))"
    r"|\bseeds?/00\d",
    re.IGNORECASE,
)


def citations(text: str) -> list[str]:
    """Return the places of a text that cite a source document by number."""
    return [match.group() for match in CITATION.finditer(text)]


def help_texts() -> Iterator[tuple[str, str]]:
    """Yield the help of every command: of itself, of its arguments and of its options."""
    for words, command in COMMANDS.items():
        yield words, command.help or ""
        for parameter in command.params:
            yield f"{words} {parameter.name}", getattr(parameter, "help", None) or ""


def agent_texts() -> Iterator[tuple[str, str]]:
    """Yield everything that the list of agents says of them."""
    for kind in ff.list_agents():
        yield kind.name, repr(kind)
        for option in kind.options:
            yield f"{kind.name}:{option.name}", repr(option)


def page_texts() -> Iterator[tuple[str, str]]:
    """Yield the files from which the page in the browser is made."""
    for path in sorted(STATIC.rglob("*")):
        if path.suffix in {".js", ".ts", ".html", ".css"}:
            yield name_of(path), path.read_text("utf-8")


def document_texts() -> Iterator[tuple[str, str]]:
    """Yield every page of documentation but the one that names the sources."""
    for path in (*PAGES, CONTRIBUTING, CHANGELOG, SECURITY):
        if path != SOURCES:
            yield name_of(path), path.read_text("utf-8")


TEXTS = [*help_texts(), *agent_texts(), *page_texts(), *document_texts()]


@pytest.mark.parametrize(("name", "text"), TEXTS, ids=[name for name, _ in TEXTS])
def test_nothing_cites_a_source_by_number(name: str, text: str) -> None:
    assert citations(text) == [], name


@pytest.mark.parametrize("arguments", [["agents"], ["agents", "--json"], ["lab", "--help"]])
def test_no_output_cites_a_source_by_number(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run(arguments)
    assert citations(capsys.readouterr().out) == []


def test_the_sources_are_named_where_they_belong() -> None:
    text = SOURCES.read_text("utf-8")
    for number in range(5):
        assert f"| 00{number} |" in text
        assert f"\n## 00{number}: " in text


def test_all_kinds_of_text_are_checked() -> None:
    names = {name for name, _ in TEXTS}
    for name in ("fourfold lab", "fourfold lab depth", "hard", "hard:depth", "README.md"):
        assert name in names
    assert {"CHANGELOG.md", "docs/agents.md", "src/fourfold/web/static/index.html"} <= names


@pytest.mark.parametrize(
    "text",
    [
        "How well it plays (document 003).",
        "Document 002 has a table of its improvements.",
        "the evaluations of documents 000, 002 and 003",
        "as in document\n    001",
        "a window of four own pieces (000)",
        "As 002 has it",
        '"source": "004"',
    ],
)
def test_a_planted_citation_is_found(text: str) -> None:
    assert citations(text)


@pytest.mark.parametrize(
    "text",
    [
        "in 0.002 s",
        "100,000 positions and 1,004 others",
        "at 00:03, version 1.004",
        "port 8004, status 1004",
        "the document says so",
        "color: #000; background: #002244",
        "2026-11-00",
        "document.querySelector('#here')",
    ],
)
def test_other_numbers_are_left_alone(text: str) -> None:
    assert citations(text) == []

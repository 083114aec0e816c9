"""The documents do what they say: their Python runs, their boards and pictures are current."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fourfold as ff

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]

# The game that the README shows: a line on a diagonal, after some fighting.
PICTURED = "7x6:77614545473631255"


def fenced(path: Path, language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a document in one language, each with the line that it begins on."""
    text = path.read_text(encoding="utf-8")
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start(1)), match[1]


EXAMPLES = [
    pytest.param(path, line, code, id=f"{path.relative_to(ROOT)}:{line + 1}")
    for path in DOCUMENTS
    for line, code in fenced(path, "python")
]


@pytest.mark.parametrize(("path", "line", "code"), EXAMPLES)
def test_examples_run(path: Path, line: int, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    # Empty lines before the code make a traceback name the document's own line.
    exec(compile("\n" * line + code, str(path), "exec"), {"__name__": "__main__"})
    capsys.readouterr()


def test_there_are_examples() -> None:
    with_examples = {parameters.values[0] for parameters in EXAMPLES}
    assert {ROOT / "README.md", ROOT / "docs/rules.md", ROOT / "docs/notation.md"} <= with_examples


@pytest.mark.parametrize(
    "text",
    ["7x6:34433222144", "7x6-xd3:444"],
)
def test_boards_in_the_rules_are_as_drawn(text: str) -> None:
    assert f"```\n{ff.Position.parse(text)}\n```" in (ROOT / "docs/rules.md").read_text("utf-8")


def test_the_ban_in_the_rules_is_as_drawn() -> None:
    drawn = (ROOT / "docs/rules.md").read_text("utf-8")
    before, after = (str(ff.Position.parse(f"6x6-bc2:{moves}")) for moves in ("33", "334"))
    for left, right in list(zip(before.splitlines(), after.splitlines(), strict=True))[3:]:
        assert f"{left:<32}{right}\n" in drawn


@pytest.mark.parametrize(
    ("document", "error"),
    [("docs/notation.md", name) for name in ("InvalidNotation", "InvalidRules", "IllegalMove")],
)
def test_wrong_texts_in_the_table_get_the_error_beside_them(document: str, error: str) -> None:
    lines = (ROOT / document).read_text("utf-8").splitlines()
    row = next(line for line in lines if line.startswith(f"| `{error}` |"))
    examples = re.findall(r"`([^`]+)`", row.rpartition(" | ")[2])
    assert len(examples) >= 3
    for example in examples:
        with pytest.raises(ff.FourfoldError) as caught:
            ff.Position.parse(example if ":" in example else f"{example}:")
        assert type(caught.value).__name__ == error


def test_the_picture_in_the_readme_is_current() -> None:
    picture = ROOT / "docs/images/board.svg"
    assert picture.read_text(encoding="utf-8") == ff.Position.parse(PICTURED)._repr_svg_() + "\n"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"

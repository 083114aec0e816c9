"""The examples on the pages work: their Python runs, their commands print what is shown."""

import io
import re
import shlex
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.cli.main import run
from fourfold.errors import MissingPackage

from .pages import CHANGELOG, CONTRIBUTING, PAGES, ROOT, SECURITY, fenced, name_of

# The game that the README shows: a line on a diagonal, after some fighting.
PICTURED = "7x6:77614545473631255"
REVIEWED = "7x6:374544433212436527337774116555561116622267"

# Packages of the extra `peers` that examples import; they are not to be had on every platform.
PEERS = {"pyspiel"}

EXAMPLES = [
    pytest.param(path, line, code, id=f"{name_of(path)}:{line + 1}")
    for path in PAGES
    for line, code in fenced(path, "python")
]


@pytest.mark.parametrize(("path", "line", "code"), EXAMPLES)
def test_examples_run(path: Path, line: int, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    # Empty lines before the code make a traceback name the document's own line.
    try:
        exec(compile("\n" * line + code, str(path), "exec"), {"__name__": "__main__"})
    except ModuleNotFoundError as error:
        if error.name not in PEERS:
            raise
        pytest.skip(f"{name_of(path)}: the package {error.name} is not installed")
    except MissingPackage as error:
        pytest.skip(f"{name_of(path)}: {error}")
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


def test_the_graph_in_the_page_about_reviews_is_current() -> None:
    picture = ROOT / "docs/images/review-graph.svg"
    found = ff.review(REVIEWED, limit=ff.Limit(120), explainer=lambda position, column: ())
    assert picture.read_text(encoding="utf-8") == found.graph_svg() + "\n"


@pytest.mark.parametrize("path", [*PAGES, CONTRIBUTING, CHANGELOG, SECURITY], ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)(#[^)]+)?\)", path.read_text(encoding="utf-8"))
    for target, anchor in links:
        page = path.parent / target if target else path
        assert page.exists(), f"{path.name} links to {target}"
        if anchor:
            known = anchor in anchors(page) or is_name_of_the_reference(anchor, page)
            assert known, f"{path.name} links to {target}{anchor}"


def anchors(path: Path) -> set[str]:
    """Return what a link to a heading of the page is written as, after its address."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {"#" + re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def is_name_of_the_reference(anchor: str, path: Path) -> bool:
    """Return True for a name of `fourfold` that the page describes, or a member of one."""
    described = re.findall(r"^::: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return any(f"{anchor[1:]}.".startswith(f"{name}.") for name in described)


def typed(command: str) -> tuple[list[str], str]:
    """The arguments of an example, and what a printf before it types."""
    before, pipe, after = command.rpartition(" | ")
    if not pipe:
        return shlex.split(command)[1:], ""
    printf, text = shlex.split(before)
    assert printf == "printf"
    return shlex.split(after)[1:], text.replace("\\n", "\n")


PAGES_WITH_CONSOLES = [path for path in PAGES if any(fenced(path, "console"))]


@pytest.mark.parametrize("path", PAGES_WITH_CONSOLES, ids=name_of)
def test_console_examples_print_what_is_shown(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for _, block in fenced(path, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = example.partition("\n")
            arguments, text = typed(command)
            monkeypatch.setattr("sys.stdin", io.StringIO(text))
            run(arguments)
            captured = capsys.readouterr()
            assert captured.out + captured.err == shown, command


def test_there_are_console_examples() -> None:
    assert ROOT / "docs/cli.md" in PAGES_WITH_CONSOLES


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for path in (*PAGES, CONTRIBUTING):
        named = set(re.findall(r"`make ([a-z-]+)", path.read_text("utf-8")))
        assert named <= targets, f"{path.name}: {named - targets}"

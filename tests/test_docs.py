"""The documents do what they say: their Python runs, their boards and pictures are current.

Every command and every agent is documented, and the proofs in docs/solver.md are true of random
positions.
"""

import io
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

import fourfold as ff
from fourfold import _native
from fourfold.agents.options import format_value
from fourfold.cli.main import app, run
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.score import score_of

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


# Commands


def commands(group: Any, words: str = "fourfold") -> Iterator[tuple[str, Any]]:
    """Every command and group of commands, by the words that call it."""
    for name, command in group.commands.items():
        yield f"{words} {name}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{words} {name}")


COMMANDS: dict[str, Any] = dict(commands(typer.main.get_command(app)))


def options_of(command: Any) -> set[str]:
    return {text for parameter in command.params for text in parameter.opts if text[:2] == "--"}


def section(path: str, title: str) -> str:
    """What is under a heading, up to the next one."""
    text = (ROOT / path).read_text("utf-8")
    match = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"{path} has no section '{title}'"
    return match[1]


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_and_option_is_documented(words: str) -> None:
    text = section("docs/cli.md", words)
    for option in options_of(COMMANDS[words]) - {"--help"}:
        assert f"| `{option}" in text, f"docs/cli.md does not tell what {words} {option} is"


def test_every_documented_command_exists() -> None:
    text = (ROOT / "docs/cli.md").read_text("utf-8")
    assert set(re.findall(r"^##+ (fourfold .*)$", text, re.MULTILINE)) == set(COMMANDS)


def test_every_documented_option_exists() -> None:
    for words, command in COMMANDS.items():
        named = re.findall(r"^\| `(--[a-z-]+)", section("docs/cli.md", words), re.MULTILINE)
        assert set(named) <= options_of(command)


SHELL_LINES = [
    pytest.param(line, id=f"{path.relative_to(ROOT)}: {line}")
    for path in DOCUMENTS
    for _, block in fenced(path, "sh")
    for line in block.splitlines()
    if line.startswith("fourfold ")
]


@pytest.mark.parametrize("line", SHELL_LINES)
def test_commands_in_shell_examples_exist(line: str) -> None:
    words = shlex.split(line, comments=True)
    known = [n for n in range(1, len(words) + 1) if " ".join(words[:n]) in COMMANDS]
    assert known, f"there is no such command: {line}"
    used = {word for word in words if word.startswith("--")}
    assert used <= options_of(COMMANDS[" ".join(words[: known[-1]])])


def typed(command: str) -> tuple[list[str], str]:
    """The arguments of an example, and what a printf before it types."""
    before, pipe, after = command.rpartition(" | ")
    if not pipe:
        return shlex.split(command)[1:], ""
    printf, text = shlex.split(before)
    assert printf == "printf"
    return shlex.split(after)[1:], text.replace("\\n", "\n")


CONSOLE_DOCUMENTS = [path for path in DOCUMENTS if any(fenced(path, "console"))]


@pytest.mark.parametrize("path", CONSOLE_DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
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
    assert ROOT / "docs/cli.md" in CONSOLE_DOCUMENTS


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for path in (*DOCUMENTS, ROOT / "CONTRIBUTING.md"):
        named = set(re.findall(r"`make ([a-z-]+)", path.read_text("utf-8")))
        assert named <= targets, f"{path.name}: {named - targets}"


# Agents


@pytest.mark.parametrize("kind", ff.agents(), ids=lambda kind: kind.name)
def test_every_agent_is_documented(kind: Any) -> None:
    text = section("docs/agents.md", kind.name)
    for option in kind.options:
        row = f"| `{option.name}` | `{format_value(option.default)}` |"
        assert row in text, f"docs/agents.md does not have the row {row}"
    overview = (ROOT / "docs/agents.md").read_text("utf-8")
    assert f"| [`{kind.name}`](#{kind.name}) | {kind.rules} |" in overview


# The proofs of docs/solver.md

Proof = tuple[int, set[tuple[int, int]], set[tuple[int, int]]]
"""What X scores at least, the cells that O may get, and X's winning cells that matter."""


@cache
def documented_proofs() -> Callable[[ff.Position], dict[str, Proof]]:
    names: dict[str, Any] = {}
    for _, code in fenced(ROOT / "docs/solver.md", "python"):
        exec(code, names)
    found: Callable[[ff.Position], dict[str, Proof]] = names["proofs"]
    return found


def drawn(position: ff.Position, proof: Proof) -> str:
    """A board in the manner of docs/solver.md: stones by their role, and who gets which cell."""
    _, reach, wins = proof
    columns = range(position.rules.columns)

    def sign(column: int, row: int) -> str:
        content = position.cell(column, row)
        if content is not None:
            return "O" if content.name == position.turn.name else "X"
        if (column, row) in wins:
            return "!"
        if (column, row) in reach:
            return "o"
        return ":" if any(c == column and r < row for c, r in wins) else "x"

    lines = [
        f"{row + 1:2}  " + "  ".join(sign(column, row) for column in columns)
        for row in reversed(range(position.rules.rows))
    ]
    return "\n".join([*lines, "    " + "  ".join("abcdefghijkl"[column] for column in columns)])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("7x6:52144676422132447527217345", "P"),
        ("7x6:211111154474427234534222", "P"),
        ("7x6:33241272332433142247", "P"),
        ("7x6:4314116656574765331642654557747", "Q"),
        ("7x6:777524633133176172765442653135244", "N"),
    ],
)
def test_boards_of_the_proofs_are_as_drawn(text: str, name: str) -> None:
    position = ff.Position.parse(text)
    document = (ROOT / "docs/solver.md").read_text("utf-8")
    assert f"`{text}`" in document
    assert f"```\n{drawn(position, documented_proofs()(position)[name])}\n```" in document


def late_positions(rules: ff.Rules, chance: SplitMix64) -> Iterator[ff.Position]:
    """The end of a random game: those positions where O cannot win at once, and no ban can come."""
    position = ff.Position(rules)
    while position.outcome is None:
        children = [position.play(column) for column in position.legal_columns]
        settled = rules.bonus is None or position.cell(*rules.bonus) is not None
        if rules.playable_cells - position.ply <= 14 and settled and not position.must_ban:
            outcomes = [child.outcome for child in children if child.outcome is not None]
            if any(outcome.winner is not None for outcome in outcomes):
                return
            yield position
        position = children[chance.below(len(children))]


def test_the_proofs_hold_on_random_boards() -> None:
    chance = SplitMix64(3)
    seen = dict.fromkeys("PQN", 0)
    for _ in range(150):
        columns, rows = 4 + chance.below(4), 4 + chance.below(4)
        cells = [(c, r) for c in range(columns) for r in range(rows)]
        forbidden = {cells[chance.below(len(cells))] for _ in range(chance.below(5))}
        bonus = cells[chance.below(len(cells))] if chance.below(3) == 0 else None
        rules = ff.Rules(columns, rows, sorted(forbidden - {bonus}), bonus)
        solver = _native.Solver(
            _native.Rules(columns, rows, rules.forbidden, rules.bonus),
            16,
            1,
            _native.ProofSwitches(follow_up=False, tempo=False, no_lines_left=False),
        )
        for position in late_positions(rules, chance):
            value = solver.solve(position.moves).lower
            score = -score_of(value, rules.playable_cells - position.ply).score
            for name, (bound, _, _) in documented_proofs()(position).items():
                seen[name] += 1
                assert bound <= score, f"{name}: {position.to_text()}"
    assert min(seen.values()) >= 10, seen

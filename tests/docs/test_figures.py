"""The figures on the pages are those that the program prints.

Figures that never change, such as numbers of nodes, are compared. Times differ from run to run:
where a page shows them inside the output of a command, they are left out of the comparison.
"""

import json
import re
from pathlib import Path

import pytest

from fourfold import Position, _native
from fourfold.analysis.calibration import CALIBRATION
from fourfold.cli.main import run

from .pages import PAGES, ROOT, fenced, name_of, section
from .test_examples import typed

LAB = ROOT / "docs/lab.md"

TIMED_OUTPUT = [
    pytest.param(path, *block.removeprefix("$ ").split("\n", 1), id=f"{name_of(path)}:{line + 1}")
    for path in PAGES
    for line, block in fenced(path, "text")
    if block.startswith("$ fourfold ")
]

TIMES = re.compile(
    r"^(seconds|simulations/s) .*$"  # the last lines of `fourfold move --explain`
    r"|(?<= nodes, )[\d.]+ s$"  # the last line of `fourfold analyse`
    r"|(?<= )[\d,]+\.\d{3}( +[\d.]+x)?(?= +(?:~|varies))",  # ms and faster, in the lab
    re.MULTILINE,
)


def without_times(output: str) -> list[str]:
    """Return the words of each line, without those that tell how long something took."""
    return [" ".join(line.split()) for line in TIMES.sub("", output).splitlines()]


@pytest.mark.parametrize(("path", "command", "shown"), TIMED_OUTPUT)
def test_output_is_as_shown_but_for_the_times(
    path: Path, command: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, _ = typed(command)
    run(arguments)
    printed = capsys.readouterr().out
    assert without_times(printed) == without_times(shown), f"{path.name} shows another output"


def test_every_page_with_timed_output_is_compared() -> None:
    pages = {parameters.values[0] for parameters in TIMED_OUTPUT}
    assert {ROOT / f"docs/{name}.md" for name in ("agents", "cli", "lab")} <= pages


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("seconds        0.279", "seconds        1.5", True),
        ("simulations/s  358,898", "simulations/s  1", True),
        ("nodes          100,000", "nodes          100,001", False),
        ("*       3       0.562  0.002  54,134", "*       3       0.563  0.002  54,134", False),
        ("a  6  709  78x  1,305  53x  0.1  2x", "a  6  703  78x  1,305  53x  0.1  2x", False),
        (
            "+ table  6  709  78x  1,305  53x   0.093     93x  ~500     ~200x",
            "+ table  6  709  78x  1,305  53x  12.000    1.1x  ~500     ~200x",
            True,
        ),
        (
            "+ table  6  709  78x  1,305  53x  0.093  93x  ~500  ~200x",
            "+ table  6  709  79x  1,305  53x  0.093  93x  ~500  ~200x",
            False,
        ),
        (
            "+ dynamic depth  6 to 11  1,942  4,277  0.776            varies  adaptive",
            "+ dynamic depth  6 to 11  1,942  4,277  1.000            varies  adaptive",
            True,
        ),
        (
            "+ dynamic depth  6 to 11  1,942  4,277  0.776            varies  adaptive",
            "+ dynamic depth  6 to 11  1,930  4,277  0.776            varies  adaptive",
            False,
        ),
    ],
)
def test_only_times_are_left_out(one: str, other: str, same: bool) -> None:
    assert (without_times(one) == without_times(other)) is same


LAB_ROWS = re.findall(
    r"^\| `(fourfold lab[^`]*)` \| (.*) \|$", LAB.read_text("utf-8"), re.MULTILINE
)


@pytest.mark.parametrize(("command", "shown"), LAB_ROWS)
def test_ratios_of_the_lab(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    run([*command.split()[1:], "--json", "-"])
    rows = {row["improvement"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    cells = [
        f"{rows[step]['fewer_evaluated']:.0f}x evaluated, {rows[step]['fewer_nodes']:.0f}x visited"
        for step in ("alpha-beta", "+ table")
    ]
    assert " | ".join(cells) == shown


def test_the_constants_of_win_chances() -> None:
    page = (ROOT / "docs/analysis.md").read_text("utf-8")
    of = CALIBRATION
    assert f"(r * n + {of.prior:g}) / (n + {2 * of.prior:g})" in page
    assert f"{of.steepest} + {of.per_visits} * log2(n) - {of.per_free} * log2(k + 1)" in page


def test_the_lab_page_has_ratios() -> None:
    assert len(LAB_ROWS) >= 5


PROOFS = {
    "all": {},
    "without P": {"follow_up": False},
    "without Q": {"tempo": False},
    "without N": {"no_lines_left": False},
    "none": {"follow_up": False, "tempo": False, "no_lines_left": False},
}


@pytest.mark.parametrize("name", PROOFS)
def test_what_each_proof_saves(name: str) -> None:
    """One position of the table in docs/solver.md; the other, 6x6, takes seconds."""
    position = Position.parse("7x6:4444443")
    on = {"follow_up": True, "tempo": True, "no_lines_left": True}
    switches = _native.ProofSwitches(**(on | PROOFS[name]))
    solver = _native.Solver(_native.Rules(7, 6), 256, 1, switches)
    nodes = solver.solve(position.moves).nodes
    row = rf"^\| {name} \| .* \| {nodes / 1e6:.2f} million \|$"
    assert re.search(row, section("docs/solver.md", "Measurements"), re.MULTILINE)

"""What `make coverage` adds up from the reports of coverage.py and gcovr."""

import json
from pathlib import Path

import pytest

from scripts.measure_coverage import native_counts, python_counts, show


def test_lines_and_branches_of_a_folder_are_added_up(tmp_path: Path) -> None:
    def file(lines: int, reached: int, branches: int, taken: int) -> dict[str, object]:
        return {
            "summary": {
                "num_statements": lines,
                "covered_lines": reached,
                "num_branches": branches,
                "covered_branches": taken,
            }
        }

    report = tmp_path / "python.json"
    files = {
        "src/fourfold/rules/text.py": file(10, 9, 4, 2),
        "src/fourfold/rules/rules.py": file(20, 20, 0, 0),
        "src/fourfold/search/book/file.py": file(6, 0, 0, 0),
    }
    report.write_text(json.dumps({"files": files}))
    assert python_counts(report) == {"rules": (31, 34), "search": (0, 6)}


def test_a_line_of_a_template_counts_once(tmp_path: Path) -> None:
    def file(name: str, *lines: tuple[int, int]) -> dict[str, object]:
        return {
            "file": name,
            "lines": [{"line_number": number, "count": count} for number, count in lines],
        }

    report = tmp_path / "native.json"
    files = [
        file("native/uct/tree.hpp", (1, 0), (1, 7), (2, 0), (2, 0)),
        file("native/uct/uct.cpp", (1, 3)),
        file("native/board/twin.cpp", (1, 0)),
    ]
    report.write_text(json.dumps({"files": files}))
    assert native_counts(report) == {"uct": (2, 3), "board": (0, 1)}


def test_a_folder_below_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("lines", {"rules": (95, 100)})
    assert "below" not in capsys.readouterr().out
    assert not show("lines", {"rules": (100, 100), "store": (94, 100)})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "below 95 %" in line] == ["store"]

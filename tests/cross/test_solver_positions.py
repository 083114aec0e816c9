"""Files of scored positions: the project's own are what they say, and the solver gives each score.

FOURFOLD_POSITIONS names a folder with more files.
"""

import itertools
import os
from pathlib import Path

import pytest

from benchmarks.positions import (
    CLASSES,
    FOLDER_VARIABLE,
    OWN,
    BadPositions,
    ScoredPosition,
    files,
    read,
)
from fourfold import Position, Solver
from scripts.make_positions import FAMILIES, can_win_now, candidates

HARD = 3
"""Of begin-hard only so many: a tenth of a second and more for each."""
FILES = [pytest.param(name, path, id=f"{title} {name}") for title, name, path in files()]


@pytest.mark.parametrize(("name", "path"), FILES)
def test_the_solver_gives_the_scores(name: str, path: Path) -> None:
    solver = Solver(memory_mb=128, book=False)
    for scored in read(path)[: HARD if name == "begin-hard" else None]:
        assert solver.solve(Position.parse(scored.moves)).score == scored.score, scored.moves


def test_more_positions_are_there() -> None:
    if not os.environ.get(FOLDER_VARIABLE):
        pytest.skip(
            f"{FOLDER_VARIABLE} names no folder: only the project's own positions were solved"
        )


@pytest.mark.parametrize("name", CLASSES)
def test_the_own_positions_fit_their_class(name: str) -> None:
    positions = read(OWN / f"{name}.txt")
    assert len(positions) == CLASSES[name].positions
    assert len({scored.moves for scored in positions}) == len(positions)
    for scored in positions:
        position = Position.parse(scored.moves)
        assert CLASSES[name].has(scored), scored
        assert position.outcome is None
        assert not can_win_now(position)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_script_makes_the_same_positions_again(family: str) -> None:
    files_of = {name: read(OWN / f"{name}.txt") for name in CLASSES if name.startswith(family)}
    made = list(itertools.islice(candidates(family), 8))
    assert any(CLASSES[name].has(scored) for scored in made for name in files_of)
    for name, positions in files_of.items():
        first = [scored for scored in made if CLASSES[name].has(scored)]
        assert first == positions[: len(first)]


@pytest.mark.parametrize(
    ("moves", "score", "to_go"),
    [("", 1, 41), ("44", 0, 40), ("121212", 18, 1), ("4", -1, 40), ("6146", 18, 3), ("1", 2, 39)],
)
def test_plies_to_go(moves: str, score: int, to_go: int) -> None:
    assert ScoredPosition(moves, score).plies_to_go == to_go


@pytest.mark.parametrize("line", ["44", "44 x", "48 1", "44 1 2", ""])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"44 0\n{line}\n", encoding="utf-8")
    with pytest.raises(BadPositions, match=r"bad.txt:2: "):
        read(path)


def test_an_empty_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(BadPositions, match="has no file of positions"):
        list(files())

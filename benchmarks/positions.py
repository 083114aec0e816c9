"""Scored positions of 7x6 in six classes: the files that hold them, and what fits which class.

A file has one position a line: the moves, a space, and the score for the side to move. The
project's own files are made by `python -m scripts.make_positions`. A folder of more files in the
same format is named by the environment variable FOURFOLD_POSITIONS.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fourfold import Position

DATA = Path(__file__).parent / "data"
OWN = DATA / "positions"
FOLDER_VARIABLE = "FOURFOLD_POSITIONS"
CELLS = 42
MOST_PIECES = CELLS // 2


class BadPositions(ValueError):  # noqa: N818 - the name says it
    """A folder or a file that cannot be used, with what is wrong."""


class ScoredPosition(NamedTuple):
    """A position by its moves, one-based as in the files, and its score."""

    moves: str
    score: int

    @property
    def columns(self) -> list[int]:
        return [int(move) - 1 for move in self.moves]

    @property
    def plies_to_go(self) -> int:
        """Return how many more plies the game lasts under best play."""
        if self.score == 0:
            return CELLS - len(self.moves)
        first_moves = len(self.moves) % 2 == 0
        pieces = MOST_PIECES + 1 - abs(self.score)  # those of the winner, at the end
        last_ply = 2 * pieces - 1 if first_moves == (self.score > 0) else 2 * pieces
        return last_ply - len(self.moves)


class PositionClass(NamedTuple):
    """What a position must be to belong: plies played, and plies to go under best play."""

    name: str
    played: range
    to_go: range
    positions: int
    """How many the project's own file has."""

    def has(self, scored: ScoredPosition) -> bool:
        """Return whether a position belongs to the class."""
        return len(scored.moves) in self.played and scored.plies_to_go in self.to_go


_EASY, _MEDIUM, _HARD = range(14), range(14, 28), range(28, CELLS + 1)
_BEGIN, _MIDDLE, _END = range(15), range(15, 29), range(29, CELLS)

CLASSES = {
    of_class.name: of_class
    for of_class in (
        PositionClass("end-easy", _END, _EASY, 100),
        PositionClass("middle-easy", _MIDDLE, _EASY, 100),
        PositionClass("middle-medium", _MIDDLE, _MEDIUM, 100),
        PositionClass("begin-easy", _BEGIN, _EASY, 100),
        PositionClass("begin-medium", _BEGIN, _MEDIUM, 100),
        PositionClass("begin-hard", _BEGIN, _HARD, 30),
    )
}


def read(path: Path) -> list[ScoredPosition]:
    """Read all positions of a file; raise BadPositions if one cannot be read, or there is none."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            moves, score = line.split()
            found.append(ScoredPosition(moves, int(score)))
            Position.parse(moves)
        except ValueError as error:
            raise BadPositions(f"{path}:{number}: no `moves score`: {error}") from None
    if not found:
        raise BadPositions(f"{path} has no position")
    return found


def write(path: Path, positions: list[ScoredPosition]) -> None:
    lines = [f"{scored.moves} {scored.score}\n" for scored in positions]
    path.write_text("".join(lines), encoding="utf-8")


def folders() -> Iterator[tuple[str, Path]]:
    """Yield a title and a folder: the project's own, and the one that the environment names."""
    yield "own", OWN
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        yield "named", Path(named)


def files() -> Iterator[tuple[str, str, Path]]:
    """Yield the title of the folder, the class and the file, from the easiest class on."""
    for title, folder in folders():
        present = {path.stem: path for path in folder.glob("*.txt")}
        if not present:
            raise BadPositions(f"{folder} has no file of positions")
        for name in [*CLASSES, *sorted(present.keys() - CLASSES.keys())]:
            if name in present:
                yield title, name, present[name]

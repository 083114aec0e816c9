"""Grading a player by positions whose every column is solved; docs/benchmark.md.

benchmark   the positions that come with the package, and their file
grader      asks a player about each of them, on many workers
grade       what its answers say: perfect moves, points given away, by phase and by board
calibration whether what a player says of its chances comes true
report      a grade as a table and as JSON
"""

from fourfold.grading.api import grade
from fourfold.grading.benchmark import NAME, SolvedPosition, list_boards, load_benchmark
from fourfold.grading.calibration import Bucket, Calibration
from fourfold.grading.results import Grade, MoveQuality

__all__ = [
    "NAME",
    "Bucket",
    "Calibration",
    "Grade",
    "MoveQuality",
    "SolvedPosition",
    "grade",
    "list_boards",
    "load_benchmark",
]

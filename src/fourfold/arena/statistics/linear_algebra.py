"""The little linear algebra that ratings need, with a row and a column for each player.

In plain Python, because a plain installation has no NumPy.
"""

import math
from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Solve `matrix * x = right` for a symmetric, positive definite matrix."""
    return _solve(_root(matrix), right)


def inverse(matrix: Matrix) -> list[list[float]]:
    """Invert a symmetric, positive definite matrix."""
    root = _root(matrix)
    size = len(matrix)
    return [_solve(root, [float(row == unit) for row in range(size)]) for unit in range(size)]


def product(left: Matrix, right: Matrix) -> list[list[float]]:
    """Multiply two matrices."""
    columns = list(zip(*right, strict=True))
    return [[_dot(row, column) for column in columns] for row in left]


def _root(matrix: Matrix) -> list[list[float]]:
    """Return the lower triangle whose product with its transpose is the matrix (Cholesky)."""
    root: list[list[float]] = []
    for row, values in enumerate(matrix):
        line: list[float] = []
        for column in range(row):
            above = root[column]
            line.append((values[column] - _dot(line, above)) / above[column])
        line.append(math.sqrt(values[row] - _dot(line, line)))
        root.append(line)
    return root


def _solve(root: Matrix, right: Sequence[float]) -> list[float]:
    forward: list[float] = []
    for line, value in zip(root, right, strict=True):
        forward.append((value - _dot(forward, line)) / line[-1])
    size = len(root)
    found = [0.0] * size
    for row in reversed(range(size)):
        rest = sum(root[below][row] * found[below] for below in range(row + 1, size))
        found[row] = (forward[row] - rest) / root[row][row]
    return found


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Multiply as many pairs as the shorter one has."""
    return sum(map(float.__mul__, left, right))

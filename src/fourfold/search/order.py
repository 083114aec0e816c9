"""The order in which equal columns are preferred, everywhere."""

from collections.abc import Iterable


def centre_first(columns: Iterable[int], width: int) -> list[int]:
    """The columns from the centre of a board outwards, of two equally far ones the left first."""
    return sorted(columns, key=lambda column: (abs(2 * column - (width - 1)), column))

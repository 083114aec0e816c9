"""Plain text for terminals: safe to print, and in columns."""

from collections.abc import Sequence


def printable(text: str) -> str:
    """Replace what could move the cursor, change colours, ring a bell or not be printed at all.

    For names, messages and tracebacks that come from elsewhere. Line ends are replaced, too.
    """
    return "".join(sign if sign.isprintable() else "·" for sign in text)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table as printable lines, with its columns one below the other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        printable("  ".join(cell.ljust(n) for cell, n in zip(row, widths, strict=True)).rstrip())
        for row in rows
    ]

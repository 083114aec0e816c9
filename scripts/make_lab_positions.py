"""Write the positions that `fourfold lab` measures on: `python -m scripts.make_lab_positions`.

A second run gives the same file.
"""

import sys
from pathlib import Path

from fourfold import Rules
from fourfold.analysis import lab_positions

FILE = Path(lab_positions.__file__).parent / "data" / lab_positions.SHIPPED
HEADER = "# What `fourfold lab` measures on; written by scripts/make_lab_positions.py."


def text() -> str:
    """Return what belongs in the file."""
    lines = [position.to_text() for position in lab_positions.draw(Rules(), lab_positions.ROUNDS)]
    return "\n".join([HEADER, *lines, ""])


def main(file: Path = FILE) -> None:
    file.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))

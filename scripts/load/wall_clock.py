"""A time of day that jumps for one server alone: a small library that is preloaded into it.

Debian's faketime makes the sleeping of Python's threads fail, so this moves nothing but the time of
day. It needs Linux and a C compiler.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from scripts.load.server import ServerError

_SOURCE = Path(__file__).with_suffix(".c")


@dataclass(frozen=True, slots=True)
class WallClock:
    """The time of day of the processes that run with `environment`."""

    environment: dict[str, str]
    file: Path

    @classmethod
    def build(cls, folder: Path) -> "WallClock":
        """Compile the library; ServerError if that is impossible here."""
        compiler = shutil.which("cc")
        library, file = folder / "wall_clock.so", folder / "wall_clock"
        if compiler is None:
            raise ServerError("there is no C compiler, by which the time of day would be moved")
        command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(_SOURCE)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise ServerError(f"the time of day cannot be moved here: {made.stderr[-300:]}")
        clock = cls({"LD_PRELOAD": str(library), "WALL_CLOCK": str(file)}, file)
        clock.set(0)
        return clock

    def set(self, seconds: float) -> None:
        """Let the time of day be ahead of the machine's by so many seconds."""
        new = self.file.with_suffix(".new")
        new.write_text(f"{seconds:.0f}\n")
        new.replace(self.file)

"""The folder of the user's data, and the removal of folders that others have filled."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import platformdirs

from fourfold.support.interrupts import interrupts_held_back


def data_folder() -> Path:
    """Return the folder for the user's data: $FOURFOLD_DATA, else the usual one of the system.

    On Linux that is $XDG_DATA_HOME/fourfold or ~/.local/share/fourfold, on macOS
    ~/Library/Application Support/fourfold. The folder need not exist.
    """
    if chosen := os.environ.get("FOURFOLD_DATA"):
        return Path(chosen)
    return platformdirs.user_data_path("fourfold", appauthor=False)


@contextmanager
def temporary_folder(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """Make a folder for the time of the block, which Ctrl-C does not leave behind."""
    folder: tempfile.TemporaryDirectory[str] | None = None
    try:
        with interrupts_held_back():
            folder = tempfile.TemporaryDirectory(prefix=prefix, dir=parent)
        yield Path(folder.name)
    finally:
        if folder is not None:
            with interrupts_held_back():
                folder.cleanup()


def remove_tree(path: Path) -> None:
    """Remove a folder with all that is in it, as far as the system lets us.

    However deep it is: every folder is moved to the top first, so that no path gets too long and
    nothing is called recursively. Links are removed, not followed.
    """
    top = Path(tempfile.mkdtemp(prefix=f"{path.name}-", dir=path.parent))
    with suppress(OSError):
        path.rename(top / "0")
    waiting, number = [top / "0"], 0
    while waiting:
        folder = waiting.pop()
        with suppress(OSError):
            folder.chmod(stat.S_IRWXU)
            for name in os.listdir(folder):  # noqa: PTH208 - a list: the folder changes meanwhile
                inner = folder / name
                if inner.is_symlink() or not inner.is_dir():
                    inner.unlink()
                    continue
                number += 1
                waiting.append(inner.rename(top / str(number)))
            folder.rmdir()
    with suppress(OSError):
        top.rmdir()

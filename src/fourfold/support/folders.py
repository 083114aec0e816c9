"""The folder of the user's data, and the removal of folders that others have filled."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder for the user's data: $FOURFOLD_DATA, else the usual one of the system.

    On Linux that is $XDG_DATA_HOME/fourfold or ~/.local/share/fourfold, on macOS
    ~/Library/Application Support/fourfold. The folder need not exist.
    """
    if chosen := os.environ.get("FOURFOLD_DATA"):
        return Path(chosen)
    return platformdirs.user_data_path("fourfold", appauthor=False)


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

"""Writes a file as a whole: whatever fails, there is the old file or the new one.

The new file is written beside the old one, brought to the disk, and renamed into its place. What is
appended to a file is there as a whole as well, or not at all.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from fourfold.support.interrupts import interrupts_held_back


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give the path of a file to write, which takes the place of `path` at the end.

    If anything is raised it is removed, and `path` is as it was. OSError if that cannot be done. A
    symbolic link stays; the file that it points to is replaced.
    """
    target = path.resolve()
    temporary = temporary_beside(path)
    try:
        yield temporary
        _sync(temporary)
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        with interrupts_held_back(), contextlib.suppress(OSError):
            temporary.unlink()


def temporary_beside(path: Path) -> Path:
    """Return where a file is written before it takes its place."""
    target = path.resolve()
    return target.with_name(f"{target.name}.{os.getpid()}.new")


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as a whole; OSError if that fails.

    A pipe or a device is written to, and so is a file in a folder that may not be changed.
    """
    if _is_special(path) or not os.access(path.resolve().parent, os.W_OK):
        path.write_bytes(data)
        return
    with interrupts_held_back(), replacing(path) as temporary:
        temporary.write_bytes(data)


def append_whole(file: FileIO, data: bytes) -> None:
    """Append all of it and bring it to the disk, or append nothing and raise OSError."""
    place = file.tell()
    try:
        left = memoryview(data)
        while left:
            left = left[file.write(left) :]
        os.fsync(file.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            file.seek(place)
            file.truncate()
        raise


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)  # Windows syncs what may be written
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

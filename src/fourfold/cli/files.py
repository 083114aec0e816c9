"""Checks the files that a command is given, before its work, and writes its result after it.

In every command a file that cannot be opened is a bad argument: the command prints one sentence
and ends with status 2 before it has done anything.
"""

import contextlib
import os
import shutil
import sys
from pathlib import Path

from fourfold.errors import InvalidOption
from fourfold.support.interrupts import interrupts_held_back

STANDARD_OUTPUT = "-"
"""The file name that stands for standard output."""


def check_readable(what: str, path: Path) -> None:
    """Refuse a file that cannot be opened; messages call it `what`: "the opening book"."""
    try:
        os.close(os.open(path, os.O_RDONLY))
        if path.is_dir():
            raise IsADirectoryError(None, "it is a folder")
    except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
        raise InvalidOption(f"{what} {path} cannot be read: {_reason(error)}") from None


def check_writable(what: str, path: Path) -> None:
    """Refuse a file that cannot be written, before an hour of work rather than after it."""
    if path.is_dir():
        raise InvalidOption(f"{what} {path} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise InvalidOption(f"{what} {path} cannot be written: there is no folder {path.parent}")
    try:
        if path.is_file():
            os.close(os.open(path, os.O_WRONLY))
        elif not path.exists():  # neither a file nor something special such as a pipe
            with interrupts_held_back():
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
                path.unlink()
    except (OSError, ValueError) as error:
        raise InvalidOption(f"{what} {path} cannot be written: {_reason(error)}") from None


def check_folder(what: str, path: Path) -> None:
    """Refuse a folder that is something else, or that cannot be made or written to."""
    place = path
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        why = "it is not a folder" if not place.is_dir() else "permission denied"
        raise InvalidOption(f"{what} cannot be written to {path}: {place}: {why}")


def check_openings(text: str | None) -> None:
    """Refuse a file of openings that cannot be read; `random` and `balanced` are no files."""
    if text not in (None, "random", "balanced"):
        assert text is not None
        check_readable("the openings", Path(text))


def check_is_a_file(option: str, path: Path) -> None:
    """Refuse standard output for an option that needs a file."""
    if str(path) == STANDARD_OUTPUT:
        raise InvalidOption(f"{option} is '-', but must be a file: it is read again later")


def check_result(path: str) -> None:
    """Refuse a path that `write_result` could not write to."""
    if path != STANDARD_OUTPUT:
        check_writable("the result", Path(path))


def write_result(path: str, result: str | bytes) -> None:
    """Write the result of a command to a file, or to standard output."""
    if path == STANDARD_OUTPUT:
        if isinstance(result, str):
            sys.stdout.write(result)
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(result)
    else:
        replace_file(Path(path), result.encode() if isinstance(result, str) else result)


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, so that it holds what it held before or all of the data, whatever happens."""
    if path.exists() and not path.is_file():  # a device or a pipe, which stays what it is
        path.write_bytes(data)
        return
    target = path.resolve()  # a symbolic link stays; the file that it points to is replaced
    temporary = target.with_name(f"{target.name}.{os.getpid()}.new")
    with interrupts_held_back():
        try:
            temporary.write_bytes(data)
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except PermissionError:  # no new file may be made in this folder
            target.write_bytes(data)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)

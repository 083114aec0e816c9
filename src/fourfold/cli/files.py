"""Checks the files that a command is given, before its work, and writes its result after it.

In every command a file that cannot be opened is a bad argument: the command prints one sentence
and ends with status 2 before it has done anything.
"""

import contextlib
import os
import sys
from pathlib import Path

from fourfold.errors import InvalidOption
from fourfold.support.interrupts import interrupts_held_back
from fourfold.support.whole_file import temporary_beside, write_whole

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
            _try_to_make(temporary_beside(path))
    except (OSError, ValueError) as error:
        raise InvalidOption(f"{what} {path} cannot be written: {_reason(error)}") from None


def _try_to_make(path: Path) -> None:
    """Make a file and remove it; by another name, or what stays when that fails is in the way."""
    with interrupts_held_back():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT)
        try:
            os.close(descriptor)
            path.unlink()
        except OSError:
            with contextlib.suppress(OSError):
                path.unlink()
            raise


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
        write_file("the result", Path(path), result)


def write_file(what: str, path: Path, content: str | bytes) -> None:
    """Write a file as a whole: if that fails, the old one stays."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        write_whole(path, data)
    except OSError as error:
        raise OSError(
            error.errno, f"{what} cannot be written: {_reason(error)}", str(path)
        ) from None


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)

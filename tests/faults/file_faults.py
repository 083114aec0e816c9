"""Makes the n-th operation on files of a folder fail, as a full or a broken disk would.

Counted are the operations that Python offers: opening, reading, writing, truncating, bringing to
the disk, closing, renaming, removing, making folders. A write that fails has written half of what
it was given; a close that fails has closed the file.
"""

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CODES = (errno.ENOSPC, errno.EIO) if os.environ.get("FOURFOLD_FAULTS") else (errno.ENOSPC,)
_BY_PATH = ("open", "replace", "rename", "unlink", "remove", "mkdir", "rmdir", "truncate")
_BY_FILE = ("fsync", "ftruncate")


class FileFaults:
    """The n-th operation fails with an error of the system; the others are done."""

    def __init__(self, folder: Path, n: int, code: int) -> None:
        self.folder = folder.resolve()
        self.left = n
        self.code = code
        self.failed = ""
        """The operation that failed; empty if there were fewer than n."""

    def strike(self, operation: str, path: object) -> None:
        """Count an operation, and raise OSError if it is the one."""
        self.left -= 1
        if self.left == 0:
            self.failed = f"{operation} {path}"
            raise OSError(self.code, os.strerror(self.code), str(path))

    def concerns(self, path: object) -> bool:
        """Return True for a path in the folder."""
        if not isinstance(path, str | os.PathLike):
            return False
        whole = Path(os.path.abspath(os.fspath(path)))  # noqa: PTH100 - resolve() asks the disk
        return self.folder in (whole, *whole.parents)


class _File:
    """An open file whose operations are counted."""

    def __init__(self, file: Any, path: object, faults: FileFaults) -> None:
        self._file = file
        self._path = path
        self._faults = faults

    def write(self, data: Any) -> int:
        try:
            self._faults.strike("write", self._path)
        except OSError:
            self._file.write(data[: len(data) // 2])
            raise
        written: int = self._file.write(data)
        return written

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def close(self) -> None:
        if self._file.closed:
            return
        self._file.close()
        self._faults.strike("close", self._path)

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._file, name)
        if name not in ("read", "readall", "readinto", "readline", "truncate", "flush"):
            return found

        def counted(*arguments: Any) -> Any:
            self._faults.strike(name, self._path)
            return found(*arguments)

        return counted


@contextmanager
def failing(faults: FileFaults) -> Iterator[None]:
    """Let these faults strike while this lasts."""
    real_open = io.open

    def open_file(path: Any, *arguments: Any, **options: Any) -> Any:
        if not faults.concerns(path):
            return real_open(path, *arguments, **options)
        faults.strike("open", path)
        return _File(real_open(path, *arguments, **options), path, faults)

    def counted(name: str, by_path: bool) -> Callable[..., Any]:
        real = getattr(os, name)

        def operation(first: Any, *arguments: Any, **options: Any) -> Any:
            if not by_path or faults.concerns(first):
                faults.strike(name, first)
            return real(first, *arguments, **options)

        return operation

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(io, "open", open_file)
        patch.setattr(builtins, "open", open_file)
        for name in _BY_PATH:
            patch.setattr(os, name, counted(name, by_path=True))
        for name in _BY_FILE:
            patch.setattr(os, name, counted(name, by_path=False))
        yield


def each_operation_fails(
    tmp_path: Path, prepare: Callable[[Path], None], check: Callable[[Path, FileFaults], None]
) -> int:
    """Call `check` in a prepared folder with the faults of each operation, until none fails.

    It does its work inside `failing(faults)`. Returns how many operations have failed.
    """
    operations = 0
    for code in CODES:
        for n in range(1, 1_000):
            folder = tmp_path / f"{code}-{n}"
            folder.mkdir(parents=True)
            prepare(folder)
            faults = FileFaults(folder, n, code)
            check(folder, faults)
            if not faults.failed:
                break
            operations += code == CODES[0]
    return operations

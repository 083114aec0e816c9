"""The file of a SQLite database: whether it is still the one that was opened.

Whoever has a file open can write to it after it was deleted or replaced, and nobody will ever
read it. So it is looked at before every use of a connection: a file that is gone is refused, and
one that has been put in its place is opened anew.
"""

import shutil
import sqlite3
import time
from pathlib import Path

from fourfold.errors import StoreError

LEAST_FREE = 1 << 20
"""Bytes that a disk must have left to count as not full."""

_GROWING = 1.0  # seconds in which a checkpoint may not have written the last pages yet
_HEAD = 32  # bytes of the header that are read


class SqliteFile:
    """The file at a path, as it was when it was opened."""

    def __init__(self, path: str) -> None:
        self.path = Path(path).absolute()
        self._opened: tuple[int, int] | None = None

    def connect(self, **options: object) -> sqlite3.Connection:
        """Connect to the file; it is created only if it has never been opened."""
        mode = "rwc" if self._opened is None else "rw"
        address = f"{self.path.as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True, **options)  # type: ignore[call-overload,no-any-return]

    def note(self) -> None:
        """Remember the file that is there now."""
        self._opened = self._identity()

    def is_same(self) -> bool:
        """Return True if the file is the one that was opened; StoreError if there is none."""
        found = self._identity()
        if found is None:
            raise StoreError(
                f"the database {self.path} is gone: its file was deleted or moved while it was in "
                "use; put it back, or restore a backup",
                "games cannot be read or written just now: the database is gone",
            )
        return found == self._opened

    def check_space(self) -> None:
        """Raise StoreError if the disk is full."""
        if shutil.disk_usage(self.path.parent).free < LEAST_FREE:
            raise StoreError(
                f"the database {self.path} cannot be written: its disk is full",
                "games cannot be written just now: the disk is full",
            )

    def check_size(self) -> None:
        """Raise StoreError if the file is shorter than it says: somebody has cut it."""
        until = time.monotonic() + _GROWING
        while self._is_short():
            if time.monotonic() > until:
                raise StoreError(
                    f"the database {self.path} is damaged: its file was cut; restore a backup",
                    "games cannot be read or written just now: the database is damaged",
                )
            time.sleep(0.02)

    def _is_short(self) -> bool:
        try:
            with self.path.open("rb") as file:
                head = file.read(_HEAD)
                size = file.seek(0, 2)
        except OSError:
            return False  # whatever it is, it is not that
        # As https://www.sqlite.org/fileformat.html has it; what is not checkpointed is elsewhere.
        page_size = int.from_bytes(head[16:18], "big")
        page_size = 1 << 16 if page_size == 1 else page_size
        return len(head) == _HEAD and size < page_size * int.from_bytes(head[28:32], "big")

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

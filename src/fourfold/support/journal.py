"""A journal of work in chunks: what is done so far, so that a killed process can continue.

    header   magic, then 32 bytes that identify the list of chunks
    record   number of the chunk (4), count of its values (2), values (2 each), CRC-32 (4)

All numbers are little-endian. A record is appended, and flushed, when its chunk is solved; chunks
can be solved in any order. A record at the end of the file that is incomplete or has a wrong
checksum was being written when the process was killed; it is cut off.
"""

import contextlib
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from fourfold.errors import FourfoldError
from fourfold.support.file_lock import lock
from fourfold.support.whole_file import append_whole

_MAGIC = b"fourfold journal 1\n"
_HEAD = struct.Struct("<IH")
_CHECK = struct.Struct("<I")


class Journal:
    """An open journal; `solved` has the values of each chunk that was solved.

    what: what the work makes, such as "book", for messages.
    error: what is raised if the journal cannot be used.
    """

    def __init__(
        self,
        path: Path,
        identity: bytes,
        chunk_sizes: Sequence[int],
        what: str,
        error: type[FourfoldError],
    ) -> None:
        self.solved: dict[int, tuple[int, ...]] = {}
        self._sizes = chunk_sizes
        header = _MAGIC + identity
        try:
            # Unbuffered: a buffer would write again what has failed, when the file is closed.
            is_new = not path.exists()
            self._file = path.open("x+b" if is_new else "r+b", buffering=0)
        except OSError as problem:
            raise error(f"the journal {path} cannot be written: {problem.strerror}") from None
        self._path = path
        self._error = error
        is_ours = False
        try:
            if not lock(self._file):
                raise error(f"another process is building with the journal {path}")
            is_ours = is_new
            data = self._file.readall()
            if data.startswith(_MAGIC) and len(data) <= len(header):
                data = b""  # it may be of other work, but nothing has been solved
                self._file.seek(0)
            if not header.startswith(data[: len(header)]):
                raise error(
                    f"{path} is not the journal of this {what}; remove it, or choose another name "
                    f"for the {what}"
                )
            end = self._read(data, len(header)) if len(data) >= len(header) else 0
            self._file.seek(end)
            self._file.truncate()
            if end == 0:
                self._append(header)
        except BaseException as problem:
            self._close_quietly()
            if is_ours:  # nothing could be written to it
                with contextlib.suppress(OSError):
                    path.unlink()
            if isinstance(problem, OSError):
                raise error(f"the journal {path} cannot be used: {problem.strerror}") from None
            raise

    def add(self, chunk: int, values: Sequence[int]) -> None:
        """Append the values of a chunk, and wait until they are on the disk."""
        self.add_all({chunk: values})

    def add_all(self, chunks: Mapping[int, Sequence[int]]) -> None:
        """Append the values of several chunks, and wait once until they are on the disk."""
        self._append(b"".join(_record(chunk, values) for chunk, values in chunks.items()))
        self.solved.update((chunk, tuple(values)) for chunk, values in chunks.items())

    def close(self) -> None:
        """Close the file, and release its lock. What was added is on the disk already."""
        self._close_quietly()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(self, data: bytes) -> None:
        """Append all of it or nothing: what comes after half a record could not be read."""
        try:
            append_whole(self._file, data)
        except OSError as problem:
            raise self._error(
                f"the journal {self._path} cannot be written: {problem.strerror}"
            ) from None

    def _close_quietly(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()

    def _read(self, data: bytes, place: int) -> int:
        """Read all complete records into `solved`, and return the place after the last of them."""
        while place + _HEAD.size <= len(data):
            chunk, count = _HEAD.unpack_from(data, place)
            end = place + _HEAD.size + 2 * count
            if chunk >= len(self._sizes) or count != self._sizes[chunk]:
                break
            if end + _CHECK.size > len(data):
                break
            if _CHECK.unpack_from(data, end)[0] != zlib.crc32(data[place:end]):
                break
            self.solved[chunk] = struct.unpack_from(f"<{count}h", data, place + _HEAD.size)
            place = end + _CHECK.size
        return place


def _record(chunk: int, values: Sequence[int]) -> bytes:
    record = _HEAD.pack(chunk, len(values)) + struct.pack(f"<{len(values)}h", *values)
    return record + _CHECK.pack(zlib.crc32(record))

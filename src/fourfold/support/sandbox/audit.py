"""Notes what a program's own code reaches for outside its folder, with the line that does it.

The kernel refuses it, but a program that catches the error would try in secret. Python reports
files, sockets and processes to a hook that cannot be removed again (`sys.addaudithook`). A program
that wants to can still hide from it, by ctypes for example: these are notes for people to read, and
nothing depends on them.

A hook can also refuse what is reported, by an error. This is used for events of this package, not
for what the kernel refuses.
"""

import json
import os
import sys
import sysconfig
from collections.abc import Collection
from contextlib import suppress
from types import FrameType

_MOST_NOTES = 50

# event -> what it is, and whether its first argument is a path that may be allowed
_EVENTS = {
    "open": ("open", True),
    "os.listdir": ("list", True),
    "os.scandir": ("list", True),
    "os.chmod": ("change", True),
    "os.chown": ("change", True),
    "os.link": ("link", True),
    "os.mkdir": ("make", True),
    "os.remove": ("remove", True),
    "os.rename": ("move", True),
    "os.rmdir": ("remove", True),
    "os.symlink": ("link", True),
    "os.truncate": ("change", True),
    "os.utime": ("change", True),
    "socket.__new__": ("network", False),
    "socket.getaddrinfo": ("network", False),
    "socket.gethostbyname": ("network", False),
    "os.exec": ("process", False),
    "os.fork": ("process", False),
    "os.forkpty": ("process", False),
    "os.posix_spawn": ("process", False),
    "os.spawn": ("process", False),
    "os.system": ("process", False),
    "subprocess.Popen": ("process", False),
    "os.kill": ("signal", False),
}


class Audit:
    """Writes a line for each thing outside that the code in a folder reaches for."""

    def __init__(
        self,
        folder: str,
        allowed: Collection[str],
        log: int,
        further: Collection[str] = (),
        forbidden: Collection[str] = (),
    ) -> None:
        """Prepare the notes.

        folder: where the code is, and the files that are its own.
        allowed: files and folders that it may read.
        log: an open file, to which lines of JSON are appended.
        further: other events to note, whose first argument is a name.
        forbidden: those of them that are refused.
        """
        self._folder = os.path.realpath(folder)
        imports = (os.path.realpath(path) for path in sys.path)  # an import looks into all of them
        self._allowed = (self._folder, *allowed, *imports, os.devnull, "/dev/urandom")
        self._library = os.path.realpath(sysconfig.get_path("stdlib"))
        self._packages = self._library + os.sep + "site-packages"
        self._log = log
        self._further = frozenset(further)
        self._forbidden = frozenset(forbidden)
        self._seen: set[tuple[str, str, int]] = set()

    def install(self) -> None:
        """Begin to take notes, until the process ends."""
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in _EVENTS:
            what, is_path = _EVENTS[event]
            target = self._outside(arguments[0]) if is_path and arguments else _shown(arguments)
            if target is not None:
                self._note(what, target, self._nearest_own_frame(sys._getframe(1)))
        elif event in self._further:
            self._note(event, _shown(arguments), self._any_own_frame(sys._getframe(1)))
            if event in self._forbidden:
                raise PermissionError(f"{event} is not allowed here: {_shown(arguments)}")

    def _note(self, what: str, target: str, frame: FrameType | None) -> None:
        """Write a note, once, if a frame of the program's own code is responsible."""
        if frame is None or len(self._seen) >= _MOST_NOTES:
            return
        note = (what, target, frame.f_lineno)
        if note not in self._seen:
            self._seen.add(note)
            self._write(note, os.path.relpath(frame.f_code.co_filename, self._folder))

    def _outside(self, path: object) -> str | None:
        """Return a path in full if it is not an allowed one."""
        if not isinstance(path, str | bytes | os.PathLike):
            return None  # the number of an open file
        full = os.path.realpath(os.fsdecode(path))
        for allowed in self._allowed:
            if full == allowed or full.startswith(allowed + os.sep):
                return None
        return full

    def _any_own_frame(self, frame: FrameType | None) -> FrameType | None:
        """Return the nearest frame of the program's own code, whatever lies between."""
        while frame is not None and not self._is_own(frame):
            frame = frame.f_back
        return frame

    def _is_own(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(self._folder + os.sep)

    def _nearest_own_frame(self, frame: FrameType | None) -> FrameType | None:
        """Return the nearest frame that is not of the standard library, if it is the program's own.

        What an installed package opens while it is imported is not the program's doing.
        """
        while frame is not None:
            name = frame.f_code.co_filename
            if self._is_own(frame):
                return frame
            in_library = name.startswith(self._library) and not name.startswith(self._packages)
            if not in_library and not name.startswith("<frozen "):
                return None
            frame = frame.f_back
        return None

    def _write(self, note: tuple[str, str, int], file: str) -> None:
        what, target, line = note
        text = json.dumps({"what": what, "target": target[:300], "file": file, "line": line})
        with suppress(OSError):
            os.write(self._log, text.encode() + b"\n")


def _shown(arguments: tuple[object, ...]) -> str:
    """Return the names among the arguments of an event: a host, a program and its arguments."""
    words: list[str] = []
    for each in arguments:
        match each:
            case str():
                words.append(each)
            case bytes():
                words.append(os.fsdecode(each))
            case list() | tuple():
                words += [str(part) for part in each]
    return " ".join(words)

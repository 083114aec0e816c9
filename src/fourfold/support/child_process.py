"""Runs somebody else's program and talks to it by lines, whatever it does.

The program may exit, hang, flood its output, print half a line, eat all memory or start other
processes. Each of these ends a call with a `ProgramError` that says in one sentence what happened
and carries what the program wrote last. Nothing here starts a thread, and nothing is left behind:

- the program leads a session of its own, so Ctrl-C on the terminal does not reach it, and it is
  ended together with everything that it started (see `process_tree`);
- that happens on `close`, at the end of this process, and, by the guardian, when this process is
  killed.

Memory is limited in two ways, on Linux. The kernel refuses a process more private memory than the
limit (`RLIMIT_DATA`: unlike the address space it does not count what Java, Go and Node only
reserve), so its own allocation fails. And while its answer is waited for, the resident memory of
the whole tree is watched.
"""

import atexit
import itertools
import os
import secrets
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import IO

from fourfold.errors import ProgramError, describe
from fourfold.support import process_tree
from fourfold.support.interrupts import interrupts_held_back

MEMORY_MB = 4096
"""What a program may use if neither its caller nor `FOURFOLD_PLAYER_MB` says otherwise."""
LONGEST_LINE = 65_536
"""Bytes of a line; a longer one is a fault."""
LONGEST_ANSWER = 4 * 1024 * 1024
"""Bytes that a program may write before it has answered; more is a fault."""
LONGEST_ERRORS = 16 * 1024 * 1024
"""The same for its standard error."""
TAIL = 20_000
"""Characters of its standard error that are kept."""

_SLICE = 0.05  # seconds of waiting between two looks at the caller's deadline
_MEMORY_PERIOD = 0.5  # seconds between two looks at the memory
_CHUNK = 65_536
_LAST_LINES = 5
_LONGEST_QUOTE = 150  # characters
_FAREWELL = 1.0  # seconds in which a program that has closed its output may tell its status

Deadline = Callable[[], float]
"""Returns when to give up (`time.monotonic`); asked again and again, as it may move."""


class ChildProcess:
    """A program, its standard streams as lines, and the end of everything that it started.

    One thread reads at a time; `send` and `close` can be called from any thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str | None = None,
        memory_mb: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start a program; ProgramError if that is not possible.

        name: how messages name it; the command if not given.
        memory_mb: what it may use together with all that it starts.
        environment: variables besides those of this process.
        """
        self.command = tuple(command)
        self.name = describe(" ".join(self.command) if name is None else name)
        self.memory_mb = player_memory_mb() if memory_mb is None else memory_mb
        if not hasattr(select, "poll"):
            raise ProgramError(self.name, "cannot be started: this system has no poll()")
        self._marker = f"{own_marker()}{next(_numbers)}."
        self._owner = os.getpid()
        self._sending = threading.Lock()
        self._reading = threading.Lock()
        self._is_closed = False
        self._unsent = bytearray()
        self._received = bytearray()
        self._lines: deque[bytes] = deque()
        self._answer_bytes = 0
        self._error_bytes = 0
        self._errors = bytearray()
        self._recent: deque[str] = deque(maxlen=_LAST_LINES)
        self._last_sent = ""
        self._next_memory_check = 0.0
        # Ctrl-C is delayed: a process without an object would never be ended.
        with interrupts_held_back():
            self._process = self._start(environment or {})
            _live.add(self)
        self._in, self._out, self._err = (stream.fileno() for stream in self._streams())
        self._open = {self._out, self._err}
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        _tell_guardian("+", self.pid)

    def _start(self, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, **environment, process_tree.MARKER: self._marker},
            )
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise ProgramError(self.name, f"cannot be started: {reason.lower()}") from None
        if sys.platform == "linux":
            import resource

            size = self.memory_mb * 2**20
            with suppress(OSError, ValueError):  # it has ended, or a lower limit holds already
                resource.prlimit(process.pid, resource.RLIMIT_DATA, (size, size))
        return process

    def _streams(self) -> Iterator[IO[bytes]]:
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            yield stream

    @property
    def pid(self) -> int:
        """The id of the process, which is also that of its group and session."""
        return self._process.pid

    @property
    def marker(self) -> str:
        """What the environment of the program, and of all that it starts, is marked with."""
        return self._marker

    @property
    def is_running(self) -> bool:
        """Whether it has neither ended nor been closed."""
        return not self._is_closed and self._process.poll() is None

    @property
    def status(self) -> int | None:
        """Its exit status, negative after a signal; None while it runs."""
        return self._process.poll()

    # Talking

    def send(self, text: str) -> None:
        """Send lines, each with its line break; never waits.

        What does not fit into the pipe is sent while an answer is waited for. A program that has
        ended is noticed there, too.
        """
        with self._sending:
            if self._is_closed:
                return
            self._last_sent = text
            self._unsent += text.encode()
            self._flush()

    def _flush(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._in, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:  # nobody reads: the reader finds out why
            self._unsent.clear()

    def expect_answer(self) -> None:
        """Begin to count anew what the program writes before it answers."""
        self._answer_bytes = self._error_bytes = 0

    def read_line(self, deadline: Deadline) -> str | None:
        """Return the next line without its line break, or None when the deadline has passed.

        Raises ProgramError if no line can come any more: the program has ended, closed its output,
        flooded it or used too much memory.
        """
        with self._reading:
            while not self._lines:
                left = deadline() - time.monotonic()
                if self._is_closed:
                    raise self.fault("was ended")
                if self._out not in self._open:
                    raise self._end_fault()
                if not self._wait(min(max(left, 0.0), _SLICE)) and left <= 0:
                    return None
            line = self._lines.popleft().rstrip(b"\r").decode("utf-8", "replace")
            self._recent.append(line)
            return line

    def _wait(self, seconds: float) -> bool:
        """Wait for output, at most so long, and take it in; return True if there was some."""
        poll = select.poll()
        for stream in self._open:
            poll.register(stream, select.POLLIN)
        if self._unsent:
            poll.register(self._in, select.POLLOUT)
        ready = poll.poll(seconds * 1000)
        for stream, _ in ready:
            if stream == self._out:
                self._take_output()
            elif stream == self._err:
                self._take_errors()
            else:
                with self._sending:
                    self._flush()
        if not ready:
            if self._process.poll() is not None:  # what it has left may keep its output open
                raise self._end_fault()
            self._check_memory()
        return bool(ready)

    def _take_output(self) -> None:
        data = self._read(self._out)
        self._answer_bytes += len(data)
        self._received += data
        if b"\n" in data:
            *lines, rest = bytes(self._received).split(b"\n")
            self._lines.extend(lines)
            self._received = bytearray(rest)
        else:
            lines = []
        if max(map(len, (*lines, self._received))) > LONGEST_LINE:
            raise self.fault(f"wrote a line of more than {LONGEST_LINE:,} bytes")
        if self._answer_bytes > LONGEST_ANSWER:
            raise self.fault(f"flooded its output: {LONGEST_ANSWER:,} bytes without an answer")

    def _take_errors(self) -> None:
        data = self._read(self._err)
        self._error_bytes += len(data)
        self._errors += data
        del self._errors[: -4 * TAIL]  # a character has 4 bytes at most
        if self._error_bytes > LONGEST_ERRORS:
            raise self.fault(
                f"flooded its standard error: {LONGEST_ERRORS:,} bytes without an answer"
            )

    def _read(self, stream: int) -> bytes:
        try:
            data = os.read(stream, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._open.discard(stream)
        return data

    # Faults

    def fault(self, what: str, *, by_itself: bool = False) -> ProgramError:
        """Make the error of this program; what it wrote last is its cause.

        by_itself: it has ended or told its error, so its standard error says all that is needed.
        """
        return ProgramError(self.name, what, self._cause(by_itself))

    @property
    def errors(self) -> str:
        """The last characters that it wrote to its standard error."""
        return self._errors.decode("utf-8", "replace")[-TAIL:]

    @property
    def unfinished_line(self) -> str:
        """The beginning of a line whose end has not come."""
        return self._received[:200].decode("utf-8", "replace")

    def _cause(self, by_itself: bool) -> str:
        """Return what helps the author of the program: its standard error and last lines."""
        self._take_last_errors()
        errors = self.errors.strip("\n")
        if errors and by_itself:
            return errors
        parts = [f"standard error:\n{errors}"] if errors else []
        lines = [line[:200] for line in self._recent]
        if self._received:
            lines.append(f"{self.unfinished_line} (without an end of the line)")
        if lines:
            parts.append("last lines of its output:\n" + "\n".join(lines))
        if self._last_sent:
            parts.append(f"last lines sent to it:\n{self._last_sent.rstrip()}")
        return "\n\n".join(parts)[-TAIL:]

    def _take_last_errors(self) -> None:
        """Take in what is left of its standard error, without waiting."""
        while self._err in self._open and not self._is_closed:
            data = self._read(self._err)
            if not data:
                break
            self._errors += data
            del self._errors[: -4 * TAIL]

    def _end_fault(self) -> ProgramError:
        """Make the error of a program from which nothing more can come."""
        return self.fault(self._how_it_ended(), by_itself=True)

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            what = "closed its output"
        else:
            what = status_text(status)
            self._take_last_errors()
            if status > 0 and (last := self.errors.strip().rpartition("\n")[2].strip()):
                what += f": {last[:_LONGEST_QUOTE]}"
        if self._received:
            what = f"left the line {describe(self.unfinished_line)} unfinished and {what}"
        return what

    def _check_memory(self) -> None:
        now = time.monotonic()
        if now < self._next_memory_check:
            return
        self._next_memory_check = now + _MEMORY_PERIOD
        if process_tree.resident_bytes(self._marker) > self.memory_mb * 2**20:
            raise self.fault(f"used more than {self.memory_mb:,} MB of memory")

    # The end

    def close(self, farewell: str = "", patience: float = 0.0) -> None:
        """End the program and everything that it started; harmless when called again.

        farewell: lines to send before, such as `quit`.
        patience: seconds that it has to end by itself.
        """
        if self._owner != os.getpid():
            return  # a fork of the process that started it
        with self._sending:
            if self._is_closed:
                return
            if farewell:
                self._unsent += farewell.encode()
                self._flush()
            self._is_closed = True
        if patience > 0:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        if self._process.returncode is None:  # else the id may belong to somebody else by now
            process_tree.kill_group(self.pid)
        process_tree.kill_marked(self._marker)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(process_tree.PATIENCE)
        _tell_guardian("-", self.pid)
        with self._reading:  # a reader notices at once: the program's end closes the pipes
            for stream in self._streams():
                with suppress(OSError):
                    stream.close()
        _live.discard(self)


def status_text(status: int) -> str:
    """Say how a process ended, from its status as `subprocess` gives it."""
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was killed by signal {-status} ({signal.Signals(-status).name})"
    except ValueError:
        return f"was killed by signal {-status}"


def player_memory_mb() -> int:
    """Return the memory in MB that a player's program may use, from `FOURFOLD_PLAYER_MB`."""
    text = os.environ.get("FOURFOLD_PLAYER_MB", "")
    return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else MEMORY_MB


# What this process has started

_live: set[ChildProcess] = set()
_numbers = itertools.count(1)
_guardian: tuple[int, int, str] | None = None  # our process, the pipe to it, our marker
_guardian_lock = threading.Lock()


def own_marker() -> str:
    """Return how the markers of all children of this process begin; start the guardian first."""
    global _guardian
    with _guardian_lock:
        if _guardian is None or _guardian[0] != os.getpid():
            outer = os.environ.get(process_tree.MARKER, "")
            marker = f"{outer}{os.getpid():x}.{secrets.token_hex(3)}."
            _guardian = os.getpid(), _start_guardian(marker), marker
        return _guardian[2]


def _start_guardian(marker: str) -> int:
    """Start the guardian of this process; return the pipe to it, or -1 if there is none."""
    if not sys.executable or not hasattr(os, "posix_spawn"):
        return -1
    theirs, ours = os.pipe()
    try:
        os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", process_tree.__file__, marker],
            {key: value for key, value in os.environ.items() if key != process_tree.MARKER},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, theirs, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
        )
    except OSError:
        os.close(ours)
        return -1
    finally:
        os.close(theirs)
    return ours


def _tell_guardian(what: str, group: int) -> None:
    if _guardian is not None and _guardian[1] >= 0:
        with suppress(OSError):
            os.write(_guardian[1], f"{what}{group}\n".encode())


@atexit.register
def _close_all() -> None:
    for child in list(_live):
        child.close()

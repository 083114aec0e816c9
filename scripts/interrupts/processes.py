"""Starts a command, interrupts it, and says how it ended and what it left running."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scripts.interrupts.invocations import Invocation

MARK = "FOURFOLD_INTERRUPTED_RUN"
PATIENCE = 60.0
LEFT_SECONDS = 20.0
"""How long the processes that a command has started may outlive it."""
_PROC = Path("/proc")

_PROGRAM = (
    [str(Path(sys.executable).with_name("fourfold"))]
    if Path(sys.executable).with_name("fourfold").exists()
    else [sys.executable, "-m", "fourfold"]
)


@dataclass(frozen=True, slots=True)
class Interrupt:
    """What is done to a command, and when."""

    seconds: float
    """After its start."""
    signals: tuple[signal.Signals, ...]
    pause: float = 0.0
    """Seconds between two signals."""
    output: str = "pipe"
    """Its standard output: `pipe`, `closed` (a pipe that nobody reads), `file`."""
    when: Callable[[], object] | None = None
    """Waits for the moment, instead of the seconds."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended."""

    status: int | None
    """None if it had to be killed."""
    output: str
    errors: str
    seconds: float
    """From its start."""
    after: float = 0.0
    """Seconds from the first signal to the end of the process."""
    was_ready: bool = True
    """Whether the signals were ours to handle when the first one was sent."""
    left: tuple[str, ...] = ()
    """Processes that were still there."""


def run(
    invocation: Invocation, folder: Path, interrupt: Interrupt | None = None, mark: str = "run"
) -> Ending:
    """Run a command in a folder; it is ended when its first line is there if it would wait.

    mark: the environment of the command and of all that it starts has it.
    """
    for name in ("tmp", "data"):
        (folder.parent / name).mkdir(exist_ok=True)
    environment = {
        **os.environ,
        MARK: mark,
        "FOURFOLD_DATA": str(folder.parent / "data"),
        "TMPDIR": str(folder.parent / "tmp"),
        "BROWSER": "true",
    }
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        output_is = interrupt.output if interrupt is not None else "file"
        began = time.monotonic()
        process = subprocess.Popen(
            [*_PROGRAM, *invocation.words],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=output if output_is == "file" else subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
        if output_is == "closed":
            assert process.stdout is not None
            process.stdout.close()
            process.stdout = None
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.write(invocation.typed.encode())
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdin = None
        was_ready, after, shown = True, 0.0, b""
        if interrupt is not None:
            if interrupt.when is not None:
                interrupt.when()
            time.sleep(max(0.0, began + interrupt.seconds - time.monotonic()))
            was_ready = _handles_signals(process.pid)
            sent = time.monotonic()
            for number in interrupt.signals:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, number)
                time.sleep(interrupt.pause)
        elif invocation.waits:
            _wait_for(output.fileno(), invocation.waits, process)
            seconds = time.monotonic() - began
            os.killpg(process.pid, signal.SIGINT)
        try:
            shown = process.communicate(timeout=PATIENCE)[0] or b""
            status: int | None = process.returncode
        except subprocess.TimeoutExpired:
            status = None
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        ended = time.monotonic()
        if interrupt is not None:
            after = ended - sent
        if interrupt is not None or not invocation.waits:
            seconds = ended - began
        left = _left_over(mark)
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    shown_text = shown.decode("utf-8", "replace") or texts[0]
    return Ending(status, shown_text, texts[1], seconds, after, was_ready, left)


def _wait_for(output: int, words: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while words.encode() not in os.pread(output, 65536, 0):
        if time.monotonic() > end or process.poll() is not None:
            raise RuntimeError(f"{process.args!r} has not said {words!r}")
        time.sleep(0.01)


def _handles_signals(pid: int) -> bool:
    """Whether a process catches SIGTERM, or ignores it.

    Python itself leaves it alone, so a process that does is past the first lines of our own.
    """
    try:
        lines = (_PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return True
    masks = {name: int(mask, 16) for name, _, mask in (line.partition(":\t") for line in lines)
             if name in ("SigCgt", "SigIgn")}  # fmt: skip
    bit = 1 << (signal.SIGTERM - 1)
    return not masks or any(mask & bit for mask in masks.values())


def _left_over(mark: str) -> tuple[str, ...]:
    """Return the command lines of processes with this mark that do not end within a while."""
    wanted = f"{MARK}={mark}\0".encode()
    end = time.monotonic() + LEFT_SECONDS
    while True:
        found: list[tuple[int, str]] = []
        for process in _PROC.glob("[0-9]*"):
            with suppress(OSError):
                if wanted in (process / "environ").read_bytes():
                    words = (process / "cmdline").read_bytes().replace(b"\0", b" ")
                    found.append((int(process.name), words.decode("utf-8", "replace")[:200]))
        if not found or time.monotonic() > end:
            for pid, _ in found:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return tuple(words for _, words in found)
        time.sleep(0.05)

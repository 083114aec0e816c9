"""What Ctrl-C and the other signals that end a program do to the `fourfold` command.

    SIGINT   Ctrl-C               status 130
    SIGTERM  kill, a supervisor   status 143
    SIGHUP   the terminal closed  status 129

The command passes through three phases, and in each a signal has another effect.

1. *Loading.* Nothing has been written yet, so the process exits at once. An exception would be
   worse: raised inside an import it can be reported by whoever runs the import, with a traceback.
   Before this module runs, it is Python that answers: that time is kept short by the package's
   own `__init__`, which imports nothing heavy.
2. *Running.* KeyboardInterrupt is raised, so that every `finally` and `with` does its work: files
   are completed or removed, workers end. Signals that follow within a moment are the same key
   pressed twice, and must not interrupt that work.
3. *Leaving.* The result is there, and only the interpreter's own shutdown is left, where an
   exception would be printed as a traceback. So signals are ignored, unless it takes too long.

A signal that the starter of the command ignores, as `nohup` does, stays ignored. This module is
loaded before everything else and imports only what Python has loaded already, or nearly.
"""

import atexit
import os
import signal
import sys
import time

TYPE_CHECKING = False  # as type checkers take it; `typing` itself is costly to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    _UnraisableHook = Callable[["sys.UnraisableHookArgs"], object]

INTERRUPTED = 130

_SIGNALS = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_SAME = 1.0  # seconds within which a signal that is repeated counts once
_PATIENCE = 5.0  # seconds that leaving may take before a signal ends it

_caught: list[signal.Signals] = []
_last: tuple[int, float] | None = None  # the signal that came last, and when
_is_running = False
_status = 0
_left = 0.0  # when the command had ended


def exit_at_once() -> None:
    """Begin the first phase: a signal ends the process without a word."""
    for name in _SIGNALS:
        number = signal.Signals[name]
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _handle)
            _caught.append(number)
    # What is registered first is called last: from then on Python would give the signals their
    # default effect, while it is taking its modules apart.
    atexit.register(_ignore)


def run_interruptible(run: "Callable[[], int]") -> int:
    """Run a command, the second phase; return its exit status, with which the third begins."""
    global _is_running, _status, _left
    _status = INTERRUPTED
    hook = sys.unraisablehook
    sys.unraisablehook = lambda unraisable: _on_unraisable(unraisable, hook)
    # A phase is one assignment, so that no signal can come in the middle of a change.
    try:
        _is_running = True
        _status = run()
        _left = time.monotonic()
    except KeyboardInterrupt:  # a second one is not raised so soon
        _left = time.monotonic()
    finally:
        _left = _left or time.monotonic()
    if _status == INTERRUPTED and _last is not None:
        _status = 128 + _last[0]
    return _status


def _handle(number: int, _: "FrameType | None") -> None:
    """Do what a signal does in the present phase."""
    global _last
    now = time.monotonic()
    if not _is_running:
        os._exit(128 + number)
    elif _left:
        if now - _left > _PATIENCE:
            os._exit(_status)
    elif _last is None or now - _last[1] > _SAME:
        _last = number, now
        raise KeyboardInterrupt


def _ignore() -> None:
    for number in _caught:
        signal.signal(number, signal.SIG_IGN)


def _on_unraisable(unraisable: "sys.UnraisableHookArgs", hook: "_UnraisableHook") -> None:
    """Interrupt again: the exception was raised where Python must drop it, such as a finalizer."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        hook(unraisable)
        return
    import _thread

    # Not here: what this function raises would be dropped as well.
    _thread.start_new_thread(_interrupt_again, ())


def _interrupt_again() -> None:
    global _last
    time.sleep(0.01)
    if _last is not None and not _left:
        number, _last = _last[0], None
        if os.name == "posix":
            os.kill(os.getpid(), number)  # the main thread may be waiting, and must be woken
        else:
            signal.raise_signal(number)

"""Delays Ctrl-C while code runs that must not be interrupted.

Python raises KeyboardInterrupt between any two steps of the main thread, also while it starts a
thread or waits for one. That does lasting harm: a lock stays taken, so that the other thread waits
for ever, or a thread without an owner returns from native code while the interpreter ends, which
aborts the process ("terminate called without an active exception"). And a file may be left half
written.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_SIGNALS = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that a program may turn into KeyboardInterrupt, as `fourfold` does."""


@contextmanager
def interrupts_held_back(interrupted: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; `interrupted` is called when it is pressed.

    At the end of the block the program's own handler runs, which usually raises
    KeyboardInterrupt. So do those of SIGTERM and SIGHUP, where the program has any. Other threads
    than the main one, which Python never interrupts, are not affected.
    """
    handlers: dict[int, Callable[..., Any]] = {}
    if threading.current_thread() is threading.main_thread():
        for name in _SIGNALS:
            handler = signal.getsignal(signal.Signals[name])
            if callable(handler):  # else there is nothing to delay: no Python handler would run
                handlers[signal.Signals[name]] = handler
    held: list[tuple[Any, ...]] = []

    def hold(*arguments: Any) -> None:
        held.append(arguments)
        interrupted()

    for number in handlers:
        signal.signal(number, hold)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if held:
            handlers[held[-1][0]](*held[-1])

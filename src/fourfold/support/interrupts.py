"""Delays Ctrl-C while code runs that must not be interrupted.

Python raises KeyboardInterrupt between any two steps of the main thread, also while it starts a
thread or waits for one. That does lasting harm: a lock stays taken, so that the other thread waits
for ever, or a thread without an owner returns from native code while the interpreter ends, which
aborts the process ("terminate called without an active exception").
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interrupts_held_back(interrupted: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; `interrupted` is called when it is pressed.

    At the end of the block the program's own handler runs, which usually raises
    KeyboardInterrupt. Other threads than the main one, which Python never interrupts, are not
    affected.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield  # no Python handler would run in this thread: there is nothing to delay
        return
    held: list[tuple[Any, ...]] = []

    def hold(*arguments: Any) -> None:
        held.append(arguments)
        interrupted()

    signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if held:
            handler(*held[-1])

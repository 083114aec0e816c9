"""Runs work in threads of lower priority, so that a screen or a page stays responsive.

A search keeps a processor busy for seconds. Linux has a priority for each thread, which the native
threads of a search inherit; on other systems the priority is unchanged.

The whole thread is lowered, Python and native code alike: without special rights a thread can
lower its priority but never raise it again.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

_STEPS = 10  # of 19

T = TypeVar("T")


def start_in_background(work: Callable[[], None], name: str) -> threading.Thread:
    """Start a daemon thread of lower priority; RuntimeError if the system cannot start one."""

    def lowered() -> None:
        _lower_priority()
        work()

    thread = threading.Thread(target=lowered, name=name, daemon=True)
    thread.start()
    return thread


def run_in_background(work: Callable[[], T], name: str) -> T:
    """Run a function in a thread of lower priority, wait for it, and return its result."""
    results: list[T] = []
    errors: list[BaseException] = []

    def keep() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    start_in_background(keep, name).join()
    if errors:
        raise errors.pop()  # not kept: it holds this frame, which would hold it
    return results.pop()


def _lower_priority() -> None:
    if sys.platform == "linux":
        own = threading.get_native_id()
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, own)
            os.setpriority(os.PRIO_PROCESS, own, min(19, usual + _STEPS))

"""Runs jobs in worker processes on this machine, which end with the process that started them.

Ctrl-C reaches every process of a terminal at once, so it could interrupt a worker at any moment,
and the parent while it starts one. Three things prevent tracebacks:

1. While a worker is being started Ctrl-C is delayed: in the parent, because a worker that is only
   half started prints an error, and in the worker, which starts with the signal blocked.
2. A worker ignores Ctrl-C. The parent ends it.
3. On an error the parent terminates the workers, and waits until the executor's own thread has
   noticed. If it were still running when the interpreter ends, both would close the same pipe.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

from fourfold.support.interrupts import interrupts_held_back

MOST_WORKERS = 1024

Key = TypeVar("Key")
Job = TypeVar("Job")
Result = TypeVar("Result")


@contextmanager
def process_executor(workers: int) -> Iterator[tuple[Executor, int]]:
    """Offer an executor with this many processes, and the number of jobs that it runs at once.

    The processes end with the block, and with this process, even if it is killed.
    """
    context = _Context()
    # The workers wait for the end of this pipe, which comes when this process closes it or ends.
    # An event would not work: setting one waits for every worker, even for a dead one.
    theirs, ours = context.Pipe(duplex=False)
    pool = _Pool(workers, context, initializer=_watch, initargs=(theirs,))
    try:
        yield pool, workers
        pool.shutdown()
    except BaseException:
        ours.close()
        context.terminate()  # their results are no longer needed
        pool.shutdown(cancel_futures=True)
        raise
    finally:
        ours.close()
        theirs.close()


def run_jobs(
    pool: Executor,
    at_once: int,
    call: Callable[[Job], Result],
    jobs: Iterable[tuple[Key, Job]],
) -> Iterator[tuple[Key, Result]]:
    """Yield the key and the result of each job as it is done, in any order.

    Only a few jobs are submitted ahead, so that there can be very many of them.
    """
    waiting = iter(jobs)
    running: dict[Future[Result], Key] = {}
    while True:
        while len(running) < 2 * at_once and (job := next(waiting, None)) is not None:
            key, argument = job
            running[pool.submit(call, argument)] = key
        if not running:
            return
        # With a timeout, because on Windows Ctrl-C does not interrupt a wait.
        done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
        for future in [future for future in running if future in done]:
            yield running.pop(future), future.result()


class _Context(SpawnContext):
    """Starts processes, and can terminate them.

    They are not forked: a fork of a process with threads can wait for ever, and would keep the
    parent's files open.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: list[multiprocessing.process.BaseProcess] = []

    def Process(self, *arguments: Any, **options: Any) -> Any:  # type: ignore[override]  # noqa: N802
        process = SpawnContext.Process(*arguments, **options)
        self._started.append(process)
        return process

    def terminate(self) -> None:
        """End every process that was started and still runs."""
        for process in self._started:
            if process.pid is not None:
                process.terminate()


class _Pool(ProcessPoolExecutor):
    """An executor that Ctrl-C cannot interrupt while it starts workers, which `submit` does."""

    def submit(self, *arguments: Any, **options: Any) -> Any:
        with interrupts_held_back(), _blocked_for_children():
            return super().submit(*arguments, **options)


@contextmanager
def _blocked_for_children() -> Iterator[None]:
    """Block Ctrl-C in the processes that are started within the block.

    A process starts with the blocked signals of the thread that starts it. This does not delay
    Ctrl-C in the parent: another thread may receive it, and Python then runs the handler in the
    main thread.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _watch(parent: "Connection[object, object]") -> None:
    """Set up a worker: ignore Ctrl-C, and exit when the parent closes the pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def exit_with_the_parent() -> None:
        with contextlib.suppress(EOFError, OSError):
            parent.recv_bytes()
        os._exit(1)

    threading.Thread(target=exit_with_the_parent, daemon=True).start()

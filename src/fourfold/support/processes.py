"""Worker processes of this machine, which end with the process that started them.

Each worker is an executor of its own with a single process, and has one job at a time. So if it
dies, one job is lost, it is known which, and the other workers go on.

Ctrl-C reaches every process of a terminal at once, so it could interrupt a worker at any moment,
and the parent while it starts one. Three things prevent tracebacks:

1. While a worker is being started Ctrl-C is delayed: in the parent, because a worker that is only
   half started prints an error, and in the worker, which starts with the signal blocked.
2. A worker ignores Ctrl-C. The parent ends it.
3. On an error the parent terminates the workers, and waits until the executors' own threads have
   noticed. If they were still running when the interpreter ends, both would close the same pipe.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from typing import Any

from fourfold.support.executors import WorkerLostError
from fourfold.support.interrupts import interrupts_held_back


@contextmanager
def process_executor(workers: int) -> Iterator["ProcessExecutor"]:
    """Offer an executor with this many processes.

    The processes end with the block, and with this process, even if it is killed.
    """
    # The workers wait for the end of this pipe, which comes when this process closes it or ends.
    # An event would not work: setting one waits for every worker, even for a dead one.
    theirs, ours = _Context().Pipe(duplex=False)
    executor = ProcessExecutor(workers, theirs)
    try:
        yield executor
        executor.shut_down()
    except BaseException:
        ours.close()
        executor.terminate()  # their results are no longer needed
        raise
    finally:
        ours.close()
        theirs.close()


class ProcessExecutor:
    """Runs each job in one of several processes, which are started when they are needed."""

    def __init__(self, workers: int, parent: "Connection[object, object]") -> None:
        """parent: the end of a pipe that is closed when the workers have to end."""
        self.workers = workers
        self.capacity = workers
        self._idle = [_Worker(parent) for _ in range(workers)]
        self._workers = tuple(self._idle)
        self._busy: dict[Future[Any], _Worker] = {}

    def submit(self, call: Callable[[Any], Any], job: Any) -> Any:
        """Give a job to an idle worker; there must be one."""
        worker = self._idle.pop()
        future = worker.submit(call, job)
        self._busy[future] = worker
        return future

    def wait(self, submitted: Collection[Any]) -> list[Any]:
        """Return the jobs that are done."""
        # With a timeout, because on Windows Ctrl-C does not interrupt a wait.
        done, _ = wait(submitted, timeout=1.0, return_when=FIRST_COMPLETED)
        return [future for future in submitted if future in done]

    def result(self, submitted: Any) -> Any:
        """Return the result of a job that is done; its worker is idle again, or replaced."""
        worker = self._busy.pop(submitted)
        self._idle.append(worker)
        try:
            return submitted.result()
        except BrokenExecutor:
            worker.replace()
            raise WorkerLostError from None

    def give_up(self, submitted: Collection[Any]) -> None:
        """End the workers of these jobs; others take their places."""
        workers = [self._busy.pop(future) for future in submitted]
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.replace()
        self._idle += workers

    def shut_down(self) -> None:
        """End the workers, and wait for it."""
        self.give_up(list(self._busy))
        for worker in self._workers:
            worker.pool.shutdown(wait=False)
        for worker in self._workers:
            worker.pool.shutdown()

    def terminate(self) -> None:
        """End the workers, whatever they do, and wait for it."""
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.pool.shutdown(cancel_futures=True)


class _Worker:
    """One process, and a new one in its place when it has died."""

    def __init__(self, parent: "Connection[object, object]") -> None:
        self._parent = parent
        self._prepare()

    def _prepare(self) -> None:
        """Make the executor, which starts the process with its first job."""
        self._context = _Context()
        self.pool = _Pool(1, self._context, initializer=_watch, initargs=(self._parent,))

    def terminate(self) -> None:
        self._context.terminate()

    def replace(self) -> None:
        """Take another process, once this one has ended."""
        self.pool.shutdown()
        self._prepare()

    def submit(self, call: Callable[[Any], Any], job: Any) -> Any:
        try:
            return self.pool.submit(call, job)
        except BrokenExecutor:  # it died while it had nothing to do
            self.replace()
            return self.pool.submit(call, job)


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

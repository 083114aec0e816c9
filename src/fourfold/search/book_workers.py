"""Where the chunks of a book are solved: processes on this machine, or a Dask cluster.

Both are offered as an executor of `concurrent.futures` and how many tasks it can run at once.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import Connection

from fourfold.errors import BookError

_SECONDS_TO_CONNECT = 10


@contextmanager
def process_executor(workers: int) -> Iterator[tuple[Executor, int]]:
    """Processes that end with this one, however it ends."""
    # Not forked: a copy of a process with threads can wait for ever, and would hold our files.
    context = multiprocessing.get_context("spawn")
    # The workers wait for the end of this pipe, which comes when we close it or are gone. An
    # event would not do: setting one waits for every worker to hear it, also for a dead one.
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_watch, initargs=(theirs,))
    try:
        yield pool, workers
        pool.shutdown()
    except BaseException:
        ours.close()  # whatever they were solving, nobody waits for it any more
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    finally:
        ours.close()
        theirs.close()


def _watch(parent: "Connection[object, object]") -> None:
    """In each worker: leave Ctrl-C to the parent, and go when it tells us to, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait_for_the_end() -> None:
        with contextlib.suppress(EOFError, OSError):
            parent.recv_bytes()
        os._exit(1)

    threading.Thread(target=wait_for_the_end, daemon=True).start()


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, each of which must have this version of fourfold."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BookError(
            "a cluster needs the package distributed: pip install 'fourfold[cluster]'"
        ) from None
    try:
        client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise BookError(f"the cluster {address!r} cannot be reached: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        yield client.get_executor(), max(1, threads)

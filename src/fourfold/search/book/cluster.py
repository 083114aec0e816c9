"""Offers the workers of a Dask cluster as an executor, like `support.processes`."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module

from fourfold.errors import BookError

_SECONDS_TO_CONNECT = 10


@contextmanager
def cluster_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Offer the executor of a cluster, and the number of jobs that it runs at once.

    Each worker of the cluster must have this version of fourfold.
    """
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

"""A Dask cluster on this machine, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def local_cluster(workers: int = 1, threads: int = 1, processes: bool = False) -> Iterator[str]:
    """Start a scheduler and workers, and yield the scheduler's address.

    processes: whether the workers are processes; otherwise they are threads of this one, which is
    quicker.
    """
    distributed = pytest.importorskip("distributed", reason="distributed (Dask) is not installed")
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        processes=processes,
        protocol="tcp://",
        dashboard_address=None,
    ) as cluster:
        yield cluster.scheduler_address

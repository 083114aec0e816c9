"""A Dask cluster inside this process, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def local_cluster(workers: int = 1, threads: int = 1) -> Iterator[str]:
    """Start a scheduler and workers, and yield the scheduler's address."""
    distributed = pytest.importorskip("distributed", reason="distributed (Dask) is not installed")
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        processes=False,
        protocol="tcp://",
        dashboard_address=None,
    ) as cluster:
        yield cluster.scheduler_address

"""The workers of a Dask cluster as an executor; docs/cluster.md says how to start one.

A job is never `pure`: Dask takes two calls of a pure function with the same arguments for one.

When a worker is lost, the scheduler gives its jobs to others, and gives a job up after some deaths
(four, unless the scheduler is configured otherwise). This counts as one of the attempts of
`run_jobs`, since Dask also blames jobs that only waited on the worker that died. A result is
counted when it has arrived here, so a job whose result was lost on the way is run again and counted
once.
"""

import asyncio
import contextlib
import logging
import queue
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from fourfold.errors import InvalidOption, WorkerError, describe
from fourfold.support.executors import WorkerLostError

_SECONDS_TO_CONNECT = 10
_SECONDS_WITHOUT_WORKERS = 60
_SECONDS_BETWEEN_COUNTS = 2.0  # of the workers, which come and go


_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")


def check_address(address: str) -> None:
    """Refuse a text that is not the address of a scheduler; this connects to nothing."""
    if not _ADDRESS.fullmatch(address):
        raise InvalidOption(
            f"the cluster is {describe(address)}, but must be the address of a Dask scheduler "
            "such as 'tcp://192.168.0.2:8786'"
        )


@contextmanager
def cluster_executor(address: str) -> Iterator["ClusterExecutor"]:
    """Offer the workers of the cluster with this scheduler.

    Each worker must have this version of fourfold.
    """
    check_address(address)
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise WorkerError(
            "a cluster needs the package distributed: pip install 'fourfold[cluster]'"
        ) from None
    if address.startswith("tls://") and not _has_certificates(distributed):
        raise WorkerError(
            f"the cluster {describe(address)} needs certificates; name them in Dask's "
            "configuration, under distributed.comm.tls"
        )
    with _quiet():
        try:
            client = distributed.Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkerError(
                f"the cluster {describe(address)} cannot be reached: {' '.join(str(error).split())}"
            ) from None
        with client:
            yield ClusterExecutor(client, address)


def _has_certificates(distributed: Any) -> bool:
    arguments = distributed.Security().get_connection_args("client")
    return arguments.get("ssl_context") is not None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's client from logging a traceback for what is raised here as one sentence."""
    loggers = [logging.getLogger(f"distributed.{name}") for name in ("client", "utils")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class ClusterExecutor:
    """Runs each job on one of a cluster's workers."""

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self._address = address
        self._killed: type[Exception] = import_module("distributed").KilledWorker
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._threads = 0
        self._counted = -_SECONDS_BETWEEN_COUNTS
        self._seen = time.monotonic()  # when there was a worker last

    @property
    def workers(self) -> int:
        """How many jobs run at the same time: the threads of all workers."""
        now = time.monotonic()
        if now - self._counted >= _SECONDS_BETWEEN_COUNTS:
            with self._errors():
                self._threads = sum(self.client.nthreads().values())
            self._counted = now
        if self._threads:
            self._seen = now
        return self._threads

    @property
    def capacity(self) -> int:
        """Two jobs a worker, so that it has the next when it is done with one."""
        return 2 * max(1, self.workers)

    @contextmanager
    def prepared(self, preparation: "Preparation", name: str) -> Iterator[dict[str, Any]]:
        """Prepare each worker, also those that join later, and undo it at the end of the block.

        Yields what `set_up` returned, by the names of the workers that there are now; at least one.
        """
        self._wait_for_a_worker()
        with self._errors(), self._missing_package():
            self.client.register_plugin(_plugin(preparation, name))
        try:
            with self._errors():
                found = self.client.run(_set_up_result, name)
            yield dict(found.values())
        finally:
            if self.client.status == "running":
                with contextlib.suppress(OSError, CancelledError, ValueError):
                    self.client.unregister_worker_plugin(name)

    def _wait_for_a_worker(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=_SECONDS_WITHOUT_WORKERS)
        except TimeoutError:
            raise WorkerError(
                f"the cluster {describe(self._address)} has no worker, and none has come for "
                f"{_SECONDS_WITHOUT_WORKERS} s"
            ) from None

    def submit(self, call: Callable[[Any], Any], job: Any) -> Any:
        """Submit a job to the scheduler."""
        with self._errors():
            future = self.client.submit(_run, _version(), call, job, pure=False)
            future.add_done_callback(self._done.put)
        return future

    def wait(self, submitted: Collection[Any]) -> list[Any]:
        """Return the jobs that are done; raise WorkerError if there is no worker for too long."""
        found = []
        known = set(map(id, submitted))  # what was given up may still be reported
        with contextlib.suppress(queue.Empty):
            found.append(self._done.get(timeout=1.0))
            while True:
                found.append(self._done.get_nowait())
        found = [future for future in found if id(future) in known]
        if not found and not self.workers:
            seconds = time.monotonic() - self._seen
            if seconds > _SECONDS_WITHOUT_WORKERS:
                raise WorkerError(
                    f"the cluster {describe(self._address)} has had no worker for {seconds:.0f} s; "
                    f"{len(submitted)} jobs wait for one"
                )
        return found

    def result(self, submitted: Any) -> Any:
        """Fetch the result of a job from its worker."""
        try:
            with self._errors(), self._missing_package():
                return submitted.result()
        except self._killed:
            raise WorkerLostError from None

    def give_up(self, submitted: Collection[Any]) -> None:
        """Cancel jobs that no worker has begun; the others run to their end for nothing."""
        if submitted and self.client.status == "running":
            with contextlib.suppress(CancelledError, OSError):
                self.client.cancel(list(submitted))

    @contextmanager
    def _missing_package(self) -> Iterator[None]:
        """Raise WorkerError if a worker does not have fourfold."""
        try:
            yield
        except ModuleNotFoundError as error:
            if error.name != "fourfold":
                raise
            raise WorkerError(
                f"a worker of the cluster {describe(self._address)} does not have fourfold; "
                "install the same version on every machine"
            ) from None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise WorkerError if the scheduler has gone."""
        try:
            yield
        except (CancelledError, OSError) as error:
            if isinstance(error, OSError) and self.client.status == "running":
                raise  # of the job itself
            raise WorkerError(
                f"the connection to the cluster {describe(self._address)} was lost"
            ) from None


class Preparation(Protocol):
    """What is done on each worker; it must be possible to pickle it."""

    def set_up(self, worker: str, folder: Path) -> Any:
        """Prepare the worker with this name; it may use the folder, which is empty."""

    def tear_down(self, worker: str) -> None:
        """Undo what `set_up` did outside the folder."""


_results: dict[tuple[str, str], Any] = {}  # on a worker: of `set_up`, by plugin and worker


def _plugin(preparation: Preparation, name: str) -> Any:
    """Return the preparation as Dask wants it; the class exists only where Dask does.

    The class is sent to the workers with a copy of everything that it names, so it names functions
    only, of which there is one on each worker.
    """
    distributed = import_module("distributed")

    class Plugin(distributed.WorkerPlugin):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.name = name

        async def setup(self, worker: Any) -> None:
            await _set_up(preparation, name, worker)

        def teardown(self, worker: Any) -> None:
            _tear_down(preparation, name, worker)

    return Plugin()


async def _set_up(preparation: Preparation, name: str, worker: Any) -> None:
    own = str(worker.name)
    folder = Path(worker.local_directory) / name
    folder.mkdir(parents=True, exist_ok=True)
    # In a thread: the worker has to answer its scheduler meanwhile.
    _results[name, own] = await asyncio.to_thread(preparation.set_up, own, folder)


def _tear_down(preparation: Preparation, name: str, worker: Any) -> None:
    own = str(worker.name)
    if _results.pop((name, own), None) is not None:
        preparation.tear_down(own)
    shutil.rmtree(Path(worker.local_directory) / name, ignore_errors=True)


def _set_up_result(name: str, dask_worker: Any) -> tuple[str, Any]:
    """Return the name of this worker and what `set_up` returned; Dask gives the worker."""
    own = str(dask_worker.name)
    return own, _results[name, own]


def worker_name() -> str:
    """Return the name of the worker that runs this job."""
    return str(import_module("distributed").get_worker().name)


def _run(version: str, call: Callable[[Any], Any], job: Any) -> Any:
    """Run a job; a worker of the cluster calls this."""
    if _version() != version:
        raise WorkerError(
            f"a worker of the cluster has fourfold {_version()}, but this is {version}; "
            "install the same version on every machine"
        )
    return call(job)


@cache
def _version() -> str:
    from importlib.metadata import version

    return version("fourfold")

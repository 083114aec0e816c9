"""Executors: every result once, in this process, in others and on a cluster, whoever dies."""

import math
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fourfold.errors import InvalidOption, WorkerError
from fourfold.support import cluster as cluster_module
from fourfold.support.cluster import check_address, cluster_executor, worker_name
from fourfold.support.executors import open_executor, run_jobs

from ..waiting import wait_for
from .dask_cluster import local_cluster

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own


def double(number: int) -> int:
    return 2 * number


def process_of(number: int) -> int:
    return os.getpid()


def die(folder: Path, job: tuple[int, int]) -> int:
    """Kill this process as often as the job says, then return its number."""
    number, deaths = job
    marks = list(folder.glob(f"{number}-*"))
    (folder / f"{number}-{len(marks)}").touch()
    if len(marks) < deaths:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def numbered(jobs: Any) -> Iterator[tuple[str, Any]]:
    return ((str(number), job) for number, job in enumerate(jobs))


# Processes of this machine


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_done_once(workers: int) -> None:
    with open_executor(workers) as executor:
        assert executor.workers == workers
        for _ in range(2):  # an executor can be used again
            results = list(run_jobs(executor, double, ((str(n), n) for n in range(20))))
            assert sorted(results) == sorted((str(n), 2 * n) for n in range(20))


@pytest.mark.parametrize("workers", [1, 2])
def test_no_jobs(workers: int) -> None:
    with open_executor(workers) as executor:
        assert list(run_jobs(executor, double, iter(()))) == []


def test_a_single_worker_is_this_process() -> None:
    with open_executor(1) as executor:
        assert list(run_jobs(executor, process_of, [("a", 1)])) == [("a", os.getpid())]


def test_a_single_worker_begins_a_job_when_the_last_result_was_used() -> None:
    done: list[int] = []

    def call(number: int) -> int:
        done.append(number)
        return number

    with open_executor(1) as executor:
        for key, _ in run_jobs(executor, call, ((n, n) for n in range(5))):
            assert done == list(range(key + 1))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_a_job_is_raised(workers: int) -> None:
    with (
        pytest.raises(ValueError, match="math domain error"),
        open_executor(workers) as executor,
    ):
        list(run_jobs(executor, math.sqrt, [(0, 1), (1, -1)]))


def test_enough_results_of_jobs_without_end() -> None:
    with open_executor(2) as executor:
        for rounds in (1, 2):
            results = run_jobs(executor, double, ((n, n) for n in count()))
            assert [next(results)[0] >= 0 for _ in range(5 * rounds)] == [True] * 5 * rounds
            results.close()


# A worker that dies


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_the_job_of_a_worker_that_dies_is_run_again(tmp_path: Path) -> None:
    jobs = [(number, 2 if number == 3 else 0) for number in range(8)]
    with open_executor(2) as executor:
        results = list(run_jobs(executor, partial(die, tmp_path), numbered(jobs)))
    assert sorted(results) == [(str(number), number) for number in range(8)]
    begun = {number: len(list(tmp_path.glob(f"{number}-*"))) for number in range(8)}
    assert begun == {number: 3 if number == 3 else 1 for number in range(8)}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_a_job_that_kills_every_worker_is_lost_alone(tmp_path: Path) -> None:
    jobs = [(number, 99 if number == 3 else 0) for number in range(8)]
    with open_executor(2) as executor:
        results = list(
            run_jobs(
                executor,
                partial(die, tmp_path),
                numbered(jobs),
                lost=lambda job: -job[0],
                attempts=2,
            )
        )
    assert sorted(results) == [(str(n), -n if n == 3 else n) for n in range(8)]
    assert len(list(tmp_path.iterdir())) == 7 + 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_a_job_that_kills_every_worker_is_an_error(tmp_path: Path) -> None:
    with (
        pytest.raises(WorkerError, match="a worker has died 2 times while it ran the same job"),
        open_executor(2) as executor,
    ):
        list(run_jobs(executor, partial(die, tmp_path), [(0, (0, 99))], attempts=2))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_a_worker_that_dies_while_it_is_idle() -> None:
    with open_executor(2) as executor:
        for _ in range(2):
            found = {pid for _, pid in run_jobs(executor, process_of, numbered(range(4)))}
            for pid in found:
                os.kill(pid, signal.SIGKILL)
                wait_for(lambda pid=pid: not is_running(pid))  # type: ignore[misc]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# A cluster


def test_a_cluster_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(WorkerError, match=r"a cluster needs .* pip install 'fourfold\[cluster\]'"),
        open_executor(1, "tcp://127.0.0.1:1"),
    ):
        pass


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="distributed (Dask) is not installed")
    monkeypatch.setattr(cluster_module, "_SECONDS_TO_CONNECT", 0.5)
    with (
        pytest.raises(WorkerError, match=r"the cluster 'tcp://127\.0\.0\.1:1' cannot be reached"),
        open_executor(1, "tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:x", "8786", "", "tcp://", "a b:1", "ucx://a:1"]
)
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(InvalidOption, match=f"the cluster is '{address}', but must be the address"):
        check_address(address)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "tls://[::1]:1", "my.host:99999"])
def test_an_address(address: str) -> None:
    check_address(address)


def test_a_cluster_that_needs_certificates() -> None:
    pytest.importorskip("distributed", reason="distributed (Dask) is not installed")
    with (
        pytest.raises(WorkerError, match=r"the cluster 'tls://.*' needs certificates; name them"),
        open_executor(1, "tls://127.0.0.1:1"),
    ):
        pass


def test_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every result once, errors as they are, and jobs with equal arguments are different ones."""
    with local_cluster(threads=2) as address, open_executor(1, address) as executor:
        assert executor.workers == 2
        results = list(run_jobs(executor, double, ((str(n), n) for n in range(20))))
        assert sorted(results) == sorted((str(n), 2 * n) for n in range(20))
        calls = [result for _, result in run_jobs(executor, counted, ((n, 0) for n in range(9)))]
        assert sorted(calls) == list(range(9))
        with pytest.raises(ValueError, match="math domain error"):
            list(run_jobs(executor, math.sqrt, [(0, -1)]))
        endless = run_jobs(executor, double, ((n, n) for n in count()))
        assert next(endless)
        endless.close()
        assert list(run_jobs(executor, double, [(1, 1)])) == [(1, 2)]
        monkeypatch.setattr(cluster_module, "_version", iter(["1", "2", "2"]).__next__)
        with pytest.raises(WorkerError, match="a worker of the cluster has fourfold 2, but"):
            list(run_jobs(executor, double, [(1, 1)]))


_calls = count()


def counted(_: int) -> int:
    return next(_calls)


def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_WITHOUT_WORKERS", 0.5)
    with (
        local_cluster(workers=0) as address,
        open_executor(1, address) as executor,
        pytest.raises(WorkerError, match=r"has had no worker for \d s; 1 jobs wait for one"),
    ):
        list(run_jobs(executor, double, [(1, 1)]))


def test_a_cluster_that_goes(caplog: pytest.LogCaptureFixture) -> None:
    with ExitStack() as stack:
        executor = stack.enter_context(
            cluster_executor(stack.enter_context(cluster := local_cluster()))
        )
        results = run_jobs(executor, double, ((n, n) for n in count()))
        assert next(results)
        cluster.__exit__(None, None, None)
        with pytest.raises(WorkerError, match=r"the connection to the cluster 'tcp.*' was lost"):
            list(results)
    assert "Traceback" not in caplog.text


# Workers that are prepared


class Noting:
    """Writes a file on each worker, and notes what it is asked for."""

    def set_up(self, worker: str, folder: Path) -> str:
        (folder / "note").write_text(worker)
        noted[worker] = folder
        return f"prepared {worker}"

    def tear_down(self, worker: str) -> None:
        del noted[worker]


class Failing(Noting):
    """Cannot be prepared."""

    def set_up(self, worker: str, folder: Path) -> str:
        raise ValueError("no")


noted: dict[str, Path] = {}  # the workers of these tests are threads of this process


def read_note(_: int) -> str:
    return (noted[worker_name()] / "note").read_text()


def test_workers_are_prepared() -> None:
    with local_cluster(workers=2) as address, cluster_executor(address) as executor:
        with executor.prepared(Noting(), "noting") as found:
            assert found == {"0": "prepared 0", "1": "prepared 1"}
            folders = list(noted.values())
            notes = {note for _, note in run_jobs(executor, read_note, numbered(range(9)))}
            assert notes <= {"0", "1"}
        assert noted == {}
        assert not any(folder.exists() for folder in folders)
        with pytest.raises(ValueError, match="no"), executor.prepared(Failing(), "failing"):
            pass


def test_no_worker_to_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_SECONDS_WITHOUT_WORKERS", 0.2)
    with (
        local_cluster(workers=0) as address,
        cluster_executor(address) as executor,
        pytest.raises(WorkerError, match=r"has no worker, and none has come for 0\.2 s"),
        executor.prepared(Noting(), "noting"),
    ):
        pass

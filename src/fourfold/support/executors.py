"""Runs jobs on workers: in this process, in processes of this machine, or on a Dask cluster.

    with open_executor(workers=4) as executor:  # or cluster="tcp://192.168.0.2:8786"
        for key, result in run_jobs(executor, call, ((key, job) for ...)):
            ...

`call` is a function of a module that takes one job. It must be possible to pickle it, the jobs and
the results. Each result comes as soon as it is there, in any order, and once only. What can go
wrong:

- `call` raises: `run_jobs` raises the same here, and the other jobs are given up.
- A worker dies (killed, out of memory, its machine gone): its job is run again, by another worker
  or a new one, while the others go on. A job whose worker dies every time is given to `lost`, which
  returns the result to use for it; without `lost`, WorkerError is raised.
- Ctrl-C, any other exception, or enough results (the generator is closed, or the block left):
  processes of this machine end at once. A worker of a cluster finishes the job that it has begun;
  the result is thrown away.
"""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from fourfold.errors import WorkerError

MOST_WORKERS = 1024

ATTEMPTS = 3
"""How often a job is begun whose worker dies each time."""

Key = TypeVar("Key")
Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerLostError(Exception):
    """The worker died while it ran a job, which may be run again. Only `run_jobs` sees this."""


class Executor(Protocol):
    """Runs jobs; `run_jobs` is the way to use one."""

    @property
    def workers(self) -> int:
        """How many jobs run at the same time; on a cluster this may change."""

    @property
    def capacity(self) -> int:
        """How many jobs to have submitted at a time: some may wait for a worker."""

    def submit(self, call: Callable[[Any], Any], job: Any) -> Any:
        """Begin a job, and return something that stands for it."""

    def wait(self, submitted: Collection[Any]) -> list[Any]:
        """Return those that are done, after waiting a second at most; possibly none."""

    def result(self, submitted: Any) -> Any:
        """Return the result of a job that is done; raise WorkerLostError if its worker died."""

    def give_up(self, submitted: Collection[Any]) -> None:
        """Stop jobs whose results are not needed any more, as far as that is possible."""


def open_executor(workers: int, cluster: str | None = None) -> AbstractContextManager[Executor]:
    """Open an executor, for a `with` block.

    workers: how many processes work at once; a single worker is this process.
    cluster: the address of a Dask scheduler, whose workers are used instead.
    """
    if cluster is not None:
        from fourfold.support.cluster import cluster_executor

        return cluster_executor(cluster)
    if workers == 1:
        return nullcontext(ThisProcess())
    from fourfold.support.processes import process_executor

    return process_executor(workers)


class ThisProcess:
    """Runs each job in this process, when its result is asked for."""

    workers = 1
    capacity = 1

    def submit(self, call: Callable[[Any], Any], job: Any) -> Any:
        """Keep the job for later."""
        return call, job

    def wait(self, submitted: Collection[Any]) -> list[Any]:
        """Return the job that was submitted."""
        return list(submitted)

    def result(self, submitted: Any) -> Any:
        """Run the job now."""
        call, job = submitted
        return call(job)

    def give_up(self, submitted: Collection[Any]) -> None:
        """Forget jobs that have not been run."""


@dataclass(slots=True, eq=False)
class _Task(Generic[Key, Job]):
    """A job that has no result yet, and how often its worker has died."""

    key: Key
    job: Job
    deaths: int = 0


def run_jobs(
    executor: Executor,
    call: Callable[[Job], Result],
    jobs: Iterable[tuple[Key, Job]],
    *,
    lost: Callable[[Job], Result] | None = None,
    attempts: int = ATTEMPTS,
) -> Generator[tuple[Key, Result], None, None]:
    """Yield the key and the result of each job as it is done, in any order.

    Only a few jobs are submitted ahead, so that there can be very many of them, or no end of them.

    lost: called here with a job whose worker has died `attempts` times, for the result to use.
    """
    tasks = (_Task(key, job) for key, job in jobs)
    again: deque[_Task[Key, Job]] = deque()
    running: dict[int, tuple[Any, _Task[Key, Job]]] = {}

    def submit() -> None:
        while len(running) < executor.capacity:
            task = again.popleft() if again else next(tasks, None)
            if task is None:
                return
            submitted = executor.submit(call, task.job)
            running[id(submitted)] = submitted, task

    try:
        submit()
        while running:
            results: list[tuple[Key, Result]] = []
            for submitted in executor.wait([submitted for submitted, _ in running.values()]):
                _, task = running.pop(id(submitted))
                try:
                    results.append((task.key, executor.result(submitted)))
                except WorkerLostError:
                    task.deaths += 1
                    if task.deaths < attempts:
                        again.append(task)
                    elif lost is None:
                        raise WorkerError(
                            f"a worker has died {task.deaths} times while it ran the same job"
                        ) from None
                    else:
                        results.append((task.key, lost(task.job)))
            submit()  # before the results are dealt with: no worker waits for that
            yield from results
    finally:
        executor.give_up([submitted for submitted, _ in running.values()])

"""Opens what plays the games: this process, processes of this machine, or a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from fourfold.arena.entrants import Entrant, check_can_be_sent
from fourfold.arena.observed_game import ATTEMPTS, play_observed
from fourfold.arena.runner import Job, play
from fourfold.errors import InvalidOption
from fourfold.game import Record
from fourfold.support.checks import whole_number
from fourfold.support.cluster import check_address
from fourfold.support.executors import MOST_WORKERS, open_executor, run_jobs

PlayAll = Callable[[Sequence[Job]], Iterable[tuple[Job, Record]]]
"""Plays games, and yields each as it ends, in any order."""

Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Workers:
    """Who plays the games. This does not change which games are played."""

    processes: int = 1
    """Of this machine; a single one is this process."""
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers play instead."""
    scale_time: bool = False
    """Whether the seconds of a game are scaled by the speed of the worker of a cluster."""
    log: Log = lambda line: None
    """Called with what is to be known of a cluster's workers, a line each."""

    def __post_init__(self) -> None:
        whole_number("the number of workers", self.processes, 1, MOST_WORKERS)
        if self.cluster is not None:
            check_address(self.cluster)
        elif self.scale_time:
            raise InvalidOption(
                "time is scaled by the speed of a cluster's workers, but there is no cluster"
            )

    @contextmanager
    def open(self, entrants: Sequence[Entrant], games: int) -> Iterator[PlayAll]:
        """Offer a function that plays games; games: how many there are at most."""
        if self.cluster is not None:
            from fourfold.arena.cluster import cluster_workers

            with cluster_workers(
                self.cluster, entrants, scale_time=self.scale_time, log=self.log
            ) as play_all:
                yield play_all
            return
        processes = max(1, min(self.processes, games))
        if processes > 1:
            check_can_be_sent(entrants)
        with open_executor(processes) as executor:
            # A game whose workers die is played again, and then observed: see `observed_game`.
            yield lambda jobs: run_jobs(
                executor, play, ((job, job) for job in jobs), lost=play_observed, attempts=ATTEMPTS
            )

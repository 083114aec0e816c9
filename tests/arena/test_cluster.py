"""Tournaments on a cluster: the same games as in one process, whoever dies on the way."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fourfold as ff
from fourfold.arena import cluster as arena_cluster
from fourfold.arena.api import tournament
from fourfold.arena.cluster import Crew, player_files
from fourfold.arena.entrants import entrants_of
from fourfold.arena.report import as_text
from fourfold.arena.results import TournamentResult
from fourfold.arena.runner import jobs_of, play
from fourfold.arena.schedule import Fixture, schedule
from fourfold.arena.settings import Settings, checked
from fourfold.errors import InvalidAgent, InvalidOption, WorkerError
from fourfold.game import TimeControl, load
from fourfold.search import Limit
from fourfold.search.signature import Signature, measure_signature
from fourfold.support.executors import ThisProcess, WorkerLostError

from ..support.dask_cluster import local_cluster
from ..waiting import wait_for

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own


def games_of(result: TournamentResult) -> list[Any]:
    """Everything that is the same whoever plays: not the times."""
    return [
        (
            record.to_text(),
            record.ending,
            [(player.name, player.agent, player.options) for player in record.players],
            record.tags,
        )
        for record in result.records
    ]


# One process, two workers, a cluster


@dataclass(frozen=True)
class Stalls:
    """Plays a column by the position; the first of all its moves never ends."""

    folder: Path

    name = "stalls"

    def choose(self, position: ff.Position) -> int:
        try:
            with (self.folder / "stalled").open("x") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(600)
        except FileExistsError:
            pass
        return position.legal_columns[hash(position.moves) % len(position.legal_columns)]


@contextmanager
def stalling(folder: Path) -> Iterator[Stalls]:
    """A player in whose first move the worker is killed."""
    folder.mkdir()

    def kill() -> None:
        wait_for(lambda: mark.exists() and mark.read_text().endswith("\n"))
        os.kill(int(mark.read_text()), signal.SIGKILL)

    mark = folder / "stalled"
    killer = threading.Thread(target=kill)
    killer.start()
    yield Stalls(folder)
    killer.join()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_the_same_games_whoever_plays_them_and_dies(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"games": 8, "openings": "balanced", "seed": 5}
    others = ("greedy", "random")
    (tmp_path / "stalled").touch()
    one = tournament(Stalls(tmp_path), *others, **settings)
    with stalling(tmp_path / "two") as player:
        two = tournament(player, *others, **settings, workers=2)
    with local_cluster(3, processes=True) as address, stalling(tmp_path / "three") as player:
        lines: list[str] = []
        file = tmp_path / "t.games"
        three = tournament(
            player, *others, **settings, cluster=address, file=file, log=lines.append
        )
    assert games_of(one) == games_of(two)
    assert len(games_of(one)) == 24
    assert as_text(one) == as_text(two) == as_text(three)
    assert len({record.tags["game"] for record in three.records}) == 24
    for (*game, tags), (*same, others_tags) in zip(games_of(one), games_of(three), strict=True):
        assert game == same
        assert tags.items() <= others_tags.items()
    assert len(load(file).records) == 24
    played = [int(line.rsplit(", ", 1)[1].split()[0]) for line in lines if line.endswith("games")]
    assert sum(played) == 24


# Files of players

LAST = """
class Last:
    def __init__(self, seconds: float = 1.0):
        self.seconds = seconds

    def choose(self, position):
        return position.legal_columns[-1]
"""


def test_files_are_sent_and_time_is_scaled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("last.py").write_text(LAST)
    player = "last.py:Last:seconds=2"
    lines: list[str] = []
    settings: dict[str, Any] = {"games": 2, "seed": 5, "limit": Limit(seconds=30)}
    here = tournament(player, "greedy", **settings)
    with local_cluster() as address:
        there = tournament(player, "greedy", **settings, cluster=address, log=lines.append)
        assert games_of(here) == games_of(there)
        # As if the others were twice as fast.
        monkeypatch.setattr(arena_cluster, "median", lambda speeds: 2 * next(speeds))
        scaled = tournament(
            player, "greedy", **settings, cluster=address, scale_time=True, log=lines.append
        )
    assert {record.tags[arena_cluster.TAG] for record in scaled.records} == {"2"}
    assert scaled.records[0].players[0].agent == "last.py:Last:seconds=4"
    assert [record.to_text() for record in scaled.records] == [
        record.to_text() for record in here.records
    ]
    assert [line.split(":")[0] for line in lines] == ["worker 0"] * 4
    assert lines[1].endswith(" million nodes a second, 2 games")


def test_which_files_are_sent(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text(LAST)
    two.write_text("def agent(observation, configuration):\n    return 3\n")
    players = (f"{one}:Last", f"{one}:Last:seconds=3", f"kaggle:{two}", "greedy")
    files = player_files(entrants_of(players, "tournament"))
    assert [(file.path, file.place.name) for file in files] == [
        (str(one), "one.py"),
        (str(two), "two.py"),
    ]
    assert len({file.place.parent for file in files}) == 2


def test_a_file_that_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "last.py"
    path.write_text(LAST)
    entrants = entrants_of((f"{path}:Last", "greedy"), "tournament")
    path.unlink()
    with pytest.raises(InvalidAgent, match=r"the player .*last\.py cannot be read: No such file"):
        player_files(entrants)


# Time


def test_all_seconds_are_scaled(tmp_path: Path) -> None:
    path = tmp_path / "last.py"
    path.write_text(LAST)
    players = ("uct:seconds=2,seed=1", f"{path}:Last")
    settings = checked(entrants_of(players, "tournament"), games=2, clock="60+1/5", adjudicate=2)
    job = arena_cluster.scaled(jobs_of(schedule_of(settings), settings)[0], 1.5)
    assert job.control == TimeControl(90, 7.5, 1.5)
    assert job.adjudication.seconds == 3
    assert (job.first.spec, job.second.spec) == ("uct:seconds=3,seed=1", f"{path}:Last:seconds=1.5")
    assert (job.first.name, job.second.name) == players
    assert job.tags[arena_cluster.TAG] == "1.5"


def test_what_has_no_seconds_is_not_scaled() -> None:
    settings = checked(
        entrants_of(("greedy", "random"), "tournament"), games=2, limit=Limit(nodes=9)
    )
    job = jobs_of(schedule_of(settings), settings)[0]
    assert arena_cluster.scaled(job, 1.5) == job


def schedule_of(settings: Settings) -> list[Fixture]:
    return schedule([(0, 1)], list(enumerate(settings.positions, start=1)))


def test_scaling_needs_a_cluster() -> None:
    with pytest.raises(InvalidOption, match=r"time is scaled by .* but there is no cluster"):
        tournament("greedy", "random", games=2, scale_time=True)


# Workers


class Dying(ThisProcess):
    """An executor whose workers all die."""

    def result(self, submitted: object) -> object:
        raise WorkerLostError


def test_games_on_which_workers_die_are_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_cluster, "play_observed", play)
    settings = checked(entrants_of(("greedy", "random"), "tournament"), games=2)
    jobs = jobs_of(schedule_of(settings), settings)
    lines: list[str] = []
    crew = Crew({"a": measure_signature(1)}, lines.append)
    call = arena_cluster.PlayThere("", None)
    played = list(arena_cluster._play_all(Dying(), call, jobs, crew))
    assert [job for job, _ in played] == jobs
    assert all(record.ending is not None for _, record in played)
    crew.log_games()
    assert [line.split(":")[0] for line in lines[-2:]] == ["worker a", "worker of this machine"]
    assert lines[-1].endswith(", 2 games")


def test_slow_workers_are_told() -> None:
    lines: list[str] = []
    nodes = measure_signature(1).nodes
    workers = {name: Signature(nodes, nodes / speed) for name, speed in (("a", 4e6), ("b", 6e6))}
    crew = Crew(workers | {"c": Signature(nodes, nodes / 2e6)}, lines.append)
    assert crew.median_speed == pytest.approx(4e6)
    assert lines == [
        "worker a: 4.0 million nodes a second",
        "worker b: 6.0 million nodes a second",
        "worker c: 2.0 million nodes a second, slow: 50 % of the median",
    ]
    del lines[:]
    crew.count("b", workers["b"])
    crew.count("new", workers["a"])
    crew.count("new", workers["a"])
    crew.log_games()
    assert lines == [
        "worker new: 4.0 million nodes a second",
        "worker a: 4.0 million nodes a second, 0 games",
        "worker b: 6.0 million nodes a second, 1 game",
        "worker c: 2.0 million nodes a second, 0 games",
        "worker new: 4.0 million nodes a second, 2 games",
    ]


def test_a_worker_with_another_solver_is_refused() -> None:
    with pytest.raises(WorkerError, match="worker a has another solver, which visits 7 nodes"):
        Crew({"a": Signature(7, 1.0)}, lambda line: None)

"""Plays the games of a tournament on a Dask cluster; docs/cluster.md says how to start one.

Before the first game, and when a worker joins later, each worker

1. gets the files of the players, under names by their contents, so that nothing has to be
   installed or copied by hand (a module or a program has to be there already), and
2. measures its speed by the solver's signature. The number of nodes must be that of this machine:
   a worker with another solver would play other games.

A limit of seconds lets a fast worker's players think further than a slow one's. Workers that are
much slower than the others are named in the log; `scale_time` gives each worker's players time in
proportion, so that everyone thinks equally far.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from fourfold.agents.external.spec import Form, parse
from fourfold.agents.options import format_value, split_options, split_spec
from fourfold.agents.registry import admit
from fourfold.arena.entrants import Entrant
from fourfold.arena.observed_game import play_observed
from fourfold.arena.runner import Job, play
from fourfold.arena.workers import Log, PlayAll
from fourfold.errors import InvalidAgent, WorkerError
from fourfold.game import Record, TimeControl
from fourfold.search import Limit
from fourfold.search.signature import Signature, measure_signature
from fourfold.support.cluster import cluster_executor, worker_name
from fourfold.support.executors import Executor, run_jobs

SLOW = 0.75
"""A worker is called slow if its speed is below this share of the median."""

ATTEMPTS = 1
"""How often a game is given to the cluster, which itself begins it anew when a worker is lost."""

HERE = "of this machine"
"""The name of the worker that plays a game on which the workers of the cluster die."""

TAG = "time_scale"
"""The tag of a game whose limits were scaled."""


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """A player's file, on its way to the workers."""

    path: str
    """As the player's text names it."""
    content: bytes

    @property
    def place(self) -> Path:
        """Where it lies in a worker's folder: its own name, in a folder named by its content."""
        digest = hashlib.sha256(self.content).hexdigest()[:16]
        return Path(digest) / Path(self.path).name


@dataclass(frozen=True, slots=True)
class Players:
    """Prepares a worker: writes the players' files and measures its speed."""

    files: tuple[PlayerFile, ...]

    @property
    def name(self) -> str:
        """A name that other players' files do not have."""
        parts = (f"{file.path} {file.place}" for file in self.files)
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return f"fourfold-players-{digest[:16]}"

    def set_up(self, worker: str, folder: Path) -> Signature:
        """Write the files into a folder of the worker, and measure its speed."""
        places = {}
        for file in self.files:
            path = folder / file.place
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(file.content)
            places[file.path] = str(path)
        signature = measure_signature()
        _prepared[self.name, worker] = places, signature
        return signature

    def tear_down(self, worker: str) -> None:
        """Forget the worker's files."""
        _prepared.pop((self.name, worker), None)


_prepared: dict[tuple[str, str], tuple[Mapping[str, str], Signature]] = {}
"""On a worker: where the players' files are, and how fast it is."""


def player_files(entrants: Iterable[Entrant]) -> tuple[PlayerFile, ...]:
    """Read the files of all players that are files."""
    found: dict[str, PlayerFile] = {}
    for entrant in entrants:
        parts = None if entrant.spec is None else parse(entrant.spec)
        if parts is not None and parts.form in (Form.FILE, Form.KAGGLE):
            try:
                found[parts.target] = PlayerFile(parts.target, Path(parts.target).read_bytes())
            except OSError as error:
                raise InvalidAgent(
                    f"the player {parts.target} cannot be read: {error.strerror}"
                ) from None
    return tuple(found.values())


# On a worker


@dataclass(frozen=True, slots=True)
class GameThere:
    """A game that a worker played."""

    record: Record
    worker: str
    signature: Signature


@dataclass(frozen=True, slots=True)
class PlayThere:
    """Plays a job on a worker that is prepared."""

    players: str
    """The name of the preparation."""
    reference: float | None
    """The speed to which limits of seconds are scaled; None to leave them as they are."""

    def __call__(self, job: Job) -> GameThere:
        """Play the game with the files of this worker."""
        worker = worker_name()
        places, signature = _prepared[self.players, worker]
        job = replace(
            job,
            first=with_local_file(job.first, places),
            second=with_local_file(job.second, places),
            live=None,  # nobody on this machine watches
        )
        if self.reference is not None:
            job = scaled(job, self.reference / signature.speed)
        return GameThere(with_original_files(play(job), places), worker, signature)


def with_local_file(entrant: Entrant, places: Mapping[str, str]) -> Entrant:
    """Return an entrant whose file is the worker's copy of it."""
    parts = None if entrant.spec is None else parse(entrant.spec)
    if parts is None or parts.target not in places or entrant.spec is None:
        return entrant
    return replace(entrant, spec=entrant.spec.replace(parts.target, places[parts.target], 1))


def with_original_files(record: Record, places: Mapping[str, str]) -> Record:
    """Return the record with the players' files as the tournament names them."""
    players = []
    for player in record.players:
        agent = player.agent
        for original, place in places.items():
            agent = None if agent is None else agent.replace(place, original, 1)
        players.append(replace(player, agent=agent))
    return replace(record, players=(players[0], players[1]))


def scaled(job: Job, factor: float) -> Job:
    """Return a job with all its seconds times a factor; a tag of the game tells it."""
    limit, control, adjudication = job.limit, job.control, job.adjudication
    if limit.seconds is not None:
        limit = Limit(limit.seconds * factor, limit.nodes, limit.depth)
    if control:
        control = TimeControl(
            None if control.game is None else control.game * factor,
            None if control.move is None else control.move * factor,
            control.increment * factor,
        )
    if adjudication.seconds is not None:
        adjudication = replace(adjudication, seconds=adjudication.seconds * factor)
    changed = replace(
        job,
        limit=limit,
        control=control,
        adjudication=adjudication,
        first=_scaled_entrant(job.first, factor),
        second=_scaled_entrant(job.second, factor),
    )
    if changed == job:
        return job
    return replace(changed, tags={**job.tags, TAG: f"{factor:.4g}"})


def _scaled_entrant(entrant: Entrant, factor: float) -> Entrant:
    """Scale the option `seconds` of an agent."""
    spec = entrant.spec
    seconds = None if spec is None else admit(spec)[1].get("seconds")
    if spec is None or type(seconds) not in (int, float):
        return entrant
    parts = parse(spec)
    if parts is None:
        head, options = split_spec(spec)
    else:
        head, options = parts.head, split_options(spec, parts.options) if parts.options else {}
    options["seconds"] = format_value(float(seconds) * factor)  # type: ignore[arg-type]
    texts = ",".join(f"{name}={value}" for name, value in options.items())
    return replace(entrant, spec=f"{head}:{texts}")


# On this machine


@contextmanager
def cluster_workers(
    address: str, entrants: Sequence[Entrant], *, scale_time: bool = False, log: Log
) -> Iterator[PlayAll]:
    """Offer a function that plays games on a cluster, and yields each as it ends, in any order.

    entrants: the players, whose files are sent to the workers.
    scale_time: give each worker's players seconds in proportion to its speed.
    log: called with one line for each worker, and what else is to be known of them.
    """
    players = Players(player_files(entrants))
    with (
        cluster_executor(address) as executor,
        executor.prepared(players, players.name) as signatures,
    ):
        crew = Crew(signatures, log)
        reference = crew.median_speed if scale_time else None
        call = PlayThere(players.name, reference)
        try:
            yield lambda jobs: _play_all(executor, call, jobs, crew)
        finally:
            crew.log_games()


def _play_all(
    executor: Executor, call: PlayThere, jobs: Sequence[Job], crew: "Crew"
) -> Iterator[tuple[Job, Record]]:
    def play_here(job: Job) -> GameThere:
        """Play a game whose workers have died; a player that ends them loses it."""
        return GameThere(play_observed(job), HERE, crew.own)

    games = ((job, job) for job in jobs)
    for job, game in run_jobs(executor, call, games, lost=play_here, attempts=ATTEMPTS):
        crew.count(game.worker, game.signature)
        yield job, game.record


class Crew:
    """The workers of a cluster: how fast each is, and how many games it has played."""

    def __init__(self, signatures: Mapping[str, Signature], log: Log) -> None:
        self._log = log
        self.own = measure_signature(rounds=1)
        """The signature of this machine."""
        self._speeds: dict[str, float] = {}
        self._games: Counter[str] = Counter()
        self.median_speed = median(signature.speed for signature in signatures.values())
        for worker, signature in sorted(signatures.items()):
            self._add(worker, signature)

    def count(self, worker: str, signature: Signature) -> None:
        """Count a game of a worker, which may be new."""
        if worker not in self._speeds:
            self._add(worker, signature)
        self._games[worker] += 1

    def log_games(self) -> None:
        """Say how many games each worker has played."""
        for worker, speed in sorted(self._speeds.items()):
            games = self._games[worker]
            word = "game" if games == 1 else "games"
            self._log(f"worker {worker}: {in_millions(speed)}, {games} {word}")

    def _add(self, worker: str, signature: Signature) -> None:
        if signature.nodes != self.own.nodes:
            raise WorkerError(
                f"worker {worker} has another solver, which visits {signature.nodes} nodes where "
                f"this one visits {self.own.nodes}; install the same version on every machine"
            )
        self._speeds[worker] = signature.speed
        slow = ""
        if signature.speed < SLOW * self.median_speed:
            share = 100 * signature.speed / self.median_speed
            slow = f", slow: {share:.0f} % of the median"
        self._log(f"worker {worker}: {in_millions(signature.speed)}{slow}")


def in_millions(speed: float) -> str:
    """Return nodes a second for people."""
    return f"{speed / 1e6:.1f} million nodes a second"

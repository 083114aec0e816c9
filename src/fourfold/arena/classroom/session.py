"""The work of `fourfold class`: an exam for every player, then a tournament of those that can play.

A player that fails never stops the class: its entry in the report says what went wrong.
"""

import math
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from fourfold.agents.engine import pool
from fourfold.agents.registry import admit
from fourfold.arena import openings
from fourfold.arena.api import match
from fourfold.arena.classroom.entry import Entry, Mishap, excerpt, ranked
from fourfold.arena.classroom.exam import ExamResult, examine
from fourfold.arena.classroom.questions import Question, make_questions
from fourfold.arena.classroom.sandboxed import Enclosure
from fourfold.arena.classroom.submissions import Submission, find_submissions
from fourfold.arena.entrants import Entrant
from fourfold.arena.results import TournamentResult
from fourfold.arena.statistics import Tally
from fourfold.arena.statistics.quality import Quality, QualityJudge
from fourfold.errors import InvalidOption, describe
from fourfold.game import Ending, EndReason, Record
from fourfold.search import Limit, Solver
from fourfold.support.checks import whole_number
from fourfold.support.executors import MOST_WORKERS, open_executor, run_jobs
from fourfold.support.folders import remove_tree
from fourfold.support.interrupts import interrupts_held_back
from fourfold.support.sandbox.protection import Protection, probe

MARGIN = 1.0
"""Seconds by which a player may exceed its time: others play on the same machine."""
OURS = " (fourfold)"
"""Follows the name of a baseline."""
_LONGEST_GAME = 72  # plies of one player on the largest board
_CHUNK = 50  # games that are judged together
_JUDGE_MEMORY_MB = 64
_MOST_GAMES = 10_000
_MOST_QUESTIONS = 100
_LEAST_MEMORY, _MOST_MEMORY = 128, 2**20

ReportProgress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassSettings:
    """What a class is to play, and how its players are kept in bounds."""

    folder: Path
    rules: tuple[str, ...] = ("7x6",)
    games: int = 4
    """For each pair of players, an even number; 0 for the exam alone."""
    seconds: float = 1.0
    """For each move."""
    baselines: tuple[str, ...] = ("random", "greedy")
    """Agents of this package that play along."""
    questions: int = 8
    """Of each kind, in the exam."""
    seed: int = 0
    workers: int = 1
    memory_mb: int = 1024
    forbid_search: bool = False
    """Whether the solver and the other searches of this package are refused to the players."""
    save: Path | None = None
    """A file to which each game is appended."""

    def __post_init__(self) -> None:
        if not math.isfinite(self.seconds) or not 0.01 <= self.seconds <= 3600:
            raise InvalidOption(
                f"the seconds are {describe(self.seconds)}, but must be from 0.01 to 3600"
            )
        whole_number("the number of games", self.games, 0, _MOST_GAMES)
        if self.games % 2:
            raise InvalidOption(
                f"the number of games is {self.games}, but must be even: "
                "every opening is played from both sides"
            )
        whole_number("the number of questions", self.questions, 1, _MOST_QUESTIONS)
        whole_number("the number of workers", self.workers, 1, MOST_WORKERS)
        whole_number("the memory in MB", self.memory_mb, _LEAST_MEMORY, _MOST_MEMORY)
        whole_number("the seed", self.seed, 0, 2**64 - 1)
        for spec in self.baselines:
            admit(spec)


@dataclass(frozen=True, slots=True)
class ClassResult:
    """The report of a class, before it is written in some form."""

    settings: ClassSettings
    protection: Protection
    entries: tuple[Entry, ...]
    """The best first."""
    exam: tuple[Question, ...]
    tournament: TournamentResult | None
    """None if no games were wanted, or fewer than two players could play."""


def run_class(
    settings: ClassSettings,
    protection: Protection | None = None,
    report: ReportProgress = lambda what, done, total: None,
) -> ClassResult:
    """Examine every player of a folder, let those play that can, and say what there is to say.

    protection: what `probe` has found; tried now if it is None.
    """
    submissions = find_submissions(settings.folder)
    board = openings.boards(settings.rules, 1, settings.seed)[0]
    protection = probe() if protection is None else protection
    report("making the exam", 0, 1)
    questions = make_questions(board, settings.questions, settings.seed)
    with _enclosure(settings, protection, len(submissions)) as enclosure:
        entrants = _entrants(submissions, settings, enclosure)
        exams = _exams(entrants, questions, settings, report)
        players = [entrant for entrant in entrants if exams[entrant.name].in_time > 0]
        has_games = settings.games > 0 and len(players) > 1
        tournament = _tournament(players, settings, report) if has_games else None
        entries = [
            _entry(submission, number, exams.get(submission.name), tournament, enclosure)
            for number, submission in enumerate(submissions)
        ]
    entries += [
        _baseline_entry(entrant.name, exams[entrant.name], tournament)
        for entrant in entrants
        if entrant.spec is not None
    ]
    if tournament is not None:
        qualities = _qualities(tournament, settings, report)
        entries = [replace(each, quality=qualities.get(each.name)) for each in entries]
    return ClassResult(settings, protection, tuple(ranked(entries)), questions, tournament)


@contextmanager
def _enclosure(
    settings: ClassSettings, protection: Protection, players: int
) -> Iterator[Enclosure]:
    """Make a folder for the copies of all submissions, which is removed at the end."""
    moves = _LONGEST_GAME * settings.games * (players + len(settings.baselines))
    root: Path | None = None
    try:
        with interrupts_held_back():
            root = Path(tempfile.mkdtemp(prefix="fourfold-class-"))
        yield Enclosure(
            root,
            protection,
            players=players,
            memory_mb=settings.memory_mb,
            cpu_seconds=math.ceil(moves * (settings.seconds + MARGIN)),
            forbid_search=settings.forbid_search,
        )
    finally:
        with interrupts_held_back():
            pool.close_idle()  # players that wait for their next game
            if root is not None:
                remove_tree(root)


def _entrants(
    submissions: Sequence[Submission], settings: ClassSettings, enclosure: Enclosure
) -> list[Entrant]:
    """Return who takes part: the submissions that have a player, and the baselines."""
    entrants = [
        Entrant(submission.name, make=enclosure.admit(number, submission))
        for number, submission in enumerate(submissions)
        if not submission.problem
    ]
    taken = {submission.name for submission in submissions}
    for spec in dict.fromkeys(settings.baselines):
        entrants.append(Entrant(f"{spec}{OURS}" if spec in taken else spec, spec))
    return entrants


# The exam


@dataclass(frozen=True, slots=True)
class _ExamJob:
    entrant: Entrant
    questions: tuple[Question, ...]
    limit: Limit
    margin: float


def _sit(job: _ExamJob) -> ExamResult:
    entrant = job.entrant
    return examine(entrant.name, entrant.agent, job.questions, job.limit, job.margin)


def _exams(
    entrants: Sequence[Entrant],
    questions: tuple[Question, ...],
    settings: ClassSettings,
    report: ReportProgress,
) -> dict[str, ExamResult]:
    limit = Limit(seconds=settings.seconds)
    seed = openings.mixed(settings.seed, "exam") % 2**32
    jobs = [
        (entrant.name, _ExamJob(entrant.seeded(seed), questions, limit, MARGIN))
        for entrant in entrants
    ]
    done: dict[str, ExamResult] = {}
    report("exam", 0, len(jobs))
    with open_executor(min(settings.workers, len(jobs))) as executor:
        for name, result in run_jobs(executor, _sit, jobs):
            done[name] = result
            report("exam", len(done), len(jobs))
    return done


# The games


def _tournament(
    players: Sequence[Entrant], settings: ClassSettings, report: ReportProgress
) -> TournamentResult:
    return match(
        *players,
        games=settings.games,
        rules=settings.rules,
        seed=settings.seed,
        workers=settings.workers,
        limit=Limit(seconds=settings.seconds),
        save=settings.save,
        report=lambda played, total, last: report("games", played, total),
    )


@dataclass(frozen=True, slots=True)
class _JudgeJob:
    games: tuple[tuple[Record, int, int], ...]
    players: int


def _judge(job: _JudgeJob) -> tuple[Quality, ...]:
    judge = QualityJudge(Solver(memory_mb=_JUDGE_MEMORY_MB))
    return judge.judge_all(job.games, job.players)


def _qualities(
    tournament: TournamentResult, settings: ClassSettings, report: ReportProgress
) -> dict[str, Quality]:
    """Let the solver judge the moves of all games; return what it says of each player."""
    games = [(game.record, game.fixture.first, game.fixture.second) for game in tournament.games]
    players = len(tournament.agents)
    chunks = [tuple(games[start : start + _CHUNK]) for start in range(0, len(games), _CHUNK)]
    found = [Quality()] * players
    report("judging", 0, len(games))
    with open_executor(min(settings.workers, len(chunks))) as executor:
        jobs = ((len(chunk), _JudgeJob(chunk, players)) for chunk in chunks)
        done = 0
        for size, qualities in run_jobs(executor, _judge, jobs):
            found = [old + new for old, new in zip(found, qualities, strict=True)]
            done += size
            report("judging", done, len(games))
    return dict(zip(tournament.agents, found, strict=True))


# The entries


def _entry(
    submission: Submission,
    number: int,
    exam: ExamResult | None,
    tournament: TournamentResult | None,
    enclosure: Enclosure,
) -> Entry:
    """Collect all that is known of a student's player."""
    name = submission.name
    if exam is None:
        return Entry(name, problem=submission.problem)
    mishaps = _mishaps(name, exam, tournament, partial(enclosure.readable, number))
    return Entry(
        name,
        problem="" if exam.in_time else "it made no move in the exam",
        exam=exam,
        tally=_tally(name, tournament),
        mishaps=mishaps,
        attempts=enclosure.attempts(number),
    )


def _baseline_entry(name: str, exam: ExamResult, tournament: TournamentResult | None) -> Entry:
    mishaps = _mishaps(name, exam, tournament, lambda text: text)
    tally = _tally(name, tournament)
    return Entry(name, is_baseline=True, exam=exam, tally=tally, mishaps=mishaps)


def _tally(name: str, tournament: TournamentResult | None) -> Tally | None:
    if tournament is None or name not in tournament.agents:
        return None
    return tournament.total(tournament.agents.index(name))


def _mishaps(
    name: str,
    exam: ExamResult,
    tournament: TournamentResult | None,
    readable: Callable[[str], str],
) -> tuple[Mishap, ...]:
    """Collect the faults of a player, equal ones together, with the cause of the first."""
    faults: list[tuple[str, Ending]] = [("exam", ending) for ending in exam.faults]
    if tournament is not None:
        faults += [
            ("games", game.record.ending)
            for game in tournament.games
            if game.record.ending is not None
            and game.fault is not None
            and tournament.agents[game.fault[0]] == name
        ]
    counts: Counter[tuple[str, EndReason, str]] = Counter()
    causes: dict[tuple[str, EndReason, str], str] = {}
    for where, ending in faults:
        detail = readable(ending.detail.removeprefix(f"{name} ").strip())
        key = where, ending.reason, detail
        counts[key] += 1
        causes.setdefault(key, excerpt(readable(ending.cause)))
    return tuple(
        Mishap(reason, detail, causes[where, reason, detail], times, where)
        for (where, reason, detail), times in counts.most_common()
    )

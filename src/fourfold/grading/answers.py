"""Asks a player about solved positions, as a game would: with a limit, and faults that end nothing.

A worker answers a chunk of positions of one board with one agent. Chunks are cut in the same way
for any number of workers, so the answers are the same as well, as long as the agent always gives
the same answers to the same positions in the same order.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fourfold.agents.base import Agent, Decision
from fourfold.agents.external.faults import error_text
from fourfold.arena.entrants import Entrant
from fourfold.arena.statistics.quality import PlyCounts, judge_column
from fourfold.errors import WorkerError
from fourfold.game import Game, Participant, play_turn, sanitize
from fourfold.game.runner import MARGIN
from fourfold.grading.benchmark import SolvedPosition
from fourfold.rules import Rules
from fourfold.search import Limit, Result, Score
from fourfold.support.executors import Executor, run_jobs

CHUNK = 16
"""Positions per job. What agents remember from one position to the next depends on it."""

_POINTS = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
_DIED = "its process died"
_MOST_LOST = 3  # chunks, before anything was answered


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player did in a position, and what it said of its move."""

    solved: SolvedPosition
    column: int | None
    """None if it made no move that can be played."""
    fault: str = ""
    """What it did instead, in words that follow its name."""
    proof: Result | None = None
    """The outcome of its move, if it says that it has proven it."""
    win_chance: float | None = None
    """Its guessed chance to win, from 0 to 1."""
    evaluation: float | None = None
    """Its evaluation, in its own unit."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took; no part of what makes two answers equal."""

    @property
    def score(self) -> Score:
        """The proven score of the column played; a fault counts as the worst column."""
        return self.solved.worst if self.column is None else self.solved.columns[self.column]

    @property
    def counts(self) -> PlyCounts:
        """The move as the solver judges it."""
        return judge_column(self.solved.best, self.score)

    @property
    def is_perfect(self) -> bool:
        """Whether no other column has a better score."""
        return bool(self.counts.perfect)

    @property
    def points_given_away(self) -> int:
        """The best score less the score of the column played."""
        return self.counts.points_given_away

    @property
    def points(self) -> float:
        """What the move brings if both play perfectly from here on: 1, 1/2 or 0."""
        return _POINTS[self.score.outcome]


@dataclass(frozen=True, slots=True)
class Job:
    """Some positions of one board, and who is asked about them."""

    entrant: Entrant
    limit: Limit
    positions: tuple[SolvedPosition, ...]


def ask_all(
    executor: Executor,
    entrant: Entrant,
    positions: Sequence[SolvedPosition],
    limit: Limit,
    report: Callable[[int, int], None],
) -> list[Answer]:
    """Ask a player about every position; the answers have the order of the positions.

    A chunk whose workers die is asked again, each position alone: one of them is to blame.
    """
    total = len(positions)
    found: dict[int, Answer] = {}
    alone: list[int] = []
    losses = 0

    def lost(job: Job) -> list[Answer]:
        nonlocal losses
        losses += 1
        if not found and losses == _MOST_LOST:
            raise WorkerError(
                "every worker process has died: the player ends its process, or your script starts "
                'its work without `if __name__ == "__main__":`'
            )
        return [Answer(solved, None, _DIED) for solved in job.positions]

    report(0, total)
    for size in (CHUNK, 1):
        left = range(total) if size == CHUNK else sorted(alone)
        chunks = list(_chunks(positions, left, size))
        jobs = (
            (chunk, Job(entrant, limit, tuple(positions[number] for number in chunk)))
            for chunk in chunks
        )
        attempts = 2 if size == CHUNK else 1
        for chunk, answers in run_jobs(executor, answer, jobs, lost=lost, attempts=attempts):
            if size == CHUNK and any(each.fault == _DIED for each in answers):
                alone += chunk
            else:
                found.update(zip(chunk, answers, strict=True))
                report(len(found), total)
    return [found[number] for number in range(total)]


def _chunks(
    positions: Sequence[SolvedPosition], numbers: Sequence[int], size: int
) -> Iterator[tuple[int, ...]]:
    boards: dict[Rules, list[int]] = {}
    for number in numbers:
        boards.setdefault(positions[number].position.rules, []).append(number)
    for same_board in boards.values():
        for start in range(0, len(same_board), size):
            yield tuple(same_board[start : start + size])


def answer(job: Job) -> list[Answer]:
    """Answer the positions of a job, one after the other; workers run this.

    After a fault the agent is made anew, as it would be for its next game.
    """
    agent: Agent | None = None
    answers: list[Answer] = []
    for solved in job.positions:
        if agent is None:
            try:
                agent = job.entrant.agent()
            except Exception as error:
                fault = f"could not be made: {error_text(error)}"
                rest = job.positions[len(answers) :]
                return answers + [Answer(each, None, fault) for each in rest]
        answers.append(_ask(agent, job, solved))
        if answers[-1].column is None:
            agent = None
    return answers


def _ask(agent: Agent, job: Job, solved: SolvedPosition) -> Answer:
    name = job.entrant.name
    game = Game(solved.position, (Participant(name, name), Participant(name, name)))
    began = time.monotonic()
    decision = play_turn(game, agent, job.limit, margin=MARGIN)
    seconds = time.monotonic() - began
    if decision is not None:
        return replace(_stated(decision, solved), seconds=seconds)
    ending = game.record.ending
    assert ending is not None
    return Answer(solved, None, ending.detail.removeprefix(f"{name} "), seconds=seconds)


def _stated(decision: Decision, solved: SolvedPosition) -> Answer:
    """Return a decision as an answer; a statement that makes no sense is left out."""
    column = decision.column
    try:
        proven = sanitize.score(decision.scores.get(column, decision.score))
    except Exception:  # not even a mapping
        proven = sanitize.score(decision.score)
    chance = sanitize.number(decision.win_chance)
    return Answer(
        solved,
        column,
        proof=None if proven is None else proven.outcome,
        win_chance=chance if chance is not None and 0 <= chance <= 1 else None,
        evaluation=sanitize.number(decision.evaluation),
    )

"""Asks one player all questions of the exam, as a game would ask it: with a clock, and faults."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fourfold.agents.base import Agent
from fourfold.arena.classroom.questions import PHASES, Kind, Question
from fourfold.game import FAULTS, Ending, EndReason, Game, Participant, play_turn
from fourfold.game.runner import cause_of
from fourfold.rules import Player
from fourfold.search import Limit

MOST_FAILURES = 3
"""After so many answers in a row that were no move, the rest of the exam is not asked."""
_WEIGHT_OF_LATE = 1.5  # waiting for one that never answers takes longest


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player did in one position."""

    question: Question
    column: int | None
    """None if it was no legal move, or came too late."""
    seconds: float
    fault: Ending | None = None

    @property
    def is_right(self) -> bool:
        """Whether the column is a right one."""
        return self.column in self.question.right


@dataclass(frozen=True, slots=True)
class ExamResult:
    """All answers of one player."""

    answers: tuple[Answer, ...]
    asked: int
    """How many questions the exam has. After too many failures the rest is not asked, and counts
    as answered without a move."""
    problem: Ending | None = None
    """Why the player could not be started; None if it could."""

    @property
    def legal(self) -> float:
        """The share of questions to which it gave no wrong answer and no error, in time or not."""
        return self._share(lambda answer: answer.column is not None or _is_late(answer))

    @property
    def in_time(self) -> float:
        """The share of questions that it answered with a legal move in time."""
        return self._share(lambda answer: answer.column is not None)

    def right(self, *kinds: Kind) -> tuple[int, int] | None:
        """Count right answers to questions of these kinds, and the questions; None without any."""
        answers = [answer for answer in self.answers if answer.question.kind in kinds]
        return (sum(answer.is_right for answer in answers), len(answers)) if answers else None

    @property
    def seconds(self) -> tuple[float, float] | None:
        """The median and the longest time of its moves; None if it made none."""
        times = [answer.seconds for answer in self.answers if answer.column is not None]
        return (statistics.median(times), max(times)) if times else None

    @property
    def rubric(self) -> float:
        """The mean of five shares: legal, in time, wins, blocks, and moves without a mistake."""
        counted = [self.right(Kind.WIN), self.right(Kind.BLOCK), self.right(*PHASES)]
        shares = [self.legal, self.in_time, *(a / b for a, b in filter(None, counted))]
        return sum(shares) / len(shares)

    @property
    def faults(self) -> tuple[Ending, ...]:
        """What went wrong, in the order in which it happened."""
        faults = tuple(answer.fault for answer in self.answers if answer.fault is not None)
        return faults if self.problem is None else (self.problem, *faults)

    def _share(self, holds: Callable[[Answer], bool]) -> float:
        return sum(map(holds, self.answers)) / self.asked if self.asked else 0.0


def _is_late(answer: Answer) -> bool:
    return answer.fault is not None and answer.fault.reason is EndReason.TIME


def examine(
    name: str,
    make: Callable[[], Agent],
    questions: Sequence[Question],
    limit: Limit,
    margin: float,
) -> ExamResult:
    """Start a player and ask it every question; its faults never raise anything here.

    After a fault it is started anew, before its time runs again.
    """
    answers: list[Answer] = []
    agent: Agent | None = None
    failures = 0.0
    problem = None
    for question in questions:
        if agent is None:
            try:
                agent = make()
            except Exception as error:
                what = " ".join(f"could not be started: {error}".split())
                problem = Ending(Player.SECOND, EndReason.FAILURE, what, cause_of(error))
                break
        answer = _ask(name, agent, question, limit, margin)
        answers.append(answer)
        if answer.column is not None:
            failures = 0.0
            continue
        agent = None
        failures += _WEIGHT_OF_LATE if _is_late(answer) else 1.0
        if failures >= MOST_FAILURES:
            break
    answers += [Answer(question, None, 0.0) for question in questions[len(answers) :]]
    return ExamResult(tuple(answers), len(questions), problem)


def _ask(name: str, agent: Agent, question: Question, limit: Limit, margin: float) -> Answer:
    before = question.position
    game = Game(before, (Participant(name, name), Participant(name, name)))
    began = time.monotonic()
    play_turn(game, agent, limit, margin=margin)
    seconds = time.monotonic() - began
    ending = game.record.ending
    if ending is not None and ending.reason in FAULTS:
        return Answer(question, None, seconds, ending)
    return Answer(question, game.position.moves[before.ply], seconds)

"""Analyses: asked for by people, worked out by the pool, remembered for the next who asks."""

import asyncio
import contextlib
import threading
from collections import OrderedDict, deque

from fourfold.analysis.study import ColumnWorth, Student, Study
from fourfold.errors import Conflict
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Result, Stop
from fourfold.search.stop import behind
from fourfold.web.errors import Busy
from fourfold.web.pool import BEHIND, Pool
from fourfold.web.views import View, labels, winning_view

MEMORY = 32
"""MB for each of the two searches of a worker."""
MOST_AT_ONCE = 4
"""Analyses of one client that wait or run; the oldest makes way for a new one."""
_REMEMBERED = 512

_mine = threading.local()


class Analysis:
    """A job of the pool."""

    is_analysis = True

    def __init__(self, position: Position, seconds: float, client: str) -> None:
        self.client = client
        self.position = position
        self.seconds = seconds
        self.answer: asyncio.Future[Study | None] = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._stop = Stop()

    def run(self) -> None:
        found: Study | None = None
        try:
            if not self._stop.requested:
                with behind(BEHIND):
                    found = _student().study(self.position, self.seconds, self._stop)
        finally:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.settle, found)

    def settle(self, found: Study | None) -> None:
        """Tell whoever waits."""
        if not self.answer.done():
            self.answer.set_result(found)

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self._stop.request()
        self.settle(None)


def _student() -> Student:
    """The one of this thread: its tables are warm, and nobody else uses them."""
    student: Student | None = getattr(_mine, "student", None)
    if student is None:
        student = _mine.student = Student(MEMORY)
    return student


class Library:
    """What was studied, and who is waiting for more. It lives on the event loop."""

    def __init__(self, pool: Pool, most_seconds: float) -> None:
        self._pool = pool
        self._most_seconds = most_seconds
        self._known: OrderedDict[Position, tuple[float, Study]] = OrderedDict()
        self._asked: dict[str, deque[Analysis]] = {}
        self._is_closed = False

    def known(self, position: Position, seconds: float) -> Study | None:
        """What was found out in as much time already, or for good."""
        entry = self._known.get(position)
        if entry is None:
            return None
        spent, study = entry
        if not study.is_complete and spent < min(seconds, self._most_seconds):
            return None
        self._known.move_to_end(position)
        return study

    def begin(self, position: Position, seconds: float, client: str) -> Analysis:
        """Let a position be studied for somebody."""
        job = Analysis(position, min(seconds, self._pool.share(self._most_seconds)), client)
        asked = self._asked.setdefault(client, deque())
        if len(asked) >= MOST_AT_ONCE:
            self.end(asked[0])
        self._asked.setdefault(client, asked).append(job)
        self._pool.submit(job)
        return job

    def end(self, job: Analysis) -> None:
        """Forget about a job, done or not."""
        asked = self._asked.get(job.client, deque())
        if job in asked:
            asked.remove(job)
            if not asked:
                self._asked.pop(job.client, None)
        if not job.answer.done():
            self._pool.withdraw(job)
            job.cancel()

    def close(self) -> None:
        """Nobody will know any more."""
        self._is_closed = True
        for asked in list(self._asked.values()):
            for job in list(asked):
                self.end(job)

    def result(self, job: Analysis) -> Study:
        """What came of a job that is done."""
        study = job.answer.result()
        if study is None and self._is_closed:
            raise Busy("the server is about to end")
        if study is None:
            raise Conflict("this analysis has made way for a newer one")
        self._known[job.position] = (job.seconds, study)
        self._known.move_to_end(job.position)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return study


def study_view(study: Study) -> View:
    """An analysis as the page sees it."""
    position = study.position
    columns = range(position.rules.columns)
    worth = study.worth
    return {
        "position": position.to_text(),
        "turn": str(position.turn),
        "columns": [_column(column, study.columns.get(column), position) for column in columns],
        "best": study.best,
        "line": labels(study.line, position.rules),
        "chance": None if study.best is None else round(worth.value, 4),
        "outcome": None if worth.outcome is None else str(worth.outcome),
        "in_plies": None if worth.score is None else worth.score.plies,
        "winning_cells": winning_view(position),
        "nodes": study.nodes,
        "seconds": round(study.seconds, 3),
        "complete": study.is_complete,
    }


def _column(column: int, worth: ColumnWorth | None, position: Position) -> View:
    known = ColumnWorth() if worth is None else worth
    plies = None if known.score is None else known.score.plies
    return {
        "column": column,
        "label": column_label(column, position.rules.columns),
        "full": worth is None,
        "proven": known.outcome is not None,
        "outcome": None if known.outcome is None else str(known.outcome),
        "in_plies": plies,
        "moves": _own_moves(known.outcome, plies),
        "score": None if known.score is None else known.score.score,
        "chance": None if known.chance is None else round(known.chance, 4),
    }


def _own_moves(outcome: Result | None, plies: int | None) -> int | None:
    """How many moves the winner makes until the end, as people count."""
    if outcome is None or plies is None or outcome is Result.DRAW:
        return None
    return (plies + 1) // 2 if outcome is Result.WIN else plies // 2

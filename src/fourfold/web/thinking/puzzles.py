"""Puzzles with what is said of every column, and the mistakes of reviewed games.

The solver works this out in threads of its own, so that neither the database's requests nor the
agents wait for it; what was worked out is cached.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import anyio
import anyio.to_thread

from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.explain import explain_analysis
from fourfold.analysis.proofs import ProofStore
from fourfold.analysis.review import Review
from fourfold.puzzles import Puzzle, judge
from fourfold.puzzles.judge import LONGEST_REFUTATION
from fourfold.puzzles.solution import own_moves, right_ply
from fourfold.rules import Player, Position
from fourfold.search import Limit, Stop
from fourfold.support.background import run_in_background
from fourfold.support.lru import LruCache
from fourfold.web.api.puzzle_responses import PuzzleView
from fourfold.web.api.views.puzzles import Comment, Comments, puzzle_view
from fourfold.web.play.puzzle_progress import Mistake

_CACHED = 512
_MEMORY = 16  # MB for each of the two searches of the analyst
_SECONDS = 2.0  # for a position of an own game, which nobody has proven before

log = logging.getLogger("fourfold.web")


class PuzzleService:
    """Shows puzzles, and finds the mistakes of a game. It lives on the event loop."""

    def __init__(self, proofs: ProofStore, threads: int) -> None:
        self._proofs = proofs
        self._most_threads = threads
        self._views: LruCache[tuple[str, bool], PuzzleView] = LruCache(_CACHED)
        self._lock = threading.Lock()  # of the analyst
        self._analyst: Analyst | None = None
        self._stop = Stop()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Prepare the threads; called on the event loop."""
        self._threads = anyio.CapacityLimiter(max(1, self._most_threads))

    def close(self) -> None:
        """Shut down: stop what is still being worked out."""
        self._stop.request()
        for task in self._tasks:
            task.cancel()

    # Showing

    async def view(self, puzzle: Puzzle) -> PuzzleView:
        """Show a puzzle of the collection."""
        return await self._view(puzzle, False, judge_columns)

    async def mistake_view(self, puzzle: Puzzle) -> PuzzleView:
        """Show a position of an own game; what cannot be proven in time has fewer words."""
        return await self._view(puzzle, True, self._study)

    async def _view(
        self, puzzle: Puzzle, is_own: bool, comment: Callable[[Puzzle], list[Comments]]
    ) -> PuzzleView:
        known = self._views.get((puzzle.position, is_own))
        if known is None:
            known = await self._run(lambda: puzzle_view(puzzle, comment(puzzle)))
            self._views.put((puzzle.position, is_own), known)
        return known

    async def _run(self, call: Callable[[], PuzzleView]) -> PuzzleView:
        return await anyio.to_thread.run_sync(call, limiter=self._threads)

    def _study(self, puzzle: Puzzle) -> list[Comments]:
        analysis = self._analyse(puzzle.start, _SECONDS)
        return [
            {
                column: Comment(
                    known.score,
                    tuple(explain_analysis(analysis, column).sentences),
                    () if column == puzzle.line[0] else known.line[1 : 1 + LONGEST_REFUTATION],
                )
                for column, known in analysis.columns.items()
            }
        ]

    def _analyse(self, position: Position, seconds: float) -> Analysis:
        with self._lock:
            if self._analyst is None:
                self._analyst = Analyst(_MEMORY, seed=0, store=self._proofs)
            return self._analyst.analyse(position, Limit(seconds), self._stop)

    # Mistakes

    def collect(
        self,
        review: Review,
        sides: frozenset[Player],
        game: str,
        today: date,
        save: Callable[[list[Mistake]], Awaitable[None]],
    ) -> None:
        """Find the mistakes of some players of a game in the background, and save them.

        Only those count that gave away an outcome which one column alone would have kept.
        """

        async def work() -> None:
            with contextlib.suppress(asyncio.CancelledError):
                found = await anyio.to_thread.run_sync(
                    lambda: run_in_background(
                        lambda: self._find_mistakes(review, sides, game, today), "fourfold-mistakes"
                    ),
                    limiter=self._threads,
                )
                if found and not self._stop.requested:
                    await save(found)

        task = asyncio.get_running_loop().create_task(work())
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the mistakes of a game could not be collected: %s", error)

    def _find_mistakes(
        self, review: Review, sides: frozenset[Player], game: str, today: date
    ) -> list[Mistake]:
        found = []
        for ply in review.plies:
            if ply.player not in sides or not ply.changes_outcome or not ply.proven:
                continue
            columns = self._analyse(ply.before, _SECONDS).columns
            scores = {column: each.score for column, each in columns.items() if each.score}
            only = right_ply(scores) if len(scores) == len(columns) else None
            if only is None or self._stop.requested:
                continue
            goal, column = only
            moves = own_moves(scores[column])
            text = ply.before.to_text()
            due = today + timedelta(1)
            found.append(Mistake(text, goal, column, ply.column, moves, due, game))
        return found


def judge_columns(puzzle: Puzzle) -> list[Comments]:
    """Judge every column of every step of a puzzle."""
    comments: list[Comments] = []
    for step in puzzle.own_steps:
        verdicts = (judge(puzzle, step, c) for c in puzzle.position_at(step).legal_columns)
        comments.append({v.column: Comment(v.score, v.sentences, v.refutation) for v in verdicts})
    return comments

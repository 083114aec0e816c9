"""The agent whose moves a program chooses, spoken to by UGI over its standard streams."""

import time
import weakref
from collections.abc import Sequence

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.agents.engine import pool
from fourfold.agents.engine.engine_process import START_SECONDS, EngineProcess
from fourfold.agents.engine.pool import EngineCommand
from fourfold.agents.engine.protocol import Info
from fourfold.rules import Position
from fourfold.search import Score, SearchProgress, Watch


class EngineAgent(BaseAgent[Decision]):
    """Plays the moves of a program.

    The program is started when the agent is made, or taken over from an agent that has finished
    with it. A failure raises ProgramError and ends the program; the next move starts another.
    """

    def __init__(
        self,
        command: Sequence[str],
        memory_mb: int | None = None,
        start_seconds: float = START_SECONDS,
        name: str | None = None,
    ) -> None:
        """Start the program; ProgramError if it cannot be started or does not speak UGI.

        command: the program and its arguments.
        memory_mb: what it may use with all that it starts; `FOURFOLD_PLAYER_MB` or 4096 if None.
        start_seconds: how long it may take to start and to prepare for a game.
        name: how messages name it; the command if not given.
        """
        self._command = EngineCommand(tuple(command), memory_mb, start_seconds, name)
        self._last: Position | None = None
        self._held = _Held(self._command)
        self._held.engine = pool.take(self._command)
        self._finalizer = weakref.finalize(self, self._held.give_back)

    @property
    def title(self) -> str:
        """The name that the program gives itself; empty while none runs."""
        return "" if self._held.engine is None else self._held.engine.title

    def close(self) -> None:
        """End the program, with everything that it started; the next move starts another."""
        engine, self._held.engine = self._held.engine, None
        if engine is not None:
            engine.close()

    def decide(self, position: Position, control: Control) -> Decision:
        """Let the program choose; ProgramError if it fails or answers no legal move."""
        engine = self._ready_engine(position)
        self._held.engine = None  # until its answer is there it cannot be used by others
        found = _Collected(control.watch, control.began)
        try:
            column = engine.search(position, control.limit, control.stop, found.add)
        except BaseException:
            engine.kill()
            raise
        self._held.engine = engine
        self._last = position
        return found.decision(column)

    def _ready_engine(self, position: Position) -> EngineProcess:
        """Return the program, told of a new game if this position does not follow the last one."""
        engine, last = self._held.engine, self._last
        if engine is None:
            return pool.take(self._command)
        if last is not None and not _follows(position, last):
            try:
                engine.new_game()
            except BaseException:
                self._held.engine = None
                engine.kill()
                raise
        return engine


class _Held:
    """The program of an agent; outlives the agent, to be given back when it is dropped."""

    def __init__(self, command: EngineCommand) -> None:
        self._command = command
        self.engine: EngineProcess | None = None

    def give_back(self) -> None:
        engine, self.engine = self.engine, None
        if engine is not None:
            pool.give_back(self._command, engine)


def _follows(position: Position, last: Position) -> bool:
    return (
        position.rules == last.rules
        and position.ply > last.ply
        and position.moves[: last.ply] == last.moves
    )


class _Collected:
    """Everything that the `info` lines of one search have told."""

    def __init__(self, watch: Watch | None, began: float) -> None:
        self._watch = watch
        self._began = began
        self._now = Info()
        self._score: Score | None = None
        self._scores: dict[int, Score] = {}
        self._evaluations: dict[int, float] = {}

    def add(self, info: Info) -> None:
        """Take in a line; what it does not tell stays as it was."""
        if info.column is not None:
            if info.score is not None:
                self._scores[info.column] = info.score
            if info.evaluation is not None:
                self._evaluations[info.column] = info.evaluation
            return
        now = self._now
        evaluation = info.win_chance if info.evaluation is None else info.evaluation
        self._now = Info(
            depth=now.depth if info.depth is None else info.depth,
            nodes=now.nodes if info.nodes is None else info.nodes,
            seconds=now.seconds if info.seconds is None else info.seconds,
            score=now.score if info.score is None else info.score,
            evaluation=now.evaluation if evaluation is None else evaluation,
            win_chance=now.win_chance if info.win_chance is None else info.win_chance,
            line=info.line or now.line,
            text=info.text or now.text,
        )
        if self._watch is not None and (info.depth is not None or info.nodes is not None):
            self._watch(self._progress())

    def _progress(self) -> SearchProgress:
        now = self._now
        return SearchProgress(
            seconds=time.monotonic() - self._began if now.seconds is None else now.seconds,
            nodes=now.nodes,
            depth=now.depth,
            column=now.line[0] if now.line else None,
            evaluation=now.evaluation,
            evaluations=dict(self._evaluations),
            scores=dict(self._scores),
            line=now.line,
        )

    def decision(self, column: int) -> Decision:
        """Return what is known of the column that was chosen.

        What the lines told of another column is not about this move.
        """
        now = self._now
        is_about_it = not now.line or now.line[0] == column
        return Decision(
            column,
            score=now.score if is_about_it else self._scores.get(column),
            evaluation=now.evaluation if is_about_it else self._evaluations.get(column),
            scores=self._scores,
            evaluations=self._evaluations,
            nodes=now.nodes,
            depth=now.depth,
            seconds=time.monotonic() - self._began if now.seconds is None else now.seconds,
            line=now.line if now.line and is_about_it else (column,),
            reason=now.text,
            win_chance=now.win_chance if is_about_it else None,
        )

"""Programs that have played a game and wait for the next one.

Starting a program can take longer than a game. An agent that is no longer used gives its program
back; the next agent with the same command takes it, and `uginewgame` makes it forget. A program
that has failed never gets here.
"""

import atexit
import os
import threading
from dataclasses import dataclass

from fourfold.agents.engine.engine_process import START_SECONDS, EngineProcess

MOST_IDLE = 8
"""Programs that wait in one process, unless `keep_idle` allows more; the one that has waited
longest is ended first."""


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """What is needed to start a program; equal commands can use each other's programs."""

    words: tuple[str, ...]
    memory_mb: int | None = None
    start_seconds: float = START_SECONDS
    name: str | None = None
    """How messages name it; the words of the command if not given."""

    def start(self) -> EngineProcess:
        """Start a new program."""
        return EngineProcess(self.words, self.memory_mb, self.start_seconds, self.name)


_lock = threading.RLock()  # an agent may be collected while this thread holds it
_idle: list[tuple[EngineCommand, EngineProcess]] = []  # the one that has waited longest first
_owner = os.getpid()
_most_idle = MOST_IDLE


def keep_idle(programs: int) -> None:
    """Let this many programs wait, if that is more than now; for many players in turn."""
    global _most_idle
    _most_idle = max(_most_idle, programs)


def take(command: EngineCommand) -> EngineProcess:
    """Return a program that is ready for a new game: one that waits, or a new one."""
    while (engine := _take_idle(command)) is not None:
        try:
            engine.new_game()
            return engine
        except Exception:  # it failed while nobody used it: no game is lost by that
            engine.kill()
    engine = command.start()
    try:
        engine.new_game()
    except BaseException:
        engine.kill()
        raise
    return engine


def _take_idle(command: EngineCommand) -> EngineProcess | None:
    with _lock:
        _forget_in_a_fork()
        for at, (known, engine) in enumerate(_idle):
            if known == command:
                del _idle[at]
                return engine
    return None


def give_back(command: EngineCommand, engine: EngineProcess) -> None:
    """Keep a program that has no search running for the next agent."""
    dropped: list[EngineProcess] = []
    with _lock:
        _forget_in_a_fork()
        if engine.is_usable:
            _idle.append((command, engine))
        else:
            dropped.append(engine)
        while len(_idle) > _most_idle:
            dropped.append(_idle.pop(0)[1])
    for each in dropped:
        each.close()


@atexit.register
def close_idle() -> None:
    """End all programs that wait."""
    with _lock:
        _forget_in_a_fork()
        engines = [engine for _, engine in _idle]
        _idle.clear()
    for engine in engines:
        engine.close()


def _forget_in_a_fork() -> None:
    """Leave the programs of the process that this one was forked from alone."""
    global _owner
    if _owner != os.getpid():
        _owner = os.getpid()
        _idle.clear()

"""The process that plays a tournament for the server: begun, watched and ended.

It is `fourfold tournament --resume FILE`, so that a tournament which was stopped, or whose server
was, goes on with the games that are left. Only one runs at a time. It ends with the server, also
if that is killed (see `child_process`), and has a lower priority than everything else.
"""

import logging
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from fourfold.agents.registry import list_agents
from fourfold.arena import live
from fourfold.arena.tournament_file import (
    SUFFIX,
    check_name,
    default_name,
    open_tournament_file,
)
from fourfold.errors import Conflict, InvalidOption, ProgramError, describe
from fourfold.support.child_process import ChildProcess
from fourfold.web.api.requests import NewTournament
from fourfold.web.errors import Forbidden
from fourfold.web.settings import Settings
from fourfold.web.tournaments.folder import TournamentFolder
from fourfold.web.tournaments.new_tournaments import is_resumable, settings_of

MOST_WORKERS = 2
"""Games that a tournament of the page plays at the same time."""
MOST_FILES = 1000
"""Tournaments in the folder, beyond which the page begins no more."""
_MEMORY_MB = 2048  # of the process with all that it starts
_NICENESS = 10
_WAIT = 3600.0

log = logging.getLogger("fourfold.web")


class TournamentRunner:
    """Plays one tournament at a time. Called from threads."""

    def __init__(self, settings: Settings, folder: TournamentFolder) -> None:
        self._settings = settings
        self._folder = folder
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._path: Path | None = None
        self._is_closed = False
        self._problems: dict[str, str] = {}

    @property
    def is_allowed(self) -> bool:
        """Whether tournaments can be begun on the page."""
        return self._settings.tournaments

    @property
    def running(self) -> str | None:
        """The name of the tournament that is being played by this server."""
        path = self._path
        return None if path is None else path.stem

    def problem(self, name: str) -> str:
        """Return why the process of a tournament failed, in one sentence; empty if it did not."""
        return self._problems.get(name, "")

    def begin(self, wanted: NewTournament) -> str:
        """Begin a new tournament; return its name."""
        self._check_allowed()
        settings = settings_of(wanted, self._settings.memory)
        name = check_name(wanted.name.strip() if wanted.name else default_name())
        path = self._folder.path / f"{name}{SUFFIX}"
        with self._lock:
            self._check_free()
            if path.exists():
                raise InvalidOption(f"there is a tournament {describe(name)} already")
            if sum(1 for _ in self._folder.path.glob(f"*{SUFFIX}")) >= MOST_FILES:
                raise InvalidOption(
                    f"there are {MOST_FILES:,} tournaments in {self._folder.path}: remove some"
                )
            with open_tournament_file(path, settings):
                pass  # its first line is written
            self._start(path)
        return name

    def resume(self, name: str) -> None:
        """Go on with a tournament that was stopped."""
        self._check_allowed()
        path = self._folder.file(name)
        with self._folder.reading(name) as follower:
            line, is_over = follower.settings, follower.is_over
        if is_over:
            raise Conflict("all games of this tournament have been played")
        if not is_resumable(line):
            raise Forbidden(
                "this tournament was not begun on the page: "
                f"fourfold tournament --resume {describe(path.name)} goes on with it"
            )
        with self._lock:
            self._check_free()
            if self._folder.is_running(path):
                raise Conflict("another process plays this tournament")
            self._start(path)

    def stop(self, name: str) -> None:
        """Stop the tournament; its finished games are kept."""
        self._check_allowed()
        self._folder.file(name)
        with self._lock:
            if self._child is None or self._path is None or self._path.stem != name:
                raise Conflict("this server is not playing this tournament")
            self._end(self._child, self._path)

    def close(self) -> None:
        """End the process, if there is one; called when the server stops."""
        with self._lock:
            self._is_closed = True
            if self._child is not None and self._path is not None:
                self._end(self._child, self._path)

    def _check_allowed(self) -> None:
        if not self.is_allowed:
            raise Forbidden(
                "tournaments are not begun on this page: its operator has not allowed it "
                "(fourfold serve --tournaments)"
            )

    def _check_free(self) -> None:
        if self._is_closed:
            raise Conflict("the server is about to stop")
        if self._child is not None and self._path is not None:
            raise Conflict(
                f"the tournament {describe(self._path.stem)} is being played: "
                "stop it first, or wait for its end"
            )

    def _start(self, path: Path) -> None:
        workers = min(MOST_WORKERS, self._settings.workers)
        command = [sys.executable, "-m", "fourfold", "tournament"]
        command += ["--resume", str(path), "--workers", str(workers)]
        for kind in list_agents():  # what the operator has admitted is admitted there, too
            if kind.is_external and ":" in kind.name:
                command += ["--agent", kind.name]
        child = ChildProcess(command, name="the tournament", memory_mb=_MEMORY_MB)
        with suppress(OSError, AttributeError):  # it has ended already
            os.setpriority(os.PRIO_PGRP, child.pid, _NICENESS)
        self._child, self._path = child, path
        self._problems.pop(path.stem, None)
        threading.Thread(
            target=self._watch, args=(child, path), name="tournament", daemon=True
        ).start()

    def _watch(self, child: ChildProcess, path: Path) -> None:
        """Wait for the end of the process, and take in what it writes meanwhile."""
        try:
            while True:
                child.read_line(lambda: time.monotonic() + _WAIT)
        except ProgramError as error:
            problem = f"the process of this tournament {error.what}"
        with self._lock:
            if self._child is not child:
                return  # it was stopped
            if child.status != 0:
                log.warning("tournament %s: %s", path.stem, problem)
                self._problems[path.stem] = problem
            self._end(child, path)

    def _end(self, child: ChildProcess, path: Path) -> None:
        """End the process and all that it started; nothing is left behind but finished games."""
        self._child = self._path = None
        child.close()
        live.clear(path)

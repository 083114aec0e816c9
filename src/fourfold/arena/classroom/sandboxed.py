"""Starts a submission in the sandbox, as an agent of the arena."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from fourfold import errors
from fourfold.agents.base import Agent
from fourfold.arena.classroom.submissions import Submission
from fourfold.support.process_tree import MARKER
from fourfold.support.sandbox.policy import Policy, launch_command, python_files
from fourfold.support.sandbox.protection import Protection

START_SECONDS = 10.0
"""How long a player may take to start."""
_MOST_ATTEMPTS = 100
_MOST_KEPT = 40  # processes, of some 40 MB each
_CPU_MARGIN = 60  # seconds of processor time for starting, besides those for moves


@dataclass(frozen=True, slots=True)
class SandboxedPlayer:
    """Makes the agent of one submission; a worker in another process can do it, too."""

    name: str
    command: tuple[str, ...]
    memory_mb: int
    players: int
    """How many take part; so many processes are kept between games, up to a limit."""

    def __call__(self) -> Agent:
        """Start the player; ProgramError if it cannot be started."""
        from fourfold.agents.engine import pool
        from fourfold.agents.engine.client import EngineAgent

        pool.keep_idle(min(self.players, _MOST_KEPT))
        return EngineAgent(self.command, self.memory_mb, START_SECONDS, self.name)


@dataclass(frozen=True, slots=True)
class Attempt:
    """Something that a player reached for outside its folder, or a search of this package."""

    what: str
    """`open`, `list`, `network`, `process`, `search` and others; see `sandbox.audit`."""
    target: str
    file: str
    line: int


class Enclosure:
    """A folder for each submission, its policy, and the notes of what it tried."""

    def __init__(
        self,
        root: Path,
        protection: Protection,
        *,
        players: int,
        memory_mb: int,
        cpu_seconds: int,
        forbid_search: bool,
    ) -> None:
        """Prepare the enclosure.

        root: an empty folder that nobody else uses.
        cpu_seconds: the processor time of one player's process, for all of its moves.
        forbid_search: whether the solver and the other searches of this package are refused.
        """
        self.root = root.resolve()
        self._protection = protection
        self._players = players
        self._memory_mb = memory_mb
        self._cpu_seconds = cpu_seconds
        self._forbid_search = forbid_search

    def admit(self, number: int, submission: Submission) -> SandboxedPlayer:
        """Copy a submission into a folder of its own, and write its policy."""
        place = self.root / str(number)
        place.mkdir()
        folder = self.folder(number)
        submission.copy_to(folder)
        package = str(Path(errors.__file__).parent)
        form = "kaggle:{}" if submission.is_kaggle else "{}:" + submission.player
        command = (
            sys.executable,
            "-P",  # the current folder is the player's, and must not hide our modules
            "-m",
            "fourfold.agents.engine.audited",
            form.format(folder / submission.file),
            "forbid-search" if self._forbid_search else "",
        )
        Policy(
            command=command,
            folder=str(folder),
            read=python_files([package]),
            keep=(MARKER,),
            log=str(place / "notes"),
            cpu_seconds=self._cpu_seconds + _CPU_MARGIN,
            memory_mb=self._memory_mb,
            require=self._protection.require,
        ).save(place / "policy.json")
        launch = launch_command(place / "policy.json")
        return SandboxedPlayer(submission.name, tuple(launch), self._memory_mb, self._players)

    def folder(self, number: int) -> Path:
        """Return the folder of a submission."""
        return self.root / str(number) / "player"

    def attempts(self, number: int) -> tuple[Attempt, ...]:
        """Read what was noted of a player, each thing once."""
        try:
            lines = (self.root / str(number) / "notes").read_text("utf-8", "replace").splitlines()
        except OSError:
            return ()
        found = dict.fromkeys(filter(None, map(_attempt, lines)))
        return tuple(found)[:_MOST_ATTEMPTS]

    def readable(self, number: int, text: str) -> str:
        """Return a text of a player without the paths that mean nothing to its author."""
        return text.replace(f"{self.folder(number)}/", "").replace(str(self.root), "...")


def _attempt(line: str) -> Attempt | None:
    """Read a note; the player itself could have written into the file, so anything may be there."""
    try:
        note = json.loads(line)
        what, target, file = (str(note[key])[:300] for key in ("what", "target", "file"))
        return Attempt(what, target, file, int(note["line"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None

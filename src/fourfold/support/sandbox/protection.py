"""Tries the sandbox on this system, and says what it keeps a process from doing and what not."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from fourfold.support.folders import temporary_folder

from .policy import CALLS, FILES, Policy, launch_command, python_files

_PATIENCE = 60  # seconds for a start that takes a twentieth of one

_WORDS = {
    "read": "reading files of others",
    "write": "writing outside its own folder",
    "network": "using the network",
    "processes": "starting other processes",
    "memory": "taking all of the memory",
}


@dataclass(frozen=True, slots=True)
class Protection:
    """What a confined process could not do when it was tried here."""

    read: bool = False
    write: bool = False
    network: bool = False
    processes: bool = False
    memory: bool = False
    problem: str = ""
    """Why nothing could be tried; empty if it could."""

    @property
    def is_complete(self) -> bool:
        """Whether everything was refused that should be."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """What a process is not kept from, in words."""
        return tuple(words for name, words in _WORDS.items() if not getattr(self, name))

    @property
    def require(self) -> tuple[str, ...]:
        """The parts that work here, and without which no policy should start a process."""
        files = (FILES,) if self.read and self.write else ()
        return (*files, CALLS) if self.network and self.processes else files

    def __str__(self) -> str:
        """Return the sentence with which a report begins."""
        if self.is_complete:
            return (
                "Sandbox: tried on this system, and it holds: no files but its own, no network, "
                "no other processes, limited memory."
            )
        why = f" ({self.problem})" if self.problem else ""
        return (
            f"Sandbox: NOT complete on this system{why}: a player is not kept from "
            f"{', '.join(self.missing)}. Run only files that you trust."
        )


def probe() -> Protection:
    """Start a process in the sandbox, which tries everything that it must not be able to do."""
    if sys.platform == "win32":
        return Protection(problem="there is none for Windows")
    attempts = Path(__file__).with_name("attempts.py")
    with temporary_folder("fourfold-") as made:
        parent = made.resolve()
        folder, outside, saved = parent / "own", parent / "outside", parent / "policy.json"
        folder.mkdir()
        outside.write_text("secret", encoding="utf-8")
        Policy(
            command=(sys.executable, "-I", "-S", str(attempts), str(outside)),
            folder=str(folder),
            read=python_files([str(attempts.parent)]),
        ).save(saved)
        try:
            result = subprocess.run(
                launch_command(saved), capture_output=True, text=True, timeout=_PATIENCE
            )
            succeeded = json.loads(result.stdout)
        except (OSError, subprocess.TimeoutExpired) as error:
            return Protection(problem=str(error))
        except ValueError:
            last = (result.stderr.strip().splitlines() or [f"status {result.returncode}"])[-1]
            return Protection(problem=last)
    read, write, network, processes, memory = (not succeeded[attempt] for attempt in _WORDS)
    return Protection(read, write, network, processes, memory)

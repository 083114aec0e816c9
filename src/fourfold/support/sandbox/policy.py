"""What a confined process may do, as a file that its launcher reads."""

import json
import os
import site
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

# Where the loader and the libraries of a Linux system are; none of it belongs to a user.
_SYSTEM_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom")
_DEVICES = ("/dev/null",)

FILES = "files"
"""The part of the sandbox that Landlock is."""
CALLS = "calls"
"""The part of the sandbox that the filter of system calls is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A command, the only files that it can reach, and how much it may use."""

    command: tuple[str, ...]
    """The program and its arguments; the program is a path."""
    folder: str
    """The folder in which it runs, and the only one that it can write to."""
    read: tuple[str, ...] = ()
    """Files and folders that it can read, besides its own."""
    run: tuple[str, ...] = (os.path.realpath(sys.executable), *_SYSTEM_LIBRARIES)
    """Files and folders that it can read and execute."""
    write: tuple[str, ...] = _DEVICES
    """Files that it can write to, outside its folder."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """All of its environment, besides the few variables that every program has."""
    keep: tuple[str, ...] = ()
    """The variables that it inherits if they are set; all others, secrets among them, are gone."""
    log: str | None = None
    """A file that it can only append to; its environment's SANDBOX_LOG is the descriptor."""
    cpu_seconds: int = 600
    """Processor time of the whole process, which is killed after it."""
    memory_mb: int = 1024
    """Address space, with the interpreter and its libraries."""
    file_mb: int = 16
    """The largest file that it can write."""
    open_files: int = 64
    threads: int = 256
    """How many more threads its user may have; Linux counts those of all the user's processes,
    and lets root have any number."""
    require: tuple[str, ...] = ()
    """What must not be missing, FILES or CALLS: without it nothing is started."""

    def save(self, path: Path) -> None:
        """Write the policy to a file, for the launcher."""
        path.write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")


def launch_command(policy: Path) -> list[str]:
    """Return the command that starts the launcher with a saved policy."""
    # Without -I and -S the launcher would read variables and files before it gives up its rights.
    return [sys.executable, "-I", "-S", str(Path(__file__).parent), str(policy)]


def python_files(packages: Sequence[str] = ()) -> tuple[str, ...]:
    """List what a Python program reads to start: its library, and the packages installed for it.

    packages: further folders, such as those of a package that is installed in editable mode.
    Folders that are only in PYTHONPATH, or are the current one, are not among them.
    """
    found = [
        *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
        str(Path(sys.base_prefix) / "lib"),
        str(Path(sys.base_exec_prefix) / "lib"),
        str(Path(sys.prefix) / "pyvenv.cfg"),
        *site.getsitepackages(),
        *packages,
        *_SYSTEM_FILES,
    ]
    if site.ENABLE_USER_SITE:
        found.append(site.getusersitepackages())
    return tuple(dict.fromkeys(os.path.realpath(path) for path in found))

"""The first program of a confined process: it gives up its rights, then becomes the command.

    python -I -S sandbox POLICY

What is given up here stays given up when the process becomes another program, and in all its
threads. If a part that the policy requires is refused, the process ends before the command has run,
with status 125 and one sentence on standard error.

Every player of a class starts with it, so it imports only what starts quickly.
"""

import ctypes
import json
import os
import resource
import struct
import sys
from contextlib import suppress
from typing import Any

from . import landlock, seccomp

REFUSED = 125
"""The exit status of a launcher that could not confine its process."""
LOG_VARIABLE = "SANDBOX_LOG"
"""Holds the number of the open file of `Policy.log`."""

_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 24, 38
_LAST_CAPABILITY = 63
_CAPABILITY_VERSION = 0x20080522
_MEGABYTE = 2**20


def main(arguments: list[str]) -> None:
    """Confine this process, then become the command of the policy in a file."""
    try:
        with open(arguments[0], encoding="utf-8") as file:  # noqa: PTH123 - pathlib starts slowly
            policy = json.load(file)
        environment = _environment(policy)
        log = _open_log(policy["log"])
        if log is not None:
            environment[LOG_VARIABLE] = str(log)
        _close_files(log)
        os.chdir(policy["folder"])
        os.umask(0o077)
        _confine(policy)
        os.execve(policy["command"][0], policy["command"], environment)
    except (OSError, ValueError, KeyError, IndexError) as error:
        print(f"sandbox: the command was not started: {error}", file=sys.stderr)
        sys.exit(REFUSED)


def _confine(policy: dict[str, Any]) -> None:
    """Give up every right but those of the policy; OSError if a required part is refused."""
    _limit_resources(policy)
    if sys.platform.startswith("linux"):
        _drop_capabilities()
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    try:
        landlock.restrict(policy["read"], policy["run"], [policy["folder"], *policy["write"]])
    except OSError:
        if "files" in policy["require"]:
            raise
    try:
        seccomp.restrict()
    except OSError:
        if "calls" in policy["require"]:
            raise


def _environment(policy: dict[str, Any]) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "HOME": policy["folder"],
        "TMPDIR": policy["folder"],
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSAFEPATH": "1",  # a file called random.py must not hide the standard library's
        "OPENBLAS_NUM_THREADS": "1",  # each of its threads would take much address space,
        "MALLOC_ARENA_MAX": "2",  # and so would the memory that the C library keeps for a thread
        **{name: os.environ[name] for name in policy["keep"] if name in os.environ},
        **policy["environment"],
    }


def _open_log(path: str | None) -> int | None:
    if path is None:
        return None
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.set_inheritable(descriptor, True)
    return descriptor


def _close_files(kept: int | None) -> None:
    """Close every file but the standard streams: an open one would pass by all that follows."""
    most = os.sysconf("SC_OPEN_MAX")
    if kept is None:
        os.closerange(3, most)
    else:
        os.closerange(3, kept)
        os.closerange(kept + 1, most)


def _limit_resources(policy: dict[str, Any]) -> None:
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: policy["cpu_seconds"],
        resource.RLIMIT_AS: policy["memory_mb"] * _MEGABYTE,
        resource.RLIMIT_FSIZE: policy["file_mb"] * _MEGABYTE,
        resource.RLIMIT_NOFILE: policy["open_files"],
    }
    running = _running_threads()
    if running is not None:
        limits[resource.RLIMIT_NPROC] = running + policy["threads"]
    for which, wanted in limits.items():
        hardest = resource.getrlimit(which)[1]
        limit = wanted if hardest == resource.RLIM_INFINITY else min(wanted, hardest)
        with suppress(OSError, ValueError):  # macOS refuses limits of the address space
            resource.setrlimit(which, (limit, limit))


def _running_threads() -> int | None:
    """Return how many threads the system has, those of all users; None if it does not say."""
    try:
        with open("/proc/loadavg", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError):
        return None


def _drop_capabilities() -> None:
    """Give up what root may do and others may not, for those who run this as root."""
    for capability in range(_LAST_CAPABILITY + 1):
        with suppress(OSError):  # there is none of this number, or this is not root
            _prctl(_PR_CAPBSET_DROP, capability)
    header = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    none = struct.pack("=6I", 0, 0, 0, 0, 0, 0)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(none)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"capabilities: {os.strerror(number)}")


def _prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"prctl {option}: {os.strerror(number)}")

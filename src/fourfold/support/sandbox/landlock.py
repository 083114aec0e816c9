"""Landlock: gives up the right to all files but some, for this process and all that it becomes.

The kernel offers it to every process, without root, since Linux 5.13. Each later version ("ABI") of
the interface can forbid more; what this kernel cannot forbid is left out, and `seccomp` covers the
part of it that would matter.

    ABI 1   reading, writing, making and removing files, listing folders, executing
    ABI 2   moving files between folders (refused altogether before)
    ABI 3   cutting files short
    ABI 4   TCP connections
    ABI 5   commands to devices
    ABI 6   signals to, and abstract Unix sockets of, processes outside

It does not hide that a file exists, nor its size and dates.
"""

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_ASK_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV

_REFER = 1 << 13
_MAKE_DEVICES = 1 << 6 | 1 << 11  # character and block devices

READ = _READ_FILE | _READ_DIR
RUN = READ | _EXECUTE

_RIGHTS_OF_ABI = {1: (1 << 13) - 1, 2: _REFER, 3: _TRUNCATE, 5: _IOCTL_DEV}
_TCP = 0b11  # binding and connecting
_SCOPES = 0b11  # abstract Unix sockets and signals


def abi() -> int:
    """Return the version of Landlock that this kernel offers; 0 if it offers none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call(_CREATE_RULESET, None, 0, _ASK_VERSION))


def restrict(read: Iterable[str], run: Iterable[str], write: Iterable[str]) -> None:
    """Give up the right to all files except these, and those below these folders.

    read: may be read; run: may also be executed; write: may also be changed, made and removed.
    A path that does not exist is left out. OSError if the kernel refuses. The caller must have
    set no_new_privs.
    """
    version = abi()
    if version < 1:
        raise OSError("this kernel has no Landlock")
    handled = _handled(version)
    attributes = _attributes(version)
    ruleset = _checked(_call(_CREATE_RULESET, ctypes.c_char_p(attributes), len(attributes), 0))
    try:
        everything = handled & ~_MAKE_DEVICES & ~_IOCTL_DEV & ~_EXECUTE
        for paths, rights in ((read, READ), (run, RUN), (write, everything)):
            for path in paths:
                _allow(ruleset, path, rights & handled)
        _checked(_call(_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)


def _handled(version: int) -> int:
    """Return all rights to files that a version knows; those that no rule allows are given up."""
    return sum(rights for least, rights in _RIGHTS_OF_ABI.items() if version >= least)


def _attributes(version: int) -> bytes:
    """Return what is to be given up, in as many words as a version knows."""
    words = [_handled(version)]
    if version >= 4:
        words.append(_TCP)
    if version >= 6:
        words.append(_SCOPES)
    return struct.pack(f"={len(words)}Q", *words)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # there is no such file: nothing to allow
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, descriptor)
        _checked(_call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.c_char_p(rule), 0))
    finally:
        os.close(descriptor)


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    values = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return int(libc.syscall(ctypes.c_long(number), *values))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"Landlock: {os.strerror(number)}")
    return result

"""Seccomp: a filter of system calls, which this process and all that it becomes can never remove.

A refused call fails with "Operation not permitted"; nothing is killed. The filter lets pass what it
does not name, so it names every call that reaches beyond the process:

    sockets      no socket can be made, so no network, the loopback included, and no daemon
    processes    none can be started, and none but itself gets a signal or is looked into
    files        their modes, owners and dates, which Landlock does not cover
    sharing      memory, queues and keys that processes share
    system       mounts, namespaces, clocks, modules: attack surface that no player needs

Threads can be started. Calls that are newer than this list fail as they would on an older kernel.
"""

import ctypes
import errno
import os
import struct
import sys

# name -> its number on x86-64 and on 64-bit ARM; None where there is no such call
_SOCKETS = {
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "io_uring_setup": (425, 425),  # can make sockets, too, and passes by this filter
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
}
_PROCESSES = {
    "fork": (57, None),
    "vfork": (58, None),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setaffinity": (203, 122),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}
_FILES = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "truncate": (76, 45),  # by its path; Landlock covers it from ABI 3 on
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
}
_SHARING = {
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
_SYSTEM = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "acct": (163, 89),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "personality": (135, 92),
    "syslog": (103, 116),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
}
# Allowed or not by their arguments; see `_program`.
_SOCKETPAIR = (53, 199)
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_KILL = (62, 129)
_TGKILL = (234, 131)
_PRLIMIT64 = (302, 261)
_IOCTL = (16, 29)
_FCNTL = (72, 25)

_NEWEST = 462  # the last call of Linux 6.10; what is newer has not been looked at

_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, audit constant

_CLONE_THREAD = 0x00010000
_SOCK_STREAM = 1
_TYPE_OF_SOCKET = 0xF
_TERMINAL_INPUT = (0x5412, 0x541C)  # TIOCSTI and TIOCLINUX put characters into it
_OWNER_BY_IOCTL = (0x8901, 0x8902)  # FIOSETOWN and SIOCSPGRP
# F_SETOWN, F_SETSIG and F_SETOWN_EX let the kernel send any signal to the owner of a file
_OWNER_BY_FCNTL = (8, 10, 15)

# Classic BPF: load a word of the call, jump on a comparison, return a verdict
_LOAD, _AND, _JUMP_EQUAL, _JUMP_GREATER, _JUMP_SET, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # where they are in the kernel's struct
_ALLOW, _KILL_PROCESS, _FAIL = 0x7FFF0000, 0x80000000, 0x00050000
_REFUSE = _FAIL | errno.EPERM
_UNKNOWN = _FAIL | errno.ENOSYS

_PR_SET_SECCOMP, _FILTER_MODE = 22, 2


def is_supported() -> bool:
    """Return True if there is a filter for this system; the kernel may still refuse it."""
    return sys.platform.startswith("linux") and os.uname().machine in _ARCHITECTURES


def restrict() -> None:
    """Install the filter, for ever. OSError if that fails. no_new_privs must be set."""
    if not is_supported():
        raise OSError(f"there is no filter of system calls for {os.uname().machine}")
    program = _program(os.uname().machine, os.getpid())
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(program), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, ctypes.c_char_p(header), 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")


_Instruction = tuple[int, int, int, int]
"""Operation, how many to skip if the comparison holds, how many if not, and its operand."""


def _program(machine: str, process: int) -> list[_Instruction]:
    """Return the filter for an architecture, and a process that may send signals to itself."""
    column, architecture = _ARCHITECTURES[machine]

    def when(call: tuple[int, int], rule: list[_Instruction]) -> list[_Instruction]:
        return [(_JUMP_EQUAL, 0, len(rule), call[column]), *rule]

    def only_if(argument: int, values: tuple[int, ...]) -> list[_Instruction]:
        """Allow a call if the low half of an argument is one of these."""
        return by_value(argument, values, _ALLOW, _REFUSE)

    def unless(argument: int, values: tuple[int, ...]) -> list[_Instruction]:
        """Allow a call unless the low half of an argument is one of these."""
        return by_value(argument, values, _REFUSE, _ALLOW)

    def by_value(
        argument: int, values: tuple[int, ...], known: int, other: int
    ) -> list[_Instruction]:
        rule: list[_Instruction] = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
        for value in values:
            rule += [(_JUMP_EQUAL, 0, 1, value), (_RETURN, 0, 0, known)]
        return [*rule, (_RETURN, 0, 0, other)]

    program: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),  # 32-bit calls, whose numbers mean something else
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_GREATER, 0, 1, _NEWEST),  # x32 numbers are greater, too
        (_RETURN, 0, 0, _UNKNOWN),
    ]
    for names in (_SOCKETS, _PROCESSES, _FILES, _SHARING, _SYSTEM):
        for numbers in names.values():
            number = numbers[column]
            if number is not None:
                program += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    # Its flags lie in memory, where a filter cannot look. Without it, libraries use clone.
    program += when(_CLONE3, [(_RETURN, 0, 0, _UNKNOWN)])
    program += when(
        _CLONE,
        [
            (_LOAD, 0, 0, _ARGUMENTS),
            (_JUMP_SET, 1, 0, _CLONE_THREAD),
            (_RETURN, 0, 0, _REFUSE),
            (_RETURN, 0, 0, _ALLOW),
        ],
    )
    program += when(_KILL, only_if(0, (process,)))
    program += when(_TGKILL, only_if(0, (process,)))
    program += when(_PRLIMIT64, only_if(0, (0, process)))
    # A pair of stream sockets is a pipe in both directions; datagrams could be sent to others.
    program += when(
        _SOCKETPAIR,
        [
            (_LOAD, 0, 0, _ARGUMENTS + 8),
            (_AND, 0, 0, _TYPE_OF_SOCKET),
            (_JUMP_EQUAL, 1, 0, _SOCK_STREAM),
            (_RETURN, 0, 0, _REFUSE),
            (_RETURN, 0, 0, _ALLOW),
        ],
    )
    program += when(_IOCTL, unless(1, (*_TERMINAL_INPUT, *_OWNER_BY_IOCTL)))
    program += when(_FCNTL, unless(1, _OWNER_BY_FCNTL))
    return [*program, (_RETURN, 0, 0, _ALLOW)]

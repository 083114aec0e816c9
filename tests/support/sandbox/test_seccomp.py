"""The filter of system calls, run by a small machine in the place of the kernel."""

import errno
import re
import struct
from pathlib import Path

import pytest

from fourfold.support.sandbox import seccomp

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
PROCESS = 4711


def verdict(machine: str, number: int, *arguments: int, architecture: int | None = None) -> str:
    """What the filter says of a call."""
    architecture = ARCHITECTURES[machine] if architecture is None else architecture
    values = [*arguments, *[0] * (6 - len(arguments))]
    call = struct.pack("<IIQ6Q", number, architecture, 0, *values)
    program = seccomp._program(machine, PROCESS)
    accumulator, place = 0, 0
    while True:
        operation, if_true, if_false, operand = program[place]
        place += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", call, operand)
            case 0x54:
                accumulator &= operand
            case 0x15:
                place += if_true if accumulator == operand else if_false
            case 0x25:
                place += if_true if accumulator > operand else if_false
            case 0x45:
                place += if_true if accumulator & operand else if_false
            case 0x06:
                return {
                    0x7FFF0000: "allow",
                    0x80000000: "kill",
                    0x00050000 | errno.EPERM: "refuse",
                    0x00050000 | errno.ENOSYS: "unknown",
                }[operand]
            case _:
                raise AssertionError(operation)


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def number_of(numbers: tuple[int, int | None], machine: str) -> int | None:
    return numbers[list(ARCHITECTURES).index(machine)]


ALL = {
    **seccomp._SOCKETS,
    **seccomp._PROCESSES,
    **seccomp._FILES,
    **seccomp._SHARING,
    **seccomp._SYSTEM,
}
BY_ARGUMENT = {
    "socketpair": seccomp._SOCKETPAIR,
    "clone": seccomp._CLONE,
    "clone3": seccomp._CLONE3,
    "kill": seccomp._KILL,
    "tgkill": seccomp._TGKILL,
    "prlimit64": seccomp._PRLIMIT64,
    "ioctl": seccomp._IOCTL,
    "fcntl": seccomp._FCNTL,
}


def test_numbers_are_those_of_the_kernels_headers(machine: str) -> None:
    path = HEADERS[machine]
    if not path.exists():
        pytest.skip(f"there is no {path} to compare the numbers of system calls with")
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)
    known = {name: int(number) for name, number in found}
    for name, numbers in {**ALL, **BY_ARGUMENT}.items():
        if name in known:
            assert number_of(numbers, machine) == known[name], name
        elif name != "fchmodat2":  # newer than some headers
            assert number_of(numbers, machine) is None, name


def test_named_calls_are_refused(machine: str) -> None:
    for name, numbers in ALL.items():
        number = number_of(numbers, machine)
        if number is not None:
            assert verdict(machine, number) == "refuse", name


def test_ordinary_calls_are_allowed(machine: str) -> None:
    # read, write, openat, close, mmap, futex, execve
    numbers = {"x86_64": (0, 1, 257, 3, 9, 202, 59), "aarch64": (63, 64, 56, 57, 222, 98, 221)}
    assert {verdict(machine, number) for number in numbers[machine]} == {"allow"}


def test_threads_are_allowed_and_processes_are_not(machine: str) -> None:
    clone = number_of(seccomp._CLONE, machine)
    assert clone is not None
    assert verdict(machine, clone, 0x3D0F00) == "allow"  # what pthread_create asks for
    assert verdict(machine, clone, 17) == "refuse"  # fork
    assert verdict(machine, clone, 0x4111) == "refuse"  # vfork
    assert verdict(machine, 435) == "unknown"


def test_signals_go_nowhere_else(machine: str) -> None:
    for numbers in (seccomp._KILL, seccomp._TGKILL):
        number = number_of(numbers, machine)
        assert number is not None
        assert verdict(machine, number, PROCESS, 9) == "allow"
        for other in (0, 1, PROCESS + 1, 2**32 - 1, 2**64 - 1):
            assert verdict(machine, number, other, 9) == "refuse"


def test_only_pairs_of_stream_sockets_are_allowed(machine: str) -> None:
    pair = number_of(seccomp._SOCKETPAIR, machine)
    assert pair is not None
    assert verdict(machine, pair, 1, 1 | 0o2000000) == "allow"  # closed on exec
    assert verdict(machine, pair, 1, 2) == "refuse"


def test_terminals_take_no_input_from_a_player(machine: str) -> None:
    ioctl = number_of(seccomp._IOCTL, machine)
    assert ioctl is not None
    assert verdict(machine, ioctl, 0, 0x5413) == "allow"  # the size of the window
    assert {verdict(machine, ioctl, 0, command) for command in (0x5412, 0x541C)} == {"refuse"}


def test_no_file_has_an_owner_that_gets_signals(machine: str) -> None:
    fcntl, ioctl = number_of(seccomp._FCNTL, machine), number_of(seccomp._IOCTL, machine)
    assert fcntl is not None
    assert ioctl is not None
    assert {verdict(machine, fcntl, 0, command) for command in (8, 10, 15)} == {"refuse"}
    assert {verdict(machine, ioctl, 0, command) for command in (0x8901, 0x8902)} == {"refuse"}
    assert {verdict(machine, fcntl, 0, command) for command in (1, 2, 3, 4, 6, 1030)} == {"allow"}


def test_other_sets_of_calls_are_no_way_out(machine: str) -> None:
    assert verdict(machine, 0, architecture=0x40000003) == "kill"  # 32-bit x86
    assert verdict(machine, 0x40000000 | 41) == "unknown"  # x32
    assert verdict(machine, 463) == "unknown"  # newer than the list

"""A process in the sandbox cannot do any of this, and can do all that a player needs."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fourfold.support.sandbox import landlock, launcher, seccomp
from fourfold.support.sandbox.policy import launch_command, python_files

Run = Callable[..., subprocess.CompletedProcess[str]]

ATTACKS = {
    "read a neighbour's file": "open(NEIGHBOUR + '/player.py').read()",
    "read it by another way": "pathlib.Path(os.path.relpath(NEIGHBOUR), 'player.py').read_bytes()",
    "read it by a link": "(os.symlink(NEIGHBOUR + '/player.py', 'link'), open('link').read())",
    "read it by a hard link": "(os.link(NEIGHBOUR + '/player.py', 'hard'), open('hard').read())",
    "list a neighbour's folder": "os.listdir(NEIGHBOUR)",
    "list the folder above": "os.listdir('..')",
    "import a neighbour's file": "(sys.path.insert(0, NEIGHBOUR), __import__('player'))",
    "read the password file": "open('/etc/passwd').read()",
    "read another process": "open('/proc/%d/environ' % os.getppid()).read()",
    "read its own process": "open('/proc/self/environ').read()",
    "list the home folders": "os.listdir('/home')",
    "write outside": "open(NEIGHBOUR + '/new', 'w')",
    "overwrite a neighbour's file": "open(NEIGHBOUR + '/player.py', 'r+')",
    "make a folder outside": "os.mkdir(NEIGHBOUR + '/new')",
    "write to /tmp": "open('/tmp/fourfold-was-here', 'w')",
    "write shared memory": "open('/dev/shm/fourfold-was-here', 'w')",
    "remove a neighbour's file": "os.remove(NEIGHBOUR + '/player.py')",
    "take a neighbour's file": "os.rename(NEIGHBOUR + '/player.py', 'mine.py')",
    "put a file there": "(open('own', 'w').close(), os.rename('own', NEIGHBOUR + '/player.py'))",
    "cut a neighbour's file short": "os.truncate(NEIGHBOUR + '/player.py', 0)",
    "lock a neighbour's file": "os.chmod(NEIGHBOUR + '/player.py', 0)",
    "change its dates": "os.utime(NEIGHBOUR + '/player.py')",
    "open a socket": "socket.socket()",
    "connect to this machine": "socket.create_connection(('127.0.0.1', PORT))",
    "send a datagram": "socket.socket(type=socket.SOCK_DGRAM)",
    "listen": "socket.create_server(('127.0.0.1', 0))",
    "open a Unix socket": "socket.socket(socket.AF_UNIX)",
    "open a netlink socket": "socket.socket(socket.AF_NETLINK)",
    "send by half of a pair": "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "look up a name": "socket.getaddrinfo('example.org', 80)",
    "make a socket by io_uring": "call(425, 1, 0)",
    "fork": "os.fork() or os._exit(0)",
    "start a program": "subprocess.run(['/bin/true'])",
    "spawn a program": "os.posix_spawn('/bin/true', ['true'], {})",
    "become a shell": "os.execv('/bin/sh', ['sh', '-c', 'exit 0'])",
    "kill the parent": "os.kill(os.getppid(), 15)",
    "kill everything": "os.kill(-1, 0)",
    "kill its group": "os.kill(0, 0)",
    "signal the parent by a file": "fcntl.fcntl(1, fcntl.F_SETOWN, os.getppid())",
    "look into the parent": "call(434, os.getppid(), 0)",
    "limit the parent": "resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))",
    "leave by a namespace": "call(UNSHARE, 0x10000000)",
    "take all of the memory": "bytearray(3 << 30)",
    "raise its limit": "resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))",
    "write a file without end": "open('big', 'wb').write(bytes(64 << 20))",
    "open files without end": "[open('/dev/null') for _ in range(1000)]",
}

NEEDED = {
    "write its own file": "open('own.txt', 'w').write('x')",
    "read its own file": "open(__file__).read()",
    "make a temporary file": "tempfile.NamedTemporaryFile().write(b'x')",
    "use threads": "concurrent.futures.ThreadPoolExecutor(4).submit(len, 'abc').result()",
    "use asyncio": "asyncio.run(asyncio.sleep(0))",
    "draw a random number": "random.SystemRandom().random()",
    "read the time": "time.localtime()",
    "count the processors": "os.cpu_count() or 1 / 0",
    "import the standard library": "__import__('xml.dom.minidom')",
    "import a package": "__import__('platformdirs')",
    "take some memory": "bytearray(200 << 20)",
    "write to nowhere": "open('/dev/null', 'w').write('x')",
    "have no secrets": "'SECRET' in os.environ and 1 / 0",
    "have what is kept": "os.environ['KEPT']",
    "run in its folder": "os.getcwd() == os.path.dirname(__file__) or 1 / 0",
    "have no files of the parent": "all(map(is_closed, range(3, 64))) or 1 / 0",
}

PROGRAM = """
import asyncio, concurrent.futures, ctypes, fcntl, json, os, pathlib, random, resource, socket
import subprocess, sys, tempfile, time

NEIGHBOUR, PORT, UNSHARE = {neighbour!r}, {port}, {unshare}
ATTEMPTS = json.loads({attempts!r})

def call(number, *arguments):
    if ctypes.CDLL(None, use_errno=True).syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def is_closed(descriptor):
    try:
        os.fstat(descriptor)
    except OSError:
        return True

def outcome(code):
    try:
        eval(code)
    except BaseException as error:
        return f"{{type(error).__name__}}: {{error}}"
    return "done"

print(json.dumps({{name: outcome(code) for name, code in ATTEMPTS.items()}}))
"""


@pytest.fixture
def neighbour(tmp_path: Path) -> Path:
    folder = tmp_path / "neighbour"
    folder.mkdir()
    (folder / "player.py").write_text("SECRET = 'mine'\n", encoding="utf-8")
    return folder


def attempt(run: Run, neighbour: Path, attempts: dict[str, str], **changes: Any) -> dict[str, str]:
    """Try all of it in one process, and return what came of each."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        os.set_inheritable(server.fileno(), True)
        code = PROGRAM.format(
            neighbour=str(neighbour),
            port=server.getsockname()[1],
            unshare={"x86_64": 272, "aarch64": 97}[os.uname().machine],
            attempts=json.dumps(attempts),
        )
        environment = {**os.environ, "SECRET": "password", "KEPT": "marker"}
        result = run(code, environment, keep=("KEPT",), **changes)
    assert result.returncode == 0, result.stderr
    found: dict[str, str] = json.loads(result.stdout)
    return found


def test_every_attack_fails(run: Run, neighbour: Path) -> None:
    outcomes = attempt(run, neighbour, ATTACKS)
    assert [name for name in ATTACKS if outcomes[name] == "done"] == []
    errors = ("PermissionError", "OSError", "MemoryError", "ModuleNotFoundError", "gaierror")
    others = {name: text for name, text in outcomes.items() if not text.startswith(errors)}
    assert list(others) == ["raise its limit"], others  # a ValueError
    assert (neighbour / "player.py").read_text(encoding="utf-8") == "SECRET = 'mine'\n"
    assert [path.name for path in neighbour.iterdir()] == ["player.py"]


def test_the_same_attacks_succeed_without_the_sandbox(neighbour: Path, tmp_path: Path) -> None:
    """Otherwise the test above would show nothing."""
    names = ("read a neighbour's file", "list the folder above", "open a socket", "fork")
    own = tmp_path / "own"
    own.mkdir()
    code = PROGRAM.format(
        neighbour=str(neighbour),
        port=0,
        unshare=0,
        attempts=json.dumps({name: ATTACKS[name] for name in names}),
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=own, capture_output=True, text=True)
    assert set(json.loads(result.stdout).values()) == {"done"}


def test_what_a_player_needs_works(run: Run, neighbour: Path) -> None:
    outcomes = attempt(run, neighbour, NEEDED)
    assert {name: text for name, text in outcomes.items() if text != "done"} == {}


def test_processor_time_is_limited(run: Run) -> None:
    assert run("while True: pass", cpu_seconds=1).returncode < 0


def test_root_has_no_more_rights_than_others(run: Run) -> None:
    code = "print(next(line for line in open('/proc/self/status') if line.startswith('CapEff')))"
    result = run(code, read=(*python_files(), "/proc"))
    assert int(result.stdout.split()[1], 16) == 0


def test_the_log_can_be_appended_to(run: Run, tmp_path: Path) -> None:
    code = "import os; os.write(int(os.environ['SANDBOX_LOG']), b'noted')"
    log = tmp_path / "log"
    log.write_text("before, ", encoding="utf-8")
    assert run(code, log=str(log)).returncode == 0
    assert log.read_text(encoding="utf-8") == "before, noted"


@pytest.mark.parametrize("change", [{"folder": "/there/is/none"}, {"command": ["/none"]}])
def test_what_cannot_be_started_says_so(run: Run, change: dict[str, Any]) -> None:
    result = run("print('started')", **change)
    assert (result.returncode, result.stdout) == (launcher.REFUSED, "")
    assert result.stderr.startswith("sandbox: the command was not started: ")
    assert "Traceback" not in result.stderr


def test_a_policy_that_is_none_says_so(tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_text("{", encoding="utf-8")
    command = launch_command(tmp_path / "policy.json")
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, len(result.stderr.splitlines())) == (launcher.REFUSED, 1)


@pytest.mark.parametrize("part", ["files", "calls"])
def test_nothing_starts_without_a_required_part(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError("not in this kernel")

    for name in ("_limit_resources", "_drop_capabilities", "_prctl"):
        monkeypatch.setattr(launcher, name, lambda *arguments: None)
    monkeypatch.setattr(landlock, "restrict", refuse)
    monkeypatch.setattr(seccomp, "restrict", refuse)
    policy = {"read": [], "run": [], "write": [], "folder": "", "require": []}
    launcher._confine(policy)
    with pytest.raises(OSError, match=re.escape("not in this kernel")):
        launcher._confine({**policy, "require": [part]})

"""A plain install on a system that is not POSIX: what Windows lacks is taken away, and all works.

It cannot show that Windows works, but it finds every module that needs what Windows does not have.
"""

import ast
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src" / "fourfold"

# The sandbox of `fourfold class` is Linux's own; no other module imports these at its top.
LINUX_ONLY = {
    "fourfold.support.sandbox.attempts",
    "fourfold.support.sandbox.launcher",
}
ABSENT_MODULES = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}

# Third parties are imported first, whole: they have their own Windows code, chosen when they are
# imported. Then the names go, and fourfold is imported without them.
WINDOWS = f"""
import asyncio, concurrent.futures.process, importlib.abc, multiprocessing.popen_spawn_posix
import os, select, signal, subprocess, sys, webbrowser
import fastapi, rich.live, sqlalchemy.dialects.sqlite.pysqlite, textual.app, typer
import textual.widgets, uvicorn.lifespan.on, uvicorn.protocols.http.h11_impl
from textual import widgets
[getattr(widgets, name) for name in widgets.__all__]

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in {sorted(ABSENT_MODULES)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

for name in {sorted(ABSENT_MODULES)!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
for name in ("fork", "forkpty", "getuid", "geteuid", "getpgid", "getpriority", "killpg", "nice",
             "posix_spawn", "sched_getaffinity", "sched_setaffinity", "setpriority", "setsid",
             "statvfs", "sysconf", "uname", "O_PATH", "O_CLOEXEC", "PRIO_PROCESS", "PRIO_PGRP",
             "getloadavg", "mkfifo", "fchmod"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGSTOP",
             "alarm", "pthread_sigmask", "setitimer", "pause"):
    delattr(signal, name)
del select.poll

def refused(*arguments):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = refused
sys.platform = "win32"
"""


def on_windows(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a Python that has been made to look like one on Windows."""
    command = [sys.executable, "-c", WINDOWS + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def modules() -> list[str]:
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        relative = path.relative_to(SOURCES.parent).with_suffix("")
        if "adapters" in relative.parts:  # they import extras, which choose their own Windows code
            continue
        if {"template", "parts"}.isdisjoint(
            relative.parts
        ):  # files for others, not modules of ours
            found.append(".".join(relative.parts).removesuffix(".__init__"))
    return [name for name in found if name not in LINUX_ONLY and not name.endswith("__main__")]


def test_every_module_can_be_imported() -> None:
    code = """
import importlib, traceback
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except Exception:
        print(name, traceback.format_exc())
"""
    found = modules()
    assert len(found) > 200
    done = on_windows(code, *found)
    assert done.stdout == ""
    assert done.returncode == 0, done.stderr


def test_no_module_imports_what_only_posix_has_when_it_is_imported() -> None:
    for path in SOURCES.rglob("*.py"):
        name = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
        if name in LINUX_ONLY:
            continue
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                imported = {alias.name for alias in statement.names}
                if isinstance(statement, ast.ImportFrom):
                    imported = {statement.module or ""}
                assert not imported & ABSENT_MODULES, f"{name} imports {imported & ABSENT_MODULES}"


def test_commands_work() -> None:
    """Solving, searching, a game's help, and a match in this process."""
    code = """
from fourfold.cli.main import run
commands = [
    "solve --columns 7x6:44444123",
    "move --agent uct:simulations=200,seed=1 7x6:445566",
    "play --help",
    "match greedy random --games 2 --workers 1 --rules 4x4",
]
if __name__ == "__main__":
    for command in commands:
        print("status", run(command.split()), flush=True)
"""
    done = on_windows(code)
    assert done.stdout.count("status 0") == 4, done.stdout + done.stderr
    assert "7x6:44444123 -" in done.stdout
    assert "--mode" in done.stdout
    assert "Traceback" not in done.stderr


def test_the_server_serves_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    code = """
import threading, urllib.request
from fourfold.web import server

whole = server._Runner.run
def run(self, listening, ready):
    def ask():
        port = listening.getsockname()[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            print("answered", answer.status, flush=True)
        os.kill(os.getpid(), signal.SIGINT)
    def begin():
        ready()
        threading.Thread(target=ask).start()
    return whole(self, listening, begin)
server._Runner.run = run
from fourfold.__main__ import main
sys.argv[0] = "fourfold"
raise SystemExit(main())
"""
    database = f"sqlite:///{tmp_path / 'games.db'}"
    done = on_windows(code, "serve", "--port", "0", "--database", database)
    assert "answered 200" in done.stdout, done.stderr
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_a_player_in_another_program_is_refused_in_a_sentence() -> None:
    code = "from fourfold.__main__ import main\nsys.argv[0] = 'fourfold'\nraise SystemExit(main())"
    done = on_windows(code, "move", "--agent", "exec:true", "7x6:")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "poll" in done.stderr

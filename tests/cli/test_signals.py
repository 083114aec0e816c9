"""Signals in each of the three phases of a command: loading, running, leaving."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")


def ended(script: str, prepare: str = "") -> tuple[int, str, str]:
    """Run a command that is a script; return its status and what it printed."""
    whole = f"""
import atexit, os, signal, sys
{prepare}
from fourfold.cli import signals
signals.exit_at_once()
def run():
{"".join(f"    {line}{chr(10)}" for line in script.strip().splitlines())}
    return 0
sys.exit(signals.run_interruptible(run))
"""
    done = subprocess.run(
        [sys.executable, "-c", whole], capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_while_it_is_loaded(name: str, tmp_path: Path) -> None:
    """Whoever runs the import cannot report it: no exception is raised at all."""
    (tmp_path / "typer.py").write_text(
        "import os, signal\n"
        f"try: os.kill(os.getpid(), signal.{name})\n"
        "except BaseException as error: raise RuntimeError from error\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "fourfold", "agents"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.Signals[name], b"", b"")


def test_the_package_itself_loads_nothing_heavy() -> None:
    """Until the command's own first line Python answers, with a traceback."""
    script = "import sys, fourfold; print(*(name for name in sys.modules if 'fourfold.' in name))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stdout, done.stderr) == ("\n", "")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_running_command_cleans_up(name: str) -> None:
    script = f"try: signal.raise_signal(signal.{name})\nfinally: print('cleaned up')"
    assert ended(script) == (128 + signal.Signals[name], "cleaned up\n", "")


def test_a_key_that_is_pressed_twice_does_not_disturb_the_cleaning() -> None:
    script = """
try: signal.raise_signal(signal.SIGINT)
finally:
    signal.raise_signal(signal.SIGINT)
    print('cleaned up')
"""
    assert ended(script) == (130, "cleaned up\n", "")


def test_a_later_signal_counts_again() -> None:
    script = """
signals._SAME = 0.0
try: signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt: print('swallowed')
signal.raise_signal(signal.SIGTERM)
"""
    assert ended(script) == (143, "swallowed\n", "")


def test_an_interrupt_that_python_has_to_drop_comes_again() -> None:
    """What a finalizer raises is printed as "Exception ignored", and the command went on."""
    script = """
class Dropped:
    def __del__(self): signal.raise_signal(signal.SIGINT)
Dropped()
signal.pause()
"""
    assert ended(script) == (130, "", "")


def test_other_errors_of_finalizers_are_still_told() -> None:
    script = "class Bad:\n    def __del__(self): raise ValueError('bad')\nBad()"
    status, _, errors = ended(script)
    assert status == 0
    assert "ValueError: bad" in errors


def test_nothing_is_said_while_it_leaves() -> None:
    prepare = """
class Last:
    def __del__(self, do=signal.raise_signal, number=signal.SIGINT): do(number)
kept = Last()
sys.modules["kept"] = kept
"""
    script = "atexit.register(lambda: signal.raise_signal(signal.SIGINT))\nprint('done')"
    assert ended(script, prepare) == (0, "done\n", "")


def test_leaving_that_takes_too_long_is_cut_short() -> None:
    script = """
signals._PATIENCE = 0.0
atexit.register(lambda: (signal.raise_signal(signal.SIGINT), print('too late')))
print('done', flush=True)
"""
    assert ended(script) == (0, "done\n", "")


def test_a_signal_that_the_starter_ignores_stays_ignored() -> None:
    script = "signal.raise_signal(signal.SIGINT)\nprint('on')"
    assert ended(script, "signal.signal(signal.SIGINT, signal.SIG_IGN)") == (0, "on\n", "")


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_signal_between_two_phases(moment: str) -> None:
    """It came while the handlers of the next phase were being set up, and was a traceback."""
    prepare = f"""
import time
clock, calls = time.monotonic, 0
def monotonic():
    global calls
    calls += 1
    if calls == 1 and {moment == "before"}: signal.raise_signal(signal.SIGINT)
    now = clock()
    if calls == 1 and {moment == "after"}: signal.raise_signal(signal.SIGINT)
    return now
"""
    assert ended("time.monotonic = monotonic\nprint('done')", prepare) == (0, "done\n", "")

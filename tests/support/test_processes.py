"""Worker processes: they end with the block, and nothing is printed whenever Ctrl-C comes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# Starts two workers and tells when the first has begun to exist, which takes it a while.
STARTS = """
import sys, time
from fourfold.support.processes import process_executor

if __name__ == "__main__":
    try:
        with process_executor(2) as executor:
            for _ in range(2):
                executor.submit(time.sleep, 60)
            print(flush=True)
            time.sleep(60)
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.1])
def test_ctrl_c_while_the_workers_begin(tmp_path: Path, delay: float) -> None:
    """A worker that is still importing is quiet, too; it printed a traceback."""
    script = tmp_path / "starts.py"
    script.write_text(STARTS)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            assert process.poll() is None
            # Not a wait for something, but a moment of the workers' beginning.
            subprocess.run(["sleep", str(delay)], check=True)
            os.killpg(process.pid, signal.SIGINT)
            _, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, errors) == (130, b"")


HELD = """
import os, signal, threading
from fourfold.support.interrupts import interrupts_held_back

with interrupts_held_back():
    # Another thread takes it, as it may while ours has it blocked.
    thread = threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGINT))
    thread.start()
    thread.join()
    print("whole", flush=True)
print("not reached")
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_ctrl_c_waits_until_a_worker_is_started() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HELD], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == "whole\n"
    assert done.stderr.endswith("KeyboardInterrupt\n")

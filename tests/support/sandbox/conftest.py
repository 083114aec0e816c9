"""Starts programs in the sandbox."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fourfold.support.sandbox.policy import Policy, launch_command, python_files
from fourfold.support.sandbox.protection import Protection, probe

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def protection() -> Protection:
    """What the sandbox does on this system; without all of it the attacks would succeed."""
    found = probe()
    if not found.is_complete:
        pytest.skip(f"the sandbox cannot be tested here. {found}")
    return found


@pytest.fixture
def run(protection: Protection, tmp_path: Path) -> Run:
    """Run a Python program in the sandbox, in the folder `own` of the test's folder."""
    (tmp_path / "own").mkdir()

    def run_confined(
        code: str, environment: dict[str, str] | None = None, **changes: Any
    ) -> subprocess.CompletedProcess[str]:
        (tmp_path / "own" / "program.py").write_text(code, encoding="utf-8")
        policy = Policy(
            command=(sys.executable, "-I", str(tmp_path / "own" / "program.py")),
            folder=str(tmp_path / "own"),
            read=python_files(),
            require=protection.require,
        )
        replace(policy, **changes).save(tmp_path / "policy.json")
        return subprocess.run(
            launch_command(tmp_path / "policy.json"),
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
            close_fds=False,
        )

    return run_confined

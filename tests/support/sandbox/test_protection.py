"""What the report says about the sandbox is what was tried."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fourfold.support.sandbox import protection as module
from fourfold.support.sandbox.protection import Protection, probe

COMPLETE = Protection(read=True, write=True, network=True, processes=True, memory=True)


def test_a_complete_sandbox_requires_all_of_itself(protection: Protection) -> None:
    assert protection == COMPLETE
    assert protection.require == ("files", "calls")
    assert "it holds" in str(protection)


def test_what_is_missing_is_said() -> None:
    only_memory = Protection(memory=True)
    assert only_memory.require == ()
    assert str(only_memory) == (
        "Sandbox: NOT complete on this system: a player is not kept from reading files of others, "
        "writing outside its own folder, using the network, starting other processes. "
        "Run only files that you trust."
    )
    assert Protection(read=True, write=True).require == ("files",)
    assert Protection(network=True, processes=True).require == ("calls",)


def test_windows_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert "(there is none for Windows)" in str(probe())


def test_an_attempt_that_succeeds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program that tries everything is run without the launcher."""
    started = subprocess.run

    def without_launcher(command: list[str], **options: Any) -> Any:
        policy = json.loads(Path(command[-1]).read_text(encoding="utf-8"))
        return started(policy["command"], cwd=policy["folder"], **options)

    monkeypatch.setattr(subprocess, "run", without_launcher)
    found = probe()
    assert (found.read, found.write, found.network, found.processes) == (False,) * 4


def test_a_launcher_that_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "launch_command", lambda policy: ["/bin/sh", "-c", "echo no >&2"])
    assert probe() == Protection(problem="no")
    monkeypatch.setattr(module, "launch_command", lambda policy: ["/there/is/none"])
    assert "No such file" in probe().problem

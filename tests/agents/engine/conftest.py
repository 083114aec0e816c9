"""Programs for the tests, and proof that none of them is left behind."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from fourfold.agents.engine import engine_process
from fourfold.support.child_process import own_marker
from fourfold.support.process_tree import marked_processes

from .programs import WriteProgram, end_dropped_programs, write_program


@pytest.fixture
def program(tmp_path: Path) -> WriteProgram:
    """Write a program and return its command; see `write_program`."""
    return partial(write_program, tmp_path / "program.py")


@pytest.fixture(autouse=True)
def long_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a program that does answer, however busy the machine is."""
    monkeypatch.setattr(engine_process, "LATE_SECONDS", 60.0)
    monkeypatch.setattr(engine_process, "STOP_SECONDS", 60.0)


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up soon a program that never answers."""
    monkeypatch.setattr(engine_process, "LATE_SECONDS", 0.05)
    monkeypatch.setattr(engine_process, "STOP_SECONDS", 0.2)
    monkeypatch.setattr(engine_process, "UNTIMED_SECONDS", 0.2)


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    """After each test no program runs any more, nor what it has started."""
    end_dropped_programs()  # of other files of tests
    yield
    end_dropped_programs()
    assert marked_processes(own_marker()) == []

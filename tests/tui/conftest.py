"""Registers the agents that the tests need, and lets each test save its games in a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.agents import registry

from .driver import KINDS, hanging, until_handled


@pytest.fixture(autouse=True)
def _agents(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    registry.list_agents()
    for name, kind in KINDS.items():
        monkeypatch.setitem(registry._kinds, name, kind)
    yield
    hanging.let_go.set()
    hanging.let_go.clear()


@pytest.fixture(autouse=True)
def _quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.app.wait_for_idle", until_handled)
    monkeypatch.setattr("textual.pilot.wait_for_idle", until_handled)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path

"""Agents that do as a test needs are known to the registry, and games are saved in a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.agents import registry

from .driver import KINDS, hanging


@pytest.fixture(autouse=True)
def _agents(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    registry.agents()
    for name, kind in KINDS.items():
        monkeypatch.setitem(registry._kinds, name, kind)
    yield
    hanging.let_go.set()
    hanging.let_go.clear()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path

"""An empty database for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.store import Store


@pytest.fixture
def database(tmp_path: Path) -> str:
    """The URL of an empty database."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as store:
        yield store

"""An agent that never answers, until its test is over."""

from collections.abc import Iterator

import pytest

from .mocks import Hangs


@pytest.fixture
def hanging() -> Iterator[Hangs]:
    agent = Hangs()
    yield agent
    agent.let_go.set()

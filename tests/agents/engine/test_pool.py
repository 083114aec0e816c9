"""How many programs wait for their next game."""

from typing import Any

import pytest

from fourfold.agents.engine import pool
from fourfold.agents.engine.pool import EngineCommand


class Idle:
    """A program that waits."""

    is_usable = True

    def __init__(self) -> None:
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize(("wanted", "kept"), [(1, pool.MOST_IDLE), (10, 10)])
def test_the_programs_that_waited_longest_are_ended(
    monkeypatch: pytest.MonkeyPatch, wanted: int, kept: int
) -> None:
    monkeypatch.setattr(pool, "_idle", [])
    monkeypatch.setattr(pool, "_most_idle", pool.MOST_IDLE)
    pool.keep_idle(wanted)
    engines: list[Any] = [Idle() for _ in range(12)]
    for number, engine in enumerate(engines):
        pool.give_back(EngineCommand((str(number),)), engine)
    assert [engine.is_closed for engine in engines] == [True] * (12 - kept) + [False] * kept

"""What is left of a limit: by seconds, by nodes, or by whichever ends first."""

import math

import pytest

from fourfold import Limit
from fourfold.analysis.allowance import Allowance


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which the test sets."""
    now = [100.0]
    monkeypatch.setattr("fourfold.analysis.allowance.time.monotonic", lambda: now[0])
    return now


def test_seconds(clock: list[float]) -> None:
    left = Allowance(Limit(2.0))
    assert (left.left, left.part(0.5), left.part(9)) == (2.0, Limit(0.5), Limit(2.0))
    left.nodes += 10**9
    clock[0] += 1.5
    assert (left.seconds, left.left, left.part(0.75)) == (1.5, 0.5, Limit(0.5))
    clock[0] += 1.0
    assert left.left == 0
    assert left.part(1.0).seconds == pytest.approx(0, abs=1e-5)  # as little as a limit can be


def test_nodes_alone_do_not_depend_on_the_time(clock: list[float]) -> None:
    left = Allowance(Limit(nodes=3_000_000))
    clock[0] += 1000
    assert (left.left, left.part(0.5), left.part(9)) == (
        3.0,
        Limit(nodes=500_000),
        Limit(nodes=3_000_000),
    )
    left.nodes += 3_000_001
    assert (left.left, left.part(1.0)) == (0, Limit(nodes=1))


def test_both(clock: list[float]) -> None:
    left = Allowance(Limit(2.0, 1_000_000))
    assert (left.left, left.part(0.5)) == (1.0, Limit(0.5, 1_000_000))
    clock[0] += 1.75
    assert left.left == 0.25
    left.nodes = 900_000
    assert math.isclose(left.left, 0.1)

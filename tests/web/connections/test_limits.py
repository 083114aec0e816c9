"""Which connections get a place, which make way, and what all of them may hold."""

import pytest

from fourfold.web.connections.limits import (
    FREE_BYTES,
    HELD_BYTES,
    HELD_BYTES_OF_NETWORK,
    ConnectionLimits,
)
from fourfold.web.metrics import ConnectionRefusal, Metrics


class Counted(Metrics):
    def __init__(self) -> None:
        self.reasons: list[str] = []

    def count_refused_connection(self, reason: ConnectionRefusal) -> None:
        self.reasons.append(reason)


class Fake:
    def __init__(self, network: str | None = "a") -> None:
        self.network = network
        self.is_shed = False

    def shed(self) -> None:
        self.is_shed = True


@pytest.fixture
def metrics() -> Counted:
    return Counted()


@pytest.fixture
def limits(metrics: Counted) -> ConnectionLimits:
    return ConnectionLimits(4, 2, metrics)


def busy(limits: ConnectionLimits, network: str | None = "a") -> Fake:
    """Open a connection that has a request at work."""
    connection = Fake(network)
    assert limits.open(connection)
    limits.begin(connection)
    return connection


def test_places_come_back(limits: ConnectionLimits, metrics: Counted) -> None:
    one, two = busy(limits), busy(limits)
    assert not limits.open(Fake())
    assert metrics.reasons == ["address"]
    limits.close(one)
    limits.close(one)
    assert len(limits) == 1
    assert limits.open(one)
    limits.close(one)
    limits.close(two)
    assert len(limits) == 0
    assert limits._networks == {}


def test_a_network_leaves_room_for_others_and_all_together_have_a_cap(
    limits: ConnectionLimits, metrics: Counted
) -> None:
    for network in ("a", "a", "b", "b"):
        busy(limits, network)
    assert not limits.open(Fake("c"))
    assert not limits.open(Fake(None))
    assert metrics.reasons == ["total", "total"]
    assert len(limits) == 4
    assert set(limits._networks) == {"a", "b"}


def test_a_trusted_proxy_has_no_cap_of_its_own(limits: ConnectionLimits) -> None:
    for _ in range(4):
        busy(limits, None)
    assert not limits.open(Fake(None))


def test_silent_ones_make_way_first_then_those_that_waited_longest(
    limits: ConnectionLimits, metrics: Counted
) -> None:
    kept = [Fake("a"), Fake("b")]
    for each in reversed(kept):
        assert limits.open(each)
    for each in kept:
        limits.begin(each)
        limits.wait(each)
    silent = Fake("c")
    at_work = Fake("d")
    assert limits.open(silent)
    assert limits.open(at_work)
    limits.begin(at_work)
    shed = []
    for number in range(4):
        newcomer = Fake(f"newcomer {number}")
        has_place = limits.open(newcomer)
        assert has_place == (number < 3)
        limits.begin(newcomer)
        shed.append([each.is_shed for each in (silent, *kept)])
    assert shed == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
        [True, True, True],
    ]
    assert not at_work.is_shed
    assert metrics.reasons == ["total"] * 4


def test_a_crowd_of_one_network_pushes_out_its_own(limits: ConnectionLimits) -> None:
    neighbour = Fake("b")
    assert limits.open(neighbour)
    crowd = [Fake("a") for _ in range(50)]
    assert all(limits.open(each) for each in crowd)
    assert [each.is_shed for each in crowd] == [True] * 48 + [False] * 2
    assert not neighbour.is_shed
    assert len(limits) == 3


def test_the_last_of_a_network_makes_way_for_one_of_the_same() -> None:
    limits = ConnectionLimits(1, 1, Metrics())
    for _ in range(3):
        connection = Fake()
        assert limits.open(connection)
    limits.close(connection)
    assert (len(limits), limits._networks) == (0, {})


def test_held_bytes_are_counted_beyond_a_little(limits: ConnectionLimits, metrics: Counted) -> None:
    one, two = busy(limits), busy(limits)
    assert limits.hold(one, FREE_BYTES)
    assert limits.held == 0
    assert limits.hold(one, FREE_BYTES + 10)
    assert limits.hold(one, FREE_BYTES + 30)
    assert limits.held == 30
    assert limits.hold(one, FREE_BYTES + HELD_BYTES_OF_NETWORK)
    assert not limits.hold(two, FREE_BYTES + 1)
    assert limits.hold(two, FREE_BYTES)  # a move still comes through
    assert metrics.reasons == ["memory"]
    limits.release(one)
    limits.release(one)
    assert limits.held == 0
    assert limits.hold(two, FREE_BYTES + HELD_BYTES_OF_NETWORK)
    limits.close(two)
    assert limits.held == 0
    assert limits.hold(two, HELD_BYTES)  # it counts nowhere any more
    assert limits.held == 0


def test_held_bytes_have_a_cap_in_total(metrics: Counted) -> None:
    limits = ConnectionLimits(10, 10, metrics)
    for network in "abcd":
        assert limits.hold(busy(limits, network), FREE_BYTES + HELD_BYTES_OF_NETWORK)
    assert limits.held == HELD_BYTES
    assert not limits.hold(busy(limits, "e"), FREE_BYTES + 1)
    assert not limits.hold(busy(limits, None), FREE_BYTES + 1)


def test_where_no_file_is_left_somebody_makes_way(
    limits: ConnectionLimits, metrics: Counted
) -> None:
    limits.make_room()
    waiting = Fake()
    assert limits.open(waiting)
    at_work = busy(limits)
    limits.make_room()
    limits.make_room()
    assert (waiting.is_shed, at_work.is_shed) == (True, False)
    assert metrics.reasons == ["files"] * 3
    assert len(limits) == 1

"""Open event streams of a client and of its network."""

import pytest

from fourfold.web.errors import TooMany
from fourfold.web.quotas.clients import PER_NETWORK, Client
from fourfold.web.quotas.streams import StreamLimits

ANN = Client("203.0.113.7", "ann")


def test_a_client_has_so_many_and_another_when_one_has_ended() -> None:
    limits = StreamLimits(3)
    slots = [limits.open(ANN) for _ in range(3)]
    with pytest.raises(TooMany, match="close one of them") as no:
        limits.open(ANN)
    assert no.value.retry_after > 0
    limits.open(Client("203.0.113.7", "bob"))
    slots[0].release()
    slots[0].release()  # which counts once
    limits.open(ANN)
    with pytest.raises(TooMany):
        limits.open(ANN)


def test_a_network_has_ten_times_as_many_whoever_it_makes_up() -> None:
    limits = StreamLimits(3)
    opened = 0
    for number in range(100):
        try:
            limits.open(Client("203.0.113.7", f"player {number}"))
            opened += 1
        except TooMany:
            pass
    assert opened == 3 * PER_NETWORK == len(limits)
    limits.open(Client("203.0.113.8"))


def test_a_stream_that_cannot_be_opened_takes_no_place() -> None:
    limits = StreamLimits(1)
    with pytest.raises(RuntimeError), limits.open(ANN):
        raise RuntimeError
    with limits.open(ANN) as slot:
        pass
    with pytest.raises(TooMany):
        limits.open(ANN)
    slot.release()
    assert len(limits) == 0
    assert not limits._of_client
    assert not limits._of_network


def test_without_a_limit_there_is_none() -> None:
    limits = StreamLimits(None)
    assert len([limits.open(ANN) for _ in range(1000)]) == len(limits) == 1000

"""Rates: a burst, then so many a minute, for a client and for its network."""

import pytest
import throttled.utils

from fourfold.errors import InvalidOption
from fourfold.web.errors import TooMany
from fourfold.web.quotas.clients import PER_NETWORK, Client
from fourfold.web.quotas.rates import DEFAULT_RATES, Rate, RateLimits, parse_rates

ANN, BOB = Client("203.0.113.7", "ann"), Client("203.0.113.7", "bob")


class Clock:
    """Time that passes when told to."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        patch.setattr(throttled.utils, "now_mono_f", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def count_until_refused(limits: RateLimits, client: Client, most: int = 10_000) -> int:
    for done in range(most):
        try:
            limits.count("create", client)
        except TooMany:
            return done
    return most


def test_a_burst_and_then_the_rate(clock: Clock) -> None:
    limits = RateLimits({"create": Rate(30, 60, 5)})
    assert count_until_refused(limits, ANN) == 5
    with pytest.raises(TooMany, match="begun many games in a short time: try again in 2 sec") as no:
        limits.count("create", ANN)
    assert no.value.retry_after == 2
    clock.now += no.value.retry_after
    assert count_until_refused(limits, ANN) == 1  # one more after as long as it was told
    clock.now += 3600
    assert count_until_refused(limits, ANN) == 5


def test_neighbours_do_not_use_up_each_others_quota(clock: Clock) -> None:
    limits = RateLimits({"create": Rate(30, 60, 5)})
    assert count_until_refused(limits, ANN) == 5
    for _ in range(1000):  # refused requests count for nobody
        assert count_until_refused(limits, ANN) == 0
    assert count_until_refused(limits, BOB) == 5


def test_made_up_players_gain_ten_times_a_clients_quota_and_no_more(clock: Clock) -> None:
    limits = RateLimits({"create": Rate(30, 60, 5)})
    allowed = sum(
        count_until_refused(limits, Client("203.0.113.7", f"player {number}"), 1)
        for number in range(1000)
    )
    assert 5 * PER_NETWORK - 1 <= allowed <= 5 * PER_NETWORK  # the library rounds
    assert len(limits._store._backend.get_client()) <= allowed + 1  # and few buckets
    assert count_until_refused(limits, Client("203.0.113.8")) == 5


def test_kinds_do_not_share_and_may_be_unlimited(clock: Clock) -> None:
    limits = RateLimits({"create": Rate(1, 60, 1), "search": None})
    limits.count("create", ANN)
    for _ in range(1000):
        limits.count("search", ANN)
        limits.count("upload", ANN)
    with pytest.raises(TooMany):
        limits.count("create", ANN)


def test_a_million_addresses_take_bounded_memory() -> None:
    limits = RateLimits(DEFAULT_RATES, buckets=100)
    for number in range(2000):
        limits.count("create", Client(f"network {number}"))
    backend = limits._store._backend
    assert len(backend.get_client()) == len(backend.expire_info) == 100


def test_rates_as_text() -> None:
    texts = ["create=30/minute", "upload=5/hour:9", "search=off", "create=1/second"]
    assert parse_rates(texts) == {
        "create": Rate(1, 1, 1),
        "upload": Rate(5, 3600, 9),
        "search": None,
    }


@pytest.mark.parametrize(
    "text",
    [
        "", "=", "create", "create=", "create=0/minute", "create=1/minute:0", "create=1/day",
        "x=1/hour", "create=-1/hour", "create=1e3/hour", "create=1234567/hour", "create=1/hour ",
    ],
)  # fmt: skip
def test_what_is_no_rate_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"--limit is .*, but"):
        parse_rates([text])

"""Rates: how often one client may do what costs the server something.

Token buckets, by the library throttled-py, in its form called GCRA, which needs one number for each
bucket and the monotonic clock. They are in the memory of this process, `BUCKETS` of them at most;
the one that was unused for longest makes way. One that is dropped is full again.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

from throttled import (
    BaseRateLimiter,
    MemoryStore,
    RateLimiterRegistry,
    RateLimiterType,
    per_duration,
)

from fourfold.errors import InvalidOption, describe
from fourfold.web.errors import TooMany
from fourfold.web.quotas.clients import PER_NETWORK, Client

BUCKETS = 50_000
"""Buckets that are kept: about 20 MB."""

_UNITS = {"second": 1, "minute": 60, "hour": 3600}
_FORM = re.compile(r"(\d{1,6})/(second|minute|hour)(?::(\d{1,6}))?")
_WORDS = {
    "create": "begun many games",
    "upload": "uploaded many games",
    "search": "searched a lot",
    "stream": "opened many streams",
    "analyse": "asked for many analyses",
}


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds, and `burst` at once."""

    count: int
    seconds: int
    burst: int


DEFAULT_RATES: Mapping[str, Rate] = MappingProxyType(
    {
        "create": Rate(30, 60, 60),
        "upload": Rate(10, 60, 20),
        "search": Rate(240, 60, 240),
        "stream": Rate(120, 60, 120),
        "analyse": Rate(240, 60, 240),
    }
)
"""What one client may do: more than a person on the page ever does."""


def parse_rates(texts: list[str]) -> dict[str, Rate | None]:
    """Read rates such as `create=30/minute`, `create=30/minute:60` or `create=off`.

    InvalidOption if one is wrong.
    """
    found: dict[str, Rate | None] = {}
    for text in texts:
        kind, _, rate = text.partition("=")
        if kind not in DEFAULT_RATES:
            kinds = ", ".join(DEFAULT_RATES)
            raise InvalidOption(f"--limit is {describe(text)}, but limits are for {kinds}")
        found[kind] = None if rate == "off" else _parse_rate(text, rate)
    return found


def _parse_rate(text: str, rate: str) -> Rate:
    form = _FORM.fullmatch(rate)
    count, burst = (int(form[1]), int(form[3] or form[1])) if form else (0, 0)
    if form is None or not count or not burst:
        raise InvalidOption(
            f"--limit is {describe(text)}, but must be like create=30/minute, "
            "create=30/minute:60 with a burst of 60, or create=off"
        )
    return Rate(count, _UNITS[form[2]], burst)


class RateLimits:
    """The buckets of all clients. It lives on the event loop."""

    def __init__(self, rates: Mapping[str, Rate | None], buckets: int = BUCKETS) -> None:
        """rates: of one client; kinds without one are not limited."""
        self._store = MemoryStore(options={"MAX_SIZE": buckets})
        limiter = RateLimiterRegistry.get(RateLimiterType.GCRA.value)

        def limit(rate: Rate, factor: int) -> BaseRateLimiter:
            period = timedelta(seconds=rate.seconds)
            return limiter(
                per_duration(period, factor * rate.count, factor * rate.burst), self._store
            )

        self._limiters = {
            kind: (limit(rate, 1), limit(rate, PER_NETWORK))
            for kind, rate in rates.items()
            if rate is not None
        }

    def count(self, kind: str, client: Client) -> None:
        """Count a request of a client; TooMany if it comes too early."""
        if kind not in self._limiters:
            return
        own, shared = self._limiters[kind]
        network = f"{kind} {client.network}"
        # A network that has used up its quota makes no buckets for players that it makes up, and a
        # player who is refused uses up nothing of their neighbours.
        of_network = shared.peek(network)
        if of_network.remaining < 1:
            raise _refusal(kind, of_network.retry_after)
        of_client = own.limit(f"{network} {client.player}")
        if of_client.limited:
            raise _refusal(kind, of_client.state.retry_after)
        shared.limit(network)


def _refusal(kind: str, seconds: float) -> TooMany:
    wait = max(1, math.ceil(seconds))
    unit = "a second" if wait == 1 else f"{wait} seconds"
    return TooMany(
        f"you have {_WORDS[kind]} in a short time: try again in {unit}", wait, quota=kind
    )

"""A test of two players that ends as soon as it is decided: the sequential probability ratio test.

The question is which of two claims about the difference in normalised Elo explains the pairs of
games better: H0 says `elo0`, H1 says `elo1`. The *log-likelihood ratio* LLR is the logarithm of
how much more likely the pairs are under H1. The test goes on while it lies between two bounds
(Wald, 1945):

    log(beta / (1 - alpha))  <  LLR  <  log((1 - beta) / alpha)

It accepts H1 above, with a chance of about alpha to be wrong if H0 holds, and H0 below, with a
chance of about beta to be wrong if H1 holds.

Normalised Elo measures the score against its spread. With m the mean share of the points of a
pair and s the standard deviation of the shares, sqrt(2) * s is that of a single game, and

    t = (m - 1/2) / s,    normalised Elo = 800 / ln(10) * t / sqrt(2)

How many pairs a test needs depends on this number alone, whatever the share of draws or the
openings.

A claim leaves the five chances of a pair open but for their t, so its likelihood is that of the
chances that fit the pairs best among those with this t. With q the observed shares and a the
possible shares of points (0, 1/4, 1/2, 3/4, 1) these are, for some multiplier x,

    p = q / (1 + x * f),    f = a - 1/2 - t * s * (1 + ((a - m) / s)^2) / 2

where m and s are those of p itself. So it is solved by repetition: from any p follow m, s and f,
then the one x for which the sum of q * f / (1 + x * f) is 0, then a new p. Source: M. Van den
Bergh, "Comments on normalized Elo"
(https://www.cantate.be/Fishtest/normalized_elo_practical.pdf), after which fishtest and fastchess
work too. Like theirs, a count of 0 is taken as 0.001.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from fourfold.arena.statistics.elo import NORMAL_95, Pairs, mean_and_variance
from fourfold.errors import InvalidOption, describe

MOST_ELO = 200.0
"""A claim beyond this is refused: 60 games show so great a difference without any test."""
NORMALISED = 800 / math.log(10)
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_NOTHING = 1e-3  # what a count of 0 is taken as
_ROUNDS = 100
_CLOSE = 1e-9
_TINY = 1e-12


class Verdict(StrEnum):
    """What a test has decided."""

    UNDECIDED = "undecided"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a test has got."""

    llr: float
    """The log-likelihood ratio of the two claims."""
    lower: float
    """H0 is accepted at this ratio."""
    upper: float
    """H1 is accepted at this ratio."""
    verdict: Verdict
    """What is decided, if anything."""
    pairs: int
    """How many pairs were played."""

    @property
    def progress(self) -> float:
        """The way to the nearer bound: -1 at the lower one, 1 at the upper one."""
        return self.llr / self.upper if self.llr >= 0 else -self.llr / self.lower

    def __str__(self) -> str:
        return f"LLR {self.llr:+.2f} ({self.lower:.2f}, {self.upper:.2f}): {self.verdict}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test whether the difference in normalised Elo is `elo1` (H1) rather than `elo0` (H0).

    >>> from fourfold.arena.statistics import Sprt
    >>> test = Sprt.parse("0,20")
    >>> print(test.test((3, 10, 40, 20, 12)))
    LLR +1.94 (-2.94, 2.94): undecided
    """

    elo0: float
    """The difference that H0 claims."""
    elo1: float
    """The difference that H1 claims."""
    alpha: float = 0.05
    """The chance to accept H1 if H0 holds."""
    beta: float = 0.05
    """The chance to accept H0 if H1 holds."""

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            value = getattr(self, name)
            if not _is_number(value) or abs(value) > MOST_ELO:
                raise InvalidOption(
                    f"{name} of a test is {describe(value)}, "
                    f"but must be a number from {-MOST_ELO:g} to {MOST_ELO:g}"
                )
        if self.elo0 >= self.elo1:
            raise InvalidOption(
                f"elo0 of a test is {self.elo0:g}, but must be below elo1, which is {self.elo1:g}"
            )
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not _is_number(value) or not 0 < value < 0.5:
                raise InvalidOption(
                    f"{name} of a test is {describe(value)}, "
                    "but must be a number above 0 and below 0.5"
                )

    @classmethod
    def parse(cls, text: str, alpha: float = 0.05, beta: float = 0.05) -> "Sprt":
        """Read the two claims from a text such as `0,10`."""
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise InvalidOption(
                f"a test is {describe(text)}, but must be two numbers of Elo such as 0,10"
            ) from None
        return cls(elo0, elo1, alpha, beta)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """Return how much better H1 explains the pairs than H0: the log-likelihood ratio."""
        if not any(pairs):
            return 0.0
        counts = [count or _NOTHING for count in pairs]
        total = sum(counts)
        observed = [count / total for count in counts]
        under_h0, under_h1 = (
            best_fit(observed, elo * math.sqrt(2) / NORMALISED) for elo in (self.elo0, self.elo1)
        )
        return sum(
            count * math.log(one / zero)
            for count, zero, one in zip(counts, under_h0, under_h1, strict=True)
        )

    def test(self, pairs: Pairs) -> SprtState:
        """Return how far the test has got with these pairs, and whether it is decided."""
        llr = self.llr(pairs)
        verdict = Verdict.UNDECIDED
        if llr >= self.upper:
            verdict = Verdict.H1
        elif llr <= self.lower:
            verdict = Verdict.H0
        return SprtState(llr, self.lower, self.upper, verdict, sum(pairs))

    def __str__(self) -> str:
        return f"normalised Elo {self.elo0:g} against {self.elo1:g}"


def normalised_elo(pairs: Pairs) -> tuple[float, float] | None:
    """Return the normalised Elo of the pairs, and its 95 % error; None if all ended alike.

    >>> from fourfold.arena.statistics import normalised_elo
    >>> elo, error = normalised_elo((34, 49, 128, 62, 27))
    >>> round(elo, 2), round(error, 2)
    (-0.75, 27.8)
    """
    total = sum(pairs)
    if total in pairs:
        return None
    mean, variance = mean_and_variance(pairs)
    scale = NORMALISED / math.sqrt(2)
    return (mean - 0.5) / math.sqrt(variance) * scale, NORMAL_95 * scale / math.sqrt(total)


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def best_fit(observed: Sequence[float], t: float) -> list[float]:
    """Return the chances with this t that explain the observed shares of pairs best."""
    fit = [1 / len(_SHARES)] * len(_SHARES)
    for _ in range(_ROUNDS):
        mean = sum(p * a for p, a in zip(fit, _SHARES, strict=True))
        deviation = math.sqrt(sum(p * (a - mean) ** 2 for p, a in zip(fit, _SHARES, strict=True)))
        slopes = [
            a - 0.5 - t * deviation * (1 + ((a - mean) / deviation) ** 2) / 2 for a in _SHARES
        ]
        x = _multiplier(observed, slopes)
        before, fit = fit, [q / (1 + x * f) for q, f in zip(observed, slopes, strict=True)]
        if max(abs(p - b) for p, b in zip(fit, before, strict=True)) < _CLOSE:
            break
    return fit


def _multiplier(observed: Sequence[float], slopes: Sequence[float]) -> float:
    """Return the x for which the sum of q * f / (1 + x * f) is 0, by Newton within bisection.

    The sum falls as x grows, from infinity to minus infinity between the two ends.
    """
    low, high = -1 / max(slopes), -1 / min(slopes)
    x = 0.0
    for _ in range(_ROUNDS):
        terms = [f / (1 + x * f) for f in slopes]
        value = sum(q * term for q, term in zip(observed, terms, strict=True))
        if value > 0:
            low = x
        else:
            high = x
        step = value / sum(q * term * term for q, term in zip(observed, terms, strict=True))
        if abs(step) < _TINY or high - low < _TINY:
            break
        x = x + step if low < x + step < high else (low + high) / 2
    return x

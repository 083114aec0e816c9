"""How strong the Monte Carlo search is: matches in pairs, and agreement with perfect play.

    python -m benchmarks --only uct-strength [--quick]
    python -m benchmarks --only uct-following [--quick]

The first takes a quarter of an hour. The second, half an hour, measures what following brings to
playouts. Both run only when asked for. A case says how many games or moves, the
share of points or of moves that keep the outcome, and how large that share has to be. A result
counts as right if no agent broke a rule of the match.
"""

import itertools
import math
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import fourfold as ff
from benchmarks.framework import Options, Result, benchmark
from benchmarks.open_spiel import OPEN_SPIEL, OpenSpielAgent
from benchmarks.random_positions import random_positions
from fourfold import Limit, Position, Rules, Solver
from fourfold.agents.uct import UctAgent
from fourfold.arena.entrants import Entrant
from fourfold.arena.openings import boards, draw

SEED = 7
STANDARD = Rules(7, 6)
PLIES = range(8, 21)


class Match(NamedTuple):
    name: str
    opponent: str | Entrant
    rules: str
    seconds: float
    openings: int
    at_least: float | None
    close: bool = False
    """Whether only openings of drawn or close value will do."""


OPEN_SPIEL_ENTRANT = Entrant("OpenSpiel", make=OpenSpielAgent)

MATCHES = [
    Match("strong - plain, 20 ms", "uct:policy=plain,memory=64", "7x6", 0.02, 100, 0.85),
    Match("strong - plain, 20 ms", "uct:policy=plain,memory=64", "random", 0.02, 100, 0.75),
    Match("strong - plain, 20 ms", "uct:policy=plain,memory=64", "random-bonus", 0.02, 100, 0.75),
    Match("strong - OpenSpiel, 0.25 s", OPEN_SPIEL_ENTRANT, "7x6", 0.25, 30, 0.9, True),
]


def unfollowing() -> UctAgent:
    return UctAgent(memory=64, follow=0)


NOT_FOLLOWING = Entrant("not following", make=unfollowing)


FOLLOWING = [
    Match("following - not, 10 ms", NOT_FOLLOWING, rules, 0.01, openings, None)
    for rules, openings in (("random", 1000), ("7x6", 1000), ("random-bonus", 250))
]
AGREEMENT = {0.1: 0.97, 1.0: None}
"""By seconds a move, the share of moves that must keep the outcome."""
POSITIONS = 300


@benchmark("uct-strength", by_default=False, live=True)
def uct_strength(options: Options) -> Iterator[Result]:
    for match in MATCHES:
        if match.opponent == OPEN_SPIEL_ENTRANT and not OPEN_SPIEL:
            yield Result(f"{match.name}: not installed", False, 0, "games", 0)
            continue
        yield played(match, 2 if options.quick else match.openings, options.quick)
    positions = decisive_positions(10 if options.quick else POSITIONS)
    for seconds, at_least in AGREEMENT.items():
        yield agreement(positions, seconds / 10 if options.quick else seconds, at_least)


@benchmark("uct-following", by_default=False, live=True)
def uct_following(options: Options) -> Iterator[Result]:
    for match in FOLLOWING:
        yield played(match, 2 if options.quick else match.openings, options.quick)


def played(match: Match, openings: int, quick: bool) -> Result:
    seconds = match.seconds / 10 if quick else match.seconds
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "openings.txt"
        found = close_openings(openings) if match.close else random_openings(match, openings)
        file.write_text("".join(f"{position.to_text()}\n" for position in found))
        result = ff.match(
            "uct:memory=64",
            match.opponent,
            games=2 * openings,
            openings=file,
            seed=SEED,
            limit=Limit(seconds=seconds),
        )
    pairing = result.pairings[0]
    faults = sum(sum(reasons.values()) for reasons in result.faults.values())
    shares = [
        share for share, times in zip(SHARES, pairing.pairs, strict=True) for _ in range(times)
    ]
    return share_result(
        f"{match.rules} {match.name}" + (f", {faults} lost by a fault" if faults else ""),
        not faults,
        len(result.games),
        "games",
        time.perf_counter() - began,
        shares,
        match.at_least,
    )


SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The shares of the points that a pair of games can bring."""


def share_result(
    case: str,
    correct: bool,
    amount: int,
    unit: str,
    seconds: float,
    shares: list[float],
    at_least: float | None,
) -> Result:
    """Make a result of the mean of shares, with its standard error and what was demanded."""
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / max(len(shares) - 1, 1)
    error = math.sqrt(variance / len(shares))
    words = f"{mean:.1%} ± {error:.1%}"
    if at_least is not None:
        words += f", at least {at_least:.0%}: {'met' if mean >= at_least else 'NOT MET'}"
    numbers = {"share": mean, "standard_error": error}
    if at_least is not None:
        numbers["at_least"] = at_least
    return Result(case, correct, amount, unit, seconds, detail=words, numbers=numbers)


# Where games begin


def random_openings(match: Match, count: int) -> list[Position]:
    return draw(boards([match.rules], count, SEED), 4, SEED)


def close_openings(count: int) -> list[Position]:
    """Return openings of 7x6 whose score is 0, or 1 or 2 for either side."""
    solver = Solver(memory_mb=64)
    drawn = draw([STANDARD] * (20 * count), 6, SEED)
    found = (position for position in drawn if abs(solver.solve(position).score) <= 2)
    return list(itertools.islice(found, count))


# Agreement with perfect play


class DecisivePosition(NamedTuple):
    """A position in which some columns keep the outcome of the game, and some do not."""

    position: Position
    keeps: frozenset[int]


def decisive_positions(count: int) -> list[DecisivePosition]:
    solver = Solver(memory_mb=128)
    found: list[DecisivePosition] = []
    for position in random_positions(SEED, STANDARD, PLIES):
        columns = solver.columns(position, wdl=True)
        best = max(score.score for score in columns.values())
        keeps = frozenset(column for column, score in columns.items() if score.score == best)
        if len(keeps) < len(columns):
            found.append(DecisivePosition(position, keeps))
        if len(found) == count:
            break
    return found


def agreement(positions: list[DecisivePosition], seconds: float, at_least: float | None) -> Result:
    agent = UctAgent(seconds=seconds, memory=256, reuse=False, seed=SEED)
    began = time.perf_counter()
    kept = [float(agent.choose(each.position).column in each.keeps) for each in positions]
    return share_result(
        f"7x6 outcome kept, {seconds:g} s a move",
        True,
        len(positions),
        "moves",
        time.perf_counter() - began,
        kept,
        at_least,
    )

"""Finds facts about the rest of the game: threats for later, plans, and lines that are open."""

from collections.abc import Iterator
from functools import lru_cache

from fourfold.analysis.explain.fact import Fact, Move
from fourfold.analysis.explain.look import landing_threats, threats_of
from fourfold.analysis.explain.strategy_facts import (
    AvoidsGifts,
    BuildsLines,
    CutsLines,
    HasMostLines,
    KeepsAPlan,
    MakesAThreat,
)
from fourfold.analysis.threats.plans import find_plans
from fourfold.rules.geometry import Geometry, geometry_of

_LEAST_OPEN_LINES = 3


def find_strategy(move: Move) -> Iterator[Fact]:
    """Yield the facts about the rest of the game, the most important ones first."""
    after = move.after
    if after.outcome is not None or after.must_ban:
        return
    lost = landing_threats(after, move.opponent)
    if not lost:
        for plan in find_plans(after):
            yield KeepsAPlan(move, plan)
    if not move.position.must_ban:
        before = threats_of(move.position, move.mover)
        landing = landing_threats(after, move.mover)
        for cell in threats_of(after, move.mover):
            if cell not in before and cell not in landing:
                yield MakesAThreat(move, cell)
    if not lost:
        gifts = tuple(
            column
            for column in move.position.legal_columns
            if column != move.column and _is_gift(Move(move.position, column))
        )
        if gifts:
            yield AvoidsGifts(move, gifts)
    yield from _lines(move)


def _is_gift(move: Move) -> bool:
    """Return True if a move lets the opponent win right above it."""
    after = move.after
    if after.outcome is not None or after.must_ban:
        return False
    return any(column == move.column for column, _ in landing_threats(after, move.opponent))


def _lines(move: Move) -> Iterator[Fact]:
    position = move.position
    geometry = geometry_of(position.rules)
    cell = geometry.bit(move.cell)
    mine, theirs = position.pieces(move.mover), position.pieces(move.opponent)
    blocked = position.occupied & ~mine
    cut = [
        window
        for window in windows(geometry)
        if window & cell
        and not window & position.occupied & ~theirs
        and (window & theirs).bit_count() >= 2
    ]
    if cut:
        yield CutsLines(move, len(cut))
    if position.must_ban:
        return
    built = [
        window
        for window in windows(geometry)
        if window & cell and not window & blocked and (window & mine).bit_count() >= 1
    ]
    if built:
        yield BuildsLines(move, len(built))
    counts = {
        column: sum(bool(w & bit) and not w & blocked for w in windows(geometry))
        for column in position.legal_columns
        for bit in [geometry.landing_cells(position.occupied) & geometry.column_masks[column]]
    }
    count = counts[move.column]
    if count >= _LEAST_OPEN_LINES and count == max(counts.values()):
        yield HasMostLines(move, count, list(counts.values()).count(count) == 1)


@lru_cache(maxsize=64)
def windows(geometry: Geometry) -> tuple[int, ...]:
    """Return every four cells in line without a forbidden one, as bits."""
    found = []
    for step in geometry.steps:
        for start in range(geometry.playable.bit_length()):
            window = sum(1 << (start + distance * step) for distance in range(4))
            if window & geometry.playable == window:
                found.append(window)
    return tuple(found)

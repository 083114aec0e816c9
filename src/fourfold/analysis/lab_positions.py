"""The positions that the lab measures on.

They come from random games with a fixed seed, one from each of four phases of a game. In none of
them can a player win with the next piece: such positions need no search. Those of 7x6 come with
the package, so that a measurement can always be repeated (`python -m scripts.make_lab_positions`
writes them); those of other boards are drawn in the same way when they are needed.
"""

from collections.abc import Iterator
from importlib.resources import files
from itertools import islice

from fourfold.agents.tactics import winning_columns
from fourfold.rules import Position, Rules
from fourfold.rules.rules import STANDARD
from fourfold.rules.splitmix import SplitMix64

SHIPPED = "lab.positions"
ROUNDS = 24
"""How many positions of each phase are shipped."""

# The phases by which the agent `threat` chooses its depth, in pieces on the board of 7x6. The last
# one ends here before the board is full: a few cells must be left to search.
_PHASES = ((0, 8), (9, 20), (21, 30), (31, 36))
_STANDARD_CELLS = STANDARD.playable_cells
_ROUNDS_ELSEWHERE = 6  # on other boards, where they must be drawn first
_SEED = 3
_TRIES = 20  # games for each position: a small board may not have as many positions


def lab_positions(rules: Rules = STANDARD, most: int | None = None) -> tuple[Position, ...]:
    """Return the positions of a board, at most `most`; the four phases take turns."""
    if rules != STANDARD:
        return tuple(islice(draw(rules, _ROUNDS_ELSEWHERE), most))
    lines = (files("fourfold.analysis") / "data" / SHIPPED).read_text("utf-8").splitlines()
    return tuple(Position.parse(line) for line in lines[1:])[:most]


def draw(rules: Rules, rounds: int) -> Iterator[Position]:
    """Draw positions, always the same, no two with the same board; first the empty board."""
    generator = SplitMix64(_SEED)
    seen: set[object] = set()
    for round_ in range(rounds):
        for phase in range(len(_PHASES)):
            if round_ == phase == 0:
                position: Position | None = Position(rules)
            else:
                position = _draw_one(generator, rules, phase, seen)
            if position is not None and position.outcome is None:
                seen.add(position.key)
                yield position


def _draw_one(
    generator: SplitMix64, rules: Rules, phase: int, seen: set[object]
) -> Position | None:
    first, last = (plies * rules.playable_cells // _STANDARD_CELLS for plies in _PHASES[phase])
    for _ in range(_TRIES):
        fitting = [
            position
            for position in _quiet_game(generator, rules, last)
            if position.ply >= first and position.key not in seen
        ]
        if fitting:
            return fitting[generator.below(len(fitting))]
    return None


def _quiet_game(generator: SplitMix64, rules: Rules, plies: int) -> Iterator[Position]:
    """Yield the quiet positions of a random game in which threats are blocked and wins avoided.

    On a large board other random games are over long before it is full.
    """
    position = Position(rules)
    while position.outcome is None:
        mine = winning_columns(position, position.turn)
        theirs = winning_columns(position, position.turn.other)
        if not mine and not theirs:
            yield position
        if position.ply == plies:
            break
        legal = position.legal_columns
        quiet = legal if position.must_ban else tuple(c for c in legal if c not in mine)
        choices = [c for c in theirs if c in quiet] or quiet or legal
        position = position.play(choices[generator.below(len(choices))])

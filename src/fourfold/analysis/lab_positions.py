"""The positions that the lab measures on.

From random games with a fixed seed, a position in each of document 002's four phases of a game,
where nobody has a win at once: such positions need no search. Those of 7x6 are shipped, so that a
measurement can be repeated for ever (`python -m scripts.make_lab_positions` writes them); those of
other boards are drawn in the same way when they are asked for.
"""

from collections.abc import Iterator
from importlib.resources import files
from itertools import islice

from fourfold.agents.tactics import opponent_of, winning_columns
from fourfold.rules import Position, Rules
from fourfold.rules.rules import STANDARD
from fourfold.rules.splitmix import SplitMix64

SHIPPED = "lab.positions"
ROUNDS = 24
"""How many positions of each phase are shipped."""

# Document 002's phases, in pieces on the board of 7x6. Its last one has no end; a few cells must
# be left to search.
_PHASES = ((0, 8), (9, 20), (21, 30), (31, 36))
_STANDARD_CELLS = STANDARD.playable_cells
_ROUNDS_ELSEWHERE = 6  # on other boards, where they must be drawn first
_SEED = 3
_TRIES = 20  # games for each position: a small board may not have as many positions


def lab_positions(rules: Rules = STANDARD, most: int | None = None) -> tuple[Position, ...]:
    """The positions of a board, or the first so many: phase after phase, again and again."""
    if rules != STANDARD:
        return tuple(islice(draw(rules, _ROUNDS_ELSEWHERE), most))
    lines = (files("fourfold.analysis") / "data" / SHIPPED).read_text("utf-8").splitlines()
    return tuple(Position.parse(line) for line in lines[1:])[:most]


def draw(rules: Rules, rounds: int) -> Iterator[Position]:
    """Draw positions, the same each time, no two with the same board; first the empty board."""
    chance = SplitMix64(_SEED)
    seen: set[object] = set()
    for round_ in range(rounds):
        for phase in range(len(_PHASES)):
            if round_ == phase == 0:
                found: Position | None = Position(rules)
            else:
                found = _one_of(chance, rules, phase, seen)
            if found is not None and found.outcome is None:
                seen.add(found.key)
                yield found


def _one_of(chance: SplitMix64, rules: Rules, phase: int, seen: set[object]) -> Position | None:
    first, last = (plies * rules.playable_cells // _STANDARD_CELLS for plies in _PHASES[phase])
    for _ in range(_TRIES):
        fitting = [
            position
            for position in _calm_game(chance, rules, last)
            if position.ply >= first and position.key not in seen
        ]
        if fitting:
            return fitting[chance.below(len(fitting))]
    return None


def _calm_game(chance: SplitMix64, rules: Rules, plies: int) -> Iterator[Position]:
    """The quiet positions of a random game in which threats are blocked, and nobody wins if he
    can help it: on a large board other random games are over long before it is full.
    """
    position = Position(rules)
    while position.outcome is None:
        mine = winning_columns(position, position.turn)
        theirs = winning_columns(position, opponent_of(position.turn))
        if not mine and not theirs:
            yield position
        if position.ply == plies:
            break
        legal = position.legal_columns
        calm = legal if position.must_ban else tuple(c for c in legal if c not in mine)
        choices = [c for c in theirs if c in calm] or calm or legal
        position = position.play(choices[chance.below(len(choices))])

"""Who is examined, and on what: every agent of the registry, and positions on every kind of rules.

An agent that has an option with a choice of words is examined once for each word.
"""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

import fourfold as ff
from fourfold import Limit, Position, Rules
from fourfold.agents.base import Agent
from fourfold.agents.options import Value, format_value
from fourfold.agents.registry import AgentKind
from fourfold.agents.tactics import winning_columns
from fourfold.rules.splitmix import SplitMix64

KINDS = {kind.name: kind for kind in ff.list_agents()}

QUICK = Limit(seconds=0.01, nodes=1_000)
"""For examinations that ask hundreds of times; it is no time to play well in."""
TIME_TO_SEE = {"uct:policy=plain": Limit(nodes=30_000)}
"""For agents that see a win at once by chance only, and need longer than QUICK for that."""


def variants() -> Iterator[str]:
    """Every agent as text, once for each word of its options."""
    for kind in KINDS.values():
        yield kind.name
        for option in kind.options:
            for word in option.choices:
                if word != option.default:
                    yield f"{kind.name}:{option.name}={word}"


ATTENTIVE = {"casual": "casual:oversight=0"}
"""How agents are asked about what is under their noses that may overlook it on purpose."""

every_agent = pytest.mark.parametrize("spec", list(variants()))


def kind_of(spec: str) -> AgentKind:
    """What the registry knows of an agent in text."""
    return KINDS[spec.partition(":")[0]]


def make(spec: str, repeatable: bool = False) -> Agent:
    """Make an agent, with a small table; `repeatable`, with a seed and what else it needs."""
    kind = kind_of(spec)
    names = {option.name: option for option in kind.options}
    changed: dict[str, Value] = {}
    if "memory" in names and names["memory"].least is not None:
        changed["memory"] = max(int(names["memory"].least), 1)
    if repeatable and "seed" in names:
        changed["seed"] = 1
    texts = [f"{name}={format_value(value)}" for name, value in changed.items()]
    texts += [kind.repeatable] if repeatable and kind.repeatable else []
    return ff.agent(
        spec + (":" if ":" not in spec and texts else "," if texts else "") + ",".join(texts)
    )


# Positions


def any_rules(chance: SplitMix64) -> Rules:
    """Of any size; none, one, a few or many cells forbidden; every other time with a bonus."""
    columns, rows = 4 + chance.below(9), 4 + chance.below(9)
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    most = (1, 2, 6, len(cells) // 2)[chance.below(4)]
    forbidden = {cells[chance.below(len(cells))] for _ in range(chance.below(most + 1))}
    bonus = cells[chance.below(len(cells))] if chance.below(2) else None
    return Rules(columns, rows, sorted(forbidden - {bonus}), bonus)


def games(seed: int) -> Iterator[list[Position]]:
    """The unfinished positions of random games, each on rules of its own, without end."""
    chance = SplitMix64(seed)
    while True:
        position = Position(any_rules(chance))
        seen = []
        while position.outcome is None:
            seen.append(position)
            legal = position.legal_columns
            position = position.play(legal[chance.below(len(legal))])
        if seen:
            yield seen


def collect(seed: int, count: int, wanted: Callable[[Position], bool]) -> tuple[Position, ...]:
    """So many positions that are wanted, no two from the same game."""
    chance = SplitMix64(seed)
    found: list[Position] = []
    for game in games(seed):
        fitting = [position for position in game if wanted(position)]
        if fitting:
            found.append(fitting[chance.below(len(fitting))])
            if len(found) == count:
                break
    return tuple(found)


def can_win(position: Position) -> bool:
    """Whether the side to move wins at once."""
    return not position.must_ban and bool(winning_columns(position, position.turn))


def single_threat(position: Position) -> bool:
    """Whether the other side would win in one column only, and a piece or ban there prevents it."""
    if can_win(position):
        return False
    threats = winning_columns(position, position.turn.other)
    return len(threats) == 1 and is_safe(position, threats[0])


def is_safe(position: Position, column: int) -> bool:
    """Whether the other side has no win at once after this column, and after the ban it may owe."""
    after = position.play(column)
    if after.outcome is not None:
        return after.outcome.winner in (None, position.turn)
    if after.turn is position.turn:
        return any(is_safe(after, ban) for ban in after.legal_columns)
    return not can_win(after)


@cache
def all_kinds() -> tuple[Position, ...]:
    """Hundreds of positions, on as many rules."""
    return collect(1, 240, lambda position: True) + collect(2, 40, lambda p: p.must_ban)


@cache
def with_a_win() -> tuple[Position, ...]:
    return collect(3, 60, can_win)


@cache
def with_a_single_threat() -> tuple[Position, ...]:
    def piece(position: Position) -> bool:
        return not position.must_ban and single_threat(position)

    def ban(position: Position) -> bool:
        return position.must_ban and single_threat(position)

    return collect(4, 60, piece) + collect(5, 15, ban)


@cache
def near_the_end() -> tuple[Position, ...]:
    """Positions with few cells left, which every agent should be able to think through."""
    return collect(6, 24, lambda p: 4 <= p.rules.playable_cells - p.ply <= 12)


@cache
def near_the_beginning() -> tuple[Position, ...]:
    return collect(7, 16, lambda p: p.rules.playable_cells - p.ply >= 30)

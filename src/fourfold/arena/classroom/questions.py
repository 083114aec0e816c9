"""The exam's positions: the same for all players of a class, each with the columns that are right.

They come from random games, so nobody can have learned them, and from a seed, so that the same
class has the same exam again.

    win      the player to move can complete four; that is right, nothing else
    block    the opponent would complete four; only that column is right, and it holds for now
    opening, middle, end
             nobody wins with the next piece, and the solver has proven every column: right are
             those that are no mistake, which keep a won game won or a drawn one drawn, and at
             least one column is a mistake
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from fourfold.agents.tactics import winning_columns
from fourfold.arena.openings import mixed
from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Limit, Solver, Unproven

_TRIES = 400  # random games for the questions of a kind
_MOST_UNPROVEN = 6  # positions of a phase that the solver gives up, before we do
_PROOF = Limit(nodes=1_000_000)  # not seconds: every machine makes the same exam
_MEMORY_MB = 64


class Kind(StrEnum):
    """What a question asks for."""

    WIN = "win"
    BLOCK = "block"
    OPENING = "opening"
    MIDDLE = "middle"
    END = "end"


PHASES = (Kind.OPENING, Kind.MIDDLE, Kind.END)


@dataclass(frozen=True, slots=True)
class Question:
    """A position, and the columns that are right."""

    kind: Kind
    position: Position
    right: frozenset[int]


def make_questions(rules: Rules, each: int, seed: int) -> tuple[Question, ...]:
    """Make an exam with this many questions of each kind; fewer where a board has not as many.

    On large boards the solver proves little before the end of a game, so there may be no questions
    about the opening.
    """
    solver = Solver(memory_mb=_MEMORY_MB)
    asks: dict[Kind, Callable[[Position], frozenset[int] | None]] = {
        Kind.WIN: _wins,
        Kind.BLOCK: _blocks,
        **{phase: lambda position: _best(solver, position) for phase in PHASES},
    }
    questions: list[Question] = []
    for kind, ask in asks.items():
        seen: set[Position] = set()
        unproven = 0
        for position in _random_positions(rules, kind, mixed(seed, "exam", rules, kind)):
            if len(seen) == each or unproven == _MOST_UNPROVEN:
                break
            if position in seen or (kind in PHASES and not _is_quiet(position)):
                continue
            right = ask(position)
            unproven += right is None
            if right:
                seen.add(position)
                questions.append(Question(kind, position, right))
    return tuple(questions)


def phase_of(position: Position) -> Kind:
    """Return the phase of a position: a third of the cells each."""
    return PHASES[min(2, 3 * position.ply // max(1, position.rules.playable_cells))]


def _random_positions(rules: Rules, kind: Kind, seed: int) -> Iterator[Position]:
    """Yield a position of each of many random games; of a phase, if the kind is one."""
    generator = SplitMix64(seed)
    for _ in range(_TRIES):
        position = _random_position(rules, generator.below(rules.playable_cells), generator)
        if not position.legal_columns or position.must_ban:
            continue
        if kind not in PHASES or phase_of(position) is kind:
            yield position


def _random_position(rules: Rules, plies: int, generator: SplitMix64) -> Position:
    """Play at random, but block and do not win: such games last long enough to have an end."""
    position = Position(rules)
    for _ in range(plies):
        threats = winning_columns(position, position.turn.other)
        winning = winning_columns(position, position.turn)
        columns = threats or position.legal_columns
        quiet = [column for column in columns if column not in winning]
        if not quiet:
            return position
        position = position.play(quiet[generator.below(len(quiet))])
    return position


def _wins(position: Position) -> frozenset[int]:
    """Return the columns that win; empty if there are none, or no others."""
    right = frozenset(winning_columns(position, position.turn))
    return right if len(right) < len(position.legal_columns) else frozenset()


def _blocks(position: Position) -> frozenset[int]:
    """Return the only column that stops the opponent; empty if there is no such question."""
    if len(position.legal_columns) < 2 or winning_columns(position, position.turn):
        return frozenset()
    threats = winning_columns(position, position.turn.other)
    if len(threats) != 1:
        return frozenset()
    after = position.play(threats[0])
    if winning_columns(after, position.turn.other):
        return frozenset()  # the opponent wins above the block: nothing is right any more
    return frozenset(threats)


def _is_quiet(position: Position) -> bool:
    return not any(
        winning_columns(position, player) for player in (position.turn, position.turn.other)
    )


def _best(solver: Solver, position: Position) -> frozenset[int] | None:
    """Return the columns with the best outcome; empty if all have it, None if it is not proven."""
    try:
        scores = solver.columns(position, wdl=True, limit=_PROOF)
    except Unproven:
        return None
    best = max(score.score for score in scores.values())
    right = frozenset(column for column, score in scores.items() if score.score == best)
    return right if len(right) < len(scores) else frozenset()

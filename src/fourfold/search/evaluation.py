"""Evaluations: a guess at how good a position is for a player, without searching.

    HardWeights       windows, centre and double threats, for the agent hard
    ThreatWeights     windows and threats by parity and zugzwang, for the agent threat
    ClassicWeights    windows and centre, for the agent classic

    evaluate          the evaluation: every count times its weight
    features          what is counted, defined one by one in docs/evaluation.md

The type of the weights selects the evaluator. `their` is the opponent of the player for whom the
position is evaluated, whoever is to move.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from fourfold import _native
from fourfold.errors import InvalidOption, describe
from fourfold.rules import Player, Position, Rules, as_position
from fourfold.search.native_rules import native_rules
from fourfold.support.checks import whole_number

LARGEST_WEIGHT = _native.largest_weight
"""No weight may be larger, up or down, so that no evaluation overflows on any board."""


# The weight of each count


def _check(weights: Any) -> None:
    """Refuse what is no weight."""
    for field in dataclasses.fields(weights):
        value = getattr(weights, field.name)
        if field.type is WindowWeights:
            if not isinstance(value, WindowWeights):
                raise InvalidOption(
                    f"the weights of windows are {describe(value)}, but must be WindowWeights"
                )
        else:
            name = f"the weight of {field.name}"
            number = whole_number(name, value, -LARGEST_WEIGHT, LARGEST_WEIGHT)
            object.__setattr__(weights, field.name, number)


@dataclass(frozen=True, slots=True)
class _ByWindow:
    """A number for each kind of window: four pieces; three and two, the other cells being free."""

    four: int
    three: int
    two: int
    their_four: int
    their_three: int
    their_two: int


@dataclass(frozen=True, slots=True)
class WindowWeights(_ByWindow):
    """The weights of windows."""

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True)
class HardWeights:
    """The weights of the agent `hard`."""

    windows: WindowWeights = WindowWeights(10000, 100, 10, -10000, -120, -10)
    centre: int = 7
    double_threat: int = 800
    their_double_threat: int = -900
    bottom_three: int = 200

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True)
class ThreatWeights:
    """The weights of the agent `threat`.

    Its tables leave out three numbers, which are the mirror image of those they give: the
    windows of four of the opponent, his unfavourable threats, and his stacked ones.
    """

    windows: WindowWeights = WindowWeights(1000, 50, 10, -1000, -80, -8)
    centre: int = 6
    adjacent: int = 3
    playable: int = 500
    favourable: int = 150
    unfavourable: int = 80
    their_playable: int = -450
    their_favourable: int = -140
    their_unfavourable: int = -70
    stacked: int = 300
    their_stacked: int = -300
    opens_theirs: int = -200
    opens_mine: int = 180
    controlled: int = 250

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True)
class ClassicWeights:
    """The weights of the agent `classic`."""

    windows: WindowWeights = WindowWeights(100, 10, 2, -100, -10, -2)
    centre: int = 3

    def __post_init__(self) -> None:
        _check(self)


Weights = HardWeights | ThreatWeights | ClassicWeights


# What is counted


@dataclass(frozen=True, slots=True)
class WindowFeatures(_ByWindow):
    """How many windows there are of each kind."""


@dataclass(frozen=True, slots=True)
class HardFeatures:
    """What the agent `hard` counts."""

    windows: WindowFeatures
    centre: int
    winning_columns: int
    their_winning_columns: int
    bottom_three: int


@dataclass(frozen=True, slots=True)
class ThreatFeatures:
    """What the agent `threat` counts."""

    windows: WindowFeatures
    centre: int
    adjacent: int
    playable: int
    favourable: int
    unfavourable: int
    their_playable: int
    their_favourable: int
    their_unfavourable: int
    stacked: int
    their_stacked: int
    opens_theirs: int
    opens_mine: int
    controlled: int


@dataclass(frozen=True, slots=True)
class ClassicFeatures:
    """What the agent `classic` counts."""

    windows: WindowFeatures
    centre: int


Features = HardFeatures | ThreatFeatures | ClassicFeatures


# Evaluating


def evaluate(position: Position | str, player: Player, weights: Weights) -> int:
    """Evaluate a position for a player."""
    value: int = _native.evaluate(*_arguments(position, player, weights))
    return value


@overload
def features(position: Position | str, player: Player, weights: HardWeights) -> HardFeatures: ...
@overload
def features(
    position: Position | str, player: Player, weights: ThreatWeights
) -> ThreatFeatures: ...
@overload
def features(
    position: Position | str, player: Player, weights: ClassicWeights
) -> ClassicFeatures: ...
def features(position: Position | str, player: Player, weights: Weights) -> Features:
    """Count what the evaluation with weights of this type counts."""
    counts = _native.features(*_arguments(position, player, weights))
    match weights:
        case HardWeights():
            return _copied(counts, HardFeatures)
        case ThreatWeights():
            return _copied(counts, ThreatFeatures)
        case ClassicWeights():
            return _copied(counts, ClassicFeatures)


def largest_evaluation(rules: Rules, weights: Weights, finished: bool = False) -> int:
    """Return a bound that no evaluation on this board exceeds, up or down.

    With `finished` it holds for positions with a completed line as well.
    """
    bound: int = _native.largest_evaluation(native_rules(rules), native_weights(weights), finished)
    return bound


# To and from the native core, which has the same names

F = TypeVar("F", HardFeatures, ThreatFeatures, ClassicFeatures)


def native_weights(weights: Weights | WindowWeights) -> Any:
    """Convert weights to what the native core takes."""
    native = getattr(_native, type(weights).__name__)()
    for field in dataclasses.fields(weights):
        value = getattr(weights, field.name)
        setattr(native, field.name, value if type(value) is int else native_weights(value))
    return native


def _arguments(position: Position | str, player: Player, weights: Weights) -> tuple[Any, ...]:
    position = as_position(position)
    return native_rules(position.rules), position.moves, player.value, native_weights(weights)


def _copied(counts: Any, kind: type[F]) -> F:
    numbers = {field.name: getattr(counts, field.name) for field in dataclasses.fields(kind)}
    names = [field.name for field in dataclasses.fields(WindowFeatures)]
    windows = WindowFeatures(*(getattr(counts.windows, name) for name in names))
    return kind(**numbers | {"windows": windows})

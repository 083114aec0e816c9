"""The native evaluators against the plain one, on every native module, feature by feature."""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold import FIRST, SECOND, InvalidOption, Player, Position, Rules
from fourfold.search import evaluation
from fourfold.search import native_rules as conversion
from fourfold.search.evaluation import (
    LARGEST_WEIGHT,
    ClassicWeights,
    HardWeights,
    ThreatWeights,
    Weights,
    WindowFeatures,
    WindowWeights,
    evaluate,
    features,
    largest_evaluation,
    native_weights,
)

from ..cross.twins import native_levels, native_module, native_rules, random_rules
from ..rules import strategies
from .plain_evaluation import DIRECTIONS, plain_evaluation, plain_features, windows_along

KINDS: tuple[Weights, ...] = (HardWeights(), ThreatWeights(), ClassicWeights())
LEVELS = native_levels()

CHUNKS = 4
POSITIONS = 600  # for each chunk


def choose_native(level: str, patch: pytest.MonkeyPatch) -> None:
    """Let the evaluations, and the rules that are made for them, come from one native module."""
    for module in (evaluation, conversion):
        patch.setattr(module, "_native", native_module(level))


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each native module in turn, in place of the best one."""
    choose_native(request.param, monkeypatch)
    return str(request.param)


def numbers(counts: Any) -> Iterator[tuple[str, int]]:
    """The counts of a features object, those of its windows among them."""
    for field in dataclasses.fields(counts):
        value = getattr(counts, field.name)
        if isinstance(value, int):
            yield field.name, value
        else:
            yield from numbers(value)


def compare(position: Position, weights: Weights, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Both players' features and evaluation; the names of the features that were not 0."""
    seen: Counter[str] = Counter()
    finished = bool(position.winning_cells)
    for player in Player:
        counts = plain_features(position, player, weights)
        value = plain_evaluation(counts, weights)
        for name in LEVELS:
            with monkeypatch.context() as patch:
                choose_native(name, patch)
                found = features(position, player, weights)
                assert found == counts, f"{name}, {player} of {position.to_text()}"
                assert evaluate(position, player, weights) == value, position.to_text()
        assert abs(value) <= largest_evaluation(position.rules, weights, finished)
        seen.update(name for name, number in numbers(counts) if number != 0)
    return seen


def random_position(chance: random.Random, rules: Rules) -> Position:
    """Anywhere in a game: half of the games let no line be completed while that can be avoided."""
    position = Position(rules)
    careful = chance.random() < 0.5
    plies = chance.randint(0, rules.playable_cells)
    while position.outcome is None and position.ply < plies:
        columns = chance.sample(position.legal_columns, len(position.legal_columns))
        children = (position.play(column) for column in columns)
        quiet = (child for child in children if child.outcome is None) if careful else children
        position = next(quiet, position.play(columns[0]))
    return position


# The native evaluators against the plain one


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_positions_of_random_rules(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(chunk)
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        position = random_position(chance, random_rules(chance))
        for weights in KINDS:
            seen += compare(position, weights, monkeypatch)
        rules = position.rules
        seen["a ban"] += any(True for _ in bans(position))
        seen["three words"] += rules.columns * (rules.rows + 1) > 128
    # The positions are as rich as they are meant to be: every feature of every evaluator occurs.
    names = {name for weights in KINDS for name, _ in numbers(features(position, FIRST, weights))}
    rare = {name: seen[name] for name in {*names, "a ban", "three words"} if seen[name] < 5}
    assert rare == {}


def bans(position: Position) -> Iterator[tuple[int, int]]:
    for column in range(position.rules.columns):
        for row in range(position.rules.rows):
            content = position.cell(column, row)
            if content is not None and content.name == "BAN":
                yield column, row


def test_every_board_size_and_its_extremes(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(81)
    for columns in range(4, 13):
        for rows in range(4, 13):
            corners = [(0, 0), (columns - 1, 0), (0, rows - 1), (columns - 1, rows - 1)]
            for rules in (
                Rules(columns, rows),
                Rules(columns, rows, corners, bonus=(1, 1)),
                Rules(columns, rows, [(columns // 2, row) for row in range(rows)]),
            ):
                position = random_position(chance, rules)
                for weights in KINDS:
                    compare(position, weights, monkeypatch)


def weights_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    weight = st.integers(-LARGEST_WEIGHT, LARGEST_WEIGHT)
    parts = {
        field.name: weights_of(WindowWeights) if field.name == "windows" else weight
        for field in dataclasses.fields(kind)
    }
    return st.builds(kind, **parts)


all_weights = st.sampled_from(KINDS).flatmap(lambda kind: weights_of(type(kind)))


@given(strategies.positions(), all_weights)
@settings(max_examples=200)
def test_any_position_with_any_weights(position: Position, weights: Weights) -> None:
    finished = bool(position.winning_cells)
    for player in Player:
        counts = plain_features(position, player, weights)
        assert features(position, player, weights) == counts
        value = evaluate(position, player, weights)
        assert value == plain_evaluation(counts, weights)
        assert abs(value) <= largest_evaluation(position.rules, weights, finished)


# Laws


@given(strategies.positions(), st.sampled_from(KINDS), st.sampled_from(Player))
def test_the_mirror_changes_nothing(position: Position, weights: Weights, player: Player) -> None:
    mirrored = evaluate(position.mirror(), player, weights)
    assert mirrored == evaluate(position, player, weights)


@given(strategies.positions(), st.sampled_from(KINDS))
def test_what_is_mine_for_one_is_theirs_for_the_other(position: Position, weights: Weights) -> None:
    mine = dict(numbers(features(position, FIRST, weights)))
    theirs = dict(numbers(features(position, SECOND, weights)))
    for name in mine:
        if f"their_{name}" in mine:
            assert mine[name] == theirs[f"their_{name}"]
            assert theirs[name] == mine[f"their_{name}"]


# Windows


def test_the_windows_of_the_standard_board(level: str) -> None:
    native = native_module(level)
    counts = native.window_counts(native_rules(native, Rules()))
    assert dict(zip(DIRECTIONS, counts, strict=True)) == {
        "upright": 21,
        "level": 24,
        "falling": 12,
        "rising": 12,
    }
    assert sum(counts) == 69


def test_the_windows_of_every_size_and_of_forbidden_cells(level: str) -> None:
    native = native_module(level)
    for w in range(4, 13):
        for h in range(4, 13):
            counts = native.window_counts(native_rules(native, Rules(w, h)))
            slanting = (w - 3) * (h - 3)
            assert counts == [w * (h - 3), (w - 3) * h, slanting, slanting]
    chance = random.Random(6)
    for _ in range(50):
        rules = random_rules(chance)
        expected = [len(windows_along(rules, direction)) for direction in DIRECTIONS]
        assert native.window_counts(native_rules(native, rules)) == expected


def test_no_window_contains_a_forbidden_cell_or_a_ban() -> None:
    """Three pieces and a gap that nobody can fill are no threat."""
    open_three = features(Position.parse("7x6:112233"), FIRST, HardWeights())
    assert (open_three.windows.three, open_three.winning_columns) == (1, 1)
    forbidden = features(Position.parse("7x6-xd1:112233"), FIRST, HardWeights())
    assert (forbidden.windows.three, forbidden.winning_columns) == (0, 0)
    # SECOND lands on the bonus cell a2 and drops the ban on d1.
    banned = features(Position.parse("7x6-ba2:1142233"), FIRST, HardWeights())
    assert (banned.windows.three, banned.winning_columns) == (0, 0)


# Bounds


def test_no_evaluation_is_as_large_as_a_win(level: str) -> None:
    """The agent `threat` counts 100000 for one."""
    for columns in range(4, 13):
        for rows in range(4, 13):
            for weights in KINDS:
                assert largest_evaluation(Rules(columns, rows), weights) < 100_000
    assert largest_evaluation(Rules(), ClassicWeights()) == 69 * 10 + 12 * 3
    assert largest_evaluation(Rules(), ClassicWeights(), finished=True) == 69 * 100 + 12 * 3
    assert largest_evaluation(Rules(), HardWeights()) == 69 * 120 + 900


def test_the_largest_weights_overflow_nothing(level: str) -> None:
    widest = Rules(12, 12)
    for kind in KINDS:
        names = [field.name for field in dataclasses.fields(kind)][1:]
        for weight in (LARGEST_WEIGHT, -LARGEST_WEIGHT):
            weights = type(kind)(WindowWeights(*[weight] * 6), **dict.fromkeys(names, weight))
            bound = largest_evaluation(widest, weights, finished=True)
            assert 378 * LARGEST_WEIGHT < bound < 2**30


# Weights


def test_the_defaults_of_both_sides_are_equal(level: str) -> None:
    native = native_module(level)
    for weights in KINDS:
        other = getattr(native, type(weights).__name__)()
        for field in dataclasses.fields(weights):
            value = getattr(weights, field.name)
            if isinstance(value, WindowWeights):
                for name, number in numbers(value):
                    assert getattr(other.windows, name) == number
            else:
                assert getattr(other, field.name) == value


def test_weights_reach_the_native_core_one_by_one(level: str) -> None:
    chance = random.Random(7)
    for weights in KINDS:
        names = [field.name for field in dataclasses.fields(weights)][1:]
        windows = WindowWeights(*(chance.randint(-99, 99) for _ in range(6)))
        changed = type(weights)(windows, **{name: chance.randint(-99, 99) for name in names})
        native = native_weights(changed)
        assert all(getattr(native, name) == getattr(changed, name) for name in names)
        for name, number in numbers(changed.windows):
            assert getattr(native.windows, name) == number


@pytest.mark.parametrize("value", [LARGEST_WEIGHT + 1, -LARGEST_WEIGHT - 1, 0.5, True, "1", None])
def test_what_is_no_weight_is_refused(value: Any) -> None:
    for make in (
        lambda: HardWeights(centre=value),
        lambda: ThreatWeights(controlled=value),
        lambda: ClassicWeights(centre=value),
        lambda: WindowWeights(1, 2, 3, 4, 5, value),
    ):
        with pytest.raises(InvalidOption, match=r"^the weight of .* must be a whole number"):
            make()
    with pytest.raises(InvalidOption, match=r"^the weights of windows are .* must be"):
        HardWeights(windows=value)


def test_the_native_side_refuses_what_cannot_be(level: str) -> None:
    native = native_module(level)
    board = native_rules(native, Rules())
    for kind in ("HardWeights", "ThreatWeights", "ClassicWeights"):
        weights = getattr(native, kind)()
        for ask in (native.evaluate, native.features):
            with pytest.raises(ValueError, match="a player is 0 or 1"):
                ask(board, [], 2, weights)
            with pytest.raises(ValueError, match="ply 2: no such column"):
                ask(board, [0, 7], 0, weights)


# The page


@pytest.mark.parametrize("text", ["7x6:33445", "7x6:477547547", "7x6:55325311322"])
def test_the_boards_on_the_page_are_as_drawn(text: str) -> None:
    page = (Path(__file__).parents[2] / "docs/evaluation.md").read_text("utf-8")
    assert f"```\n{Position.parse(text)}\n```" in page
    assert f"`{text}`" in page


@pytest.mark.parametrize("weights", KINDS, ids=lambda weights: type(weights).__name__)
def test_the_page_names_every_feature_and_its_weight(weights: Weights) -> None:
    page = (Path(__file__).parents[2] / "docs/evaluation.md").read_text("utf-8")
    agent = type(weights).__name__.removesuffix("Weights").lower()
    section = page.partition(f"\n## `{agent}`\n")[2].partition("\n## ")[0]
    counts = features(Position(), FIRST, weights)
    for name, _ in numbers(counts):
        assert f"`{name}`" in section or hasattr(WindowFeatures, name), name
    for _, number in numbers(weights):
        assert f" {number}" in section, number

"""Trees of variations: walked, added to, promoted, deleted, and kept in files."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import Game, GameError, IllegalMove, Position, Record, Rules
from fourfold.game import MoveTree, load, save
from fourfold.game.json_lines import RecordReader, encode, record_lines
from fourfold.game.variations import MOST_LINES, variations_beside
from tests.rules.strategies import rules

START = Position.parse("7x6:")


def tree(*lines: str, start: Position = START) -> MoveTree:
    return MoveTree.from_lines(start, [[int(label) - 1 for label in line] for line in lines])


def path(text: str) -> tuple[int, ...]:
    return tuple(int(label) - 1 for label in text)


def texts(found: MoveTree) -> list[str]:
    return ["".join(str(column + 1) for column in line) for line in found.lines]


@st.composite
def trees(draw: st.DrawFn) -> MoveTree:
    """Trees of a few random lines, most of which leave an earlier one."""
    start = Position(draw(rules()))
    chance = Random(draw(st.integers(0, 10**6)))
    lines: list[tuple[int, ...]] = []
    for _ in range(chance.randint(0, 6)):
        begun = chance.choice(lines) if lines else ()
        position = Position(start.rules, begun[: chance.randint(0, len(begun))])
        for _ in range(chance.randint(0, 8)):
            if position.legal_columns:
                position = position.play(chance.choice(position.legal_columns))
        lines.append(position.moves)
    return MoveTree.from_lines(start, lines)


def test_lines_and_forks() -> None:
    found = tree("4435", "4462", "4461", "44")
    assert texts(found) == ["4435", "4462", "4461"]
    assert found.main_line == path("4435")
    assert found.children(path("44")) == path("36")
    assert found.children(path("4435")) == ()
    walked = ["4", "44", "443", "4435", "446", "4462", "4461"]
    assert list(found.walk()) == [path(each) for each in walked]


def test_lines_of_one_fork_come_together() -> None:
    assert texts(tree("123", "45", "124")) == ["123", "124", "45"]


def test_promote() -> None:
    found = tree("4435", "4462", "4461", "7")
    assert texts(found.promote(path("4461"))) == ["4461", "4462", "4435", "7"]
    assert texts(found.promote(path("446"))) == ["4462", "4461", "4435", "7"]
    assert found.promote(path("44")) == found
    assert texts(found.promote(path("7"))) == ["7", "4435", "4462", "4461"]


def test_delete() -> None:
    found = tree("4435", "4462", "4461")
    assert texts(found.delete(path("4435"))) == ["443", "4462", "4461"]
    assert texts(found.delete(path("443"))) == ["4462", "4461"]
    assert texts(found.delete(path("446"))) == ["4435"]
    assert texts(found.delete(path("4"))) == []
    assert found.delete(()) == MoveTree(START)


def test_refusals() -> None:
    found = tree("4435")
    for change in (found.promote, found.delete):
        with pytest.raises(GameError, match="there is no variation 12 in this tree"):
            change(path("12"))
    with pytest.raises(IllegalMove):
        tree("1111111")
    with pytest.raises(IllegalMove):
        found.add(path("12121212"))  # after the end
    every = [(a, b, c) for a in range(7) for b in range(7) for c in range(3)]
    with pytest.raises(GameError, match=f"at most {MOST_LINES} variations, and not 147"):
        variations_beside(START, (), every)


@given(trees())
def test_the_lines_make_the_same_tree(found: MoveTree) -> None:
    assert MoveTree.from_lines(found.start, found.lines) == found
    walked = list(found.walk())
    assert len(set(walked)) == len(walked)
    assert all(each in found for each in walked)
    ends = [each for each in walked if not found.children(each)]
    assert tuple(ends) == found.lines
    assert found.main_line == (found.lines or ((),))[0]


@given(trees(), st.randoms(use_true_random=False))
def test_promoting_loses_nothing(found: MoveTree, chance: Random) -> None:
    place = chance.choice([(), *found.walk()])
    promoted = found.promote(place)
    assert set(promoted.walk()) == set(found.walk())
    assert promoted.main_line[: len(place)] == place
    assert promoted.promote(place) == promoted
    for each in found.walk():  # all other moves keep their order
        here = place[len(each)] if place[: len(each)] == each and len(place) > len(each) else None
        others = [move for move in found.children(each) if move != here]
        assert [move for move in promoted.children(each) if move != here] == others


@given(trees(), st.randoms(use_true_random=False))
def test_deleting_takes_what_follows_and_no_more(found: MoveTree, chance: Random) -> None:
    place = chance.choice([(), *found.walk()])
    left = set(found.walk()) - {place} - set(found.walk(place))
    assert set(found.delete(place).walk()) == left


@given(trees(), st.randoms(use_true_random=False))
def test_adding_is_undone_by_deleting(found: MoveTree, chance: Random) -> None:
    place = chance.choice([(), *found.walk()])
    position = Position(found.start.rules, place)
    new = [column for column in position.legal_columns if column not in found.children(place)]
    if not new:
        return
    line = (*place, chance.choice(new))
    added = found.add(line)
    assert added.children(place)[-1] == line[-1]
    assert added.delete(line) == found


# With a game


def test_a_game_stays_the_main_line() -> None:
    lines = [path("4462"), path("44"), path("4435"), path("44356")]
    kept = variations_beside(START, path("4435"), lines)
    assert kept == (path("44356"), path("4462"))
    record = replace(Record.from_text("7x6:4435"), variations=kept)
    assert record.tree.lines == (path("44356"), path("4462"))


def test_a_game_that_is_played_on_keeps_them() -> None:
    record = replace(Record.from_text("7x6:44"), variations=(path("45"),))
    game = Game.from_record(record)
    game.play(2)
    assert game.record.variations == (path("45"),)
    assert game.record.tree.lines == (path("443"), path("45"))


@given(trees())
def test_files_keep_them(found: MoveTree) -> None:
    main, *others = found.lines or ((),)
    record = replace(
        Record.from_position(Position(found.start.rules, main)), variations=tuple(others)
    )
    again = _read(encode(record_lines(record)))
    assert again == record
    assert again.tree == found


def _read(data: bytes) -> Record:
    reader = RecordReader()
    for line in data.split(b"\n"):
        reader.read(line)
    (record,) = reader.records
    return record


def test_variations_begin_where_the_players_began(tmp_path: Path) -> None:
    record = replace(
        Record.from_text("7x6:12"), opening=path("44"), variations=(path("13"), path("2"))
    )
    file = tmp_path / "my.games"
    save(file, [record])
    head = file.read_text().splitlines()[0]
    assert '"opening": "44"' in head
    assert '"variations": ["13", "2"]' in head
    assert load(file).records == (record,)


def test_on_wide_boards_they_are_letters() -> None:
    record = replace(Record.from_text("12x12:ab"), variations=((0, 11),))
    assert b'"variations": ["al"]' in encode(record_lines(record))


HEAD = (
    '{"fourfold": "game", "version": 1, "rules": "7x6", "players": [{"name": "a"}, {"name": "b"}]'
)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ('"44"', "has \"variations\": '44', but that must be a list"),
        ("[44]", "has a variation 44, but that must be a text"),
        ('["49"]', "column 9"),
        ('["4444444"]', "full"),
        (json.dumps(["4"] * 101), "has 101 variations, but a game has at most 100"),
    ],
)
def test_damage(tmp_path: Path, value: str, words: str) -> None:
    file = tmp_path / "my.games"
    file.write_text(f'{HEAD}}}\n{HEAD}, "variations": {value}}}\n')
    loaded = load(file)
    assert len(loaded.records) == 1
    assert words in loaded.damage


def test_files_without_them_are_as_before() -> None:
    assert b"variations" not in encode(record_lines(Record.from_text("7x6:44")))
    assert _read(f"{HEAD}}}".encode()).variations == ()
    assert Rules() == _read(f'{HEAD}, "unknown": 1}}'.encode()).rules

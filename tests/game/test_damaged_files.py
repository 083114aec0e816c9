"""Damage to a file of games is told, whatever it is, and what comes before it is read."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.errors import FourfoldError, RecordError
from fourfold.game import (
    GameFile,
    LoadResult,
    Record,
    load,
)
from fourfold.game.json_lines import RecordReader, encode, record_lines

from .games import GAMES, OPEN, PLAIN

WHOLE = b"".join(encode(record_lines(record)) for record in GAMES)


def loaded(tmp_path: Path, data: bytes) -> LoadResult | str:
    """What is loaded, or the sentence with which it is refused."""
    path = tmp_path / "my.games"
    path.write_bytes(data)
    try:
        return load(path)
    except RecordError as error:
        return str(error)


def check_sentence(sentence: str, line: int) -> None:
    assert f"my.games, line {line}: " in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400


def prefixes() -> list[tuple[Record, ...]]:
    """What the games are after each line of the whole file."""
    found: list[tuple[Record, ...]] = []
    for number, record in enumerate(GAMES):
        for plies in range(len(record.plies) + 1):
            cut = Record(
                record.rules,
                record.players,
                record.opening,
                record.plies[:plies],
                None,
                record.control,
                record.began,
                record.tags,
            )
            outcome = cut.position.outcome
            if outcome is not None:
                cut = record
            found.append((*GAMES[:number], cut))
        if record.ending is not None:
            found.append(GAMES[: number + 1])
    return found


def test_a_file_cut_at_any_byte_loads_up_to_there(tmp_path: Path) -> None:
    games = prefixes()
    assert len(games) == WHOLE.count(b"\n")
    for size in range(len(WHOLE)):
        whole_lines = WHOLE[:size].count(b"\n")
        rest = WHOLE[:size].rpartition(b"\n")[2]
        is_line = WHOLE[size : size + 1] == b"\n" and rest != b""
        answer = loaded(tmp_path, WHOLE[:size])
        if whole_lines == 0 and not is_line:
            assert isinstance(answer, str)
            check_sentence(answer, 1)
            continue
        assert isinstance(answer, LoadResult)
        assert answer.records == games[whole_lines - 1 + is_line]
        if rest and not is_line:
            check_sentence(answer.damage, whole_lines + 1)
        else:
            assert answer.damage == ""


def test_a_file_cut_at_any_byte_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # a thousand times is slow
    path = tmp_path / "my.games"
    for size in range(len(WHOLE)):
        path.write_bytes(WHOLE[:size])
        with GameFile(path) as file:
            file.append(PLAIN)
        answer = load(path)
        assert answer.damage == ""
        assert answer.records[-1] == PLAIN


RUBBISH = [
    b"rubbish",
    b"\xff\xfe\x00",
    b"{",
    b"[]",
    b"null",
    b"3",
    b'"move"',
    b"{}",
    b'{"move": "z"}',
    b'{"move": "44"}',
    b'{"move": ""}',
    b'{"move": 4}',
    b'{"move": null}',
    b'{"move": "4", "seconds": "long"}',
    b'{"move": "4", "seconds": -1}',
    b'{"move": "4", "seconds": NaN}',
    b'{"move": "4", "seconds": 1e999}',
    b'{"move": "4", "seconds": true}',
    b'{"move": "4", "score": 1.5}',
    b'{"move": "4", "evaluation": Infinity}',
    b'{"move": "4", "evaluation": ' + b"9" * 400 + b"}",
    b'{"move": "4", "nodes": ' + b"9" * 5000 + b"}",
    b'{"move": "4", "nodes": -3}',
    b'{"move": "4", "reason": []}',
    b'{"undo": 0}',
    b'{"undo": -1}',
    b'{"undo": 99}',
    b'{"undo": true}',
    b'{"result": "THIRD", "reason": "resignation"}',
    b'{"result": "FIRST"}',
    b'{"result": null, "reason": "board full"}',
    b'{"result": "FIRST", "reason": "luck"}',
    b'{"result": "FIRST", "reason": "board full"}',
    b'{"result": "draw", "reason": "resignation"}',
    b'{"result": "FIRST", "reason": "draw agreed"}',
    b'{"fourfold": "opera", "version": 1}',
    b'{"fourfold": "game"}',
    b'{"fourfold": "game", "version": 2, "rules": "7x6", "players": [{"name": ""}, {"name": ""}]}',
    b'{"fourfold": "game", "version": true, "rules": "7x6"}',
    b'{"fourfold": "game", "version": 1, "rules": "3x3", "players": [{"name": ""}, {"name": ""}]}',
    b'{"fourfold": "game", "version": 1, "rules": "7x6", "players": []}',
    b'{"fourfold": "game", "version": 1, "rules": "7x6", "players": [{}, {}]}',
    b'{"fourfold": "game", "version": 1, "rules": "7x6", "players": [1, 2]}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
]


@pytest.mark.parametrize("rubbish", RUBBISH, ids=lambda rubbish: str(rubbish[:40]))
def test_any_line_changed_to_rubbish_is_named(tmp_path: Path, rubbish: bytes) -> None:
    games = prefixes()
    whole = WHOLE.split(b"\n")[:-1]
    for place in range(len(whole)):
        answer = loaded(tmp_path, b"\n".join([*whole[:place], rubbish, *whole[place + 1 :]]))
        if place == 0:
            assert isinstance(answer, str)
            check_sentence(answer, 1)
        else:
            assert isinstance(answer, LoadResult)
            check_sentence(answer.damage, place + 1)
            assert answer.records == games[place - 1]


@given(st.data())
def test_bytes_changed_at_random_never_raise_anything_else(data: st.DataObject) -> None:
    damaged = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    reader = RecordReader()
    sentence = ""
    for line in bytes(damaged).split(b"\n"):
        try:
            reader.read(line)
        except FourfoldError as error:
            sentence = str(error)
            break
    assert "\n" not in sentence
    for record in reader.records:
        # What was loaded is a game, and can be saved.
        again = RecordReader()
        for line in encode(record_lines(record)).split(b"\n"):
            again.read(line)
        assert again.records == (record,)


@pytest.mark.parametrize(
    ("tail", "line", "sentence"),
    [
        ('{"move": "4"}', 9, "this line is a move after the end of the game"),
        (
            '{"result": "SECOND", "reason": "resignation"}',
            9,
            "this line is not the result of the position, which is FIRST wins: four in line",
        ),
        ("oops", 9, "this line is not JSON"),
    ],
)
def test_sentences(tmp_path: Path, tail: str, line: int, sentence: str) -> None:
    data = encode(list(record_lines(PLAIN))[:-1]) + tail.encode()
    answer = loaded(tmp_path, data)
    assert isinstance(answer, LoadResult)
    assert answer.damage == f"{tmp_path / 'my.games'}, line {line}: {sentence}"


def test_two_results(tmp_path: Path) -> None:
    result = b'{"result": "FIRST", "reason": "resignation"}\n'
    answer = loaded(tmp_path, encode(record_lines(OPEN)) + result + result)
    assert isinstance(answer, LoadResult)
    assert answer.damage.endswith("line 5: this line is a second result of the same game")


def test_a_legal_move_out_of_a_full_column_is_explained(tmp_path: Path) -> None:
    data = encode(record_lines(Record.from_text("7x6:444444"))) + b'{"move": "4"}\n'
    answer = loaded(tmp_path, data)
    assert isinstance(answer, LoadResult)
    assert "line 8: " in answer.damage
    assert "column 4 has no room" in answer.damage


def test_empty_lines_and_other_line_ends_do_not_matter(tmp_path: Path) -> None:
    assert loaded(tmp_path, b"\n" + WHOLE.replace(b"\n", b"\r\n\r\n")) == LoadResult(GAMES)


def test_unknown_names_are_left_alone(tmp_path: Path) -> None:
    data = encode({**line, "mood": "good"} for line in record_lines(PLAIN))
    assert loaded(tmp_path, data) == LoadResult((PLAIN,))


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"my diary\n", b"my diary", b"\0" * 100, b"{}", WHOLE[5:]]
)
def test_files_that_are_none_of_ours(tmp_path: Path, data: bytes) -> None:
    answer = loaded(tmp_path, data)
    assert isinstance(answer, str)
    check_sentence(answer, 1)
    path = tmp_path / "my.games"
    if data.strip():
        with pytest.raises(RecordError):
            GameFile(path)
        assert path.read_bytes() == data  # left as it was


def test_a_damaged_file_is_not_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    whole = WHOLE.split(b"\n")
    data = b"\n".join([whole[0], b"rubbish", *whole[2:]])
    path.write_bytes(data)
    with pytest.raises(RecordError, match="line 2: this line is not JSON"):
        GameFile(path)
    assert path.read_bytes() == data

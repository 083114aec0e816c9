"""Files of games: what is written comes back, and damage is told, whatever it is."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.errors import FourfoldError, GameError, RecordError
from fourfold.game import (
    Ending,
    EndReason,
    Game,
    GameFile,
    Loaded,
    Participant,
    Ply,
    Record,
    TimeControl,
    load,
    save,
)
from fourfold.game.lines import Reader, encode, lines_of
from fourfold.rules import FIRST, SECOND, Position
from fourfold.search.score import score_of

from ..rules.strategies import positions
from .test_game import ANN, BEN, ROBOT, played

FULL = Record(
    Position.parse("6x6-xa1-bc2:").rules,
    (ANN, ROBOT),
    (2, 2),
    (
        Ply(0, 0.25, score_of(7, 30), None, 12, None, "proven — «quoted»"),
        Ply(3, 1.5, None, -3.75, 1000, 8, "line\nbreak \ud800"),
        Ply(3),
    ),
    Ending(SECOND, EndReason.RESIGNATION, "tired"),
    TimeControl(60.0, 2.5),
    "2026-01-02T03:04:05+00:00",
    {"event": "test", "game": "3"},
)
PLAIN = Record.from_text("7x6:4455667")
OPEN = Record(players=(ANN, BEN), plies=(Ply(3), Ply(3)))
GAMES = (FULL, PLAIN, OPEN)


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


# What is written comes back


def test_games_come_back(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    save(path, GAMES)
    assert load(path) == Loaded(GAMES)
    assert [file.name for file in tmp_path.iterdir()] == ["my.games"]
    save(str(path), PLAIN)
    assert load(str(path)).records == (PLAIN,)


def test_the_lines_are_as_documented(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    save(path, FULL)
    head, first, second, third, result = lines(path)
    assert head == {
        "fourfold": "game",
        "version": 1,
        "rules": "6x6-xa1-bc2",
        "opening": "33",
        "players": [
            {"name": "Ann"},
            {"name": "robot", "agent": "robot:level=3", "options": {"level": 3}},
        ],
        "clock": {"game": 60.0, "move": 2.5},
        "began": "2026-01-02T03:04:05+00:00",
        "tags": {"event": "test", "game": "3"},
    }
    assert first["move"] == "1"
    assert (first["score"], first["plies"], first["nodes"]) == (4, 24, 12)
    assert (second["evaluation"], second["depth"]) == (-3.75, 8)
    assert third == {"move": "4"}
    assert result == {"result": "SECOND", "reason": "resignation", "detail": "tired"}


@given(positions(), st.text(), st.integers(0, 90))
def test_any_game_comes_back(position: Position, name: str, begun: int) -> None:
    whole = Record.from_position(position, (Participant(name), ROBOT))
    record = Record(
        whole.rules,
        whole.players,
        whole.moves[:begun],
        whole.plies[begun:],
        whole.ending,
        tags={name: name},
    )
    reader = Reader()
    for line in encode(lines_of(record)).split(b"\n"):
        reader.read(line)
    assert reader.records == (record,)


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my.games"
    save(path, PLAIN)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match=r"my\.games cannot be written: No space left on device"):
        save(path, FULL)
    assert load(path).records == (PLAIN,)
    assert [file.name for file in tmp_path.iterdir()] == ["my.games"]


# Appending


def test_games_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    for record in GAMES:
        with GameFile(path) as file:
            file.append(record)
            assert load(path).records[-1] == record  # it is there before the file is closed
    assert load(path).records == GAMES


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    with GameFile(path):
        script = f"from fourfold.game import GameFile; GameFile({str(path)!r})"
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
        assert b"another process is writing the games" in done.stderr
    GameFile(path).close()


def test_a_game_is_kept_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    with GameFile(path) as file:
        game = played(Game(players=(ANN, ROBOT)), "44")
        leave = file.follow(game)

        def check() -> None:
            assert load(path) == Loaded((game.record,))

        check()
        for act in (
            lambda: game.play(4),
            lambda: game.play(5),
            game.undo,
            game.undo,
            game.redo,
            game.redo,
            game.offer_draw,
            game.decline_draw,
            game.resign,
            game.undo,  # the resignation, too, is taken back
            lambda: game.play(0),
        ):
            act()
            check()
        leave()
        game.play(0)
        assert len(load(path).records[0].plies) == len(game.plies) - 1


def test_a_finished_game_that_is_undone_and_redone(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    with GameFile(path) as file:
        game = Game(players=(ANN, BEN))
        file.follow(game)
        played(game, "4455667")
        game.undo()
        game.redo()
        assert load(path) == Loaded((game.record,))
        assert game.is_over


# Damage

WHOLE = b"".join(encode(lines_of(record)) for record in GAMES)


def loaded(tmp_path: Path, data: bytes) -> Loaded | str:
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
        assert isinstance(answer, Loaded)
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
            assert isinstance(answer, Loaded)
            check_sentence(answer.damage, place + 1)
            assert answer.records == games[place - 1]


@given(st.data())
def test_bytes_changed_at_random_never_raise_anything_else(data: st.DataObject) -> None:
    damaged = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    reader = Reader()
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
        again = Reader()
        for line in encode(lines_of(record)).split(b"\n"):
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
    data = encode(list(lines_of(PLAIN))[:-1]) + tail.encode()
    answer = loaded(tmp_path, data)
    assert isinstance(answer, Loaded)
    assert answer.damage == f"{tmp_path / 'my.games'}, line {line}: {sentence}"


def test_two_results(tmp_path: Path) -> None:
    result = b'{"result": "FIRST", "reason": "resignation"}\n'
    answer = loaded(tmp_path, encode(lines_of(OPEN)) + result + result)
    assert isinstance(answer, Loaded)
    assert answer.damage.endswith("line 5: this line is a second result of the same game")


def test_a_legal_move_out_of_a_full_column_is_explained(tmp_path: Path) -> None:
    data = encode(lines_of(Record.from_text("7x6:444444"))) + b'{"move": "4"}\n'
    answer = loaded(tmp_path, data)
    assert isinstance(answer, Loaded)
    assert "line 8: " in answer.damage
    assert "column 4 has no room" in answer.damage


def test_empty_lines_and_other_line_ends_do_not_matter(tmp_path: Path) -> None:
    assert loaded(tmp_path, b"\n" + WHOLE.replace(b"\n", b"\r\n\r\n")) == Loaded(GAMES)


def test_unknown_names_are_left_alone(tmp_path: Path) -> None:
    data = encode({**line, "mood": "good"} for line in lines_of(PLAIN))
    assert loaded(tmp_path, data) == Loaded((PLAIN,))


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


@pytest.mark.parametrize("act", [load, lambda path: save(path, PLAIN), GameFile])
def test_places_where_no_file_can_be(tmp_path: Path, act: Any) -> None:
    for path in (tmp_path / "no" / "my.games", tmp_path):
        with pytest.raises(RecordError, match=r"the games .* cannot be (read|written): "):
            act(path)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_while_appending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my.games"
    with GameFile(path) as file:
        file.append(PLAIN)

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(RecordError, match="No space left on device"):
            file.append(PLAIN)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can grow beyond this."""
    resource = pytest.importorskip("resource", reason="this system has no limits")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_does_not_fit_on_the_disk_leaves_no_half_line(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    with GameFile(path) as file:
        file.append(PLAIN)
        whole = path.read_bytes()
        with room_for(len(whole) + 20), pytest.raises(RecordError, match=r"my\.games cannot be wr"):
            file.append(PLAIN)
        assert path.read_bytes() == whole
        file.append(FULL)  # there is room again, and nothing is left over from before
    assert load(path).records == (PLAIN, FULL)


@pytest.mark.parametrize("act", [load, lambda path: save(path, PLAIN), GameFile])
def test_devices_are_no_files_of_games(tmp_path: Path, act: Any) -> None:
    """Some of them never end."""
    path = tmp_path / "my.games"
    path.symlink_to(os.devnull)
    with pytest.raises(RecordError, match=r"the games .*my\.games are no file, but a device"):
        act(path)
    assert path.readlink() == Path(os.devnull)


def test_a_link_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    path.symlink_to("true.games")
    save(path, PLAIN)
    assert path.is_symlink()
    assert load(tmp_path / "true.games").records == (PLAIN,)


@pytest.mark.parametrize("act", [load, lambda path: save(path, PLAIN), GameFile])
@pytest.mark.parametrize("name", ["a\0b", "a" * 5000])
def test_names_that_no_file_can_have(tmp_path: Path, act: Any, name: str) -> None:
    with pytest.raises(RecordError, match=r"the games .* cannot be (read|written): ") as error:
        act(tmp_path / name)
    assert "\0" not in str(error.value)


def test_records_are_not_finished_twice() -> None:
    with pytest.raises(GameError):
        Game.from_record(PLAIN).resign(FIRST)

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

from fourfold.errors import GameError, RecordError
from fourfold.game import (
    Game,
    GameFile,
    LoadResult,
    Participant,
    Record,
    load,
    save,
)
from fourfold.game.files import path_of
from fourfold.game.json_lines import BadLineError, RecordReader, encode, record_lines
from fourfold.rules import FIRST, Position

from ..rules.strategies import positions
from .games import ANN, BEN, FULL, GAMES, PLAIN, ROBOT, played


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


# What is written comes back


def test_games_come_back(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    save(path, GAMES)
    assert load(path) == LoadResult(GAMES)
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
        "clock": {"game": 60.0, "move": 2.5, "increment": 0.5},
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
    reader = RecordReader()
    for line in encode(record_lines(record)).split(b"\n"):
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
            assert load(path) == LoadResult((game.record,))

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
        assert load(path) == LoadResult((game.record,))
        assert game.is_over


# Places


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
    with pytest.raises(RecordError, match=r"the games .*my\.games are not a file, but a device"):
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


def test_a_person_has_no_options() -> None:
    head = {
        "fourfold": "game",
        "version": 1,
        "rules": "7x6",
        "players": [{"name": "Ann", "options": {"seconds": 1}}, {"name": "Ben"}],
    }
    reader = RecordReader()
    reader.read(json.dumps(head).encode())
    (record,) = reader.records
    assert dict(record.players[0].options) == {}
    again = RecordReader()
    for line in encode(record_lines(record)).splitlines():
        again.read(line)
    assert again.records == (record,)


def test_a_home_folder_that_nobody_has() -> None:
    assert path_of("~/cup.games") == Path.home() / "cup.games"
    assert path_of("~nobody-of-this-name/cup.games") == Path("~nobody-of-this-name/cup.games")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tags": {"event": 7}}, "has a tag 'event' of 7, but that is no text"),
        (
            {
                "players": [
                    {"name": "R", "agent": "random", "options": {"seed": [1]}},
                    {"name": "B"},
                ]
            },
            "has an option 'seed' of",
        ),
    ],
)
def test_values_of_a_wrong_type_are_refused(change: dict[str, Any], reason: str) -> None:
    lines = encode(record_lines(Record.from_text("7x6:4"))).splitlines()
    first = {**json.loads(lines[0]), **change}
    with pytest.raises(BadLineError) as raised:
        RecordReader().read(json.dumps(first).encode())
    assert reason in str(raised.value)


def test_a_record_shows_itself() -> None:
    record = Record.from_text("7x6:44")
    assert repr(record).startswith("<Record of 7x6:44: ")
    assert repr(record).endswith(", not finished>")
    assert "<svg" in record._repr_html_()

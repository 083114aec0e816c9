"""The files of running games: read as they are, whatever is in them."""

import json
from pathlib import Path
from typing import Any

import pytest

from fourfold.arena.live import live_files, live_folder, read_live

STATE: dict[str, Any] = {
    "game": 3,
    "pair": 2,
    "players": ["greedy", "random"],
    "position": "7x6:445",
    "opening": 2,
    "clocks": [None, 3.5],
    "began": "2026-11-18T12:00:00+00:00",
    "updated": 12.5,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my.games"
    live_folder(path).mkdir()
    return path


def write(path: Path, name: str, data: bytes) -> None:
    (live_folder(path) / name).write_bytes(data)


def test_a_running_game_is_read(path: Path) -> None:
    write(path, "3.json", json.dumps(STATE).encode())
    game = read_live(path, 3)
    assert game is not None
    assert (game.number, game.players, game.clocks) == (3, ("greedy", "random"), (None, 3.5))
    assert game.position.to_text() == "7x6:445"


def test_the_first_games_are_listed_by_number(path: Path) -> None:
    for name in ("12.json", "3.json", "7.json", "3.99.new", "x.json", "٣.json"):
        write(path, name, b"{}")
    assert [number for number, _ in live_files(path, 2)] == [3, 7]
    assert live_files(path.with_name("other.games"), 2) == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 60_000,
        json.dumps({**STATE, "position": "7x6:99"}).encode(),
        json.dumps({**STATE, "players": ["one"]}).encode(),
        json.dumps({**STATE, "updated": None}).encode(),
    ],
)
def test_what_is_no_running_game(path: Path, data: bytes) -> None:
    write(path, "3.json", data)
    assert read_live(path, 3) is None
    assert read_live(path, 4) is None

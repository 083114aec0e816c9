"""Reading a tournament's file while it grows: each game once, and nothing that may be cut off."""

import json
from pathlib import Path

import pytest

from fourfold.arena import tournament_follower
from fourfold.arena.counting import count_files
from fourfold.arena.results import TournamentResult
from fourfold.arena.statistics import Tally
from fourfold.arena.tournament_follower import TournamentFollower
from fourfold.errors import RecordError
from fourfold.game import EndReason
from tests.arena.tournament_files import PLAYERS, append, parts_of, play_tournament


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_tournament(tmp_path_factory.mktemp("whole") / "whole.games")


def followed(path: Path) -> TournamentFollower:
    follower = TournamentFollower(path)
    follower.update()
    return follower


def tallies(result: TournamentResult) -> list[Tally]:
    return [result.total(result.agents.index(name)) for name in PLAYERS]


def totals(follower: TournamentFollower) -> list[Tally]:
    found = [Tally() for _ in follower.names]
    for (one, two), tally in follower.cells().items():
        found[one] += tally
        found[two] += Tally(tally.losses, tally.draws, tally.wins)
    return found


def test_it_counts_as_the_results_do(whole: Path) -> None:
    follower = followed(whole)
    assert follower.names == PLAYERS
    assert (len(follower.games), follower.planned) == (12, 12)
    assert totals(follower) == tallies(count_files([whole]).result)
    assert len(follower.scores) == 12
    assert not follower.update()


def test_a_game_is_read_again_with_its_moves(whole: Path) -> None:
    follower = followed(whole)
    for number, game in follower.games.items():
        record = follower.record(number)
        assert record.tags["game"] == str(number)
        assert len(record.plies) == game.plies
        assert record.players[0].name == PLAYERS[game.first]
    with pytest.raises(RecordError, match="no finished game 99"):
        follower.record(99)


@pytest.mark.parametrize("size", [1, 7, 400])
def test_it_grows_by_pieces_of_any_size(whole: Path, tmp_path: Path, size: int) -> None:
    data = whole.read_bytes()
    path = tmp_path / "growing.games"
    path.touch()
    follower = TournamentFollower(path)
    seen = 0
    for begin in range(0, len(data), size):
        append(path, data[begin : begin + size])
        if follower.update():
            assert len(follower.games) >= seen
            seen = len(follower.games)
    assert follower.games == followed(whole).games


def test_only_what_was_appended_is_read(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = parts_of(whole)
    path = tmp_path / "growing.games"
    path.write_bytes(b"".join(parts[:-1]))
    follower = followed(path)
    read: list[bytes] = []
    original = TournamentFollower._read

    def record_and_read(self: TournamentFollower, data: bytes) -> None:
        read.append(data)
        original(self, data)

    monkeypatch.setattr(TournamentFollower, "_read", record_and_read)
    append(path, parts[-1])
    assert follower.update()
    assert read == [parts[-1]]


def test_a_half_game_that_is_cut_off_is_forgotten(whole: Path, tmp_path: Path) -> None:
    head, *games = parts_of(whole)
    path = tmp_path / "cut.games"
    half = games[1][: len(games[1]) // 2]
    path.write_bytes(head + games[0] + half)
    follower = followed(path)
    assert len(follower.games) == 1
    path.write_bytes(head + games[0])  # as when a tournament goes on after a crash
    with path.open("ab") as file:
        file.write(games[2] + games[3])
    follower.update()
    assert [game.number for game in follower.games.values()] == [1, 3, 4]


def test_another_file_of_the_same_name_is_read_from_its_beginning(
    whole: Path, tmp_path: Path
) -> None:
    head, *games = parts_of(whole)
    path = tmp_path / "file.games"
    path.write_bytes(head + b"".join(games))
    follower = followed(path)
    other = tmp_path / "other"
    other.write_bytes(head + games[0])
    other.replace(path)
    version = follower.version
    assert follower.update()
    assert len(follower.games) == 1
    assert follower.version > version


def test_faults_are_told_with_their_first_cause(whole: Path, tmp_path: Path) -> None:
    head, *games = parts_of(whole)
    path = tmp_path / "faults.games"
    begin = games[0].splitlines(keepends=True)[0]
    for number, cause in enumerate(("first cause", "second cause"), start=1):
        result = {"result": "SECOND", "reason": "agent failed", "detail": "it", "cause": cause}
        line = begin.replace(b'"game": "1"', f'"game": "{number}"'.encode())
        head += line + json.dumps(result).encode() + b"\n"
    path.write_bytes(head)
    follower = followed(path)
    loser = follower.games[1].first
    assert follower.faults().keys() == {loser}
    fault = follower.faults()[loser]
    assert (fault.counts, fault.cause) == ({EndReason.FAILURE: 2}, "first cause")


def test_damage_ends_the_reading_and_is_told(whole: Path, tmp_path: Path) -> None:
    head, *games = parts_of(whole)
    path = tmp_path / "damaged.games"
    path.write_bytes(head + games[0] + b"rubbish\n" + games[1])
    follower = followed(path)
    assert (len(follower.games), follower.damage != "") == (1, True)


def test_a_round_without_an_opponent_is_counted(tmp_path: Path) -> None:
    path = play_tournament(tmp_path / "swiss.games", format="swiss", games=2, rounds=2)
    follower = followed(path)
    assert sum(follower.byes().values()) == 2
    assert max(follower.byes().values()) == 1


def test_a_test_that_is_decided_ends_it(tmp_path: Path) -> None:
    path = play_tournament(tmp_path / "test.games", *PLAYERS[:2], games=200, sprt="-50,100")
    follower = followed(path)
    assert len(follower.games) < follower.planned
    assert follower.is_over
    assert follower.test is not None
    assert follower.test.verdict == "H1 accepted"
    head, first, *_ = parts_of(path)
    path.write_bytes(head + first)
    follower = followed(path)
    assert not follower.is_over


@pytest.mark.parametrize(
    "data",
    [
        b"rubbish\n",
        b'{"fourfold": "game", "version": 1}\n',
        b'{"fourfold": "tournament", "version": 9}\n',
        b'{"fourfold": "tournament", "version": 1, "players": [{"name": "a"}], "games": 2}\n',
        b"[" * 100_000 + b"\n",
    ],
)
def test_what_is_no_tournament(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.games"
    path.write_bytes(data)
    with pytest.raises(RecordError, match="not the file of a tournament"):
        followed(path)


def test_a_file_that_is_too_large(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_follower, "LARGEST_FILE", 100)
    with pytest.raises(RecordError, match="fourfold results"):
        followed(whole)

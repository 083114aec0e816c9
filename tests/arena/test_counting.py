"""Saved games that are counted again: once each, with their pairs, whatever file they are from."""

import shutil
from pathlib import Path

import pytest

from fourfold.arena import TournamentResult, match, tournament
from fourfold.arena.counting import count_files, left_out_lines
from fourfold.errors import RecordError
from fourfold.game import Participant, Record, save


def numbers(result: TournamentResult) -> object:
    """Return what is counted, by the names of the players."""
    return {
        (result.agents[each.one], result.agents[each.two]): (each.tally, each.as_first, each.pairs)
        for one in range(len(result.agents))
        for two in range(len(result.agents))
        if one != two and (each := result.pairing(one, two)).tally.games
    }


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss"])
def test_a_tournament_is_counted_as_it_was(tmp_path: Path, format: str) -> None:
    path = tmp_path / "my.games"
    players = ["greedy", "random", "random"]
    result = tournament(players, format=format, games=4, rules="5x4", file=path)
    counted = count_files([path])
    assert numbers(counted.result) == numbers(result)
    assert counted.left_out == {}
    assert counted.result.seed is None
    assert f"3 agents: {len(result.games)} games on 5x4" in str(counted.result)


def test_matches_of_one_file_and_of_several(tmp_path: Path) -> None:
    one, two = tmp_path / "one.games", tmp_path / "two.games"
    results = [
        match("greedy", "random", games=6, seed=seed, save=path, rules="5x4")
        for seed, path in ((0, one), (0, one), (1, two))
    ]
    counted = count_files([one, two, one]).result
    pairing = counted.pairing(0, 1)
    assert pairing.tally.games == 18
    assert pairing.pairs == tuple(
        map(sum, zip(*(result.pairing(0, 1).pairs for result in results), strict=True))
    )
    assert sum(pairing.pairs) == 9


def test_a_game_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    path, copy = tmp_path / "my.games", tmp_path / "copy.games"
    tournament("greedy", "random", games=4, rules="5x4", file=path)
    shutil.copy(path, copy)
    counted = count_files([path, copy])
    assert len(counted.result.games) == 4
    match("greedy", "random", games=4, rules="5x4", save=tmp_path / "match.games")
    shutil.copy(tmp_path / "match.games", copy)
    assert len(count_files([tmp_path / "match.games", copy]).result.games) == 4
    assert left_out_lines(counted) == ["left out: 4 games there twice"]


def test_games_of_the_terminal(tmp_path: Path) -> None:
    agents = Participant("greedy", "greedy"), Participant("random", "random")
    ann = Participant.human("Ann")
    path = tmp_path / "my.games"
    save(
        path,
        [
            Record.from_position("4x4:1212121", agents),
            Record.from_position("4x4:1212121", agents[::-1]),
            Record.from_position("4x4:1212121", agents),
            Record.from_position("4x4:1212121", (agents[0], ann)),
            Record.from_position("4x4:1212121", (agents[0], agents[0])),
            Record.from_position("4x4:12", agents),
        ],
    )
    counted = count_files([path])
    pairing = counted.result.pairing(0, 1)
    assert (str(pairing.tally), pairing.pairs) == ("2-0-1", (0, 0, 1, 0, 0))
    assert left_out_lines(counted) == [
        "left out: 1 game in which a person played",
        "left out: 1 game of a player against itself",
        "left out: 1 game not finished",
    ]


def test_files_without_such_games(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    save(path, [Record.from_text("7x6:44")])
    with pytest.raises(RecordError, match=r"no finished game between two agents .* 1 game not fin"):
        count_files([path])


def test_a_damaged_file_is_counted_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    tournament("greedy", "random", games=4, rules="5x4", file=path)
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:-3], b"nonsense", *lines[-3:]]))
    counted = count_files([path])
    assert len(counted.result.games) == 3
    assert "nonsense" not in counted.damage[0]
    assert "is not JSON" in counted.damage[0]

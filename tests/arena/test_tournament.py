"""Whole tournaments: formats, files, going on after anything, and the games that are watched."""

import json
import os
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourfold as ff
from fourfold.arena import PlayedGame, TournamentResult, match, tournament
from fourfold.arena.entrants import Entrant, entrants_of
from fourfold.arena.export import as_csv, as_json
from fourfold.arena.live import live_folder
from fourfold.arena.settings import arguments_of, checked
from fourfold.arena.statistics import Sprt, Verdict
from fourfold.arena.tournament_file import open_tournament_file, settings_line
from fourfold.arena.tournament_run import TournamentRun
from fourfold.errors import FourfoldError, InvalidOption, RecordError
from fourfold.game import EndReason, GameFile, Record, load, save
from fourfold.rules import Position

from ..game.mocks import Leftmost

SMALL: dict[str, Any] = {"games": 4, "rules": ["5x4", "random:2"], "seed": 3}
PLAYERS = ("greedy", "random", "random:seed=5")


def games_of(result: TournamentResult) -> list[tuple[Any, ...]]:
    """Return all that must not depend on when, where and by how many workers a game was played."""
    return [
        (
            *(game.fixture.number, game.fixture.pair, game.fixture.round),
            *(player.agent for player in game.record.players),
            *(game.record.to_text(), game.record.ending),
        )
        for game in result.games
    ]


# Formats


def test_a_gauntlet_is_one_against_all_others() -> None:
    result = tournament("greedy", "random", Leftmost, format="gauntlet", games=4)
    met = Counter(frozenset((g.fixture.first, g.fixture.second)) for g in result.games)
    assert met == {frozenset((0, 1)): 4, frozenset((0, 2)): 4}
    assert [(each.one, each.two) for each in result.pairings] == [(0, 1), (0, 2)]
    assert str(result).startswith("3 agents, gauntlet: 4 games a pairing on 7x6, 2 openings")


def test_a_round_robin_is_a_match() -> None:
    assert games_of(tournament(*PLAYERS, **SMALL)) == games_of(match(*PLAYERS, **SMALL))
    assert ff.tournament is tournament


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss"])
def test_the_number_of_workers_changes_nothing(format: str) -> None:
    one, two = (tournament(*PLAYERS, format=format, workers=n, **SMALL) for n in (1, 2))
    assert games_of(one) == games_of(two)
    assert str(one) == str(two)
    assert as_csv(one) == as_csv(two)


# Tests of two players


def test_a_test_is_decided_by_the_pairs_in_their_order(tmp_path: Path) -> None:
    whole = tournament("greedy", "random", games=60, rules="5x4")
    sprt = Sprt(0, 100)

    def test_of(workers: int, file: Path, **more: Any) -> TournamentResult:
        small: dict[str, Any] = {"games": 60, "rules": "5x4", "sprt": "0,100"}
        return tournament("greedy", "random", workers=workers, file=file, **small, **more)

    results = [test_of(workers, tmp_path / f"{workers}.games") for workers in (1, 2)]
    for result in results:
        assert result.sprt is not None
        assert result.sprt.verdict is Verdict.H1
        assert games_of(result) == games_of(whole)[: len(result.games)]
        pairs = result.pairing(0, 1).pairs
        assert sprt.test(pairs) == result.sprt
        assert 0 < 2 * sum(pairs) == len(result.games) < 60
        assert result.is_finished
        # One pair less had not decided it.
        earlier = replace(result, games=result.games[:-2])
        assert sprt.test(earlier.pairing(0, 1).pairs).verdict is Verdict.UNDECIDED
    assert games_of(results[0]) == games_of(results[1])
    played: list[PlayedGame | None] = []
    again = test_of(1, tmp_path / "2.games", report=lambda _, game: played.append(game))
    assert (games_of(again), played) == (games_of(results[0]), [None])


def test_a_test_that_is_not_decided_plays_all_games() -> None:
    result = tournament("random", "random", games=4, rules="5x4", sprt=(0, 5))
    assert len(result.games) == 4
    assert result.sprt is not None
    assert result.sprt.verdict is Verdict.UNDECIDED
    assert as_json(result)["sprt"]["verdict"] == "undecided"


# Workers that die


class Exits:
    """Ends its process at its second move."""

    def choose(self, position: Position) -> int:
        if position.ply >= 2:
            os._exit(3)
        return position.legal_columns[0]


def test_a_player_that_ends_the_worker_loses_and_the_tournament_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    result = tournament(Exits, "random", games=2, plies=0, rules="5x4", workers=2, file=path)
    assert result.is_finished
    assert result.faults == {0: {EndReason.FAILURE: 2}}
    for game in result.games:
        ending = game.record.ending
        assert ending is not None
        assert ending.detail == "Exits ended the process in which it played"
        assert len(game.record.plies) == (2 if game.fixture.first == 0 else 3)
    assert len(load(path).records) == 2


# Files


def test_the_file_begins_with_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "my.games"
    result = tournament(*PLAYERS, file=path, clock="60+1", resign=3, **SMALL)
    first = json.loads(path.read_text("utf-8").split("\n")[0])
    assert (first["fourfold"], first["version"], first["name"]) == ("tournament", 1, "my")
    assert first["players"][2] == {"name": "random:seed=5", "agent": "random:seed=5"}
    assert (first["clock"], first["resign"]) == ("60+1", "3")
    loaded = load(path)
    assert loaded.tournaments == (first,)
    assert list(loaded.records) == list(result.records)
    assert {record.tags["tournament"] for record in loaded.records} == {first["id"]}
    assert {record.control.increment for record in loaded.records} == {1}
    arguments = arguments_of(settings_line(path))
    again = checked(entrants_of(arguments.pop("players"), "tournament"), **arguments)
    assert again.difference(first) == ""


def test_a_tournament_that_is_over_plays_nothing_again(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    once = tournament(*PLAYERS, file=path, **SMALL)
    before = path.read_bytes()
    reported: list[PlayedGame | None] = []
    again = tournament(*PLAYERS, file=path, report=lambda _, g: reported.append(g), **SMALL)
    assert games_of(once) == games_of(again)
    assert path.read_bytes() == before
    assert reported == [None]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[TournamentResult, bytes]:
    path = tmp_path_factory.mktemp("finished") / "my.games"
    result = tournament(*PLAYERS, file=path, format="swiss", rounds=3, rules="5x4")
    return result, path.read_bytes()


@settings(max_examples=12)
@given(st.data())
def test_a_file_that_is_cut_anywhere_is_gone_on_with(
    finished: tuple[TournamentResult, bytes],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    result, content = finished
    place = data.draw(st.integers(0, len(content)))
    path = tmp_path_factory.mktemp("cut") / "my.games"
    path.write_bytes(content[:place])
    again = tournament(*PLAYERS, file=path, format="swiss", rounds=3, rules="5x4")
    assert games_of(again) == games_of(result)
    loaded = load(path)
    assert not loaded.damage
    assert Counter(record.tags["game"] for record in loaded.records) == Counter(
        str(game.fixture.number) for game in result.games
    )


def test_an_interrupted_tournament_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "my.games"

    def interrupt(run: TournamentRun, game: PlayedGame | None) -> None:
        if run.played == 5:
            raise KeyboardInterrupt

    for workers in (1, 2):
        path.unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt):
            tournament(*PLAYERS, file=path, workers=workers, report=interrupt, **SMALL)
        assert len(load(path).records) == 5
        assert games_of(tournament(*PLAYERS, file=path, **SMALL)) == games_of(
            tournament(*PLAYERS, **SMALL)
        )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 4}, "the seed is 3 there and 4 here"),
        ({"games": 6}, "the number of games is 4 there and 6 here"),
        ({"rules": "5x4"}, "the rules are 5x4, random:2 there and 5x4 here"),
        ({"format": "gauntlet"}, "the format is round-robin there and gauntlet here"),
        ({"clock": "9"}, "the clock is none there and 9 here"),
        ({"limit": ff.Limit(1)}, "the seconds for a move are none there and 1 here"),
        ({"draw": "2,1"}, "the rule for draws is none there and 2,1 here"),
        ({"adjudicate": 1}, "the seconds of the solver are none there and 1 here"),
        ({"margin": 2}, "the margin is 1.0 there and 2.0 here"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    path = tmp_path / "my.games"
    with open_tournament_file(path, checked(entrants_of(PLAYERS, "tournament"), **SMALL)):
        pass
    before = path.read_bytes()
    with pytest.raises(InvalidOption) as caught:
        tournament(*PLAYERS, file=path, **{**SMALL, **change})
    assert str(caught.value) == f"{path} is the file of another tournament: {sentence}"
    assert path.read_bytes() == before


def test_other_openings_of_the_same_file_are_refused(tmp_path: Path) -> None:
    path, openings = tmp_path / "my.games", tmp_path / "openings.txt"
    openings.write_text("5x4:1\n5x4:2\n")
    tournament("random", "greedy", openings=openings, file=path)
    openings.write_text("5x4:1\n5x4:3\n")
    with pytest.raises(InvalidOption, match="the openings, as a list, have the digest"):
        tournament("random", "greedy", openings=openings, file=path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    for text in ("7x6:44", "4x4:1212121"):
        save(path, [Record.from_text(text)])
        before = path.read_bytes()
        with pytest.raises(RecordError, match="holds games, but they are not those of a tourn"):
            tournament("random", "greedy", games=2, file=path)
        assert path.read_bytes() == before
    path.write_text("my diary\n")
    with pytest.raises(RecordError, match="line 1"):
        tournament("random", "greedy", games=2, file=path)
    assert path.read_text() == "my diary\n"


def test_a_game_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    tournament("random", "greedy", games=2, file=path)
    lines = path.read_text("utf-8").replace('"name": "greedy", "agent"', '"name": "x", "agent"')
    first, rest = path.read_text("utf-8").split("\n")[0], lines.split("\n")[1:]
    path.write_text("\n".join([first, *rest]), "utf-8")
    with pytest.raises(RecordError, match="game 1 of the file is not that of this tournament"):
        tournament("random", "greedy", games=2, file=path)


def test_two_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    with (
        open_tournament_file(path, checked(entrants_of(PLAYERS, "tournament"), **SMALL)),
        pytest.raises(RecordError, match="another process is writing"),
    ):
        tournament(*PLAYERS, file=path, **SMALL)


def test_a_file_with_a_game_twice_counts_it_once(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    result = tournament("random", "greedy", games=4, file=path)
    with GameFile(path) as file:
        file.append(result.records[0])
    again = tournament("random", "greedy", games=4, file=path)
    assert games_of(again) == games_of(result)


# Watching


def test_running_games_can_be_watched(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    seen: list[dict[str, Any]] = []
    looked = threading.Event()

    class Waits(Leftmost):
        """Thinks about its second move until the test has looked at the game."""

        def decide(self, position: Position, *_: Any) -> Any:
            if position.ply == 2:
                looked.wait(20)
            return super().decide(position, *_)

    def look() -> None:
        folder = live_folder(path)
        while not looked.is_set():
            for file in folder.glob("*.json"):
                state = json.loads(file.read_text("utf-8"))
                if state["position"] == "5x4:11":
                    seen.append(state)
                    looked.set()

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    entrants = Entrant("waits", make=Waits), ("left", Leftmost)
    tournament(entrants, games=2, plies=0, rules="5x4", clock="60", file=path)
    watcher.join(20)
    assert not live_folder(path).exists()
    state = seen[0]
    assert (state["game"], state["players"]) == (1, ["waits", "left"])
    assert len(state["clocks"]) == 2
    assert all(0 < left <= 60 for left in state["clocks"])


def test_what_a_killed_tournament_left_behind_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    live_folder(path).mkdir()
    (live_folder(path) / "7.json").write_text("{}")
    tournament("random", "greedy", games=2, file=path)
    assert not live_folder(path).exists()


# Results


def test_json_and_csv() -> None:
    result = tournament(*PLAYERS, **SMALL)
    data = json.loads(json.dumps(as_json(result), allow_nan=False))
    assert (data["version"], data["format"], data["planned"]) == (1, "round-robin", 12)
    assert [row["agent"] for row in data["ranking"]] == list(result.ranking)
    rows = [line.split(",") for line in as_csv(result).splitlines()]
    assert rows[0][:4] == ["rank", "agent", "games", "wins"]
    best = result.ranking[0]
    assert rows[1][:3] == ["1", PLAYERS[best], "8"]
    assert float(rows[1][6]) == result.points(best)
    against = dict(zip(rows[0][10:], rows[1][10:], strict=True))
    assert against[f"against {PLAYERS[best]}"] == ""
    assert sum(float(cell) for cell in against.values() if cell) == result.points(best)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"format": "cup"}, "the format is 'cup', but must be one of: round-robin, gauntlet"),
        ({"format": "swiss", "rounds": 0}, "the number of rounds is 0"),
        ({"margin": -1}, "the margin is -1, but must be a number of seconds, 0 or more"),
        ({"margin": "1"}, "the margin is '1'"),
        ({"workers": 0}, "the number of workers is 0"),
        ({"openings": "nowhere.txt"}, "the openings nowhere.txt cannot be read"),
        ({"players": ["random"] * 1001}, "a tournament has at most 200 agents"),
        ({"players": ["random"]}, "a tournament needs two agents or more"),
    ],
)
def test_nonsense(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FourfoldError) as caught:
        tournament(arguments.pop("players", ["random", "greedy"]), **arguments)
    assert str(caught.value).startswith(sentence)


def test_players_without_a_text_must_be_handed_over_again(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    tournament(("left", Leftmost), "random", games=2, file=path)
    with pytest.raises(InvalidOption, match="the player 'left' of this tournament has no text"):
        arguments_of(settings_line(path))
    again = tournament(("left", Leftmost), "random", games=2, file=path)
    assert again.is_finished


@pytest.mark.parametrize("spec", ["exec:touch here", "kaggle:here.py", "here.py:Player"])
def test_a_file_never_makes_anyone_run_a_program(tmp_path: Path, spec: str) -> None:
    path = tmp_path / "my.games"
    tournament("greedy", "random", games=2, file=path)
    text = path.read_text("utf-8")
    path.write_text(text.replace('"agent": "greedy"', f'"agent": "{spec}"', 1), "utf-8")
    with pytest.raises(InvalidOption, match="is not one of this package: to run it, name all"):
        arguments_of(settings_line(path))

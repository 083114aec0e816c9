"""Whole matches: pairs, workers, files, faults, and what is said of them."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fourfold as ff
from fourfold.agents import AgentKind, Decision, registry
from fourfold.agents.base import Agent
from fourfold.arena import PlayedGame, TournamentResult, match, tournament
from fourfold.arena.entrants import Entrant
from fourfold.arena.export import as_csv, as_json
from fourfold.arena.report import as_markdown, as_text
from fourfold.arena.schedule import pairings, schedule
from fourfold.arena.statistics.quality import PlyCounts, Quality
from fourfold.errors import FourfoldError, InvalidAgent, InvalidOption
from fourfold.game import EndReason, load
from fourfold.rules import FIRST, SECOND, Position, Rules

from ..game.mocks import Answers, FullColumn, Hangs, Leftmost, Raises


def moves(result: TournamentResult) -> list[str]:
    return [record.to_text() for record in result.records]


# The schedule


def test_every_opening_is_played_from_both_sides_by_every_two() -> None:
    openings = [Position.parse(text) for text in ("12", "34", "56")]
    fixtures = schedule(list(pairings(4)), enumerate(openings, start=1))
    assert [fixture.number for fixture in fixtures] == list(range(1, 37))
    seats = Counter((f.opening, f.first, f.second) for f in fixtures)
    assert set(seats.values()) == {1}
    assert len(seats) == 3 * 12
    assert list(pairings(3)) == [(0, 1), (0, 2), (1, 2)]
    assert fixtures[0].seat_of(fixtures[0].first) is FIRST
    assert fixtures[0].seat_of(fixtures[0].second) is SECOND


# Matches


def test_greedy_beats_random() -> None:
    result = match("greedy", "random", games=40, seed=1)
    pairing = result.pairings[0]
    assert pairing.tally.games == 40
    assert pairing.estimate is not None
    assert pairing.estimate.elo_low > 100
    assert sum(pairing.pairs) == 20
    assert pairing.as_first + pairing.as_second == pairing.tally
    assert pairing.as_first.games == pairing.as_second.games == 20
    other = result.pairing(1, 0)
    assert (other.tally.wins, other.tally.losses) == (pairing.tally.losses, pairing.tally.wins)
    assert result.ranking == (0, 1)


def test_an_agent_against_itself_is_even() -> None:
    """Without chance, swapping the seats gives the same game."""
    result = match([("one", Leftmost), ("two", Leftmost)], games=20, rules=["7x6", "random"])
    for one, two in zip(result.records[::2], result.records[1::2], strict=True):
        assert one.to_text() == two.to_text()
    assert result.pairings[0].pairs == (0, 0, 10, 0, 0)
    assert result.pairings[0].estimate is not None
    assert result.pairings[0].estimate.score == 0.5


def test_the_same_seed_gives_the_same_games() -> None:
    def play(seed: int, workers: int = 1) -> list[str]:
        rules = ["7x6", "random:3", "random-bonus:3"]
        return moves(match("greedy", "random", games=12, rules=rules, seed=seed, workers=workers))

    assert play(1) == play(1)
    assert play(1) != play(2)
    assert play(1) == play(1, workers=3)


def test_agents_with_a_seed_of_their_own_keep_it() -> None:
    result = match(["random:seed=5", "random"], games=4)
    for game in result.games:
        own, drawn = (game.record.players[game.fixture.seat_of(agent).value] for agent in (0, 1))
        assert (own.agent, own.name) == ("random:seed=5", "random:seed=5")
        assert drawn.name == "random"
        assert drawn.agent == f"random:seed={drawn.options['seed']}"
    seeds = [record.players[place].options["seed"] for record in result.records for place in (0, 1)]
    assert len(set(seeds)) == 5


def test_limits_reach_the_agents() -> None:
    agents: list[Leftmost] = []

    def make() -> Agent:
        agents.append(Leftmost())
        return agents[-1]

    match(Entrant("one", make=make), Entrant("two", make=make), games=2, limit=ff.Limit(5, 70, 3))
    assert len(agents) == 4  # new ones for each game
    assert {limit for agent in agents for limit in agent.limits} == {ff.Limit(5, 70, 3)}


def test_openings_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("44\n9x8-xd3:45\n")
    result = match(["random", "greedy"], openings=path)
    starts = [record.start.to_text() for record in result.records]
    assert starts == ["7x6:44"] * 2 + ["9x8-xd3:45"] * 2
    result = match(["random", "greedy"], games=6, openings=str(path))
    assert len(result.games) == 6
    path.write_text("44\n")
    result = match(["random", "greedy"], rules="6x5", openings=path)
    assert result.records[0].rules == Rules(6, 5)
    with pytest.raises(
        InvalidOption,
        match="there must be at most one: it is the board of the lines that name none",
    ):
        match(["random", "greedy"], rules=["6x5", "7x6"], openings=path)


def test_games_are_saved_as_they_end(tmp_path: Path) -> None:
    path = tmp_path / "my.games"
    seen: list[int] = []

    def report(played: int, total: int, last: PlayedGame | None) -> None:
        assert total == 6
        assert (last is None) == (played == 0)
        if last is not None:
            assert load(path).records[-1] == last.record
        seen.append(played)

    result = match(["random", "greedy"], games=6, save=path, report=report)
    assert seen == [0, 1, 2, 3, 4, 5, 6]
    assert load(path).records == tuple(result.records)
    assert [record.tags["game"] for record in result.records] == list("123456")
    assert [record.tags["pair"] for record in result.records] == list("112233")
    match(["random", "greedy"], games=2, save=path)
    assert len(load(path).records) == 8


def test_a_match_that_is_broken_off_leaves_a_good_file(tmp_path: Path) -> None:
    path = tmp_path / "my.games"

    def report(played: int, total: int, last: PlayedGame | None) -> None:
        if played == 3:
            raise KeyboardInterrupt

    for workers in (1, 2):
        path.unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt):
            match(["random", "greedy"], games=40, save=path, workers=workers, report=report)
        loaded = load(path)
        assert (len(loaded.records), loaded.damage) == (3, "")


# Players that are handed over in Python


class Own:
    """A player that is no agent of the package, and counts how often it is made."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1

    def choose(self, position: Position) -> int:
        return position.legal_columns[-1]


def rightmost(position: Position) -> int:
    return position.legal_columns[-1]


def test_classes_instances_and_functions_play() -> None:
    Own.made = 0
    instance = Own()
    result = match(Own, instance, rightmost, ("mine", rightmost), "random", games=2)
    assert result.agents == ("Own", "Own (2)", "rightmost", "mine", "random")
    assert not result.faults
    assert Own.made == 1 + 8  # the instance, and the class anew for each of its games
    again = match([Own, instance, rightmost, ("mine", rightmost), "random"], games=2, workers=2)
    assert moves(again) == moves(result)


# Agents that fail


@pytest.mark.parametrize(
    ("make", "reason", "detail"),
    [
        (lambda: Raises(ValueError("no")), EndReason.FAILURE, "bad raised ValueError: no"),
        (lambda: Answers(None), EndReason.BAD_MOVE, "bad answered None, which is no decision"),
        (lambda: Answers(Decision(99)), EndReason.BAD_MOVE, "bad chose 99, which is no column"),
        (FullColumn, EndReason.BAD_MOVE, "bad chose column 1, which has no room: it could play"),
        (lambda: 1 / 0, EndReason.FAILURE, "bad could not be made: ZeroDivisionError: division"),
    ],
)
def test_an_agent_that_fails_loses_and_the_match_goes_on(
    make: Callable[[], Any], reason: EndReason, detail: str
) -> None:
    # The other fills the last column only, so that the bad one's faults decide.
    class Rightmost(Leftmost):
        def decide(self, position: Position, *_: Any) -> Decision:
            return Decision(position.legal_columns[position.ply % 2 - 2])

    result = match(Entrant("bad", make=make), ("good", Rightmost), games=4, plies=0)
    if make is not FullColumn:
        assert result.total(1).wins == 4
        assert result.faults == {0: {reason: 4}}
        assert f"bad lost 4 games by its own fault: {reason} 4\n  game 1: {detail}" in str(result)
    for game in result.games:
        if game.fault is not None:
            ending = game.record.ending
            assert ending is not None
            assert ending.reason is reason
            assert ending.detail.startswith(detail)
            assert game.fault == (0, reason)


def test_an_agent_that_hangs_loses_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fourfold.arena.runner.GRACE", 0.05)
    agents: list[Hangs] = []

    def make() -> Agent:
        agents.append(Hangs())
        return agents[-1]

    try:
        result = tournament(
            Entrant("hangs", make=make),
            ("good", Leftmost),
            games=2,
            limit=ff.Limit(0.05),
            margin=0.5,
        )
    finally:
        for agent in agents:
            agent.let_go.set()
    assert result.faults == {0: {EndReason.TIME: 2}}
    assert as_json(result)["faults"] == [{"agent": 0, "reason": "out of time", "games": 2}]


# Arguments


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"agents": []}, "a match needs two agents or more, but there is none"),
        ({"agents": ["random"]}, "a match needs two agents or more, but there is only 'random'"),
        ({"agents": "random"}, "a match needs two agents or more, but there is only 'random'"),
        ({"agents": [("a", "b", "c"), "random"]}, "('a', 'b', 'c') is no player: a tuple must be"),
        ({"agents": [5, "random"]}, "5 is no player"),
        ({"openings": "balanced", "rules": "6x5"}, "the balanced openings are for 7x6"),
        ({"clock": "x"}, "the clock is 'x'"),
        ({"agents": ["random", "nobody"]}, "there is no agent 'nobody'"),
        ({"games": 3}, "the number of games is 3, but must be even"),
        ({"games": 0}, "the number of games is 0, but must be a whole number from 2 to"),
        ({"games": True}, "the number of games is True"),
        ({"plies": -1}, "the number of opening plies is -1"),
        ({"seed": -1}, "the seed is -1, but must be a whole number from 0 to 2**64 - 1"),
        ({"seed": 2**64}, "the seed is"),
        ({"workers": 0}, "the number of workers is 0"),
        ({"rules": "3x3"}, "rules '3x3' are not valid"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FourfoldError) as caught:
        match(arguments.pop("agents", ["random", "greedy"]), **arguments)
    assert str(caught.value).startswith(sentence)


def test_an_agent_that_does_not_play_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    registry.list_agents()
    registry.register(
        AgentKind("narrow", "Plays.", Leftmost, rules="7x6 only", plays=lambda r: r == Rules())
    )
    assert len(match(["narrow", "random"], games=2).games) == 2
    with pytest.raises(InvalidAgent, match="agent 'narrow' does not play on '8x6'; it plays 7x6"):
        match(["narrow", "random"], games=2, rules="8x6")


# Reports


@pytest.fixture(scope="module")
def three() -> TournamentResult:
    return match(["random", "greedy", "random"], games=8, rules="5x4", seed=2)


def test_a_cross_table(three: TournamentResult) -> None:
    assert three.agents == ("random", "greedy", "random (2)")
    assert three.ranking[0] == 1
    text = as_text(three)
    lines = text.splitlines()
    assert lines[0] == "3 agents: 8 games a pairing on 5x4, 4 openings from both sides, seed 2"
    assert [line.split()[:2] for line in lines[3:6]] == [
        ["1", "greedy"],
        ["2", three.agents[three.ranking[1]].split()[0]],
        ["3", three.agents[three.ranking[2]].split()[0]],
    ]
    assert str(three.pairing(1, 0).tally) in lines[3]
    assert str(three) == text


def test_markdown(three: TournamentResult) -> None:
    lines = as_markdown(three).splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert table[0] == "|  | agent | rating | score | 1 | 2 | 3 |"
    assert table[1] == "| --- | --- | --- | --- | --- | --- | --- |"
    assert table[2].startswith("| 1 | `greedy` | ")
    assert {line.count("|") for line in table} == {8}
    two = match(["greedy", "random"], games=2, seed=4)
    assert "| `greedy` | `random` | " in as_markdown(two)
    assert two._repr_markdown_() == as_markdown(two)


def test_json(three: TournamentResult) -> None:
    data = json.loads(json.dumps(as_json(three), allow_nan=False))
    assert data["agents"] == ["random", "greedy", "random (2)"]
    assert len(data["games"]) == 24
    assert [game["game"] for game in data["games"]] == list(range(1, 25))
    for pairing in data["pairings"]:
        one, two = pairing["agents"]
        points = 0.0
        for game in data["games"]:
            if {game["first"], game["second"]} == {one, two}:
                position = Position.parse(game["position"])
                assert position.outcome is not None
                assert game["result"] == str(position.outcome.winner or "draw")
                seat = "FIRST" if game["first"] == one else "SECOND"
                points += {seat: 1.0, "draw": 0.5}.get(game["result"], 0.0)
        assert points == pairing["wins"] + pairing["draws"] / 2
        assert pairing["games"] == 8
        assert pairing["score"] == points / 8


def test_ratings_and_quality(three: TournamentResult) -> None:
    quality = (
        Quality(16, PlyCounts(plies=40, judged=30, perfect=15, mistakes=2, points_given_away=8)),
        Quality(16, PlyCounts(plies=40, judged=40, perfect=40)),
        Quality(),
    )
    judged = replace(three, quality=quality)
    data = json.loads(json.dumps(as_json(judged), allow_nan=False))
    assert [rating["agent"] for rating in data["ratings"]] == [0, 1, 2]
    assert sum(rating["elo"] for rating in data["ratings"]) == pytest.approx(0, abs=1e-6)
    assert data["quality"][0]["perfect_rate"] == 0.5
    assert data["quality"][0]["opening"]["judged"] == 30
    assert data["quality"][2]["points_per_game"] is None
    assert as_json(three)["quality"] is None
    assert all(0 <= pairing["superiority"] <= 1 for pairing in data["pairings"])
    best = next(csv.DictReader(as_csv(judged).splitlines()))
    assert (best["judged"], best["perfect_rate"]) == ("40", "1")
    assert "points of its score given away" in as_text(judged)
    assert best["agent"] == "greedy"
    assert float(best["rating"]) == pytest.approx(three.ratings.ratings[1].elo, abs=0.06)


def test_a_match_from_the_package() -> None:
    assert ff.match is match

"""What results add up to: by opponent, rating, streaks, days."""

from datetime import date

import pytest

from fourfold.agents.opponents import list_opponents
from fourfold.store import GameResult
from fourfold.store.results import Result
from fourfold.web.play import standings

DAY = 86_400.0
NOON = 1_700_000_000.0 - 1_700_000_000.0 % DAY + DAY / 2  # 12:00 UTC


def result(
    result: Result = "win",
    agent: str | None = "threat",
    name: str | None = None,
    *,
    day: float = 0,
    opponent: str | None = None,
    rules: str = "7x6",
    counted: bool = True,
    took_back: bool = False,
) -> GameResult:
    called = name if name is not None else str(agent)
    ended = NOON + day * DAY
    return GameResult(result, ended, rules, agent, opponent, called, counted, took_back)


def against_the_ladder(
    number: int, won: Result, *, rules: str = "7x6", took_back: bool = False
) -> GameResult:
    opponent = list_opponents()[number]
    return result(won, opponent.agent, opponent.name, rules=rules, took_back=took_back)


def test_opponents_have_names_and_not_specs() -> None:
    tallies = standings.tally(
        [
            result("win", "classic:level=easy"),
            result("loss", "uct:seconds=1"),
            result("draw", "uct:seconds=2,seed=3"),
            against_the_ladder(0, "win"),
            result("win", "nonsense:old=1"),
            result("loss", None, "Ann", opponent="a"),
            result("win", None, "Anna", opponent="a", day=1),  # the same, under a new name
            result("win", None, "human", opponent="b"),
            result("win", None, "Zoe", counted=False),
        ]
    )
    found = {tally.title: (tally.wins, tally.draws, tally.losses) for tally in tallies}
    names = {tally.title: tally.opponent for tally in tallies}
    pip = list_opponents()[0]
    assert found[pip.name] == (1, 0, 0)
    assert names[pip.name] == pip.id
    assert found["Classic, easy"] == (1, 0, 0)
    assert found["Anna"] == (1, 0, 1)
    assert found["Somebody"] == (1, 0, 0)
    assert found["Nonsense"] == (1, 0, 0)
    assert (0, 1, 1) in found.values()  # both kinds of uct
    assert len(found) == 6
    assert not any(":" in title or "=" in title for title in found)
    assert {tally.games for tally in tallies[:2]} == {2}  # the most played first


def test_a_rating_follows_the_results() -> None:
    assert standings.rate([]) is None
    assert standings.rate([result("win", "threat")]) is None  # nobody has measured it
    middle = 5
    won = standings.rate([against_the_ladder(middle, "win")] * 20)
    lost = standings.rate([against_the_ladder(middle, "loss")] * 20)
    even = standings.rate([against_the_ladder(middle, each) for each in ("win", "loss") * 20])
    assert won is not None
    assert lost is not None
    assert even is not None
    measured = list_opponents()[middle].rating.elo
    assert lost[0].rating < measured - 200
    assert won[0].rating > measured + 200
    assert even[0].rating == pytest.approx(measured, abs=40)
    assert even[1] == 40
    assert even[0].deviation < won[0].deviation < standings.START.deviation


def test_what_is_not_rated() -> None:
    rated = [against_the_ladder(3, "win")]
    more = [
        against_the_ladder(3, "win", rules="4x4"),
        against_the_ladder(3, "win", took_back=True),
        result("win", None, "Ann"),
        result("win", list_opponents()[3].agent, "A name of my own"),
    ]
    assert standings.rate(rated + more) == standings.rate(rated)


def test_win_streaks() -> None:
    def streak(text: str) -> tuple[int, int]:
        results: dict[str, Result] = {"w": "win", "d": "draw", "l": "loss"}
        found = standings.win_streak(result(results[each]) for each in text)
        return found.current, found.best

    assert streak("") == (0, 0)
    assert streak("wwlwww") == (3, 3)
    assert streak("wwwwdw") == (1, 4)
    assert streak("wwl") == (0, 2)
    alone = [result("win"), result("loss", None, "Ben", counted=False), result("win")]
    assert standings.win_streak(alone).current == 2


def test_days_are_those_of_the_player() -> None:
    late = [result(day=0.45), result(day=0.45), result(day=1)]  # 22:48 UTC
    assert sorted(standings.days_played(late, 0).values()) == [1, 2]
    assert list(standings.days_played(late, 120).values()) == [3]
    assert standings.today(120, NOON + 0.45 * DAY) == standings.today(0, NOON + DAY)


def test_day_streaks() -> None:
    def streak(days: list[int], today: int) -> tuple[int, int]:
        found = standings.day_streak((date(2026, 1, day) for day in days), date(2026, 1, today))
        return found.current, found.best

    assert streak([], 1) == (0, 0)
    assert streak([1, 2, 3, 3], 3) == (3, 3)
    assert streak([1, 2, 3], 4) == (3, 3)  # today is not over
    assert streak([1, 2, 3], 5) == (0, 3)
    assert streak([1, 2, 3, 7, 8], 8) == (2, 3)

"""Puzzles over the API: what a puzzle holds, and how attempts, days, rushes and mistakes count."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fourfold.puzzles import Puzzle, get_puzzle, judge, load_puzzles
from fourfold.rules.notation import column_label
from fourfold.web.app import create_app
from fourfold.web.settings import Settings
from tests.web.conftest import make_page

ANN = "a" * 26
BEN = "b" * 26
DAY = date(2026, 11, 18)
GAME = "1213121"
"""On a board of 5x4: FIRST wins with a1 to a4. SECOND's last move gives a draw away."""


class Clock:
    """Says what day it is."""

    today = DAY

    def __call__(self) -> date:
        return self.today

    def pass_days(self, days: int) -> None:
        self.today += timedelta(days)


class Caller:
    """Calls the API as one player's browser does."""

    def __init__(self, client: TestClient, clock: Clock, code: str | None) -> None:
        self.client = client
        self.clock = clock
        self.headers = {} if code is None else {"X-Fourfold-Player": code}

    def get(self, path: str, **query: Any) -> Any:
        answer = self.client.get(f"/api/puzzles{path}", params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        answer = self.client.post(f"/api/puzzles{path}", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refusal(self, path: str, body: Any = None, **query: Any) -> tuple[int, str]:
        if body is None:
            answer = self.client.get(f"/api/puzzles{path}", params=query, headers=self.headers)
        else:
            answer = self.client.post(f"/api/puzzles{path}", json=body, headers=self.headers)
        return answer.status_code, answer.json()["error"]

    def attempt(self, id: str, moves: list[str], mode: str = "rated", **more: Any) -> Any:
        return self.post(f"/{id}/attempts", moves=moves, mode=mode, **more)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[TestClient]:
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'games.db'}", workers=2, today=clock, rates={}
    )
    app = create_app(replace(settings, budget=1.0), folder=make_page(tmp_path))
    with TestClient(app, base_url="http://127.0.0.1:8444") as client:
        yield client


@pytest.fixture
def ann(client: TestClient, clock: Clock) -> Caller:
    return Caller(client, clock, ANN)


@pytest.fixture
def ben(client: TestClient, clock: Clock) -> Caller:
    return Caller(client, clock, BEN)


def solution(puzzle: Puzzle) -> list[str]:
    columns = puzzle.start.rules.columns
    return [column_label(puzzle.line[step], columns) for step in puzzle.own_steps]


def wrong_move(view: Any, step: int = 0) -> str:
    answers = view["steps"][step]["answers"]
    wrong = next(answer["column"] for answer in answers if not answer["right"])
    return str(view["rules"]["labels"][wrong])


def longest(*, rules: str = "7x6") -> Puzzle:
    """A puzzle with several own plies."""
    fitting = [puzzle for puzzle in load_puzzles() if puzzle.rules == rules]
    return max(fitting, key=lambda puzzle: (len(puzzle.own_steps), -puzzle.rating))


# What a puzzle holds


def test_puzzle_can_be_played_without_the_server(ann: Caller) -> None:
    puzzle = longest()
    view = ann.get(f"/{puzzle.id}")
    position = puzzle.start
    assert view["position"] == puzzle.position
    assert [piece["column"] for piece in view["pieces"]] == list(position.moves)
    assert view["side"] == ("FIRST" if position.ply % 2 == 0 else "SECOND")
    assert len(view["steps"]) == len(puzzle.own_steps) > 1
    for number, step in enumerate(view["steps"]):
        here = puzzle.position_at(puzzle.own_steps[number])
        assert [answer["column"] for answer in step["answers"]] == list(here.legal_columns)
        for answer in step["answers"]:
            verdict = judge(puzzle, puzzle.own_steps[number], answer["column"])
            assert answer["right"] is verdict.is_right
            assert answer["row"] == here.landing_row(answer["column"])
            assert answer["sentences"] == list(verdict.sentences) != []
            assert [ply["column"] for ply in answer["line"]] == list(verdict.refutation)
            if answer["line"]:
                assert answer["line"][0]["side"] != view["side"]
        position = here.play(puzzle.line[puzzle.own_steps[number]])
        for reply in step["replies"]:
            assert reply["row"] == position.landing_row(reply["column"])
            position = position.play(reply["column"])


def test_end_of_a_puzzle_and_of_a_refutation_have_their_line(ann: Caller) -> None:
    puzzle = next(p for p in load_puzzles() if p.moves == 1 and p.goal == "win")
    answers = ann.get(f"/{puzzle.id}")["steps"][0]["answers"]
    right = next(answer for answer in answers if answer["right"])
    assert (right["outcome"], right["moves"], right["line"]) == ("win", 1, [])
    assert len(right["line_cells"]) >= 4
    for answer in answers:
        end = puzzle.start.play(answer["column"])
        for ply in answer["line"]:
            end = end.play(ply["column"])
        assert [tuple(cell) for cell in answer["line_cells"]] == list(end.winning_cells)


def test_ban_is_a_step_of_its_own(ann: Caller) -> None:
    puzzle = next(p for p in load_puzzles() if "star" in p.themes and len(p.own_steps) > 1)
    kinds = [step["kind"] for step in ann.get(f"/{puzzle.id}")["steps"]]
    wanted = ["ban" if puzzle.position_at(step).must_ban else "piece" for step in puzzle.own_steps]
    assert kinds == wanted
    assert "ban" in kinds


def test_unknown_puzzle(ann: Caller) -> None:
    status, text = ann.refusal("/nothing")
    assert status == 404
    assert text.startswith("There is no puzzle 'nothing'")


def test_collection_says_what_there_is(ann: Caller) -> None:
    found = ann.get("")
    assert found["total"] == len(load_puzzles()) == sum(b["count"] for b in found["boards"])
    assert {"name", "count"} == set(found["themes"][0])
    assert all(theme["count"] for theme in found["themes"])


# Rated puzzles


def test_next_is_near_the_rating_and_stays_until_it_is_tried(ann: Caller, ben: Caller) -> None:
    first = ann.get("/next")
    assert first["progress"]["rating"] == 1500
    assert first == ann.get("/next")
    (view,) = first["puzzles"]
    assert abs(view["rating"] - 1500) < 400
    ann.attempt(view["id"], solution(get_puzzle(view["id"])))
    assert ann.get("/next")["puzzles"][0]["id"] != view["id"]
    several = ben.get("/next", count=5)["puzzles"]
    assert len({each["id"] for each in several}) == 5


def test_next_with_a_theme_and_a_board(ann: Caller) -> None:
    for view in ann.get("/next", theme="two-threats", rules="7x6", count=3)["puzzles"]:
        assert "two-threats" in view["themes"]
        assert view["rules"]["text"] == "7x6"
    (other,) = ann.get("/next", rules="other")["puzzles"]
    assert other["rules"]["text"] != "7x6"
    status, text = ann.refusal("/next", theme="magic")
    assert status == 422
    assert "'magic'" in text
    assert "two-threats" in text


def test_first_attempt_changes_the_rating_once(ann: Caller) -> None:
    (view,) = ann.get("/next")["puzzles"]
    moves = solution(get_puzzle(view["id"]))
    result = ann.attempt(view["id"], moves)
    assert result["solved"]
    assert result["rated"]
    assert result["before"] == 1500 < result["after"] == result["progress"]["rating"]
    assert (result["progress"]["rated"], result["progress"]["solved"]) == (1, 1)
    # Sent again, or tried again with another result, it stays as it was.
    assert ann.attempt(view["id"], moves) == result
    wrong = ann.attempt(view["id"], [wrong_move(view)])
    assert not wrong["solved"]
    assert wrong["progress"] == result["progress"]


def test_wrong_move_and_giving_up_lower_the_rating(ann: Caller) -> None:
    (view,) = ann.get("/next")["puzzles"]
    result = ann.attempt(view["id"], [wrong_move(view)])
    assert not result["solved"]
    assert result["after"] < 1500
    (view,) = ann.get("/next")["puzzles"]
    again = ann.attempt(view["id"], [], gave_up=True)
    assert not again["solved"]
    assert again["after"] < result["after"]
    assert (again["progress"]["rated"], again["progress"]["solved"]) == (2, 0)


def test_practice_counts_for_nothing(ann: Caller) -> None:
    puzzle = load_puzzles()[0]
    result = ann.attempt(puzzle.id, solution(puzzle), mode="practice")
    assert result["solved"]
    assert not result["rated"]
    assert result["progress"] == ann.get("")["progress"]
    assert result["progress"]["rated"] == 0


def test_server_judges_for_itself(ann: Caller) -> None:
    puzzle = longest()
    moves = solution(puzzle)
    path = f"/{puzzle.id}/attempts"
    status, text = ann.refusal(path, {"moves": moves[:1], "mode": "rated"})
    assert status == 422
    assert text == (
        f"The attempt is not over: the solution has {len(moves)} moves, and 1 were played."
    )
    wrong = wrong_move(ann.get(f"/{puzzle.id}"))
    status, text = ann.refusal(path, {"moves": [wrong, moves[1]]})
    assert (status, text) == (422, f"After the wrong move {wrong} the attempt is over.")
    status, text = ann.refusal(path, {"moves": ["9"]})
    assert (status, text) == (422, "Column 9 is not on a board of 7x6.")
    assert ann.refusal(path, {"moves": "4"})[0] == 422
    assert not ann.attempt(puzzle.id, moves, gave_up=True)["solved"]


def test_without_a_code_nothing_is_stored(client: TestClient, clock: Clock) -> None:
    nobody = Caller(client, clock, None)
    (view,) = nobody.get("/next")["puzzles"]
    result = nobody.attempt(view["id"], solution(get_puzzle(view["id"])))
    assert result["solved"]
    assert result["after"] > 1500
    assert nobody.get("")["progress"]["rated"] == 0
    status, text = nobody.refusal("", {"collects_mistakes": True})
    assert status == 422
    assert "code" in text


# The puzzle of the day


def test_daily_puzzle_is_the_same_for_everybody(ann: Caller, ben: Caller, clock: Clock) -> None:
    today = ann.get("/daily")
    assert today == ben.get("/daily")
    assert (today["day"], today["today"], today["mark"]) == ("2026-11-18", "2026-11-18", None)
    clock.pass_days(1)
    tomorrow = ann.get("/daily")
    assert tomorrow["puzzle"]["id"] != today["puzzle"]["id"]
    assert ann.get("/daily", date="2026-11-18")["puzzle"] == today["puzzle"]


@pytest.mark.parametrize("day", ["2026-11-19", "2025-12-31", "2026-02-30", "today"])
def test_days_without_a_puzzle(ann: Caller, day: str) -> None:
    status, text = ann.refusal("/daily", date=day)
    assert status == 422
    assert day in text


def solve_day(caller: Caller, **more: Any) -> Any:
    found = caller.get("/daily")
    moves = solution(get_puzzle(found["puzzle"]["id"]))
    return caller.attempt(found["puzzle"]["id"], moves, "daily", day=found["day"], **more)


def test_streak_of_days(ann: Caller, clock: Clock) -> None:
    assert solve_day(ann)["progress"]["streak"] == 1
    assert solve_day(ann)["progress"]["streak"] == 1
    clock.pass_days(1)
    assert ann.get("")["progress"]["streak"] == 1  # today is still to come
    result = solve_day(ann)
    assert (result["progress"]["day"], result["progress"]["streak"]) == ("solved", 2)
    assert result["progress"]["rated"] == 0
    clock.pass_days(2)
    progress = ann.get("")["progress"]
    assert (progress["day"], progress["streak"], progress["longest_streak"]) == (None, 0, 2)
    # An earlier day can be solved, but only the day itself counts for the streak.
    yesterday = (clock.today - timedelta(1)).isoformat()
    late = ann.get("/daily", date=yesterday)["puzzle"]["id"]
    ann.attempt(late, solution(get_puzzle(late)), "daily", day=yesterday)
    assert ann.get("/daily", date=yesterday)["mark"] == "solved"
    assert solve_day(ann)["progress"]["streak"] == 1


def test_result_that_was_kept_offline_counts_for_its_day(ann: Caller, clock: Clock) -> None:
    found = ann.get("/daily")
    clock.pass_days(1)
    moves = solution(get_puzzle(found["puzzle"]["id"]))
    sent = {"day": "2026-11-18", "played": "2026-11-18"}
    ann.attempt(found["puzzle"]["id"], moves, "daily", **sent)
    assert solve_day(ann)["progress"]["streak"] == 2


def test_day_may_be_solved_after_a_mistake_but_not_after_the_solution(ann: Caller) -> None:
    found = ann.get("/daily")
    id = found["puzzle"]["id"]
    wrong = wrong_move(found["puzzle"])
    assert ann.attempt(id, [wrong], "daily")["progress"]["day"] == "tried"
    assert solve_day(ann)["progress"]["day"] == "solved"
    ben = Caller(ann.client, ann.clock, BEN)
    assert ben.attempt(id, [], "daily", gave_up=True)["progress"]["day"] == "shown"
    assert solve_day(ben)["progress"]["day"] == "shown"


def test_only_the_puzzle_of_a_day_counts_for_it(ann: Caller) -> None:
    today = ann.get("/daily")["puzzle"]["id"]
    other = next(puzzle for puzzle in load_puzzles() if puzzle.id != today)
    body = {"moves": solution(other), "mode": "daily"}
    status, text = ann.refusal(f"/{other.id}/attempts", body)
    assert (status, text) == (422, f"{other.id} is not the puzzle of 2026-11-18.")


# Rushes


def test_rush_grows_and_its_parts_fit_together(ann: Caller) -> None:
    first = ann.get("/rush")
    seed = first["seed"]
    ratings = [view["rating"] for view in first["puzzles"]]
    assert ratings == sorted(ratings)
    assert len(ratings) == 20
    whole = ann.get("/rush", seed=seed, count=60)["puzzles"]
    rest = ann.get("/rush", seed=seed, skip=20, count=40)["puzzles"]
    assert first["puzzles"] + rest == whole
    assert len({view["id"] for view in whole}) == first["total"] == 60


def test_rush_is_counted_by_the_server(ann: Caller) -> None:
    views = ann.get("/rush", seed=7)["puzzles"]
    right = [solution(get_puzzle(view["id"])) for view in views]
    wrong = [[wrong_move(view)] for view in views]
    answers = [right[0], right[1], wrong[2], right[3], wrong[4], wrong[5], right[6]]
    result = ann.post("/rush", seed=7, answers=answers)
    assert (result["score"], result["is_best"]) == (3, True)  # nothing after the third mistake
    assert (result["progress"]["rush_best"], result["progress"]["rush_runs"]) == (3, 1)
    # Sent again it does not count again; a worse one is not the best.
    assert not ann.post("/rush", seed=7, answers=answers)["is_best"]
    result = ann.post("/rush", seed=8, answers=[])
    assert (result["score"], result["is_best"]) == (0, False)
    assert (result["progress"]["rush_best"], result["progress"]["rush_runs"]) == (3, 2)


# Mistakes of own games


def play_and_review(caller: Caller, moves: str = GAME) -> str:
    """Play a game of both seats, and read its review."""
    players = [{"name": "Ann"}, {"name": "Ann"}]
    body = {"rules": "5x4", "players": players}
    made = caller.client.post("/api/games", json=body, headers=caller.headers).json()
    id, seats = made["game"]["id"], made["seats"]
    for ply, column in enumerate(moves):
        secret = seats[("FIRST", "SECOND")[ply % 2]]
        headers = {"Authorization": f"Bearer {secret}"}
        answer = caller.client.post(
            f"/api/games/{id}/moves", json={"column": column}, headers=headers
        )
        assert answer.status_code == 200, answer.text
    answer = caller.client.get(f"/api/games/{id}/review", headers=caller.headers)
    assert "event: review" in answer.text
    return str(id)


def wait_for_mistakes(caller: Caller, least: int = 1) -> Any:
    end = time.monotonic() + 20
    while caller.get("")["progress"]["mistakes"] < least:
        assert time.monotonic() < end, "no mistake was collected"
        time.sleep(0.02)
    return caller.get("")["progress"]


def test_mistakes_come_back_after_growing_intervals(ann: Caller, clock: Clock) -> None:
    assert ann.get("")["progress"]["collects_mistakes"] is False
    assert ann.post("", collects_mistakes=True)["collects_mistakes"] is True
    game = play_and_review(ann)
    progress = wait_for_mistakes(ann)
    count = progress["mistakes"]
    assert (progress["mistakes_due"], progress["next_due"]) == (0, "2026-11-19")
    assert ann.get("/mistakes")["mistakes"] == []
    clock.pass_days(1)
    due = ann.get("/mistakes")["mistakes"]
    assert len(due) == count
    last = next(each for each in due if each["puzzle"]["position"] == "5x4:12131")
    assert (last["game"], last["played"], last["repetitions"]) == (game, 1, 0)
    view = last["puzzle"]
    assert (view["side"], view["goal"], view["rating"]) == ("SECOND", "draw", None)
    right = [answer["column"] for answer in view["steps"][0]["answers"] if answer["right"]]
    assert right == [0]
    wrong = next(answer for answer in view["steps"][0]["answers"] if not answer["right"])
    assert wrong["line"][0]["side"] == "FIRST"
    assert wrong["sentences"]
    assert ann.get(f"/{view['id']}") == view
    # Solved, it comes back later each time; what is sent twice counts once.
    for days in (3, 7, 16, 35, 77):
        wanted = (clock.today + timedelta(days)).isoformat()
        assert ann.attempt(view["id"], ["1"], "mistake")["due"] == wanted
        assert ann.attempt(view["id"], ["1"], "mistake")["due"] == wanted
        clock.pass_days(days)
    # A wrong move starts again from the beginning.
    tomorrow = (clock.today + timedelta(1)).isoformat()
    assert ann.attempt(view["id"], [wrong_move(view)], "mistake")["due"] == tomorrow
    assert ann.attempt(view["id"], ["1"], "mistake")["due"] == tomorrow
    assert ann.get("")["progress"]["rating"] == 1500


def test_mistakes_are_private_and_not_rated(ann: Caller, ben: Caller, clock: Clock) -> None:
    ann.post("", collects_mistakes=True)
    play_and_review(ann)
    wait_for_mistakes(ann)
    clock.pass_days(1)
    id = ann.get("/mistakes")["mistakes"][0]["puzzle"]["id"]
    assert ben.refusal(f"/{id}")[0] == 404
    assert ann.refusal(f"/{id}/attempts", {"moves": ["1"], "mode": "rated"})[0] == 422


def test_only_own_games_count_and_only_if_wanted(ann: Caller, ben: Caller) -> None:
    game = play_and_review(ann)  # not wanted
    ben.post("", collects_mistakes=True)
    path = f"/api/games/{game}/review"
    assert "event: review" in ben.client.get(path, headers=ben.headers).text  # not Ben's
    ann.post("", collects_mistakes=True)
    assert "event: review" in ann.client.get(path, headers=ann.headers).text
    count = wait_for_mistakes(ann)["mistakes"]
    # A review that is read again adds nothing, nor does Ben's.
    assert "event: review" in ann.client.get(path, headers=ann.headers).text
    play_and_review(ben)
    wait_for_mistakes(ben)
    assert ann.get("")["progress"]["mistakes"] == count

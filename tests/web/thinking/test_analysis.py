"""Analyses over the API."""

import time
from dataclasses import replace

from fourfold.web.settings import Settings
from tests.waiting import AT_LATEST
from tests.web.conftest import Start
from tests.web.driver import Api


def test_every_column_of_a_position(api: Api) -> None:
    view = api.get("/api/analysis/7x6:4455")
    assert (view["outcome"], view["in_plies"], view["win_chance"], view["complete"]) == (
        "win", 3, 1.0, True,
    )  # fmt: skip
    assert view["columns"][2] == {
        "column": 2, "label": "3", "full": False, "proven": True, "outcome": "win",
        "in_plies": 3, "moves": 3, "score": 18, "win_chance": 1.0,
        "why": ["Makes two threats at once, at b1 and f1: the opponent cannot stop them all."],
        "reason": "Makes two threats at once.",
    }  # fmt: skip
    assert view["columns"][view["best"]]["in_plies"] == 3
    assert view["line"][0] == view["columns"][view["best"]]["label"]


def test_full_columns_and_finished_games(api: Api) -> None:
    full = api.get("/api/analysis/7x6:444444")["columns"]
    assert [column["full"] for column in full] == [False] * 3 + [True] + [False] * 3
    over = api.get("/api/analysis/7x6:1212121")
    assert all(column["full"] for column in over["columns"])
    assert (over["best"], over["line"]) == (None, [])


def test_ten_hours_are_cut_to_what_the_server_allows(start: Start, settings: Settings) -> None:
    api = start(replace(settings, analysis=0.4))
    began = time.monotonic()
    view = api.get("/api/analysis/12x12:", seconds=36000)
    assert time.monotonic() - began < AT_LATEST
    assert not view["complete"]
    assert all(0 <= column["win_chance"] <= 1 for column in view["columns"])


def test_an_answer_is_remembered(start: Start, settings: Settings) -> None:
    api = start(replace(settings, analysis=0.5))
    one = api.get("/api/analysis/9x9:")
    assert api.get("/api/analysis/9x9:") == one  # to the node, and to the millisecond

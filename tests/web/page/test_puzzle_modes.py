"""Puzzles in other ways than rated ones: of the day, in a rush, and from own mistakes."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from fourfold.puzzles import Puzzle, get_puzzle
from fourfold.store import Store
from fourfold.web.play.identities import player_id
from tests.web.page.conftest import Visit
from tests.web.page.driver import Site, Visitor
from tests.web.page.puzzle_driver import (
    figure,
    kept,
    open_puzzles,
    solve,
    turn,
    wait_until,
    words,
    wrong_move,
)

GAME = "1213121"
"""On a board of 5x4: Red wins with a1 to a4. Yellow's last move gives a draw away."""
MINUTE = 60_000


# The puzzle of the day


def test_puzzle_of_the_day_is_the_same_in_two_browsers(visit: Visit) -> None:
    ann, ben = (open_puzzles(visit, "puzzles/daily") for _ in range(2))
    for visitor in (ann, ben):
        expect(turn(visitor)).to_contain_text(re.compile("to (move|drop the ban):"))
    puzzle = get_puzzle(kept(ann)["daily"]["puzzle"]["id"])
    assert kept(ben)["daily"]["puzzle"]["id"] == puzzle.id
    solve(ann, puzzle)
    expect(words(ann)).to_contain_text("A streak of 1 day.")
    mark = ann.page.locator(".puzzle-day-mark")
    expect(mark).to_contain_text("Solved")
    expect(figure(ann, "Day streak")).to_have_text("1")
    expect(figure(ann, "Rating")).to_have_text("about 1500")  # it is not rated
    expect(ben.page.locator(".puzzle-day-mark")).not_to_contain_text("Solved")
    ann.page.reload()
    expect(mark).to_contain_text("Solved")
    # Earlier days are a link away.
    ann.page.get_by_role("link", name="The day before").click()
    expect(ann.page).to_have_url(re.compile(r"/puzzles/daily\?date=\d{4}-\d\d-\d\d$"))
    expect(ann.page.locator(".puzzle-title")).to_contain_text("Puzzle of ")
    expect(mark).not_to_contain_text("Solved")
    ann.page.get_by_role("link", name="The day after").click()
    expect(mark).to_contain_text("Solved")


# The rush


def start_rush(visit: Visit) -> tuple[Visitor, list[Puzzle]]:
    ann = visit(None)
    ann.page.clock.install()
    with ann.page.expect_response(re.compile("api/puzzles/rush")) as answer:
        ann.page.goto("puzzles/rush")
    puzzles = [get_puzzle(view["id"]) for view in answer.value.json()["puzzles"]]
    expect(words(ann)).to_contain_text("three minutes")
    ann.press("Enter")
    expect(turn(ann)).to_contain_text(re.compile("to (move|drop the ban):"))
    return ann, puzzles


def test_rush_ends_when_the_time_is_up(visit: Visit) -> None:
    ann, puzzles = start_rush(visit)
    clock, score = ann.page.locator(".rush-time"), ann.page.locator(".rush-score")
    expect(clock).to_have_text(re.compile("^(3:00|2:59)$"))
    for number, puzzle in enumerate(puzzles[:3], start=1):
        solve(ann, puzzle)
        expect(score).to_have_text(f"{number} solved")
    ann.press(wrong_move(puzzles[3]))
    expect(words(ann)).to_contain_text("2 lives left")
    ann.page.clock.run_for(2 * MINUTE)
    expect(clock).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    ann.page.clock.run_for(MINUTE)
    expect(words(ann)).to_contain_text("Time is up. You solved 3 puzzles.")
    expect(words(ann)).to_contain_text("Your best rush so far.")
    expect(figure(ann, "Best rush")).to_have_text("3")
    expect(ann.page.locator(".board").locator("visible=true")).to_have_count(0)
    missed = ann.page.get_by_role("list", name="Puzzles that you missed").get_by_role("link")
    expect(missed).to_have_count(1)
    expect(missed).to_have_attribute("href", f"puzzles/{puzzles[3].id}")
    expect(ann.button("Another rush")).to_be_focused()
    ann.press("Enter")
    expect(score).to_have_text("0 solved")
    expect(turn(ann)).to_contain_text(re.compile("to (move|drop the ban):"))
    ann.press("Escape")
    expect(words(ann)).to_contain_text("You have stopped. You solved 0 puzzles.")
    expect(words(ann)).to_contain_text("Your best: 3.")


def test_rush_ends_with_the_third_mistake(visit: Visit) -> None:
    ann, puzzles = start_rush(visit)
    solve(ann, puzzles[0])
    for puzzle in puzzles[1:4]:
        expect(ann.page.locator(".screen .board")).to_have_class(re.compile("is-playable"))
        ann.press(wrong_move(puzzle))
    expect(words(ann)).to_contain_text("That was the third mistake. You solved 1 puzzle.")
    expect(ann.page.locator(".rush-missed a")).to_have_count(3)


# My mistakes


def let_days_pass(site: Site, code: str, days: int) -> None:
    """Make what is stored of a player so many days older."""

    def shift(profile: dict[str, Any]) -> dict[str, Any]:
        for mistake in profile["puzzles"]["mistakes"]:
            due = date.fromisoformat(mistake["due"]) - timedelta(days)
            mistake["due"] = due.isoformat()
        return profile

    id = player_id(code)
    assert id is not None
    with Store.open(f"sqlite:///{site.database}") as store:
        store.change_profile(id, shift)


def test_mistakes_of_own_games_come_back(visit: Visit, site: Site) -> None:
    ann = open_puzzles(visit, "puzzles/mistakes")
    switch = ann.page.get_by_role("switch", name="Collect my mistakes")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(words(ann)).to_contain_text("Nothing is collected yet.")
    # A game of two at this screen, and its review.
    code = json.loads(ann.page.evaluate("localStorage['fourfold.player']"))
    ann.context.set_extra_http_headers({"X-Fourfold-Player": code})
    ann.begin("5x4", "Ann", "Bob")
    ann.context.set_extra_http_headers({})  # from here on the page says itself who it is
    ann.drop(*GAME)
    ann.press("v")
    expect(ann.page.locator("#summary")).to_contain_text("Every label is proven.")

    def collected() -> int:
        return int(ask(ann, "api/puzzles", code)["progress"]["mistakes"])

    wait_until(ann, lambda: collected() > 0)
    ann.page.goto("puzzles/mistakes")
    expect(words(ann)).to_contain_text("Nothing is due today.")
    let_days_pass(site, code, 1)
    ann.page.reload()
    expect(turn(ann)).to_contain_text("to move: find the only move that")
    expect(ann.page.locator(".puzzle-game")).to_contain_text("In your game you played column")
    mistake = kept(ann)["mistakes"][0]
    due = len(kept(ann)["mistakes"])
    (answer,) = [a for a in mistake["puzzle"]["steps"][0]["answers"] if a["right"]]
    ann.press(mistake["puzzle"]["rules"]["labels"][answer["column"]])
    expect(words(ann)).to_contain_text("Solved.")
    expect(words(ann)).to_contain_text("It comes back on ")
    # It stays away for three days; the others are still due.
    let_days_pass(site, code, 2)
    ann.page.reload()
    expect(ann.page.locator(".puzzle-panel")).to_be_visible()
    ids = mistakes_due(ann, code)
    assert mistake["puzzle"]["id"] not in ids
    assert len(ids) == due - 1
    let_days_pass(site, code, 1)
    assert mistake["puzzle"]["id"] in mistakes_due(ann, code)


def mistakes_due(visitor: Visitor, code: str) -> list[str]:
    """The ids of the mistakes that are due."""
    found = ask(visitor, "api/puzzles/mistakes", code)["mistakes"]
    return [each["puzzle"]["id"] for each in found]


def ask(visitor: Visitor, path: str, code: str) -> Any:
    """What the server answers to a player."""
    headers = {"X-Fourfold-Player": code}
    return visitor.context.request.get(path, headers=headers).json()

"""Puzzles: rated, of the day, in a rush, from own mistakes, without the server, for everyone."""

import json
import re
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import APIResponse, Locator, Route, expect

from fourfold.puzzles import Puzzle, get_puzzle, load_puzzles
from fourfold.rules.notation import column_label
from fourfold.store import Store
from fourfold.web.play.identities import player_id
from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Site, Visitor

GAME = "1213121"
"""On a board of 5x4: Red wins with a1 to a4. Yellow's last move gives a draw away."""
MINUTE = 60_000


def words(visitor: Visitor) -> Locator:
    """What is said of a move."""
    return visitor.page.locator(".puzzle-feedback")


def turn(visitor: Visitor) -> Locator:
    """Who moves."""
    return visitor.page.locator(".puzzle-turn")


def figure(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(".puzzle-figures div").filter(has_text=name).locator("dd")


def kept(visitor: Visitor) -> Any:
    """What the browser keeps of puzzles."""
    return json.loads(visitor.page.evaluate("localStorage['fourfold.puzzles'] ?? '{}'"))


def boards(visitor: Visitor) -> list[str]:
    """The boards of the rated puzzles that are loaded."""
    return [puzzle["rules"]["text"] for puzzle in kept(visitor)["rated"]]


def wait_until(visitor: Visitor, condition: Callable[[], object]) -> None:
    """Wait for what cannot be seen on the page."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        visitor.page.wait_for_timeout(20)


def solution(puzzle: Puzzle) -> list[str]:
    columns = puzzle.start.rules.columns
    return [column_label(puzzle.line[step], columns) for step in puzzle.own_steps]


def wrong_move(puzzle: Puzzle) -> str:
    wrong = next(column for column in puzzle.start.legal_columns if column != puzzle.line[0])
    return column_label(wrong, puzzle.start.rules.columns)


def shown_puzzle(visitor: Visitor) -> Puzzle:
    """The rated puzzle on the board."""
    # While the next one is fetched, none is kept.
    wait_until(visitor, lambda: bool(kept(visitor).get("rated")))
    expect(turn(visitor)).to_contain_text(re.compile("to (move|drop the ban):"))
    return get_puzzle(kept(visitor)["rated"][0]["id"])


def solve(visitor: Visitor, puzzle: Puzzle) -> None:
    for key in solution(puzzle):
        expect(visitor.page.locator(".screen .board")).to_have_class(re.compile("is-playable"))
        visitor.press(key)


def open_puzzles(visit: Visit, path: str = "puzzles", **options: Any) -> Visitor:
    visitor = visit(None, **options)
    visitor.page.goto(path)
    expect(visitor.page.locator(".puzzle-room")).to_be_visible()
    return visitor


# Rated puzzles


def test_rated_puzzles_from_the_start_page_by_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    ann.page.locator("#nav").get_by_role("button", name="Puzzles").focus()
    ann.press("Enter")
    expect(ann.page).to_have_url(re.compile("/puzzles$"))
    expect(ann.page).to_have_title("Rated puzzles · fourfold")
    puzzle = shown_puzzle(ann)
    who = "Red" if puzzle.start.ply % 2 == 0 else "Yellow"
    if "-b" not in puzzle.rules:
        expect(turn(ann)).to_contain_text(f"{who} to move: ")
    expect(figure(ann, "Rating")).to_have_text("about 1500")
    solve(ann, puzzle)
    expect(words(ann)).to_contain_text("Solved.")
    expect(words(ann)).to_contain_text(re.compile(r"Your rating: 1500 → 1[5-9]\d\d \(\+\d+\)\."))
    expect(figure(ann, "Solved")).to_have_text("1 of 1")
    ann.press("Enter")
    expect(words(ann)).not_to_contain_text("Solved.")
    second = shown_puzzle(ann)
    assert second.id != puzzle.id
    ann.press("Escape")
    expect(ann.page).not_to_have_url(re.compile("puzzles"))
    expect(ann.page.locator("#room .board")).to_be_visible()


def test_wrong_move_is_refuted_on_the_board_and_costs_rating(visit: Visit) -> None:
    ann = open_puzzles(visit)
    puzzle = shown_puzzle(ann)
    pieces = ann.pieces().count()
    ann.column(wrong_move(puzzle)).click()
    expect(words(ann)).to_contain_text("Not this one.")
    ghosts = ann.page.locator(".screen .line-ghost")
    expect(ghosts).not_to_have_count(0)
    expect(words(ann).locator(".puzzle-line")).to_contain_text("It goes on: 1. ")
    expect(words(ann)).to_contain_text(re.compile(r"Your rating: 1500 → 1[0-4]\d\d \(−\d+\)\."))
    # Another try: the piece is taken back, and the rating stays.
    ann.button("Try again").click()
    expect(ghosts).to_have_count(0)
    expect(ann.pieces()).to_have_count(pieces)
    rating = figure(ann, "Rating").inner_text()
    solve(ann, puzzle)
    expect(words(ann)).to_contain_text("Solved, after a wrong move.")
    expect(figure(ann, "Solved")).to_have_text("0 of 1")
    assert figure(ann, "Rating").inner_text() == rating
    # Solved or not, what it was about can be looked up and shared.
    ann.page.get_by_role("link", name="Link to this puzzle").click()
    expect(ann.page).to_have_url(re.compile(f"/puzzles/{puzzle.id}$"))
    expect(ann.page.locator(".puzzle-title")).to_have_text("Puzzle")
    expect(ann.page.locator(".screen .board")).to_have_class(re.compile("is-playable"))
    ann.press("s")
    expect(words(ann)).to_contain_text("The solution")
    expect(figure(ann, "Solved")).to_have_text("0 of 1")


def test_answer_that_comes_late_does_not_bring_the_old_rating_back(visit: Visit) -> None:
    ann = visit(None)
    held: list[tuple[Route, APIResponse]] = []
    ann.page.route("**/api/puzzles", lambda route: held.append((route, route.fetch())))
    ann.page.goto("puzzles")
    puzzle = shown_puzzle(ann)
    wait_until(ann, lambda: held)
    ann.press(wrong_move(puzzle))
    expect(figure(ann, "Solved")).to_have_text("0 of 1")
    rating = figure(ann, "Rating").inner_text()
    for route, response in held:
        route.fulfill(response=response)
    expect(ann.page.get_by_role("combobox", name="Theme")).to_be_visible()
    assert figure(ann, "Rating").inner_text() == rating != "about 1500"


def test_refutation_comes_step_by_step(visit: Visit) -> None:
    ann = visit(None, reduced_motion="no-preference")
    ann.page.clock.install(time=0)
    ann.page.goto("puzzles")
    puzzle = shown_puzzle(ann)
    ghosts = ann.page.locator(".screen .line-ghost")
    ann.page.clock.pause_at(3_600_000)  # from here on only the test lets time pass
    ann.press(wrong_move(puzzle))
    expect(words(ann)).to_contain_text("Not this one.")
    for count in range(2):
        ann.page.clock.run_for(600 if count == 0 else 430)
        expect(ghosts).to_have_count(min(count + 1, expected_ghosts(ann, puzzle)))


def expected_ghosts(visitor: Visitor, puzzle: Puzzle) -> int:
    """How long the refutation of the wrong move is."""
    view = visitor.context.request.get(f"api/puzzles/{puzzle.id}").json()
    answers = view["steps"][0]["answers"]
    wrong = next(answer for answer in answers if not answer["right"])
    return len(wrong["line"])


def test_showing_the_solution_gives_up(visit: Visit) -> None:
    ann = open_puzzles(visit)
    puzzle = shown_puzzle(ann)
    ann.button("Show me").click()
    first, *_ = solution(puzzle)
    expect(words(ann)).to_contain_text(re.compile(f"The solution(:| is) columns? {first}"))
    expect(words(ann)).to_contain_text("Your rating: 1500 → ")
    expect(ann.button("Show me")).to_be_hidden()
    ann.button("Next puzzle").click()
    expect(words(ann)).to_contain_text("Choose a column")
    assert shown_puzzle(ann).id != puzzle.id


def test_theme_and_board_are_chosen(visit: Visit) -> None:
    ann = open_puzzles(visit)
    shown_puzzle(ann)
    ann.page.get_by_role("combobox", name="Board").select_option("other")
    expect(ann.page.get_by_role("combobox", name="Board")).to_have_value("other")
    wait_until(ann, lambda: {"7x6"}.isdisjoint(boards(ann)) and boards(ann))
    expect(turn(ann)).to_contain_text("to ")
    ann.page.get_by_role("combobox", name="Board").select_option("7x6")
    ann.page.get_by_role("combobox", name="Theme").select_option("two-threats")
    wait_until(ann, lambda: any("two-threats" in each["themes"] for each in kept(ann)["rated"]))
    assert "two-threats" in shown_puzzle(ann).themes
    assert set(boards(ann)) == {"7x6"}
    # The choice is still there on the next visit.
    ann.page.reload()
    expect(ann.page.get_by_role("combobox", name="Theme")).to_have_value("two-threats")


def test_several_moves_with_the_replies_in_between(visit: Visit) -> None:
    fitting = (p for p in load_puzzles() if p.rules == "7x6" and len(p.own_steps) >= 3)
    puzzle = next(fitting)
    ann = open_puzzles(visit, f"puzzles/{puzzle.id}")
    expect(turn(ann)).to_contain_text("to move:")
    first, *rest = solution(puzzle)
    pieces = puzzle.start.ply
    expect(ann.pieces()).to_have_count(pieces)
    ann.press(first)
    expect(words(ann)).to_contain_text("Right. And now?")
    expect(words(ann)).to_contain_text("answers in column")
    expect(ann.pieces()).to_have_count(pieces + 2)
    for key in rest:
        ann.press(key)
    expect(words(ann)).to_contain_text("Solved.")
    expect(ann.pieces()).to_have_count(pieces + len(puzzle.line))


def test_unknown_puzzle_is_told(visit: Visit) -> None:
    ann = open_puzzles(visit, "puzzles/nothing")
    expect(words(ann)).to_have_text("There is no such puzzle. Is the link complete?")
    ann.problems.clear()  # the browser logs that the answer is 404


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


# Without the server


def test_loaded_puzzles_are_played_without_the_server(visit: Visit) -> None:
    ann = open_puzzles(visit)
    wait_until(ann, lambda: len(kept(ann).get("rated", [])) == 5)
    ann.page.clock.install()
    ann.page.route("**/api/**", lambda route: route.abort())
    first = shown_puzzle(ann)
    solve(ann, first)
    expect(words(ann)).to_contain_text("Your result is kept here")
    ann.button("Next puzzle").click()
    second = shown_puzzle(ann)
    ann.press(wrong_move(second))
    expect(words(ann)).to_contain_text("Not this one.")
    assert [each["path"] for each in kept(ann)["waiting"]] == [
        f"{first.id}/attempts",
        f"{second.id}/attempts",
    ]
    expect(figure(ann, "Solved")).to_have_text("–")
    # When the server answers again, both results are sent, in their order.
    ann.page.unroute("**/api/**")
    ann.page.clock.run_for(6000)
    expect(figure(ann, "Solved")).to_have_text("1 of 2")
    assert kept(ann)["waiting"] == []
    ann.problems.clear()  # the browser logs every request that fails


# For everyone


def test_axe_finds_nothing(visit: Visit) -> None:
    ann = open_puzzles(visit)
    puzzle = shown_puzzle(ann)
    expect(ann.page.get_by_role("combobox", name="Theme")).to_be_visible()
    check_axe(ann.page, MODES)
    ann.press(wrong_move(puzzle))
    expect(words(ann)).to_contain_text("Your rating")
    check_axe(ann.page, MODES)
    ann.press("s")
    expect(ann.page.get_by_role("link", name="Study the position")).to_be_visible()
    check_axe(ann.page, MODES)
    for path in ("daily", "rush", "mistakes"):
        ann.page.goto(f"puzzles/{path}")
        expect(figure(ann, "Rating")).to_be_visible()
        if path == "rush":
            ann.button("Start").click()
            expect(turn(ann)).to_contain_text("to ")
        check_axe(ann.page, MODES)


SIZES = [(320, 640), (390, 844), (1280, 800), (2560, 1440)]


def test_everything_fits(visit: Visit) -> None:
    width, height = SIZES[0]
    ann = open_puzzles(visit, viewport={"width": width, "height": height})
    puzzle = shown_puzzle(ann)
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        board = ann.page.locator(".screen .board").bounding_box()
        assert board is not None
        assert board["width"] <= width
        assert board["y"] + board["height"] <= height
        assert board["height"] >= height * 0.4 or board["width"] >= width * 0.9
    ann.press(wrong_move(puzzle))
    expect(words(ann)).to_contain_text("Your rating")
    check_widths(ann)
    for path in ("daily", "rush", "mistakes"):
        ann.page.goto(f"puzzles/{path}")
        expect(figure(ann, "Rating")).to_be_visible()
        check_widths(ann)


def check_widths(visitor: Visitor) -> None:
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert not visitor.has_overflow(), width

"""Puzzles: rated, without the server, for everyone."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import APIResponse, Route, expect

from fourfold.puzzles import Puzzle, load_puzzles
from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.puzzle_driver import (
    boards,
    figure,
    kept,
    open_puzzles,
    shown_puzzle,
    solution,
    solve,
    turn,
    wait_until,
    words,
    wrong_move,
)

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

"""Drives the puzzles of the page: opens them, reads what is shown and kept, and solves them."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from fourfold.puzzles import Puzzle, get_puzzle
from fourfold.rules.notation import column_label
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor


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

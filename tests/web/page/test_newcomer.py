"""A whole visit of a newcomer, from the first game to the history."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from fourfold.puzzles import get_puzzle
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.puzzle_driver import shown_puzzle, solve, words


def best_column(visitor: Visitor, position: str) -> str:
    """Return the label of the best column, which the newcomer happens to find."""
    answer = visitor.context.request.get(f"api/analysis/{position}?seconds=1").json()
    found = next(each for each in answer["columns"] if each["column"] == answer["best"])
    label: str = found["label"]
    return label


def win_a_game(visitor: Visitor) -> None:
    over = visitor.page.locator("#result")
    playable = visitor.page.locator("#board .board.is-playable")
    for _ in range(21):
        expect(playable.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        id = visitor.page.url.rpartition("/")[2]
        game = visitor.context.request.get(f"api/games/{id}").json()
        visitor.drop(best_column(visitor, game["position"]))
    expect(over).to_contain_text("You win!")


def test_the_whole_visit_of_a_newcomer(visit: Visit) -> None:
    ann = visit()
    # The first game is there, against someone with a name and a face.
    expect(ann.status).to_have_text("You start: choose a column.")
    expect(ann.page.locator(".player-second .face")).to_be_visible()
    opponent = ann.page.locator(".player-second .player-name").inner_text()
    win_a_game(ann)
    expect(ann.page.locator(".board .is-winning").first).to_be_visible()

    # The review of it.
    ann.button("Review").click()
    expect(ann.page.locator("#graph")).to_be_visible()
    expect(ann.page.locator("#summary")).to_contain_text(re.compile(r"\d\s%"))
    ann.button("Leave the review").click()

    # A lesson, from the first position to the next.
    ann.button("Learn").click()
    ann.page.get_by_role("link", name=re.compile("Four in a row")).click()
    lessons = ann.context.request.get("api/lessons").json()["lessons"]
    lesson = ann.context.request.get(f"api/lessons/{lessons[0]['id']}").json()
    right = next(each for each in lesson["exercises"][0]["answers"] if each["right"])
    ann.page.locator(".screen .board-column").nth(right["column"]).click()
    ann.button("Next").click()
    expect(ann.page.locator(".screen")).to_contain_text(lesson["exercises"][1]["prompt"])

    # A rated puzzle and the puzzle of the day.
    ann.button("Puzzles").click()
    solve(ann, shown_puzzle(ann))
    expect(words(ann)).to_contain_text("Solved.")
    with ann.page.expect_response(re.compile("/api/puzzles/daily")) as answer:
        ann.page.get_by_role("link", name="Today").click()
    solve(ann, get_puzzle(answer.value.json()["puzzle"]["id"]))
    expect(words(ann)).to_contain_text("Solved.")

    # The game is theirs, in the history.
    ann.button("History").click()
    mine = ann.page.locator(".screen").get_by_role("link", name=re.compile(opponent)).first
    expect(mine).to_be_visible()
    mine.click()
    expect(ann.page.locator("#result")).to_contain_text("You win!")

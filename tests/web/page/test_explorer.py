"""The explorer: what was played in the position on the screen, and how good each column is."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor


def finish_game(visitor: Visitor, rules: str, moves: str, *, mine: bool) -> None:
    """Play a game of two people to its end, by the visitor's own browser or by another."""
    code = visitor.page.evaluate("JSON.parse(localStorage['fourfold.player'])")
    headers = {"X-Fourfold-Player": code} if mine else {}
    request = visitor.context.request
    body = {"rules": rules, "players": [{}, {}]}
    answer = request.post("api/games", data=body, headers=headers).json()
    for number, label in enumerate(moves):
        secret = answer["seats"][("FIRST", "SECOND")[number % 2]]
        moved = request.post(
            f"api/games/{answer['game']['id']}/moves",
            data={"column": label},
            headers={"Authorization": f"Bearer {secret}"},
        )
    assert moved.json()["result"] is not None


def rows(visitor: Visitor) -> Locator:
    return visitor.page.locator(".explorer-row")


def test_off_until_it_is_switched_on(visit: Visit) -> None:
    ann = visit()
    explorer = ann.page.get_by_role("region", name="Explorer")
    expect(explorer).to_have_count(0)
    ann.button("Explorer").click()
    expect(explorer).to_be_visible()
    expect(rows(ann)).to_have_count(7)
    expect(rows(ann).nth(3)).to_have_accessible_name(re.compile("^Column 4: win in 41[.]"))
    expect(ann.button("Explorer")).to_have_attribute("aria-pressed", "true")
    explorer.get_by_role("button", name="Close the explorer").click()
    expect(explorer).to_be_hidden()
    ann.press("e")
    expect(explorer).to_be_visible()


def test_counts_of_all_games_and_of_yours(visit: Visit) -> None:
    rules = "5x6-xe6"  # nobody else plays on this board
    ann = visit(f"position/{rules}:")
    finish_game(ann, rules, "1212121", mine=True)
    finish_game(ann, rules, "2121212", mine=False)
    finish_game(ann, rules, "21313131", mine=False)
    finish_game(ann, rules, "31212131", mine=False)
    ann.press("e")
    summary = ann.page.locator(".explorer-summary")
    expect(summary).to_have_text("4 games went on from here: Red won 2, Yellow won 2.")
    expect(rows(ann).nth(1)).to_have_accessible_name(
        re.compile("2 games: Red won 1, Yellow won 1[.]$")
    )
    expect(rows(ann).nth(1).locator(".explorer-part")).to_have_count(2)
    ann.button("Your games").click()
    expect(summary).to_have_text("1 game went on from here: Red won 1.")
    expect(rows(ann).nth(0)).to_have_accessible_name(re.compile("By you: 1 game: Red won 1[.]$"))
    expect(rows(ann).nth(1)).to_have_accessible_name(re.compile("By you: not played[.]$"))
    ann.button("All games").click()
    rows(ann).nth(1).click()
    expect(ann.page).to_have_url(re.compile(f"/position/{rules}:2$"))
    expect(summary).to_have_text("2 games went on from here: Red won 1, Yellow won 1.")
    rows(ann).nth(0).click()
    expect(ann.page).to_have_url(re.compile(f"/position/{rules}:21$"))
    expect(rows(ann).nth(2)).to_have_accessible_name(re.compile("1 game: Yellow won 1[.]$"))
    rows(ann).nth(2).click()
    # Here another game has been, by another order of moves.
    expect(summary).to_have_text("2 games went on from here: Yellow won 2.")


def test_every_column_gets_a_score_on_any_rules(visit: Visit) -> None:
    ann = visit("position/9x8-xd3:445")
    ann.press("e")
    expect(rows(ann)).to_have_count(9)
    for row in rows(ann).all():
        expect(row).to_have_accessible_name(re.compile("win|loss|draw|estimate"))
    expect(ann.page.locator(".explorer-source")).to_have_text("Percentages are estimates.")


def test_by_keyboard_alone(visit: Visit) -> None:
    ann = visit("position/7x6:")
    ann.press("e")
    expect(rows(ann)).to_have_count(7)
    ann.button("Close the explorer").focus()
    for _ in range(4):
        ann.press("Tab")
    expect(rows(ann).nth(3)).to_be_focused()
    ann.press("Enter")
    expect(ann.page).to_have_url(re.compile("/position/7x6:4$"))
    expect(rows(ann).nth(0)).to_have_accessible_name(re.compile("^Column 1: loss in 34"))
    expect(rows(ann).nth(3)).to_be_focused()
    ann.press(",")
    expect(rows(ann).nth(3)).to_have_accessible_name(re.compile("^Column 4: win in 41"))
    # The move that was played is stepped to.
    ann.press("Enter")
    expect(ann.page).to_have_url(re.compile("/position/7x6:4$"))


def test_a_full_column_and_the_end(visit: Visit) -> None:
    ann = visit("position/7x6:121212")
    ann.press("e")
    expect(rows(ann).nth(0)).to_have_accessible_name(re.compile("^Column 1: win in 1"))
    rows(ann).nth(0).click()
    expect(ann.page.locator(".explorer-summary")).to_have_text("The game is over.")
    expect(rows(ann)).to_have_count(0)
    ann.go("position/7x6:444444")
    ann.press("e")
    expect(rows(ann).nth(3)).to_be_disabled()
    expect(rows(ann).nth(3)).to_have_accessible_name("Column 4: full.")


def test_off_while_two_people_play_by_link(visit: Visit) -> None:
    ann = visit(None)
    path, seats = ann.create(rules="7x6", players=[{"name": "A"}, {"name": "B"}], link=True)
    ann.go(f"{path}#{seats['FIRST']}")
    bob = visit(f"{path}#{seats['SECOND']}")
    expect(bob.status).to_be_visible()
    expect(ann.button("Explorer")).to_be_disabled()
    ann.press("e")
    expect(ann.status).to_contain_text("Hints and study are off")
    expect(ann.page.locator(".explorer")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(visit: Visit, width: int) -> None:
    ann = visit("position/7x6:4", viewport={"width": width, "height": 844})
    ann.press("e")
    expect(rows(ann).nth(3)).to_have_accessible_name(re.compile("^Column 4: loss in 40"))
    check_axe(ann.page, MODES)
    assert not ann.has_overflow()
    # Study and explorer share one place.
    expect(ann.page.locator("#study")).to_be_hidden()
    ann.page.locator("#tabs").get_by_role("button", name="Study").click()
    expect(ann.page.locator("#study")).to_be_visible()
    expect(ann.page.locator(".explorer")).to_be_hidden()
    moves = ann.page.locator("#tabs").get_by_role("button", name="Moves")
    if width == 390:
        moves.click()
        expect(ann.page.locator("#study")).to_be_hidden()
        expect(ann.plies.first).to_be_visible()
    else:
        expect(moves).to_be_hidden()

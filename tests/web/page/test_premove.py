"""Premoves: a move that is chosen while the other person thinks."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.test_people import begin_by_link


def chosen(visitor: Visitor) -> Locator:
    """The piece of the premove on the board."""
    return visitor.page.locator(".premove .piece")


def test_a_premove_is_shown_and_played_at_once(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    bob.column("4").click()
    expect(chosen(bob)).to_have_class(re.compile("piece-second"))
    expect(bob.status).to_have_text("Ann to move. You answer in column 4.")
    expect(bob.pieces()).to_have_count(0)  # nothing lies there yet
    assert bob.cell(4, 1) == "free"
    ann.drop("4")
    expect(bob.plies).to_have_count(2)
    expect(chosen(bob)).to_have_count(0)
    assert bob.cell(4, 2) == "Yellow"
    expect(ann.status).to_have_text("Your move.")
    # And so on, by the keyboard, for the other side.
    bob.press("1")
    expect(bob.status).to_have_text("Ann to move. You answer in column 1.")
    ann.drop("2")
    expect(ann.plies).to_have_count(4)


def test_a_premove_is_changed_and_taken_back(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    bob.column("4").click()
    expect(chosen(bob)).to_have_count(1)
    bob.column("5").click()
    expect(bob.status).to_have_text("Ann to move. You answer in column 5.")
    bob.column("5").click()
    expect(chosen(bob)).to_have_count(0)
    bob.column("3").click()
    expect(chosen(bob)).to_have_count(1)
    bob.press("Escape")
    expect(chosen(bob)).to_have_count(0)
    expect(bob.status).to_have_text("Ann to move.")
    ann.drop("4")
    expect(bob.status).to_have_text("Your move.")
    expect(bob.plies).to_have_count(1)


def test_a_premove_that_is_not_possible_any_more(visit: Visit) -> None:
    ann, bob = visit(None), visit(None)
    path, seats = ann.create(start="4x4:111", players=[{"name": "Ann"}, {}], link=True)
    bob.go(f"{path}#{seats['SECOND']}")
    ann.go(f"{path}#{seats['FIRST']}")
    # SECOND is to move: column 1 has one cell left, which both want.
    expect(bob.status).to_have_text("Your move.")
    ann.column("1").click()
    expect(chosen(ann)).to_have_count(1)
    bob.drop("1")
    expect(ann.status).to_have_text("Your answer was not possible: column 1 is full.")
    expect(ann.plies).to_have_count(4)
    ann.drop("2")
    bob.drop("2")
    ann.drop("3")
    ann.poke("1")
    expect(ann.status).to_have_text("Column 1 is full.")
    expect(chosen(ann)).to_have_count(0)


def test_a_double_click_is_one_move_and_no_premove(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.column("4").dblclick()
    expect(bob.status).to_have_text("Your move.")
    expect(ann.plies).to_have_count(1)
    expect(ann.status).to_have_text("Yellow to move.")
    expect(chosen(ann)).to_have_count(0)


def test_a_premove_ends_with_the_game_and_with_a_move_that_is_taken_back(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    ann.column("5").click()
    expect(chosen(ann)).to_have_count(1)
    ann.button("Undo").click()
    bob.button("Allow it").click()
    expect(ann.plies).to_have_count(0)
    expect(chosen(ann)).to_have_count(0)
    ann.drop("4")
    ann.column("5").click()
    expect(chosen(ann)).to_have_count(1)
    expect(bob.status).to_have_text("Your move.")
    bob.button("Resign").click()
    bob.button("Yes, resign").click()
    expect(ann.status).to_have_text("You win: Yellow resigned.")
    expect(chosen(ann)).to_have_count(0)
    assert ann.plies.count() == 1


def test_who_watches_cannot_premove(visit: Visit) -> None:
    ann, _ = begin_by_link(visit)
    eve = visit(ann.page.url.removeprefix(ann.site.address))
    eve.poke("4")
    expect(eve.status).to_have_text("You are watching this game.")
    expect(chosen(eve)).to_have_count(0)


def test_a_premove_answers_on_a_slow_connection(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    network = bob.context.new_cdp_session(bob.page)
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    bob.column("4").click()
    ann.drop("4")
    expect(ann.plies).to_have_count(2)
    expect(bob.plies).to_have_count(2)
    expect(chosen(bob)).to_have_count(0)

"""Several browsers on one game: by link, watching, and what strangers may not do."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor


def invitation(visitor: Visitor) -> str:
    """The link for the other seat."""
    visitor.button("Share").click()
    dialog = visitor.page.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="Invitation for the other player").input_value()
    visitor.press("Escape")
    expect(dialog).to_have_count(0)
    return link


def begin_by_dialog(visit: Visit) -> tuple[Visitor, Visitor]:
    """Start a game by link as people do: with the dialog, and the invitation that it leads to."""
    ann = visit()
    ann.new_game("With a friend, by link", names=("Ann",), starts="You", columns=7, rows=6)
    expect(ann.status).to_have_text("Waiting for the other player: send them the link.")
    bob = visit(None)
    bob.page.goto(invitation(ann))
    expect(bob.status).to_have_text("Ann to move.")
    expect(ann.status).to_have_text("You start: choose a column.")
    assert "#" not in bob.page.url
    return ann, bob


def begin_by_link(visit: Visit) -> tuple[Visitor, Visitor]:
    """Start a game by link between two browsers, without the dialog."""
    ann, bob = visit(None), visit(None)
    path, seats = ann.create(rules="7x6", players=[{"name": "Ann"}, {}], link=True)
    ann.go(f"{path}#{seats['FIRST']}")
    bob.go(f"{path}#{seats['SECOND']}")
    expect(bob.status).to_have_text("Ann to move.")
    expect(ann.status).to_have_text("You start: choose a column.")
    return ann, bob


def test_two_browsers_by_link_and_a_third_that_watches(visit: Visit) -> None:
    ann, bob = begin_by_dialog(visit)
    eve = visit(ann.page.url.removeprefix(ann.site.address))
    expect(eve.button("Resign")).to_have_count(0)
    for column, other in (("1", "2"), ("1", "2"), ("1", "2")):
        ann.drop(column)
        bob.drop(other)
    expect(eve.plies).to_have_count(6)

    eve.poke("1")
    expect(eve.status).to_have_text("You are watching this game.")
    game = eve.page.url.rsplit("/", 1)[1]
    answer = eve.context.request.post(f"api/games/{game}/moves", data={"column": "1"})
    assert answer.status == 403
    assert "watching" in answer.json()["error"]
    expect(eve.plies).to_have_count(6)

    ann.drop("1")
    expect(ann.status).to_have_text("You win with a1–a4.")
    expect(bob.status).to_have_text("Ann wins with a1–a4.")
    expect(eve.status).to_have_text("Ann wins with a1–a4.")

    # The rematch needs both, and takes everybody along, with sides exchanged.
    bob.button("Rematch").click()
    expect(bob.status).to_have_text("Ann wins with a1–a4. You have asked for a rematch.")
    for visitor in (ann, eve):
        expect(visitor.status).to_contain_text("would like a rematch.")
    expect(eve.button("Accept the rematch")).to_have_count(0)
    ann.button("Accept the rematch").click()
    expect(bob.status).to_have_text("Ann accepts: the rematch begins.")
    for visitor in (ann, bob, eve):
        expect(visitor.plies).to_have_count(0)
    expect(bob.status).to_have_text("You start: choose a column.")
    bob.drop("4")
    expect(ann.pieces("first")).to_have_count(1)
    ann.drop("4")
    expect(eve.plies).to_have_count(2)


def test_both_people_in_two_tabs_of_one_browser(visit: Visit) -> None:
    ann = visit()
    ann.new_game("With a friend, by link", starts="You")
    mine = ann.page
    ann.page, link = ann.context.new_page(), invitation(ann)
    ann.page.goto(link)
    expect(ann.status).to_have_text("Red to move.")
    other, ann.page = ann.page, mine
    for page in (mine, other):
        page.reload()  # each tab knows who sits there
    ann.drop("4")
    expect(ann.status).to_have_text("Yellow to move.")
    ann.page = other
    ann.drop("3")
    expect(ann.status).to_have_text("Red to move.")
    expect(ann.plies).to_have_count(2)


def test_taking_back_is_asked_for(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    expect(bob.plies).to_have_count(1)
    ann.button("Undo").click()
    expect(ann.status).to_have_text("You have asked to take a move back.")
    expect(bob.status).to_have_text("Ann would like to take a move back.")
    bob.button("Allow it").click()
    expect(ann.plies).to_have_count(0)
    expect(bob.plies).to_have_count(0)


def test_draw_is_offered_and_accepted(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    ann.button("Offer a draw").click()
    expect(ann.status).to_have_text("You have offered a draw.")
    bob.button("Accept the draw").click()
    for visitor in (ann, bob):
        expect(visitor.status).to_have_text("A draw by agreement.")


def test_rematch_is_withdrawn_declined_and_asked_for_by_the_other(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    expect(bob.status).to_have_text("You win: Ann resigned.")

    ann.button("Rematch").click()
    expect(bob.status).to_have_text("You win: Ann resigned. Ann would like a rematch.")
    ann.button("Withdraw the rematch").click()
    expect(bob.status).to_have_text("Ann no longer asks for a rematch.")

    ann.button("Rematch").click()
    bob.button("Decline").click()
    expect(ann.status).to_have_text("Yellow would rather not play again.")
    expect(ann.button("Rematch")).to_have_count(0)
    # Who declined may think again.
    bob.button("Rematch").click()
    ann.button("Accept the rematch").click()
    for visitor in (ann, bob):
        expect(visitor.plies).to_have_count(0)
    bob.drop("4")
    ann.drop("4")


def test_hints_and_study_are_off_while_two_people_play(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    eve = visit(ann.page.url.removeprefix(ann.site.address))
    for visitor in (ann, bob, eve):
        expect(visitor.button("Hint")).to_be_disabled()
        expect(visitor.button("Study")).to_be_disabled()
        for key in ("h", "a"):
            visitor.press(key)
            expect(visitor.status).to_have_text(re.compile("^Hints and study are off while two"))
        expect(visitor.page.locator("#study")).to_be_hidden()
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    for visitor in (ann, bob, eve):  # after the game they are free
        visitor.button("Study").click()
        expect(visitor.page.locator("#study")).to_be_visible()


def test_wrong_secret_opens_no_seat(visit: Visit) -> None:
    ann, _ = begin_by_link(visit)
    eve = visit(None)
    eve.page.goto(f"{ann.page.url}#nonsense")
    expect(eve.status).to_have_text(re.compile("^This link is only for watching"))
    eve.poke("1")
    expect(eve.status).to_have_text("You are watching this game.")
    expect(ann.plies).to_have_count(0)


def test_script_in_a_name_is_only_text(visit: Visit) -> None:
    name = "<img src=x onerror=boo=1>"
    ann = visit()
    ann.new_game("Two people here", names=(name, "</script>"))
    expect(ann.page.locator(".player-name").first).to_have_text(name)
    expect(ann.status).to_have_text(f"{name} to move.")
    ann.drop("4")
    ann.button("History").click()
    expect(ann.page.locator(".game-names").first).to_contain_text(name)
    assert ann.page.evaluate("typeof boo") == "undefined"
    assert ann.page.locator("img").count() == 0

"""What once went wrong on the page, each fault with a test that failed before it was mended."""

import math
import re
from itertools import product

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Route, expect

from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.test_people import begin_by_link

LATENCY = 250
"""Milliseconds that every request of a slow visitor takes longer."""


def slow(visitor: Visitor) -> Visitor:
    """Give a visitor a connection on which every answer is late."""
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")
    conditions = {"latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    return visitor


def type_keys(visitor: Visitor, keys: str, pause: int) -> None:
    """Press keys one after the other, with so many milliseconds between them."""
    for key in keys:
        visitor.press(key)
        visitor.page.wait_for_timeout(pause)


# Quick input on the study board


@pytest.mark.parametrize("pause", [0, 90, 200])
def test_keys_while_a_study_board_is_opened(visit: Visit, pause: int) -> None:
    ann = slow(visit(None))
    ann.page.goto(f"{ann.site.address}/position/7x6:", wait_until="load")
    type_keys(ann, "4351", pause)
    expect(ann.page).to_have_url(re.compile("/position/7x6:4351$"))
    expect(ann.plies).to_have_text(["4", "3", "5", "1"])


@pytest.mark.parametrize("latency", [0, LATENCY])
def test_undo_and_a_key_at_once_on_a_study_board(visit: Visit, latency: int) -> None:
    """As soon as the page is there, and once more on the board that is shown."""
    ann = slow(visit(None)) if latency else visit(None)
    ann.page.goto(f"{ann.site.address}/position/7x6:4351", wait_until="load")
    type_keys(ann, "u7", 0)
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:4357\?lines=4351,-$"))
    type_keys(ann, "uu2u3", 0)
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:433\?lines=4351,4357,432,-$"))
    expect(ann.pieces()).to_have_count(3)


def test_click_while_a_game_is_opened_is_played_in_it(visit: Visit) -> None:
    """Against an agent it is their turn after the first key: the second is no move."""
    ann = visit(None).begin(players=[{}, {"agent": "greedy"}])
    slow(ann)
    ann.page.reload(wait_until="load")
    type_keys(ann, "12", 0)
    expect(ann.plies).to_have_count(2)
    expect(ann.plies.first).to_have_text("1")


# Resigning, and other double clicks


def test_resigning_is_no_longer_asked_in_the_next_game(visit: Visit) -> None:
    ann = visit(None).begin("4x4")
    ann.drop("1")
    ann.button("Resign").click()
    expect(ann.button("Yes, resign")).to_be_visible()
    ann.new_game("Two people here", columns=7, rows=6)
    expect(ann.button("Resign")).to_be_visible()
    expect(ann.button("Yes, resign")).to_have_count(0)


def test_resigning_is_no_longer_asked_after_a_move(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.button("Resign").click()
    expect(ann.button("Yes, resign")).to_be_visible()
    ann.drop("4")
    expect(ann.button("Resign")).to_be_visible()


def test_double_click_on_resign_only_asks(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4")
    ann.button("Resign").dblclick()
    expect(ann.button("Yes, resign")).to_be_visible()
    expect(ann.status).to_have_text("Yellow to move.")
    ann.button("Yes, resign").click()
    expect(ann.status).to_have_text("Red wins: Yellow resigned.")


def test_two_taps_on_resign_only_ask(visit: Visit) -> None:
    ann = visit(None, has_touch=True, viewport={"width": 390, "height": 844}).begin()
    box = ann.button("Resign").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ann.page.touchscreen.tap(x, y)
    ann.page.touchscreen.tap(x + 3, y + 3)
    expect(ann.button("Yes, resign")).to_be_visible()
    expect(ann.status).to_have_text("Red to move.")


def test_key_held_down_on_resign_only_asks(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.button("Resign").focus()
    for _ in range(4):  # held down: the same key again, without being released
        ann.page.keyboard.down("Enter")
    ann.page.keyboard.up("Enter")
    expect(ann.button("Yes, resign")).to_be_visible()
    expect(ann.status).to_have_text("Red to move.")


def test_double_click_on_a_draw_offer_only_offers(visit: Visit) -> None:
    """Two people at one screen answer each other in the same place."""
    ann = visit(None).begin()
    ann.drop("4")
    ann.button("Offer a draw").dblclick()
    expect(ann.button("Accept the draw")).to_be_visible()
    expect(ann.status).to_have_text("Yellow offers a draw: accept it, or play on.")


# What the panel says


def test_watchers_are_those_who_do_not_play(visit: Visit) -> None:
    ann, _ = begin_by_link(visit)
    path = ann.page.url.removeprefix(ann.site.address)
    eve, words = visit(path), "#more-actions .more-words"
    expect(eve.page.locator(words)).to_have_text("You are watching.")
    dan = visit(path)
    for visitor in (eve, dan):
        expect(visitor.page.locator(words)).to_have_text("You are watching, with 1 other.")
    dan.close()
    expect(eve.page.locator(words)).to_have_text("You are watching.")


def test_declined_draw_is_told_by_link(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    ann.button("Offer a draw").click()
    expect(ann.status).to_have_text("You have offered a draw.")
    bob.button("Decline").click()
    expect(ann.status).to_have_text("Yellow declines the draw.")
    expect(ann.page.locator("#announcer")).to_have_text("Yellow declines the draw.")
    expect(bob.status).to_have_text("Your move.")


def test_draw_that_is_declined_by_a_move_is_told(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    ann.button("Offer a draw").click()
    expect(bob.button("Decline")).to_be_visible()
    bob.drop("3")
    expect(ann.status).to_have_text("Yellow declines the draw.")


def test_draw_that_an_agent_declines_is_told(visit: Visit) -> None:
    ann = visit(None).begin(players=[{}, {"agent": "greedy"}])
    ann.button("Offer a draw").click()  # before its first move it plays on
    expect(ann.status).to_have_text("Greedy declines the draw.")
    ann.drop("4")
    expect(ann.plies).to_have_count(2)


@pytest.mark.parametrize(
    ("answer", "words"),
    [("Accept the draw", "A draw by agreement."), ("Decline", "Bob declines the draw.")],
)
def test_draw_between_two_people_at_one_screen(visit: Visit, answer: str, words: str) -> None:
    ann = visit(None).begin("7x6", "Ann", "Bob")
    ann.button("Offer a draw").click()
    expect(ann.status).to_have_text("Ann offers a draw: accept it, or play on.")
    ann.button(answer).click()
    expect(ann.status).to_have_text(words)


def test_move_that_is_not_taken_back_is_told(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    ann.button("Undo").click()
    bob.button("Decline").click()
    expect(ann.status).to_have_text("Yellow would rather not take the move back.")


def test_clock_shows_nothing_left_after_a_loss_on_time(visit: Visit) -> None:
    ann = visit(None).begin(clock={"move": 1})
    ann.drop("4")
    expect(ann.status).to_have_text("Red wins: Yellow’s time is up.")
    expect(ann.page.locator(".player-clock")).to_have_text(["1.0", "0.0"])


# The hint


def test_hint_waits_for_the_own_turn(visit: Visit) -> None:
    ann = visit(None).begin(players=[{}, {"agent": "uct:seconds=60"}])
    ann.drop("4")
    expect(ann.status).to_have_text(re.compile("^UCT is thinking"))
    ann.press("h")
    expect(ann.status).to_have_text("It is UCT’s move: the hint comes when it is yours.")
    expect(ann.page.locator(".hint-ring")).to_have_count(0)
    ann.button("Move now").click()
    expect(ann.plies).to_have_count(2)
    expect(ann.status).to_have_text(re.compile("^Your move. Try column"))
    expect(ann.page.locator(".hint-ring")).to_have_count(1)


def test_hint_that_comes_too_late_is_not_given_to_the_opponent(visit: Visit) -> None:
    """The player moves before the hint is there: it is not wanted for the next position."""
    ann = visit(None).begin(players=[{}, {"agent": "uct:seconds=60"}])
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    slow(ann)
    type_keys(ann, "h4", 0)
    expect(ann.status).to_have_text(re.compile("^UCT is thinking: "))
    ann.button("Move now").click()
    expect(ann.plies).to_have_count(2)
    expect(ann.status).to_have_text("Your move.")
    analysed = [url for url in asked if "/analysis" in url]
    assert not [url for url in analysed if "7x6:4" in url or "7x6%3A4" in url], analysed


# Small and large windows


@pytest.mark.parametrize("path", ["", "position/7x6:4444", "position/12x4:"])
def test_page_is_as_wide_as_the_narrowest_window(visit: Visit, path: str) -> None:
    ann = visit(path, viewport={"width": 320, "height": 640})
    expect(ann.board).to_be_visible()
    assert not ann.has_overflow()


@pytest.mark.parametrize(
    ("rules", "width", "height"), [("7x6", 0, 1200), ("12x4", 2000, 0), ("4x12", 0, 1200)]
)
def test_board_fills_a_large_window(visit: Visit, rules: str, width: int, height: int) -> None:
    ann = visit(f"position/{rules}:", viewport={"width": 2560, "height": 1440})
    expect(ann.page.locator(".board-column")).to_have_count(int(rules.split("x")[0]))
    box, panel = ann.board.bounding_box(), ann.page.locator(".panel").bounding_box()
    assert box is not None
    assert panel is not None
    assert box["width"] >= width
    assert box["height"] >= height
    assert box["y"] + box["height"] <= 1440
    assert 0 < panel["x"] - box["x"] - box["width"] < 300, "the panel is beside the board"
    assert not ann.has_overflow()


# Keys


def test_arrows_step_through_the_game_wherever_the_focus_is(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "3", "5")  # by mouse: the focus is on a column, but not the keyboard's
    ann.press("ArrowLeft")
    expect(ann.status).to_have_text(re.compile("^After move 2 of 3"))
    ann.page.evaluate("document.activeElement.blur()")
    ann.press("ArrowLeft")
    expect(ann.status).to_have_text(re.compile("^After move 1 of 3"))
    ann.button("Undo").focus()
    ann.press("ArrowRight")
    ann.press("ArrowRight")
    expect(ann.status).to_have_text("Yellow to move.")


def test_arrows_choose_a_column_when_the_board_has_the_focus(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("1")
    ann.page.locator("#nav button").last.focus()
    ann.press("Tab")
    expect(ann.page.locator(".board-column:focus")).to_have_count(1)
    ann.press("Home")  # not the board's
    expect(ann.status).to_have_text("The start of the game.")
    ann.press("End")
    expect(ann.status).to_have_text("Yellow to move.")
    ann.press("ArrowRight")
    expect(ann.status).to_have_text("Yellow to move.")
    ann.press("Enter")
    expect(ann.plies).to_have_text(["1", "2"])


# The study tools


def share(visitor: Visitor, position: str) -> float:
    """The first player's share of the bar, once the position is proven."""
    visitor.go(f"position/{position}")
    expect(visitor.page.locator("#bar")).to_have_class(re.compile("is-known"))
    expect(visitor.page.locator("#study-verdict")).to_have_text(re.compile("with best play"))
    text = visitor.page.evaluate(
        "document.getElementById('bar').style.getPropertyValue('--first-share')"
    )
    return float(text)


def test_bar_shows_how_far_a_proven_win_is(visit: Visit) -> None:
    ann = visit(None)
    far = share(ann, "7x6:4444")  # in 37 moves
    near = share(ann, "7x6:3344")  # in 3
    at_once = share(ann, "7x6:414141")
    lost = share(ann, "7x6:33445")  # the second player is to move, and loses in 2
    drawn = share(ann, "4x4:")
    assert 0.8 < far < near < at_once == 1
    assert near < lost < 1
    assert drawn == 0.5


def test_best_play_ends_with_dots_if_the_game_goes_on(visit: Visit) -> None:
    ann = visit(None)

    def shorten(route: Route) -> None:
        answer = route.fetch()
        analysis = answer.json()
        analysis["line"] = analysis["line"][:16]  # as many columns as are shown
        route.fulfill(response=answer, json=analysis)

    ann.context.route(re.compile("/analysis"), shorten)
    ann.go("position/7x6:44444")
    line = ann.page.locator("#study-line")
    expect(line).to_have_text(re.compile(r"^Best play: (\d ){1,16}…$"))
    ann.go("position/7x6:33445")  # lost in 2
    expect(line).to_have_text(re.compile(r"^Best play: \d \d$"))


def test_move_means_what_one_player_drops(visit: Visit) -> None:
    ann = visit("position/7x6:4444")
    expect(ann.page.locator(".moves-number")).to_have_text(["1", "3"])
    expect(ann.page.locator("#study-verdict")).to_have_text("Red wins in 37 moves with best play.")
    expect(ann.page.locator("#study-why")).to_contain_text("wins in 37 moves")
    expect(ann.page.locator(".chip.is-best")).to_contain_text("W 37")
    ann.press("h")
    expect(ann.status).to_contain_text("Try column 4: it wins in 37 moves.")


def oklab(colour: str) -> tuple[float, float, float]:
    """A colour in the space OKLab, in which distances are what people see."""
    red, green, blue = (
        (each / 255 / 12.92 if each <= 10 else ((each / 255 + 0.055) / 1.055) ** 2.4)
        for each in map(int, re.findall(r"\d+", colour)[:3])
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def test_both_parts_of_the_bar_are_seen_in_every_theme(visit: Visit) -> None:
    ann = visit("position/7x6:4444")
    expect(ann.page.locator("#bar")).to_have_class(re.compile("is-known"))
    ann.button("Settings").click()
    dialog, root = ann.page.get_by_role("dialog"), ann.page.locator("html")
    for theme, mode in product(("Classic", "Ink", "Sea"), ("Light", "Dark")):
        for name in (theme, mode):
            dialog.get_by_role("radio", name=name, exact=True).check(force=True)
        expect(root).to_have_attribute("data-theme", theme.lower())
        expect(root).to_have_attribute("data-mode", mode.lower())
        first, second, page = ann.page.evaluate(
            """() => ["#bar-first", "#bar", "html"].map(
              (name) => getComputedStyle(document.querySelector(name)).backgroundColor)"""
        )
        for one, other in ((first, page), (second, page), (first, second)):
            assert one.startswith("rgb("), "it has a colour of its own"
            assert other.startswith("rgb(")
            assert math.dist(oklab(one), oklab(other)) > 0.15, (mode, one, other)


# Addresses


def test_unknown_address_shows_a_page_that_leads_home(visit: Visit) -> None:
    ann = visit(None)
    answer = ann.page.goto(f"{ann.site.address}/nothing/here")
    assert answer is not None
    assert answer.status == 404
    expect(ann.page.get_by_role("heading")).to_have_text("There is nothing at this address.")
    assert all("404" in problem for problem in ann.problems)
    ann.problems.clear()
    ann.page.get_by_role("link", name="To the board").click()
    expect(ann.board).to_be_visible()


def test_unknown_address_of_the_api_answers_with_json(visit: Visit) -> None:
    ann = visit(None)
    for path, accept in (("api/nothing", "text/html"), ("nothing", "*/*"), ("static/no.js", "*/*")):
        answer = ann.context.request.get(path, headers={"Accept": accept})
        assert answer.status == 404
        assert answer.json() == {"error": "There is nothing at this address."}

"""Clicks that come before the server has answered: none is lost, none is played twice.

Every test holds a request back, clicks meanwhile, and lets the request go on.
"""

import re
import time
from collections.abc import Callable
from typing import Any, Self
from weakref import WeakKeyDictionary

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Route, expect

from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.test_people import begin_by_link


@pytest.fixture
def visit(visit: Visit) -> Visit:
    """Open browsers whose requests can be held.

    Their requests are intercepted from the first page on: a page that is open already may send
    one more request past an interception that has just been switched on.
    """

    def open_browser(path: str | None = "", **options: Any) -> Visitor:
        visitor = visit(None, **options)
        HELD[visitor] = []
        visitor.context.route(
            re.compile("/api/(?!.*/events)"), lambda route: on_route(visitor, route)
        )
        return visitor if path is None else visitor.go(path)

    return open_browser


HELD: "WeakKeyDictionary[Visitor, list[Hold]]" = WeakKeyDictionary()
"""What holds back requests of each visitor now."""


def on_route(visitor: Visitor, route: Route) -> None:
    for hold in HELD[visitor]:
        if hold.pattern.search(route.request.url):
            return hold.hold(route)
    return route.continue_()


class Hold:
    """Hold back matching requests of a page until the end of the `with` block.

    answered: the server has done what was asked, and only its answer is late. Otherwise the
    request itself is late, so that one that was sent after it can overtake it.
    refusal: what the server is made to say instead of doing it.
    """

    def __init__(
        self, visitor: Visitor, pattern: str, *, answered: bool = False, refusal: str = ""
    ) -> None:
        self._visitor = visitor
        self.pattern = re.compile(pattern)
        self._answered = answered
        self._refusal = refusal
        self._held: list[Callable[[], None]] = []

    def hold(self, route: Route) -> None:
        if self._refusal:
            refusal = {"error": self._refusal}
            self._held.append(lambda: route.fulfill(status=409, json=refusal))
        elif self._answered:
            answer = route.fetch()
            self._held.append(lambda: route.fulfill(response=answer))
        else:
            self._held.append(lambda: route.continue_())

    def wait(self) -> None:
        """Wait until a request is held."""
        deadline = time.monotonic() + 30
        while not self._held:
            assert time.monotonic() < deadline, f"no request for {self.pattern.pattern}"
            self._visitor.page.wait_for_timeout(5)  # the page's events are handled meanwhile

    def __enter__(self) -> Self:
        HELD[self._visitor].append(self)
        return self

    def __exit__(self, *_: object) -> None:
        HELD[self._visitor].remove(self)
        for let_go in self._held:
            let_go()


class Sent:
    """Count the moves that a page sends to the server."""

    def __init__(self, visitor: Visitor) -> None:
        self.moves = 0
        visitor.page.on("request", lambda request: self._count(request.method, request.url))

    def _count(self, method: str, url: str) -> None:
        self.moves += method == "POST" and url.endswith("/moves")


def click_twice(visitor: Visitor, one: str, two: str, request: str = "/moves$") -> None:
    """Click two columns, the second before the server has answered the request of the first."""
    with Hold(visitor, request) as held:
        visitor.poke(one)
        held.wait()
        visitor.poke(two)


def take_back_and_click(
    visitor: Visitor, column: str, request: str = "/undo$", **answer: Any
) -> None:
    """Take a move back, and click a column before the server has answered the request."""
    with Hold(visitor, request, **answer) as held:
        visitor.press("u")
        held.wait()
        visitor.poke(column)


def expect_moves(visitor: Visitor, *labels: str) -> None:
    expect(visitor.plies).to_have_text(list(labels))
    expect(visitor.pieces()).to_have_count(len(labels))


# A game on the server


@pytest.mark.parametrize("answered", [False, True])
def test_click_while_a_move_is_taken_back(visit: Visit, answered: bool) -> None:
    ann = visit(None).begin()
    ann.drop("4", "3")
    sent = Sent(ann)
    take_back_and_click(ann, "5", answered=answered)
    expect_moves(ann, "4", "5")
    ann.drop("6")
    expect_moves(ann, "4", "5", "6")
    assert ann.cell(5, 1) == "Yellow"
    assert sent.moves == 2


def test_click_while_moves_are_taken_back_from_an_agent(visit: Visit) -> None:
    ann = visit(None).begin(players=[{}, {"agent": "greedy"}])
    ann.drop("1")
    expect(ann.plies).to_have_count(2)
    sent = Sent(ann)
    take_back_and_click(ann, "2", answered=True)
    expect(ann.plies).to_have_count(2)
    expect(ann.plies.first).to_have_text("2")
    expect(ann.status).to_have_text("Your move.")
    assert sent.moves == 1


def test_clicks_and_keys_are_taken_in_their_order(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "3", "2")
    with Hold(ann, "/undo$") as held:
        ann.press("u")
        held.wait()
        ann.press("u")
        ann.poke("5")
        ann.press("6")
    expect_moves(ann, "4", "5", "6")


def test_next_player_clicks_before_the_move_is_confirmed(visit: Visit) -> None:
    ann = visit(None).begin()
    sent = Sent(ann)
    click_twice(ann, "4", "4")
    expect_moves(ann, "4", "4")
    assert (ann.cell(4, 1), ann.cell(4, 2)) == ("Red", "Yellow")
    assert sent.moves == 2


def test_second_click_against_an_agent_is_no_move(visit: Visit) -> None:
    ann = visit(None).begin(players=[{}, {"agent": "greedy"}])
    sent = Sent(ann)
    with Hold(ann, "/moves$") as held:
        ann.poke("1")
        held.wait()
        ann.poke("1")
        expect(ann.status).to_have_text("Wait a moment: it is Greedy’s move.")
    expect(ann.plies).to_have_count(2)
    ann.drop("2")
    expect(ann.plies).to_have_count(4)
    assert sent.moves == 2


def test_click_after_the_star_is_no_ban(visit: Visit) -> None:
    """Who clicks before the page knows that a ban is due did not mean to drop it."""
    ann = visit(None).begin("5x4-bb1")
    sent = Sent(ann)
    click_twice(ann, "2", "2")
    expect(ann.status).to_have_text("Red took the star: now drop the ban.")
    ann.drop("3")
    expect_moves(ann, "2", "ban 3")
    assert sent.moves == 2


def test_click_after_a_refused_request_is_no_move(visit: Visit) -> None:
    """Who wanted to take a move back did not click for the position in which it still lies."""
    ann = visit(None).begin()
    ann.drop("4", "3")
    sent = Sent(ann)
    take_back_and_click(ann, "5", refusal="not now")
    expect(ann.status).to_have_text("Not now.")
    ann.drop("6")
    expect_moves(ann, "4", "3", "6")
    assert sent.moves == 1
    assert all("409" in problem for problem in ann.problems)
    ann.problems.clear()


def test_click_after_a_refusal_waits_for_the_game_as_it_is(visit: Visit) -> None:
    """A refused page fetches the game again; a click that comes meanwhile is played after it."""
    ann = visit(None).begin()
    ann.drop("4", "3")
    with Hold(ann, r"/api/games/\w+$") as fetched:
        take_back_and_click(ann, "5", refusal="not now")
        expect(ann.status).to_have_text("Not now.")
        fetched.wait()
        ann.poke("6")
    expect_moves(ann, "4", "3", "6")
    assert all("409" in problem for problem in ann.problems)
    ann.problems.clear()


def test_click_while_the_other_is_asked_is_no_move(visit: Visit) -> None:
    """Between two browsers a move is taken back once the other player agrees."""
    ann, bob = begin_by_link(visit)
    ann.drop("4")
    bob.drop("3")
    expect(ann.plies).to_have_count(2)
    sent = Sent(ann)
    take_back_and_click(ann, "5")
    expect(ann.status).to_have_text("You have asked to take a move back.")
    bob.button("Allow it").click()
    expect_moves(ann, "4")
    bob.drop("6")
    expect_moves(ann, "4", "6")
    assert sent.moves == 0


# A position to study


def test_click_after_a_step_back(visit: Visit) -> None:
    ann = visit("position/7x6:445")
    expect(ann.pieces()).to_have_count(3)
    with Hold(ann, "/api/positions/7x6:44$") as held:
        ann.press("u")
        held.wait()
        expect(ann.pieces()).to_have_count(2)
        ann.poke("2")
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:442\?lines=445,-$"))
    expect(ann.pieces()).to_have_count(3)


def test_full_column_after_a_step_back(visit: Visit) -> None:
    ann = visit("position/4x4:11112")
    expect(ann.pieces()).to_have_count(5)
    take_back_and_click(ann, "1", "/api/positions/4x4:1111$")
    expect(ann.status).to_have_text("Column 1 is full.")
    expect(ann.pieces()).to_have_count(4)


def test_two_quick_clicks_on_a_position(visit: Visit) -> None:
    ann = visit("position/7x6:44")
    expect(ann.pieces()).to_have_count(2)
    click_twice(ann, "1", "2", "/api/positions/7x6:441$")
    expect(ann.page).to_have_url(re.compile("/position/7x6:4412$"))
    expect_moves(ann, "4", "4", "1", "2")


def test_step_back_before_the_click_is_confirmed(visit: Visit) -> None:
    ann = visit("position/7x6:44")
    expect(ann.pieces()).to_have_count(2)
    with Hold(ann, "/api/positions/7x6:441$") as held:
        ann.poke("1")
        held.wait()
        ann.press("u")
        ann.poke("3")
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:443\?lines=441,-$"))
    expect(ann.pieces()).to_have_count(3)

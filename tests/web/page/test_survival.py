"""What a page must survive: being loaded again, the server's end, a game that is gone."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.conftest import Visit
from tests.web.page.driver import PATIENCE, Site


def test_reload_in_mid_game(visit: Visit) -> None:
    ann = visit(None).begin("9x8")
    ann.drop("5", "5", "4")
    ann.page.reload()
    expect(ann.pieces()).to_have_count(3)
    ann.drop("4")
    # The bare address leads back to the game as well.
    ann.go("")
    expect(ann.pieces()).to_have_count(4)
    expect(ann.plies).to_have_count(4)


def test_server_restart_in_mid_game(visit: Visit, tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        ann = visit(None, site=site).begin()
        ann.drop("4", "5")
        site.kill()
        expect(ann.page.locator("#connection")).to_be_visible()
        ann.poke("3")
        expect(ann.status).to_have_text("The server is not answering. Please try again.")
        expect(ann.pieces()).to_have_count(2)  # the third was taken back
        site.start()
        expect(ann.page.locator("#connection")).to_be_hidden()
        ann.drop("3")
        expect(ann.pieces()).to_have_count(3)
        assert [ann.plies.nth(number).inner_text() for number in range(3)] == ["4", "5", "3"]
        # The browser itself writes down that nobody answered; nothing else may be there.
        assert all("net::ERR_" in problem for problem in ann.problems)
        ann.problems.clear()


def test_agent_thinks_on_after_a_restart(visit: Visit, tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        ann = visit(site=site)
        ann.new_game("Watch two agents", agent="greedy", other="greedy")
        expect(ann.plies.nth(2)).to_be_attached()
        site.kill()
        before = ann.plies.count()
        site.start()
        # The dead process's turn is free for others only after a while.
        expect(ann.plies.nth(before + 1)).to_be_attached(timeout=3 * PATIENCE)
        ann.problems = [each for each in ann.problems if "net::ERR" not in each]


def test_game_that_is_not_there(visit: Visit) -> None:
    ann = visit(None)
    ann.page.goto(f"{ann.site.address}/game/nothinghere")
    expect(ann.status).to_have_text("This game is not here any more.")
    ann.page.locator("#more-actions").get_by_role("button", name="New game").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    assert all("404" in problem for problem in ann.problems)
    ann.problems.clear()


def test_position_that_makes_no_sense(visit: Visit) -> None:
    ann = visit(None)
    ann.page.goto(f"{ann.site.address}/position/7x6:4444444")
    expect(ann.status).to_have_text(re.compile("column 4 has no room"))
    assert all("40" in problem or "422" in problem for problem in ann.problems)
    ann.problems.clear()


def test_browser_that_remembers_nothing(visit: Visit) -> None:
    ann = visit(None)
    ann.context.add_init_script(
        """Object.defineProperty(window, "localStorage", {
             get() { throw new DOMException("no", "SecurityError"); } });"""
    )
    ann.go("")
    ann.drop("4")
    expect(ann.status).to_have_text("Your move.")


def test_back_button_leads_to_the_game_before(visit: Visit) -> None:
    ann = visit()
    first = ann.page.url
    ann.new_game("Two people here")
    ann.drop("4")
    assert ann.page.url != first
    ann.page.go_back()
    expect(ann.plies).to_have_count(0)
    assert ann.page.url == first
    ann.page.go_forward()
    expect(ann.plies).to_have_count(1)


def test_page_under_a_path_of_its_own(visit: Visit, tmp_path: Path) -> None:
    with Site(tmp_path, "--root-path", "/four/fold", path="/four/fold") as site:
        ann = visit(None, site=site).begin("5x4", "Ann", "Bob")
        ann.drop("3")
        assert ann.page.url.startswith(f"{site.address}/game/")
        ann.page.reload()
        expect(ann.pieces()).to_have_count(1)
        ann.button("Share").click()
        link = ann.page.get_by_role("textbox", name="Link to this position").input_value()
        assert link == f"{site.address}/position/5x4:3"
        bob = visit(None, site=site)
        bob.page.goto(link)
        expect(bob.pieces()).to_have_count(1)

"""What an agent thinks: the drawn tree, its nodes, and the search step by step."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit


def test_step_through_a_search_by_keyboard(visit: Visit) -> None:
    ann = visit(None, viewport={"width": 1280, "height": 800})
    page = ann.page
    page.goto("tree/4x4:12")
    nodes = page.locator(".tree-node:visible")
    said = page.locator(".tree-said")
    expect(page.locator(".tree-summary")).to_contain_text("MAX is Red and plays column 2")
    expect(nodes).to_have_count(9)  # the root's columns, and those of the expected line
    page.get_by_role("button", name="To the beginning").click()
    expect(said).to_have_text(re.compile("^The search begins, "))
    expect(nodes).to_have_count(1)
    expect(page.locator(".tree-board .piece")).to_have_count(2)
    ann.press("ArrowRight")
    expect(said).to_have_text("MAX tries column 2, with the window −∞ … +∞.")
    expect(page.locator(".tree-node.is-here")).to_have_attribute("aria-current", "step")
    expect(page.locator(".tree-board .piece")).to_have_count(3)
    for _ in range(12):
        ann.press("ArrowRight")
    assert nodes.count() > 5
    check_axe(ann.page)
    ann.press("End")
    expect(nodes.first).to_contain_text("+17")
    # A folded node unfolds, and tells what is known of it.
    folded = page.locator('.tree-node[aria-expanded="false"]').first
    folded.focus()
    ann.press("Enter")
    expect(page.locator(".tree-node:focus")).to_have_attribute("aria-expanded", "true")
    expect(said).to_have_text(re.compile(r"^Column \d: .* Window "))
    ann.press("Escape")
    expect(page.locator(".tree-picture")).to_have_count(0)


def test_another_agent_and_no_search(visit: Visit) -> None:
    ann = visit(None, viewport={"width": 390, "height": 844})
    page = ann.page
    page.goto("tree/7x6:121212")
    page.get_by_label("Agent").select_option("classic")
    expect(page.locator(".tree-summary")).to_have_text(
        "Red plays column 1 without a search: wins in column 1."
    )
    expect(page.locator(".tree-node")).to_have_count(0)
    page.get_by_label("Agent").select_option("uct")
    page.locator("label", has_text="Board").locator("select").select_option("4x4:")
    expect(page.locator(".tree-summary")).to_contain_text("500 simulations")
    page.get_by_role("button", name="To the beginning").click()
    for _ in range(3):
        page.get_by_role("button", name="One step on").click()
    expect(page.locator(".tree-said")).to_have_text(re.compile("^Simulation 1, backed up: "))
    expect(page.locator(".tree-node.is-here")).to_contain_text("1 visit")
    assert not ann.has_overflow()


def test_the_study_tools_lead_there(visit: Visit) -> None:
    ann = visit(None)
    ann.page.goto("position/7x6:4455")
    ann.page.get_by_role("button", name="What an agent thinks here").click()
    expect(ann.page).to_have_url(re.compile(r"/tree/7x6:4455$"))
    expect(ann.page.locator(".tree-summary")).to_contain_text("plays column 3")

"""Every screen of the page, looked over: no fault for axe, and no wider than the window.

Widths, colours, and light and dark go round; the tests of each part look at more of them.
"""

from itertools import cycle
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit

SCREENS = [
    "",
    "position/9x8-xd3-bf2:455667",
    "learn",
    "learn/rules",
    "learn/zugzwang",
    "puzzles",
    "puzzles/daily",
    "puzzles/rush",
    "puzzles/mistakes",
    "people",
    "history",
    "tree/4x4:12",
    "tournaments",
]
SIZES = cycle([(320, 640), (390, 844), (1280, 800), (2560, 1440)])
THEMES = cycle(["classic", "ink", "sea"])
MODES = cycle(["light", "dark"])
LOOKS = [(path, next(SIZES), next(THEMES), next(MODES)) for path in SCREENS]


@pytest.mark.parametrize(("path", "size", "theme", "mode"), LOOKS)
def test_screen_is_clean(
    visit: Visit, path: str, size: tuple[int, int], theme: str, mode: Any
) -> None:
    width, height = size
    ann = visit(None, viewport={"width": width, "height": height}, color_scheme=mode)
    kept = f"""localStorage["fourfold.settings"] ??= JSON.stringify({{theme: "{theme}"}})"""
    ann.context.add_init_script(kept)
    ann.page.goto(path)
    expect(ann.page.locator("main:not([hidden])")).to_be_visible()
    expect(ann.page.locator(".screen-wait")).to_have_count(0)
    ann.page.wait_for_load_state("networkidle" if path in ("learn", "history") else "load")
    check_axe(ann.page)
    assert not ann.has_overflow()

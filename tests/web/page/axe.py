"""Looks for faults in accessibility, with axe-core."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

MODES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

# What is right is left out of the answer: axe describes every element that passed a rule.
_RUN = 'axe.run({ resultTypes: ["violations"] }).then((results) => results.violations)'


def check_axe(page: "Page", modes: Sequence[Any] = ()) -> None:
    """Let axe look at the page as it is, or in each of the modes: light and dark."""
    axe = pytest.importorskip("axe_playwright_python.base", reason="there is no axe")
    if not page.evaluate('"axe" in window'):
        page.evaluate(axe.AXE_SCRIPT)
    for mode in modes or (None,):
        if mode is not None:
            page.emulate_media(color_scheme=mode)
        found: list[dict[str, Any]] = page.evaluate(_RUN)
        faults = [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
        assert faults == [], f"{mode}: {faults}"

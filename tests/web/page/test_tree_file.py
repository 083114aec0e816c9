"""The file that `fourfold move --tree` writes, opened from disk: it calls no server."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

import fourfold as ff
from fourfold.agents.trees import decide_with_tree
from fourfold.analysis.trees import page as write_page
from tests.web.page.axe import check_axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize(
    ("spec", "scheme", "width"),
    [("hard:depth=4", "light", 1200), ("uct:simulations=60,seed=1", "dark", 390)],
)
def test_stepping_through_a_file_from_disk(
    browser: "Browser", tmp_path: Path, spec: str, scheme: Literal["light", "dark"], width: int
) -> None:
    _, tree = decide_with_tree(spec, ff.agent(spec), "4x4:12")
    file = tmp_path / "tree.html"
    file.write_text(write_page(tree, spec), encoding="utf-8")
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 800}, offline=True
    )
    page = context.new_page()
    requests: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(file.as_uri())

    steps = len(tree.steps)
    said, count = page.locator(".said"), page.locator(".steps output")
    assert count.inner_text() == f"1 of {steps}"
    for key, number in (("ArrowRight", 2), ("End", steps), ("ArrowLeft", steps - 1), ("Home", 1)):
        page.keyboard.press(key)
        assert count.inner_text() == f"{number} of {steps}"
    page.get_by_role("button", name="One step on").click()
    assert said.inner_text().startswith(("MAX tries column", "Simulation 1, expansion"))
    assert page.locator(".node.here").count() == 1
    assert page.locator(".board .new").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_axe(page)
    assert (requests, problems) == ([file.as_uri()], [])
    context.close()

"""The file that a review writes, opened from disk: it needs no server and calls none."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from fourfold import Limit, review
from fourfold.analysis.analyst import Analyst
from tests.web.page.axe import check_axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "review.html"
    found = review("7x6:4455667", Analyst(memory_mb=16), Limit(120))
    path.write_text(found.to_html(), encoding="utf-8")
    return path


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_stepping_through_a_file_from_disk(
    browser: "Browser", file: Path, scheme: Literal["light", "dark"], width: int
) -> None:
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

    def shown() -> list[str | None]:
        figures = page.locator("figure:visible").all()
        return [figure.get_attribute("data-ply") for figure in figures]

    assert shown() == ["0"]
    for key, ply in (("ArrowRight", "1"), ("End", "7"), ("ArrowRight", "7"), ("ArrowLeft", "6")):
        page.keyboard.press(key)
        assert shown() == [ply]
    page.get_by_role("button", name="3. FIRST in column 5: blunder").click()
    assert shown() == ["3"]
    assert page.locator("figcaption:visible").inner_text().startswith("3. FIRST in column 5")
    assert page.locator("button[aria-current=step]").get_attribute("data-ply") == "3"
    page.get_by_role("button", name="To the beginning").click()
    assert shown() == ["0"]
    page.locator("circle[data-ply='5']").click()
    assert shown() == ["5"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_axe(page)
    assert (requests, problems) == ([file.as_uri()], [])
    context.close()


def test_without_its_script_it_shows_every_ply(browser: "Browser", file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("figure:visible").count() == 8
    context.close()

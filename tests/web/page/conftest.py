"""A server for all tests of a process, a browser for each file, new visitors for each test."""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.page.driver import Site, Visitor


# Chromium loads pages of its own for every new window, in a process of their own, and keeps a
# process ready for the next site: more work than our page is.
OWN_PAGES = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "SpareRendererForSitePerProcess",
]
# What Playwright switches off: only the last --disable-features counts, so they are repeated.
PLAYWRIGHTS_OWN = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    f"--disable-features={','.join(OWN_PAGES + PLAYWRIGHTS_OWN)}",
]


class Visit(Protocol):
    """Opens a browser of its own: `visit("game/ID", viewport=…)`."""

    def __call__(self, path: str | None = "", **options: Any) -> "Visitor": ...


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Start a browser for each file: it runs an event loop, and other tests run their own."""
    from playwright.sync_api import sync_playwright

    # The shell is Chromium without its windows, which take a quarter of the processor time.
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Site]":
    from tests.web.page.driver import Site

    with Site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def visit(browser: "Browser", site: "Site") -> Iterator[Visit]:
    """Open browsers for visitors, and fail at the end if one of them had a problem."""
    from tests.web.page.driver import Visitor

    visitors: list[Visitor] = []

    def open_browser(path: str | None = "", **options: Any) -> Visitor:
        visitor = Visitor(browser, options.pop("site", site), **options)
        visitors.append(visitor)
        if path is not None:
            visitor.go(path)
        return visitor

    yield open_browser
    problems = [problem for visitor in visitors for problem in visitor.problems]
    for visitor in visitors:
        visitor.close()
    assert problems == []

"""Take the pictures of the page that the docs show: `python -m scripts.page_pictures`.

A server with an empty database is started, and Debian's Chromium plays each scene on it.
"""

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.web import running

IMAGES = Path(__file__).parent.parent / "docs" / "images"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
QUALITY = 82

Scene = Callable[[Page], None]


def play(page: Page, rules: str, moves: str) -> None:
    """Open a game of two people at this screen, and play its moves."""
    game = {"rules": rules, "players": [{"name": "Ann"}, {"name": "Bob"}]}
    answer = page.request.post("api/games", data=game).json()
    id, seats = answer["game"]["id"], answer["seats"]
    page.goto("learn")
    kept = json.dumps([[id, seats]])
    page.evaluate("(kept) => localStorage.setItem('fourfold.seats', kept)", kept)
    page.goto(f"game/{id}")
    for number, key in enumerate(moves):
        page.locator("#board .board.is-playable").wait_for()
        page.keyboard.press(key)
        page.locator(".ply").nth(number).wait_for(state="attached")


def study(page: Page) -> None:
    page.goto("position/7x6:7444421242253366633")
    page.locator(".chip.is-win").first.wait_for()
    page.locator("#study-why:not(:empty)").wait_for()


def ban(page: Page) -> None:
    play(page, "9x7-xe4-bd2", "4554")
    page.locator(".status.is-ban").wait_for()


def new_game(page: Page) -> None:
    page.goto("")
    page.locator(".board.is-playable").wait_for()
    page.keyboard.press("n")
    page.locator("dialog .face").nth(9).wait_for()


def phone(page: Page) -> None:
    play(page, "12x12-xd5-bg3", "fgghfheegf")


def review(page: Page) -> None:
    page.goto("position/7x6:5355337536567344772644/review?ply=11")
    page.get_by_text("Every label is proven.").wait_for()
    better = page.get_by_role("button", name="Better line")
    if better.is_enabled():
        better.click()


def puzzle(page: Page) -> None:
    page.goto("puzzles/daily")
    page.locator(".screen .board.is-playable").wait_for()


def lesson(page: Page) -> None:
    page.goto("learn/two-threats")
    page.locator(".screen .board.is-playable").wait_for()


SCENES: dict[str, tuple[Scene, dict[str, int], str]] = {
    "study": (study, WIDE, "light"),
    "ban": (ban, WIDE, "dark"),
    "new-game": (new_game, WIDE, "light"),
    "phone": (phone, PHONE, "dark"),
    "review": (review, WIDE, "light"),
    "review-phone": (review, PHONE, "dark"),
    "puzzle": (puzzle, WIDE, "light"),
    "lesson": (lesson, PHONE, "light"),
}


def take(browser: Browser, address: str, name: str) -> None:
    """Take one picture."""
    scene, viewport, mode = SCENES[name]
    context = browser.new_context(
        base_url=address,
        viewport=viewport,  # type: ignore[arg-type]
        color_scheme=mode,  # type: ignore[arg-type]
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    scene(page)
    save(page, f"page-{name}.webp")
    context.close()


def save(page: Page, name: str) -> None:
    """Write a picture of what the window shows."""
    page.evaluate("() => document.fonts.ready")
    shot = {"format": "webp", "quality": QUALITY}
    data = page.context.new_cdp_session(page).send("Page.captureScreenshot", shot)["data"]
    (IMAGES / name).write_bytes(base64.b64decode(data))


def main() -> None:
    """Take every picture."""
    chromium = shutil.which("chromium")
    with running() as server, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        for name in SCENES:
            print(name, flush=True)
            take(browser, f"http://127.0.0.1:{server.port}/", name)
        browser.close()


if __name__ == "__main__":
    main()

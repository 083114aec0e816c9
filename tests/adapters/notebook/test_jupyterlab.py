"""The board in a real JupyterLab, in a real browser: one of each for the whole file."""

import re
import shutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("jupyterlab", reason="jupyterlab is missing: the board was not played in it")
pytest.importorskip("ipykernel", reason="ipykernel is missing: no notebook was run")
pytest.importorskip("anywidget", reason="anywidget is missing: the board of notebooks")
pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.adapters.notebook.lab import PATIENCE, Lab, LabNotebook
from tests.web.page.conftest import ARGUMENTS

CELLS = {
    "import": "import threading\nimport fourfold as ff\n"
    "from fourfold.adapters.notebook import BoardWidget",
    "play": "played = BoardWidget(second='greedy')\nseen = []\n"
    "played.observe(lambda change: seen.append(change.new.to_text()), 'position')\nplayed",
    "played": "print(played.position.to_text(), played.turn, seen[0], played.outcome)",
    "set": "played.position = '5x4-xc1:1212121'",
    "wide": "wide = BoardWidget('12x12:')\nwide",
    "moves": "print(wide.moves)",
    "ban": "ban = BoardWidget('7x6-bd2:4')\nban",
    "banned": "print(ban.position.to_text(), ban.turn)",
    "record": "record = BoardWidget(ff.Record.from_text('7x6:4455667'))\nrecord",
    "stepped": "print(record.ply, len(record.game), record.outcome)",
    "slow": "release = threading.Event()\n"
    "def slow(position):\n    release.wait()\n    return 0\n"
    "waiting = BoardWidget(second=slow)\nwaiting",
    "meanwhile": "print(waiting.thinking, waiting.moves)",
    "release": "release.set()",
    "values": "from IPython.display import display\n"
    "position = ff.Position.parse('7x6:4455')\n"
    "display(position, ff.solve(position), ff.analyse(position, ff.Limit(nodes=20_000)),\n"
    "    ff.agent('greedy').choose(position), ff.Record.from_text('7x6:4455'),\n"
    "    ff.match('greedy', ('<b>bold</b>', 'random:seed=1'), games=2, rules='4x4'))",
}
NUMBERS = {name: number for number, name in enumerate(CELLS)}


class OpenNotebook:
    """The notebook with the cells above."""

    def __init__(self, page: Page, notebook: LabNotebook) -> None:
        self.page = page
        self._notebook = notebook
        self.run("import")

    def set_theme(self, theme: str) -> None:
        self._notebook.set_theme(theme)

    def run(self, name: str) -> str:
        return self._notebook.run(NUMBERS[name]).strip()

    def cell(self, name: str) -> Locator:
        return self.page.locator(".jp-Notebook .jp-Cell").nth(NUMBERS[name])

    def show(self, name: str) -> Locator:
        """Run a cell that ends with a board, and return the board."""
        self.run(name)
        board = self.cell(name).locator(".fourfold-board-widget")
        expect(board.locator(".board-column").first).to_be_visible()
        return board


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenNotebook]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium")
    problems: list[str] = []

    def check_request(request: Any) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
            problems.append(request.url)

    with Lab(tmp_path_factory.mktemp("lab")) as lab, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        page.set_default_timeout(1000 * PATIENCE)
        expect.set_options(timeout=1000 * PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", check_request)
        yield OpenNotebook(page, lab.open(page, "board.ipynb", *CELLS.values()))
        browser.close()
        expect.set_options(timeout=5_000)
    assert problems == []


def column(board: Locator, number: int) -> Locator:
    return board.locator(".board-column").nth(number)


def pieces(board: Locator) -> Locator:
    return board.locator(".board-pieces .piece")


def status(board: Locator) -> Locator:
    return board.locator(".widget-status")


def check_axe(notebook: OpenNotebook) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="there is no axe")
    # JupyterLab's own page is its makers' business.
    results = axe.Axe().run(notebook.page, context=".fourfold-board-widget")
    found: list[dict[str, Any]] = results.response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []


def test_an_agent_answers_a_click(notebook: OpenNotebook) -> None:
    board = notebook.show("play")
    expect(status(board)).to_have_text("Your move.")
    column(board, 3).click()
    expect(pieces(board)).to_have_count(2)
    expect(status(board)).to_have_text("Your move.")
    assert re.fullmatch(r"7x6:4\d FIRST 7x6:4 None", notebook.run("played"))

    board.get_by_role("button", name="Undo").click()
    expect(pieces(board)).to_have_count(0)
    board.get_by_role("button", name="Scores").click()
    expect(board.locator(".chip")).to_have_count(7)
    expect(board.locator(".chip.is-best")).not_to_have_count(0)

    notebook.run("set")
    expect(board.locator(".forbidden")).to_have_count(1)
    expect(board.locator(".plate-label")).to_have_count(5)
    expect(status(board)).to_have_text("FIRST wins: four in line.")
    expect(board.locator(".winning-line")).to_have_count(1)
    column(board, 0).click(force=True)  # a screen reader is told that it does nothing
    expect(board.locator(".widget-message")).to_have_text(
        "The game is over: begin a new one, or take a move back."
    )
    board.get_by_role("button", name="New game").click()
    expect(board.locator(".plate-label")).to_have_count(7)


def test_keys_are_the_board_s_and_not_jupyterlab_s(notebook: OpenNotebook) -> None:
    board = notebook.show("wide")
    cells = notebook.page.locator(".jp-Notebook .jp-Cell")
    expect(cells).to_have_count(len(CELLS))
    board.get_by_role("button", name="New game").focus()
    press = notebook.page.keyboard.press
    press("Shift+Tab")  # to the column in the middle
    press("ArrowRight")
    # JupyterLab has an idea of its own of each of these keys.
    for played, key in enumerate(("Enter", "b", "d", "d"), start=1):
        press(key)
        expect(pieces(board)).to_have_count(played)
    press("u")
    expect(pieces(board)).to_have_count(3)
    assert notebook.run("moves") == "(6, 1, 3)"
    column(board, 0).focus()
    for key, shown in ((",", 2), ("Home", 0), (".", 1), ("End", 3)):
        press(key)
        expect(pieces(board)).to_have_count(shown)
    expect(cells).to_have_count(len(CELLS))


def test_two_people_and_a_ban(notebook: OpenNotebook) -> None:
    board = notebook.show("ban")
    column(board, 3).click()
    expect(status(board)).to_have_text("SECOND must drop a ban.")
    expect(board.locator(".board.is-ban")).to_have_count(1)
    column(board, 6).click()
    expect(board.locator(".board-pieces .piece-ban")).to_have_count(1)
    assert notebook.run("banned") == "7x6-bd2:447 FIRST"


def test_a_record_is_stepped_through(notebook: OpenNotebook) -> None:
    board = notebook.show("record")
    expect(status(board)).to_have_text("Ply 0 of 7. FIRST to move.")
    for _ in range(3):
        board.get_by_role("button", name="One ply on").click()
    expect(pieces(board)).to_have_count(3)
    assert notebook.run("stepped") == "3 7 None"
    board.get_by_role("button", name="To the end").click()
    expect(board.locator(".is-winning")).to_have_count(4)
    assert notebook.run("stepped") == "7 7 FIRST wins"
    expect(board.get_by_role("button", name="One ply on")).to_be_disabled()


def test_other_cells_run_while_an_agent_thinks(notebook: OpenNotebook) -> None:
    board = notebook.show("slow")
    column(board, 3).click()
    expect(status(board)).to_have_text("slow is thinking.")
    assert notebook.run("meanwhile") == "True (3,)"
    column(board, 3).click(force=True)
    expect(board.locator(".widget-message")).to_have_text("It is not your turn: slow is thinking.")
    notebook.run("release")
    expect(pieces(board)).to_have_count(2)
    assert notebook.run("meanwhile") == "False (3, 0)"


def test_values_are_shown(notebook: OpenNotebook) -> None:
    notebook.run("values")
    cell = notebook.cell("values")
    expect(cell.locator(".fourfold-value")).to_have_count(5)
    expect(cell.locator(".jp-RenderedSVG img")).to_be_visible()
    expect(cell.get_by_text("<b>bold</b>").first).to_be_visible()


def test_light_and_dark_follow_the_theme_and_axe_finds_nothing(notebook: OpenNotebook) -> None:
    boards = notebook.page.locator(".fourfold-board-widget")
    for theme, mode in (("Light", "light"), ("Dark", "dark")):
        notebook.set_theme(theme)
        expect(notebook.page.locator(f'.fourfold-board-widget[data-mode="{mode}"]')).to_have_count(
            boards.count()
        )
        check_axe(notebook)

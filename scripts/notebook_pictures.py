"""Take the pictures of notebooks that the docs show: `python -m scripts.notebook_pictures`.

A JupyterLab is started, and Debian's Chromium runs a notebook in it.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from scripts.page_pictures import save
from tests.adapters.notebook.lab import Lab

CELLS = (
    "import fourfold as ff\nfrom fourfold.adapters.notebook import BoardWidget\n\n"
    "board = BoardWidget(second='casual:seed=1')\nboard",
    "board.position = '7x6:44435'",
    "ff.analyse(board.position)",
)


def main() -> None:
    """Take both pictures."""
    with TemporaryDirectory() as folder, Lab(Path(folder)) as lab, sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1100, "height": 1280})
        notebook = lab.open(page, "connect four.ipynb", *CELLS)
        notebook.run(0)
        board = page.locator(".fourfold-board-widget")
        board.get_by_role("button", name="Scores").click()
        notebook.run(1)
        board.locator(".widget-status", has_text="Your move").wait_for()
        board.locator(".chip.is-best").first.wait_for()
        notebook.run(2)
        page.locator(".fourfold-value").wait_for()
        page.evaluate("document.querySelector('.jp-WindowedPanel-outer')?.scrollTo(0, 0)")
        for theme, name in (("Light", "notebook.webp"), ("Dark", "notebook-dark.webp")):
            print(name, flush=True)
            notebook.set_theme(theme)
            save(page, name)
        browser.close()


if __name__ == "__main__":
    main()

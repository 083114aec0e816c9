"""Drives the real page: starts a server and a real Chromium, and records what must not happen."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    expect,
)

PATIENCE = 30_000
"""Milliseconds: far more than anything takes, so that a busy machine fails no test."""
expect.set_options(timeout=PATIENCE)


class Site:
    """A server in a process of its own, with a database that outlives it."""

    def __init__(self, folder: Path, *options: str, path: str = "") -> None:
        """options: of `fourfold serve`; path: the path under which the page is served."""
        self._options = options
        self._path = path
        self.data = folder / "data"
        """Its data folder."""
        self.database = folder / "games.db"
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> Self:
        """Start the server, on the same port as before if it has run."""
        command = [sys.executable, "-m", "fourfold", "serve", "--port", str(self._port)]
        command += ["--database", f"sqlite:///{self.database}", "--budget", "20"]
        # What tests prepare over the API is of one client, who is quicker than any person.
        command += ["--limit", "create=off", "--limit", "upload=off", *self._options]
        environment = {**os.environ, "FOURFOLD_DATA": str(self.data)}
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        found = re.search(r"http://[^:]+:(\d+)", self._process.stdout.readline())
        assert found is not None, "the server did not start"
        self.address = found[0] + self._path
        self._port = int(found[1])
        return self

    def kill(self) -> None:
        """Kill the server without warning, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()


class Visitor:
    """A visitor with a browser of their own; `problems` has the errors that occurred in it."""

    def __init__(self, browser: Browser, site: Site, **options: Any) -> None:
        self.site = site
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("service_workers", "block")  # it would answer past interceptions
        self.context: BrowserContext = browser.new_context(base_url=f"{site.address}/", **options)
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.context.on("request", self._check_request)
        self.context.on("weberror", lambda error: self.problems.append(str(error.error)))
        self.context.on("console", self._check_console)
        self.page: Page = self.context.new_page()

    def _check_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def _check_request(self, request: Request) -> None:
        if not request.url.startswith((self.site.address, "data:", "blob:")):
            self.problems.append(f"a request to {request.url}")

    # What they see

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def board(self) -> Locator:
        return self.page.locator("#board .board")

    @property
    def plies(self) -> Locator:
        return self.page.locator(".ply")

    def pieces(self, owner: str = "") -> Locator:
        """Find what lies on the board: everything, or `first`, `second` or `ban`."""
        return self.page.locator(f".board-pieces .piece{'-' + owner if owner else ''}")

    def column(self, label: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^Column {label}:"))

    def cell(self, column: int, row: int) -> str:
        """Return the text of a cell for screen readers; column and row count from 1."""
        rows = self.page.locator(".board table tr")
        return rows.nth(rows.count() - row).locator("td").nth(column - 1).inner_text()

    def has_overflow(self) -> bool:
        """Return True if the page is wider than the window."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            )
        )

    # What they do

    def go(self, path: str = "") -> Self:
        self.page.goto(f"{self.site.address}/{path.removeprefix('/')}")
        expect(self.page.locator(".board-column").first).to_be_visible()
        return self

    def begin(self, rules: str = "7x6", *names: str, **more: Any) -> Self:
        """Start a game of two people at this screen, without the dialog."""
        players = [{"name": name} for name in names] or [{}, {}]
        game = {"rules": rules, "players": players, **more}
        answer = self.context.request.post("api/games", data=game).json()
        id = answer["game"]["id"]
        kept = json.dumps(json.dumps([[id, answer["seats"]]]))
        self.context.add_init_script(
            f"if (!localStorage['fourfold.seats']) localStorage['fourfold.seats'] = {kept}"
        )
        return self.go(f"game/{id}")

    def create(self, **game: Any) -> tuple[str, dict[str, str]]:
        """Create a game without showing it; return its path and its secrets by side."""
        answer = self.context.request.post("api/games", data=game).json()
        return f"game/{answer['game']['id']}", answer["seats"]

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def drop(self, *labels: str) -> None:
        """Drop pieces: wait until each can be dropped, and until the server has it."""
        for label in labels:
            expect(self.board).to_have_class(re.compile("is-playable"))
            before = self.plies.count()
            self.column(label).click()
            expect(self.plies.nth(before)).to_be_attached()

    def poke(self, label: str) -> None:
        """Click on a column that is marked as not playable."""
        self.column(label).click(force=True)

    def advanced(self) -> Locator:
        """Open the dialog for a new game, with the form that has everything."""
        self.press("n")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Advanced").click()
        return dialog

    def new_game(self, mode: str, **how: Any) -> None:
        """Fill in the form with everything, behind "Advanced".

        columns, rows: the size; forbidden, bonus: cells to click on; agent, other: the agents;
        options: of the first agent; starts: the words of that choice; names: of the people.
        """
        dialog = self.advanced()
        dialog.get_by_role("radio", name=mode).check(force=True)
        for label in ("Columns", "Rows"):
            if (size := how.get(label.lower())) is not None:
                dialog.get_by_role("slider", name=label).fill(str(size))
        dialog.get_by_role("button", name="Plain").click()
        for tool, cells in (("Forbidden", how.get("forbidden")), ("Star", how.get("bonus"))):
            if cells:
                dialog.get_by_role("radio", name=tool).check(force=True)
                for cell in cells:
                    dialog.get_by_role("gridcell", name=cell, exact=True).click()
        agents = dialog.locator(".agent")
        for number, agent in enumerate((how.get("agent"), how.get("other"))):
            if agent is not None:
                agents.nth(number).locator("select").first.select_option(agent)
        for name, value in how.get("options", {}).items():
            if agents.first.locator("details").get_attribute("open") is None:
                agents.first.locator("summary").click()
            agents.first.get_by_label(name).first.fill(value)
        if "starts" in how:
            dialog.get_by_role("radio", name=how["starts"], exact=True).check(force=True)
        for number, name in enumerate(how.get("names", ())):
            dialog.get_by_label(re.compile("name", re.IGNORECASE)).nth(number).fill(name)
        dialog.get_by_role("button", name="Start", exact=True).click()
        expect(dialog).to_have_count(0)
        expect(self.board).to_be_visible()

    def close(self) -> None:
        self.context.close()

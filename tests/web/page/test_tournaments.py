"""Tournaments on the page: they fill in live, each game is a click away, new ones begin there."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from fourfold.arena.live import live_folder
from fourfold.support.file_lock import lock
from tests.arena.test_live import STATE
from tests.arena.tournament_files import append, parts_of, play_tournament
from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import PATIENCE, Site, Visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site")) as site:
        play_tournament(site.data / "tournaments" / "cup.games")
        yield site


@pytest.fixture
def folder(site: Site) -> Path:
    """The folder of the server's tournaments."""
    return site.data / "tournaments"


def enter(visit: Visit, path: str = "", **options: Any) -> Visitor:
    visitor = visit(None, **options)
    visitor.page.goto(f"tournaments{path}")
    expect(visitor.page.locator(".tournaments-words")).not_to_have_text("One moment …")
    return visitor


def cell(visitor: Visitor, one: str, two: str) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile(f"^{one} against {two}:"))


@contextmanager
def running(path: Path) -> Iterator[None]:
    """Lock a file, as the process does that plays its tournament."""
    with path.open("r+b") as file:
        assert lock(file)
        yield
    for file_of_game in live_folder(path).iterdir():
        file_of_game.unlink()
    live_folder(path).rmdir()


def write_live(path: Path, number: int, moves: str) -> None:
    """Write the file of a running game, as a whole."""
    place = live_folder(path)
    place.mkdir(exist_ok=True)
    (place / "new").write_text(json.dumps({**STATE, "position": f"4x4:{moves}"}))
    (place / "new").replace(place / f"{number}.json")


def test_from_the_list_to_the_review_of_a_game(visit: Visit) -> None:
    ann = visit()
    ann.page.locator("#nav").get_by_role("button", name="Tournaments").click()
    ann.page.get_by_role("link", name=re.compile("^cup Finished: 12 games")).click()
    expect(ann.page.get_by_role("heading", name="cup")).to_be_visible()
    expect(ann.page.locator(".rating-table tbody tr")).to_have_count(3)
    expect(ann.page.locator(".rating-bar")).to_have_count(3)
    expect(ann.page.locator(".tournament-game")).to_have_count(12)
    cell(ann, "greedy", "random").click()
    expect(ann.page.get_by_role("heading", name="Games of greedy and random")).to_be_focused()
    expect(ann.page.locator(".tournament-game")).to_have_count(4)
    ann.page.locator(".tournament-game").first.click()
    expect(ann.board).to_be_visible()
    expect(ann.page.locator("#summary")).to_contain_text("%")
    expect(ann.page.locator("#players")).to_contain_text("Greedy")
    assert re.search(r"/game/\w+/review$", ann.page.url)
    ann.page.go_back()  # the games of the cell again
    expect(ann.page.locator(".tournament-game")).to_have_count(4)
    ann.button("All games").click()
    expect(ann.page.locator(".tournament-game")).to_have_count(12)
    ann.press("Escape")
    expect(ann.page.get_by_role("heading", name="Tournaments")).to_be_visible()
    ann.press("Escape")
    expect(ann.board).to_be_visible()


def test_a_tournament_fills_in_live(visit: Visit, folder: Path) -> None:
    parts = parts_of(folder / "cup.games")
    path = folder / "live.games"
    path.write_bytes(parts[0])
    ann = enter(visit, "/live")
    words = ann.page.locator(".tournaments-words")
    expect(words).to_have_text("Stopped after 0 of 12 games")
    expect(ann.page.locator(".cross-table")).to_be_hidden()
    with running(path):
        write_live(path, 3, "12")
        append(path, parts[1] + parts[2])
        expect(words).to_have_text("Running: 2 of 12 games")
        expect(cell(ann, "greedy", "random")).to_have_text(re.compile(r"^\d-\d-\d$"))
        expect(ann.page.locator(".tournament-game")).to_have_count(2)
        # Two games side by side; one alone if there is no other.
        ann.button("Watch").click()
        boards = ann.page.locator(".watched-game")
        expect(boards).to_have_count(1)
        assert ann.page.url.endswith("/tournaments/live/watch")
        write_live(path, 4, "123")
        expect(boards).to_have_count(2)
        expect(boards.nth(1).locator(".small-board .piece")).to_have_count(3)
        write_live(path, 4, "1234")
        expect(boards.nth(1).locator(".small-board .piece")).to_have_count(4)
        expect(boards.nth(1).locator(".small-board-ring")).to_have_css("fill", "none")
        # The focus stays on its cell while the table changes.
        cell(ann, "greedy", "random").focus()
        append(path, b"".join(parts[3:]))
        expect(words).to_have_text("Running: 12 of 12 games")
        expect(cell(ann, "greedy", "random")).to_be_focused()
    expect(words).to_have_text("Finished: 12 games")
    path.unlink()


def test_a_tournament_is_begun_in_the_dialog(visit: Visit) -> None:
    ann = enter(visit)
    ann.button("New tournament").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.locator(".entrant")).to_have_count(3)
    for _ in range(3):
        dialog.get_by_role("button", name=re.compile("^Remove")).first.click()
    expect(dialog.get_by_role("button", name="Begin")).to_be_disabled()
    for name in ("Random", "Greedy"):
        dialog.get_by_label("Add a player").select_option(name)
        dialog.get_by_role("button", name="Add", exact=True).click()
    dialog.get_by_label("Name", exact=True).fill("From the page")
    dialog.get_by_label("Games a pairing").select_option("4")
    expect(dialog).to_contain_text("2 players, 4 games")
    check_axe(ann.page)
    dialog.get_by_role("button", name="Begin").click()
    expect(ann.page.get_by_role("heading", name="From the page")).to_be_visible()
    words = ann.page.locator(".tournaments-words")
    expect(words).to_have_text("Finished: 4 games", timeout=4 * PATIENCE)  # a process plays them
    expect(cell(ann, "greedy", "random")).to_be_visible()
    expect(ann.page.locator(".tournament-game")).to_have_count(4)


def test_a_tournament_is_stopped_and_gone_on_with(visit: Visit) -> None:
    ann = visit(None)
    slow = {"name": "slow", "players": [{"agent": "uct"}, {"opponent": "pip"}], "seconds": 1}
    assert ann.context.request.post("api/tournaments", data=slow).status == 201
    ann.page.goto("tournaments/slow")
    words = ann.page.locator(".tournaments-words")
    expect(words).to_have_text(re.compile("^Running"))
    ann.button("Stop").click()
    expect(words).to_have_text(re.compile("^Stopped after"))
    expect(ann.button("Go on")).to_be_focused()
    ann.button("Go on").click()
    expect(words).to_have_text(re.compile("^Running"))
    ann.button("Stop").click()
    expect(words).to_have_text(re.compile("^Stopped after"))


def test_faults_are_told_with_their_cause(visit: Visit, folder: Path) -> None:
    head, game, *_ = parts_of(folder / "cup.games")
    result = {"result": "SECOND", "reason": "agent failed", "cause": "Traceback\nValueError: 7"}
    begin = game.splitlines(keepends=True)[0]
    (folder / "faults.games").write_bytes(head + begin + json.dumps(result).encode() + b"\n")
    ann = enter(visit, "/faults")
    fault = ann.page.locator(".tournament-fault")
    fault.locator("summary").click()
    expect(fault).to_contain_text("lost 1 game by its own fault: agent failed 1")
    expect(fault).to_contain_text("ValueError: 7")
    check_axe(ann.page)
    (folder / "faults.games").unlink()


def test_there_is_no_such_tournament(visit: Visit) -> None:
    ann = visit(None)
    ann.page.goto("tournaments/none")
    expect(ann.page.locator(".tournaments-words")).to_have_text("There is no tournament none.")
    ann.page.goto("tournaments/cup/games/99")
    expect(ann.page.locator(".tournaments")).to_contain_text("no finished game 99")
    ann.problems = [each for each in ann.problems if "404" not in each]


def test_it_fits_and_is_accessible(visit: Visit, folder: Path) -> None:
    path = folder / "wide.games"
    play_tournament(path, *(f"random:seed={seed}" for seed in range(8)), games=2)
    with running(path):
        write_live(path, 99, "12")
        ann = enter(visit, "/wide/watch")
        expect(ann.page.locator(".watched-game")).to_have_count(1)
        expect(ann.page.locator(".tournament-game")).to_have_count(24)
        for width, mode in ((1280, "light"), (390, "dark"), (320, "light")):
            ann.page.set_viewport_size({"width": width, "height": 800})
            assert not ann.has_overflow(), width
            check_axe(ann.page, [mode])
        ann.button("Older games").click()
        expect(ann.page.get_by_text("25 to 48 of 56")).to_be_visible()
        ann.button("Older games").click()
        expect(ann.page.locator(".tournament-game")).to_have_count(8)
        expect(ann.button("Older games")).to_be_disabled()

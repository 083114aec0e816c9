"""Mine: my games first, filters as one types, statistics, and being the same player elsewhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, Route, expect

from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.test_review import wait_for_review

WIN = "1212121"
"""FIRST wins with seven moves on one column and its neighbour."""


def code_of(visitor: Visitor) -> str:
    """Return the code of the visitor's browser, which the page has made up."""
    return str(visitor.page.evaluate("JSON.parse(localStorage['fourfold.player'])"))


def play(visitor: Visitor, moves: str, *players: dict[str, Any], **more: Any) -> str:
    """Begin a game as the page does, make moves for the people at this screen; return its id."""
    headers = {"X-Fourfold-Player": code_of(visitor)}
    body = {"players": list(players) or [{"name": "Ann"}, {"name": "Ben"}], **more}
    request = visitor.context.request
    answer = request.post("api/games", data=body, headers=headers).json()
    id, seats = answer["game"]["id"], answer["seats"]
    for number, column in enumerate(moves):
        secret = seats.get("SECOND" if number % 2 else "FIRST") or next(iter(seats.values()))
        done = request.post(
            f"api/games/{id}/moves",
            data={"column": column},
            headers={"Authorization": f"Bearer {secret}"},
        )
        assert done.ok, done.text()
    return str(id)


def lose(visitor: Visitor) -> None:
    """Begin a game on the page against an agent, make a move and resign."""
    visitor.new_game("Against an agent", agent="greedy", starts="You")
    visitor.drop("1")
    expect(visitor.plies).to_have_count(2)
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.status).to_have_text("Greedy wins: you resigned.")


def open_history(visitor: Visitor, part: str = "") -> Locator:
    visitor.page.locator("#nav").get_by_role("button", name="History").click()
    if part:
        visitor.page.get_by_role("link", name=part, exact=True).click()
    screen = visitor.page.locator(".history")
    expect(screen).to_be_visible()
    return screen


def figure(screen: Locator, name: str) -> Locator:
    return screen.locator(".figure", has_text=name)


def test_my_games_come_first_with_their_boards(visit: Visit) -> None:
    bob = visit()
    other = play(bob, "44")
    ann = visit()
    own = play(ann, WIN, {"name": "Ann"}, {"name": "Zed"}, rules="5x4-xe1")
    requests: list[str] = []
    ann.page.on("request", lambda request: requests.append(request.url))
    screen = open_history(ann)
    card = screen.locator(".game-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Ann – Zed")
    expect(card).to_contain_text("Ann won")
    expect(card).to_contain_text("5x4-xe1 · 7 moves")
    expect(card.locator(".piece-first")).to_have_count(4)
    expect(card.locator(".piece-second")).to_have_count(3)
    expect(card.locator(".small-board-ring")).to_have_count(4)
    expect(card.locator(".small-board-cross")).to_have_count(1)

    screen.get_by_role("link", name="All games").click()
    expect(ann.page).to_have_url(re.compile("/history/all$"))
    expect(screen.locator(f"a[href='game/{other}']")).to_have_count(1)
    expect(screen.locator(f"a[href='game/{own}']")).to_have_count(1)
    # A list is one request, however many games it has.
    assert not any(re.search(r"/api/games/\w+$", url) for url in requests)

    screen.locator(f"a[href='game/{own}']").click()
    expect(ann.pieces()).to_have_count(7)
    expect(ann.page).to_have_url(re.compile(f"/game/{own}$"))
    ann.page.go_back()
    expect(ann.page.locator(".history-tab[aria-current]")).to_have_text("All games")


def test_filters_as_one_types_and_answers_out_of_order(visit: Visit) -> None:
    ann = visit()
    for names in (("Xaver", "Ben"), ("Xenia", "Ben"), ("Ysolde", "Ben")):
        play(ann, "44", *({"name": name} for name in names))
    play(ann, "ab", {"name": "Ysolde"}, {"name": "Ben"}, rules="12x12-xf2")
    screen = open_history(ann)
    links = screen.locator(".game-link")
    expect(links).to_have_count(4)
    player = screen.get_by_role("searchbox", name="Player")

    held: list[Route] = []

    def hold(route: Route) -> None:
        """Keep the answer to the first question back until the second has been answered."""
        if "player=x&" in f"{route.request.url}&":
            held.append(route)
        else:
            route.continue_()

    ann.page.route("**/api/games?*", hold)
    with ann.page.expect_request(lambda request: "player=x" in request.url):
        player.fill("x")
    player.fill("xen")
    expect(links).to_have_count(1)
    expect(links).to_contain_text("Xenia")
    for route in held:
        route.continue_()
    ann.page.unroute("**/api/games?*", hold)
    expect(links).to_have_count(1)
    expect(links).to_contain_text("Xenia")

    player.fill("")
    expect(links).to_have_count(4)
    board = screen.get_by_role("searchbox", name="Board")
    for typed in ("1", "12", "12x", "12x1", "12x12", "12x12-", "12x12-x", "12x12-xf2"):
        board.fill(typed)
        expect(links).to_have_count(1)
    expect(links).to_contain_text("12x12-xf2")

    # What was filled in is still there after a look at the game.
    links.click()
    expect(ann.pieces()).to_have_count(2)
    ann.page.go_back()
    expect(ann.page.get_by_role("searchbox", name="Board")).to_have_value("12x12-xf2")
    expect(links).to_have_count(1)
    ann.page.get_by_role("searchbox", name="Board").fill("")
    ann.page.get_by_role("combobox", name="Result").select_option("open")
    expect(links).to_have_count(4)
    ann.page.get_by_role("combobox", name="Result").select_option("win")
    expect(ann.page.locator(".history")).to_contain_text("No games found.")


def test_more_games_come_by_scrolling(visit: Visit) -> None:
    ann = visit()
    for _ in range(30):
        play(ann, "4")
    screen = open_history(ann)
    links = screen.locator(".game-link")
    expect(links.nth(23)).to_be_attached()
    ann.page.mouse.wheel(0, 10_000)
    expect(links).to_have_count(30)
    expect(ann.button("More")).to_be_hidden()


def test_a_game_counts_once(visit: Visit, tmp_path: Path) -> None:
    ann = visit()
    lose(ann)
    screen = open_history(ann, "Statistics")
    expect(figure(screen, "Games")).to_contain_text("0 won, 0 drawn, 1 lost")
    expect(figure(screen, "Days played")).to_contain_text("1 in a row")
    expect(screen.locator(".day.is-played")).to_have_count(1)
    expect(screen.locator(".tally tbody tr")).to_have_count(1)
    expect(screen.locator(".tally tbody th")).to_have_text("Greedy")

    ann.press("Escape")
    ann.button("Undo").click()
    expect(ann.plies).to_have_count(0)
    ann.drop("2")
    expect(ann.plies).to_have_count(2)
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.status).to_have_text("Greedy wins: you resigned.")
    id = ann.page.url.rsplit("/", 1)[1]
    record = tmp_path / "game.jsonl"
    record.write_bytes(ann.context.request.get(f"api/games/{id}/record").body())

    screen = open_history(ann)
    expect(screen.locator(".history-standing")).to_contain_text("1 finished game · 0 won")
    ann.page.get_by_label("A file of games").set_input_files(record)
    expect(ann.plies).to_have_count(2)
    expect(ann.page).not_to_have_url(re.compile(id))
    screen = open_history(ann)
    expect(screen.locator(".history-standing")).to_contain_text("1 finished game · 0 won")
    expect(screen.locator(".game-link")).to_have_count(1)
    expect(screen.locator(".game-link")).to_contain_text("You – Greedy")
    expect(screen.locator(".game-link")).to_contain_text("You lost")


def test_a_review_leaves_the_accuracy(visit: Visit) -> None:
    ann = visit()
    id = play(ann, WIN, rules="5x4")
    screen = open_history(ann)
    review = screen.locator(".game-review")
    expect(review).to_have_text("Accuracy –Review")
    review.click()
    expect(ann.page).to_have_url(re.compile(f"/game/{id}/review"))
    wait_for_review(ann)
    screen = open_history(ann)
    expect(screen.locator(".game-review")).to_have_text(re.compile(r"^Accuracy \d+ % and \d+ %$"))


def test_carried_over_by_code(visit: Visit) -> None:
    ann = visit()
    play(ann, WIN, {"name": "Ann"}, {"name": "Zed"})
    screen = open_history(ann, "This browser")
    shown = screen.get_by_label("Your code", exact=True).input_value()
    assert shown.replace("-", "") == code_of(ann)

    bob = visit()
    play(bob, "44", {"name": "Bob"}, {"name": "Cleo"})
    before = code_of(bob)
    screen = open_history(bob, "This browser")
    field = screen.get_by_label("Code from another browser")
    use = bob.button("Use this code")
    for wrong in ("", "abc", shown[:-1] + "0"):
        field.fill(wrong)
        use.click()
        expect(screen.get_by_role("alert")).to_contain_text("This is not a code: it has 26 letters")
    field.fill(before)
    use.click()
    expect(screen.get_by_role("alert")).to_have_text("This browser has that code already.")

    field.fill(shown.upper())
    use.click()
    question = screen.locator(".carry-question")
    expect(question).to_contain_text("stay with the code that this browser has now")
    own = question.get_by_label("The code that this browser has now", exact=True)
    assert own.input_value() == before
    bob.button("Cancel").click()
    expect(question).to_be_hidden()
    assert code_of(bob) == before
    use.click()
    bob.button("Be this player").click()
    expect(bob.page.locator(".game-link")).to_have_count(1)
    expect(bob.page.locator(".game-link")).to_contain_text("Ann – Zed")
    assert code_of(bob) == code_of(ann)

    # The games of the former player are still with its own code.
    bob.page.get_by_role("link", name="This browser").click()
    bob.page.get_by_label("Code from another browser").fill(before)
    use.click()
    bob.button("Be this player").click()
    expect(bob.page.locator(".game-link")).to_contain_text("Bob – Cleo")


def test_carried_over_by_file(visit: Visit, tmp_path: Path) -> None:
    ann = visit()
    ann.new_game("Two people here")
    ann.drop("4", "3")
    id = ann.page.url.rsplit("/", 1)[1]
    ann.page.locator("#nav").get_by_role("button", name="Settings").click()
    ann.page.get_by_role("radio", name="Ink").check(force=True)
    ann.page.get_by_role("link", name="Be the same player on another device").click()
    expect(ann.page).to_have_url(re.compile("/history/browser$"))
    with ann.page.expect_download() as coming:
        ann.button("Download a file").click()
    path = tmp_path / "player.json"
    coming.value.save_as(path)
    assert json.loads(path.read_text())["code"] == code_of(ann)

    bob = visit()
    screen = open_history(bob, "This browser")
    chooser = screen.get_by_label("A file of a player")
    for text in ("boo", "{}", '{"fourfold": "player", "code": "abc", "kept": {}}', "[1]"):
        nonsense = tmp_path / "nonsense.json"
        nonsense.write_text(text)
        chooser.set_input_files(nonsense)
        expect(screen.get_by_role("alert")).to_contain_text("This is not a file of a player")
        expect(screen.locator(".carry-question")).to_be_hidden()
        chooser.set_input_files([])
    chooser.set_input_files(path)
    bob.button("Be this player").click()
    expect(bob.page.locator(".game-link")).to_have_count(1)
    assert code_of(bob) == code_of(ann)
    expect(bob.page.locator("html")).to_have_attribute("data-theme", "ink")
    # The seats came with it: the game goes on here.
    bob.page.locator(f"a[href='game/{id}']").click()
    bob.drop("5")
    expect(bob.plies).to_have_count(3)


SIZES = [(320, 640, "dark"), (390, 844, "light"), (1280, 800, "dark"), (2560, 1440, "light")]


def test_every_part_at_every_size(visit: Visit) -> None:
    ann = visit()
    name = "Bartholomew the extraordinarily long"
    play(ann, WIN, {"name": name}, {"name": name}, rules="12x12-xf2-be1")
    lose(ann)
    open_history(ann)
    for part in ("My games", "All games", "Statistics", "This browser"):
        ann.page.get_by_role("link", name=part, exact=True).click()
        shown = {"Statistics": ".tally", "This browser": ".copy"}.get(part, ".game-card")
        expect(ann.page.locator(shown).first).to_be_visible()
        for width, height, mode in SIZES:
            ann.page.set_viewport_size({"width": width, "height": height})
            assert not ann.has_overflow(), (part, width)
            check_axe(ann.page, [mode])


def test_by_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    play(ann, WIN)

    def tab_to(matching: str) -> None:
        for _ in range(25):
            ann.press("Tab")
            if ann.page.evaluate("what => document.activeElement.matches(what)", matching):
                return
        raise AssertionError(f"no key leads to {matching}")

    ann.page.locator("#nav").get_by_role("button", name="History").focus()
    ann.press("Enter")
    expect(ann.page.locator(".game-link")).to_have_count(1)
    tab_to(".history-tab[data-part=statistics]")
    ann.press("Enter")
    expect(ann.page.locator(".statistics .figure")).to_have_count(4)
    expect(ann.page.locator("[data-part=statistics]")).to_be_focused()
    ann.press("Shift+Tab")
    ann.press("Shift+Tab")
    ann.press("Enter")
    expect(ann.page.locator(".game-link")).to_have_count(1)
    tab_to(".game-link")
    ann.press("Enter")
    expect(ann.pieces()).to_have_count(7)
    ann.page.go_back()
    expect(ann.page.locator(".history")).to_be_visible()
    ann.press("n")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    expect(ann.page.locator(".history")).to_be_visible()
    ann.press("Escape")
    expect(ann.page.locator(".history")).to_have_count(0)
    expect(ann.board).to_be_visible()


def test_without_the_server_the_list_says_so(visit: Visit) -> None:
    ann = visit()
    ann.page.route("**/api/games?*", lambda route: route.abort())
    screen = open_history(ann)
    expect(screen.get_by_role("status")).to_have_text(re.compile("server"))
    assert all("Failed to load" in problem for problem in ann.problems)
    ann.problems.clear()

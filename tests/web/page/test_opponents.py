"""The opponents: the ladder in the dialog, presets, faces, and whom the page suggests next."""

import json
import re
from dataclasses import asdict

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from fourfold.agents.opponents import list_opponents
from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor

LADDER = list_opponents()
NAMES = [opponent.name for opponent in LADDER]
SIZES = [(320, 640, "dark"), (390, 844, "light"), (1280, 800, "light"), (1280, 800, "dark")]


def open_dialog(visitor: Visitor) -> Locator:
    visitor.press("n")
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.locator(".opponent")).to_have_count(len(LADDER))
    return dialog


def opponent(dialog: Locator, id: str) -> Locator:
    return dialog.locator(f"[data-opponent={id}]")


def card(visitor: Visitor, number: int) -> Locator:
    return visitor.page.locator(".player").nth(number)


def has_played(visitor: Visitor, last: str, result: str, losses: int = 0) -> None:
    """Make the browser remember a game against an opponent."""
    memory = {"last": last, "result": result, "losses": losses, "wins": {}, "counted": []}
    kept = json.dumps(json.dumps(memory))
    visitor.context.add_init_script(f"localStorage['fourfold.ladder'] = {kept}")


def win_against(visitor: Visitor, id: str) -> None:
    """Win a game against an opponent, begun with three in column 4, without loading the page."""
    path, seats = visitor.create(players=[{}, {"opponent": id}], start="7x6:414243")
    visitor.page.evaluate(
        """([path, seats]) => {
          localStorage["fourfold.seats"] = JSON.stringify([[path.slice(5), seats]]);
          history.pushState(null, "", path);
          dispatchEvent(new PopStateEvent("popstate"));
        }""",
        [path, seats],
    )
    expect(visitor.plies).to_have_count(6)
    visitor.drop("4")
    expect(visitor.status).to_have_text(re.compile("^You win"))


def test_ladder_has_faces_names_sentences_and_ratings(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    for number, each in enumerate(LADDER):
        row = dialog.locator(".opponent").nth(number)
        expect(row).to_contain_text(each.name)
        expect(row).to_contain_text(each.sentence)
        expect(row.locator(".opponent-rating")).to_have_text(f"rated {each.rating.elo}")
        expect(row.locator("svg.face")).to_have_attribute("aria-hidden", "true")
        assert row.locator("svg.face *").count() > 12
    pictures = dialog.locator(".ladder .face").evaluate_all("all => all.map(e => e.innerHTML)")
    assert len(set(pictures)) == len(LADDER)


def test_every_word_of_a_face_can_be_drawn(visit: Visit) -> None:
    words = visit().page.evaluate(
        """async () => (await import("./static/board/faces.js")).FACE_WORDS"""
    )
    for each in LADDER:
        for part, word in asdict(each.face).items():
            assert word in words[part], f"{each.name}: {part}"


def test_what_they_are_is_one_tap_away(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    about = dialog.locator("#about-ines")
    expect(about).to_be_hidden()
    button = dialog.get_by_role("button", name="What Ines is")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(about).to_contain_text("Looks six moves ahead")
    expect(about).to_contain_text("casual:depth=6")
    expect(about).to_contain_text(re.compile(r"Rated \d+ ± \d+, after \d+ games with Hugo\."))
    button.click()
    expect(about).to_be_hidden()


def test_first_visit_meets_the_suggested_opponent(visit: Visit) -> None:
    ann = visit()
    expect(card(ann, 1)).to_contain_text("Mila")
    expect(card(ann, 1).locator("svg.face")).to_be_visible()
    expect(card(ann, 1).locator(".player-about")).to_have_text(re.compile(r"^Yellow · rated \d+$"))
    expect(card(ann, 0).locator("svg.face")).to_have_count(0)
    dialog = open_dialog(ann)
    expect(opponent(dialog, "mila")).to_contain_text("suggested")
    dialog.get_by_role("button", name="Play Mila").click()
    expect(dialog).to_have_count(0)
    ann.drop("4")
    expect(ann.pieces("second")).to_have_count(1)


def test_any_opponent_can_be_played_and_stays_the_same_in_a_rematch(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    opponent(dialog, "kofi").click()
    expect(dialog).to_have_count(0)
    expect(card(ann, 1)).to_contain_text("Kofi")
    ann.drop("4")
    expect(ann.plies).to_have_count(2)
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.status).to_have_text("Kofi wins: you resigned.")
    ann.button("Rematch").click()
    expect(card(ann, 0)).to_contain_text("Kofi")
    expect(card(ann, 0).locator("svg.face")).to_be_visible()
    expect(card(ann, 1).locator("svg.face")).to_have_count(0)


def test_next_opponent_is_suggested_after_a_win(visit: Visit) -> None:
    """An undo after the end and a second win do not count again."""
    ann = visit()
    win_against(ann, "mila")
    expect(ann.button("Next: Otto")).to_be_visible()
    dialog = open_dialog(ann)
    expect(dialog.get_by_role("button", name="Play Otto")).to_be_visible()
    expect(opponent(dialog, "mila")).to_contain_text("beaten once")
    ann.press("Escape")
    ann.button("Undo").click()
    expect(ann.board).to_have_class(re.compile("is-playable"))
    ann.drop("4")
    expect(ann.status).to_have_text(re.compile("^You win"))
    dialog = open_dialog(ann)
    expect(opponent(dialog, "mila")).to_contain_text("beaten once")


def test_suggestions(visit: Visit) -> None:
    ann = visit(None)
    has_played(ann, "otto", "win")
    ann.go()
    expect(card(ann, 1)).to_contain_text("Tess")  # a new game, since this browser has none
    suggestions = [
        ("otto", "win", 0, "Tess"),
        ("otto", "draw", 0, "Otto"),
        ("otto", "loss", 1, "Otto"),
        ("otto", "loss", 2, "Mila"),
        ("pip", "loss", 5, "Pip"),
        ("selma", "win", 0, "Selma"),
        ("nobody", "win", 0, "Mila"),
        (3, [], "x", "Mila"),
    ]
    for last, result, losses, suggested in suggestions:
        found = ann.page.evaluate(
            """async (memory) => {
              localStorage["fourfold.ladder"] = JSON.stringify(memory);
              const ladder = await import("./static/state/opponents.js");
              return ladder.suggestedOpponent().name;
            }""",
            {"last": last, "result": result, "losses": losses},
        )
        assert found == suggested
    found = ann.page.evaluate(
        """async () => {
          const ladder = await import("./static/state/opponents.js");
          const [weakest] = await ladder.loadOpponents();
          return [ladder.nextOpponent(weakest).name, ladder.nextOpponent({ id: "selma" }),
            ladder.opponentOf({ opponent: "yuki" }).name, ladder.opponentOf({ opponent: null })];
        }"""
    )
    assert found == ["Mila", None, "Yuki", None]


def test_friend_on_this_screen_and_by_link(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    friend = dialog.get_by_role("button", name="With a friend")
    expect(dialog.locator(".preset-choices")).to_be_hidden()
    friend.click()
    by_link = dialog.get_by_role("button", name="By link", exact=True)
    expect(by_link).to_be_focused()
    dialog.get_by_role("button", name="On this screen", exact=True).click()
    expect(ann.status).to_have_text("Red to move.")
    dialog = open_dialog(ann)
    dialog.get_by_role("button", name="With a friend").click()
    by_link.click()
    expect(ann.button("Invite your friend")).to_be_visible()


def test_watch_two(visit: Visit) -> None:
    ann = visit()
    open_dialog(ann).get_by_role("button", name="Watch two").click()
    expect(ann.page.locator(".player .face")).to_have_count(2)
    names = ann.page.locator(".player-name").all_inner_texts()
    assert abs(NAMES.index(names[0]) - NAMES.index(names[1])) == 1
    expect(ann.plies.nth(1)).to_be_attached()


def test_surprise_board(visit: Visit) -> None:
    ann = visit()
    open_dialog(ann).get_by_role("button", name="Surprise board").click()
    marks = ann.page.locator(".board .forbidden-cross, .board .bonus-star")
    expect(marks.first).to_be_attached()
    expect(card(ann, 1)).to_contain_text("Mila")


def test_details_count_for_every_opponent(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    words = dialog.locator(".details-words")
    expect(words).to_have_text("7x6 · you start · no clock")
    dialog.locator(".details summary").click()
    dialog.get_by_role("slider", name="Columns").fill("5")
    dialog.get_by_role("radio", name="Opponent", exact=True).check(force=True)
    dialog.get_by_label("Time for a move").select_option("30")
    expect(words).to_have_text("5x6 · opponent starts · 30 s a move")
    opponent(dialog, "pip").click()
    expect(card(ann, 0)).to_contain_text("Pip")
    expect(ann.page.locator(".board-column")).to_have_count(5)
    expect(ann.page.locator(".player-clock").first).to_be_visible()
    # They are kept for the next game.
    expect(open_dialog(ann).locator(".details-words")).to_have_text(
        "5x6 · opponent starts · 30 s a move"
    )


def test_advanced_has_every_agent_with_readable_labels(visit: Visit) -> None:
    ann = visit()
    dialog = ann.advanced()
    agent = dialog.locator(".agent").first
    names = agent.locator("select").first.locator("option").all_inner_texts()
    assert {"Casual", "Classic", "Greedy", "Hard", "Perfect", "Random", "Threat", "UCT"} <= set(
        names
    )
    agent.locator("select").first.select_option("threat")
    agent.locator("summary").click()
    labels = agent.locator(".agent-options .field-label").all_inner_texts()
    assert {"Moves to look ahead", "Seconds per move", "Opening book"} <= set(labels)
    assert not [label for label in labels if "_" in label or label[0].islower()]
    agent.get_by_label("Opening book").select_option(label="no")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(card(ann, 1)).to_contain_text("Threat")
    dialog = ann.advanced()
    dialog.get_by_role("button", name="Opponents").click()
    expect(dialog.locator(".opponent")).to_have_count(len(LADDER))


def test_refusal_is_told_in_the_dialog(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    ann.page.route(
        "**/api/games",
        lambda route: route.fulfill(status=422, json={"error": "Not today."}),
    )
    opponent(dialog, "pip").click()
    expect(dialog.get_by_role("alert")).to_have_text("Not today.")
    ann.problems.clear()  # the browser tells of the status, too
    ann.page.unroute("**/api/games")
    opponent(dialog, "pip").click()
    expect(card(ann, 1)).to_contain_text("Pip")


def test_by_keyboard(visit: Visit) -> None:
    ann = visit()
    dialog = open_dialog(ann)
    expect(dialog.get_by_role("button", name="Play Mila")).to_be_focused()
    for _ in range(8):
        ann.press("Tab")
        if opponent(dialog, "pip").evaluate("element => element === document.activeElement"):
            break
    for id in ("mila", "otto", "tess"):
        ann.press("ArrowDown")
        expect(opponent(dialog, id)).to_be_focused()
    ann.press("ArrowUp")
    ann.press("Enter")
    expect(dialog).to_have_count(0)
    expect(card(ann, 1)).to_contain_text("Otto")


def test_every_win_leads_one_step_up(visit: Visit) -> None:
    """The card after the second game knows of the second win."""
    ann = visit()
    for id, above in (("mila", "Otto"), ("otto", "Tess"), ("tess", "Hugo")):
        win_against(ann, id)
        expect(ann.button(f"Next: {above}")).to_be_visible()
    ann.button("Next: Hugo").click()
    expect(card(ann, 1)).to_contain_text("Hugo")


def test_every_size_in_light_and_dark(visit: Visit) -> None:
    ann = visit()
    check_sizes(ann)
    dialog = open_dialog(ann)
    dialog.get_by_role("button", name="With a friend").click()
    dialog.get_by_role("button", name="What Pip is").click()
    dialog.locator(".details summary").click()
    check_sizes(ann, dialog.locator(".dialog-body"))
    dialog.get_by_role("button", name="Advanced").click()
    dialog.locator(".agent summary").first.click()
    check_sizes(ann, dialog.locator(".dialog-body"))


def check_sizes(visitor: Visitor, body: Locator | None = None) -> None:
    """Look at every size, each in its mode; body: what may not be wider than its place."""
    for width, height, mode in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        check_axe(visitor.page, [mode])
        if body is not None:
            assert body.evaluate("e => e.scrollWidth <= e.clientWidth"), width

"""Learn: the list, the lessons and the rules, by mouse, by keyboard, and on every width."""

import re
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from fourfold.lessons import Lesson, load_lessons
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.web.api.views.lessons import pieces_view
from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor

LESSONS = load_lessons()
FIRST = LESSONS[0]
BLOCKING = LESSONS[1]


def open_learn(visitor: Visitor, path: str = "learn") -> Visitor:
    visitor.page.goto(f"{visitor.site.address}/{path}")
    expect(visitor.page.locator(".learn-title")).to_be_visible()
    return visitor


def open_lesson(visitor: Visitor, id: str) -> Visitor:
    open_learn(visitor, f"learn/{id}")
    expect(visitor.page.locator(".find-move .board-column").first).to_be_visible()
    return visitor


def right_columns(lesson: Lesson) -> list[str]:
    """A right column of each step, as a key."""
    return [column_label(step.accepted[0], step.position.rules.columns) for step in lesson.steps]


def wrong_column(lesson: Lesson, step: int) -> str:
    position = lesson.steps[step].position
    wrong = next(c for c in position.legal_columns if c not in lesson.steps[step].accepted)
    return column_label(wrong, position.rules.columns)


def feedback(visitor: Visitor) -> Any:
    return visitor.page.locator(".lesson-feedback")


def test_a_newcomer_finds_the_lessons(visit: Visit) -> None:
    ann = visit()
    expect(ann.page.get_by_role("dialog")).to_have_count(0)  # nothing pops up
    ann.button("Learn").click()
    expect(ann.page.locator(".lesson-card")).to_have_count(len(LESSONS) + 1)
    expect(ann.page).to_have_title("Learn · fourfold")
    expect(ann.page.locator(".lesson-card.is-next")).to_contain_text("The rules")
    ann.page.get_by_role("link", name=FIRST.title).click()
    expect(ann.page).to_have_url(re.compile(r"/learn/four-in-a-row$"))
    expect(ann.page).to_have_title("Four in a row · fourfold")
    ann.page.go_back()
    expect(ann.page.locator(".lesson-card")).to_have_count(len(LESSONS) + 1)
    ann.page.get_by_role("link", name="Back to the game").click()
    expect(ann.board).to_be_visible()
    expect(ann.page.locator(".screen")).to_have_count(0)


def test_a_lesson_by_mouse(visit: Visit) -> None:
    ann = open_lesson(visit(None), FIRST.id)
    expect(ann.page.locator(".lesson-count")).to_have_text("Position 1 of 4")
    expect(ann.page.locator(".lesson-side")).to_have_text("You play Red.")
    expect(ann.page.locator(".lesson-prompt")).to_have_text(FIRST.steps[0].prompt)
    before = len(FIRST.steps[0].position.moves)
    expect(ann.pieces()).to_have_count(before)

    # A wrong piece stays, with how it is answered, until it is taken back.
    ann.column(wrong_column(FIRST, 0)).click()
    expect(feedback(ann)).to_have_class(re.compile("is-wrong"))
    expect(feedback(ann)).to_contain_text("Look along the bottom row")
    expect(feedback(ann)).to_contain_text("It goes on: 1. Yellow in 7")
    expect(ann.pieces()).to_have_count(before + 1)  # ghosts lie in a layer of their own
    drawn = ann.page.locator(".line-ghost-text").first.bounding_box()
    assert drawn is not None
    assert drawn["width"] < 60  # its style sheet is there: it fits into the piece
    expect(ann.button("Next")).to_be_hidden()
    ann.button("Try again").click()
    expect(ann.pieces()).to_have_count(before)
    expect(feedback(ann)).to_have_text("")

    for number, key in enumerate(right_columns(FIRST), start=1):
        ann.column(key).click()
        expect(feedback(ann)).to_have_class(re.compile("is-right"))
        expect(ann.page.locator(".find-move .winning-line").first).to_be_attached()
        if number < len(FIRST.steps):
            ann.button("Next").click()
            expect(ann.page.locator(".lesson-count")).to_have_text(f"Position {number + 1} of 4")
    expect(ann.page.locator(".lesson-finished")).to_have_text("Lesson finished.")
    ann.page.get_by_role("link", name=f"Next: {BLOCKING.title}").click()
    expect(ann.page).to_have_url(re.compile(f"/learn/{BLOCKING.id}$"))
    expect(ann.page.locator(".lesson-prompt")).to_have_text(
        BLOCKING.steps[0].prompt.replace("The opponent", "Red")
    )


def test_a_lesson_by_keyboard_and_progress_after_a_reload(visit: Visit) -> None:
    ann = open_lesson(visit(None), BLOCKING.id)
    count = ann.page.locator(".lesson-count")
    keys = right_columns(BLOCKING)
    ann.press(wrong_column(BLOCKING, 0))
    expect(feedback(ann)).to_have_class(re.compile("is-wrong"))
    # The refutation: the opponent fills the gap, and the four are joined.
    expect(ann.page.locator(".line-ghost")).to_have_count(1)
    expect(ann.page.locator(".find-move .winning-line").first).to_be_attached()
    expect(feedback(ann)).to_contain_text("1. Red in 5: four in a row.")
    ann.press("Enter")  # try again
    expect(feedback(ann)).to_have_text("")
    ann.press("ArrowRight")  # no way on without the answer
    expect(count).to_have_text("Position 1 of 3")
    ann.press(wrong_column(BLOCKING, 0))
    ann.press(keys[0])  # another column at once
    expect(feedback(ann)).to_have_class(re.compile("is-right"))
    # The focus may be on the board, as after Try again: Enter goes on all the same.
    ann.press("Enter")
    expect(count).to_have_text("Position 2 of 3")
    ann.press("Escape")
    card = ann.page.get_by_role("link", name=BLOCKING.title)
    expect(card).to_contain_text("1 of 3")
    ann.page.reload()
    expect(card).to_contain_text("1 of 3")

    open_lesson(ann, BLOCKING.id)
    expect(count).to_have_text("Position 2 of 3")
    ann.page.locator("body").press("ArrowLeft")  # back to what was solved
    expect(count).to_have_text("Position 1 of 3")
    expect(feedback(ann)).to_have_class(re.compile("is-right"))
    ann.press("ArrowRight")
    for key in keys[1:]:
        ann.press(key)
        expect(feedback(ann)).to_have_class(re.compile("is-right"))
        if key is not keys[-1]:
            ann.press("ArrowRight")
    expect(ann.page.locator(".lesson-finished")).to_be_visible()
    ann.press("Enter")
    expect(ann.page).to_have_url(re.compile(f"/learn/{LESSONS[2].id}$"))
    ann.press("Escape")
    expect(card).to_contain_text("Done")
    assert ann.page.evaluate("localStorage['fourfold.lessons']") == '{"blocking":3}'
    expect(ann.page.locator(".learn-intro")).to_have_text(f"1 of {len(LESSONS)} lessons finished.")


def test_the_columns_of_the_board_by_keyboard(visit: Visit) -> None:
    """Arrows choose a column and Enter drops, as in a game; then Enter goes on."""
    ann = open_lesson(visit(None), FIRST.id)
    for _ in range(15):
        ann.press("Tab")
        if ann.page.evaluate("document.activeElement.matches('.find-move .board-column')"):
            break
    expect(ann.column("4")).to_be_focused()
    for _ in range(3):
        ann.press("ArrowRight")
    expect(ann.column("7")).to_be_focused()
    ann.press("Enter")
    expect(feedback(ann)).to_have_class(re.compile("is-right"))
    ann.press("Enter")
    expect(ann.page.locator(".lesson-count")).to_have_text("Position 2 of 4")


def test_what_is_said_is_announced(visit: Visit) -> None:
    ann = open_lesson(visit(None), FIRST.id)
    expect(ann.page.locator(".lesson-ask")).to_have_attribute("aria-live", "polite")
    expect(feedback(ann)).to_have_attribute("role", "status")
    ann.press("7")
    expect(feedback(ann)).to_contain_text("Right.")
    expect(feedback(ann)).to_contain_text("You win!")


def test_a_lesson_needs_no_server_once_it_is_there(visit: Visit) -> None:
    ann = open_lesson(visit(None), FIRST.id)
    ann.context.set_offline(True)
    for key in right_columns(FIRST)[:-1]:
        ann.press(key)
        expect(feedback(ann)).to_have_class(re.compile("is-right"))
        ann.press("ArrowRight")
    ann.press("1")
    expect(feedback(ann)).to_have_class(re.compile("is-wrong"))
    ann.context.set_offline(False)


def test_a_ban_is_dropped_and_the_colours_change(visit: Visit) -> None:
    star = next(lesson for lesson in LESSONS if lesson.id == "the-star")
    ann = open_lesson(visit(None), star.id)
    ann.press(right_columns(star)[0])
    ann.press("ArrowRight")
    expect(ann.page.locator(".lesson-side")).to_have_text(
        "You play Yellow. You took the star: drop the ban."
    )
    expect(ann.pieces("ban")).to_have_count(0)
    ann.press(right_columns(star)[1])
    expect(ann.page.locator(".find-move .board-pieces .piece-ban")).to_have_count(1)
    ann.button("Settings").click()
    ann.page.get_by_role("dialog").get_by_role("radio", name="Ink").check(force=True)
    ann.press("Escape")
    expect(ann.page.locator(".lesson-side")).to_contain_text("You play Black.")


def test_the_study_tools_are_shown_where_they_are_taught(visit: Visit) -> None:
    ann = open_lesson(visit(None), "the-study-tools")
    chips = ann.page.locator(".find-move .chip")
    expect(chips).to_have_count(7)
    expect(chips.nth(4)).to_contain_text("W 3")
    ann.press("4")
    expect(feedback(ann)).to_contain_text("W 5 is good, but there is something quicker.")
    open_lesson(ann, FIRST.id)
    expect(chips).to_have_count(0)


def test_cells_that_are_named_can_be_pointed_at(visit: Visit) -> None:
    ann = open_lesson(visit(None), BLOCKING.id)
    ann.press("1")
    feedback(ann).locator(".cell-name").first.hover()
    expect(ann.page.locator(".find-move .pointed-ring")).to_have_count(1)


def test_a_full_column_and_an_unknown_lesson(visit: Visit) -> None:
    ann = open_lesson(visit(None), "the-cell-above")
    ann.press("3")
    expect(feedback(ann)).to_have_text("Column 3 is full. Try another one.")
    ben = visit(None)
    open_learn(ben, "learn/luck")
    expect(ben.page.get_by_text("There is no lesson 'luck'")).to_be_visible()
    ben.problems.clear()  # the browser reports the 404 itself


# The rules


def test_the_rules_step_by_step(visit: Visit) -> None:
    ann = open_learn(visit(None), "learn/rules")
    expect(ann.page.locator(".rule")).to_have_count(3)
    # Without motion the boards rest at their ends.
    expect(ann.page.locator(".demo-words").first).to_contain_text("Four in a row")
    step = ann.page.get_by_role("button", name="Step: The star and the ban")
    star = ann.page.locator(".demo").nth(2)
    step.click()
    expect(star.locator(".piece")).to_have_count(0)
    for _ in range(5):
        step.click()
    expect(star.locator(".piece-ban")).to_have_count(1)
    expect(star.locator(".demo-words")).to_have_text(
        "The ban belongs to nobody and stays. Here it blocks the row."
    )
    expect(star.locator(".demo-words")).to_have_attribute("aria-live", "polite")
    ann.page.get_by_role("link", name="Start the first lesson").click()
    expect(ann.page).to_have_url(re.compile(f"/learn/{FIRST.id}$"))


def test_the_boards_move_in_sight_and_can_be_paused(visit: Visit) -> None:
    ann = visit(None, reduced_motion="no-preference", viewport={"width": 390, "height": 640})
    ann.page.clock.install()
    open_learn(ann, "learn/rules")
    boards = ann.page.locator(".demo")
    boards.first.scroll_into_view_if_needed()
    expect(boards.first.get_by_role("button", name="Pause: Four in a row")).to_be_visible()
    ann.page.clock.run_for(2000)
    expect(boards.first.locator(".piece")).to_have_count(1)
    expect(boards.nth(2).locator(".piece")).to_have_count(0)  # out of sight
    boards.first.get_by_role("button", name="Pause").click()
    ann.page.clock.run_for(20_000)
    expect(boards.first.locator(".piece")).to_have_count(1)
    boards.first.get_by_role("button", name="Play").click()
    ann.page.clock.run_for(120_000)  # two rounds, then it rests
    expect(boards.first.get_by_role("button", name="Play")).to_be_visible()
    expect(boards.first.locator(".piece")).to_have_count(7)


def test_the_small_games_follow_the_rules(visit: Visit) -> None:
    ann = open_learn(visit(None), "learn/rules")
    demos = ann.page.evaluate(
        "import(new URL('static/screens/learn/demos.js', document.baseURI)).then((m) => m.DEMOS)"
    )
    assert len(demos) == 3
    for demo in demos.values():
        position = Position.parse(demo["position"])
        rules = position.rules
        assert (demo["columns"], demo["rows"]) == (rules.columns, rules.rows)
        assert [tuple(cell) for cell in demo["forbidden"]] == list(rules.forbidden)
        assert demo["bonus"] == (None if rules.bonus is None else list(rules.bonus))
        assert [tuple(cell) for cell in demo["line"]] == list(position.winning_cells)
        pieces = [[each.column, each.row, each.owner] for each in pieces_view(position)]
        assert [ply[:3] for ply in demo["plies"]] == pieces


# For everyone


def test_axe_finds_nothing(visit: Visit) -> None:
    ann = open_learn(visit(None))
    expect(ann.page.locator(".lesson-card")).to_have_count(len(LESSONS) + 1)
    check_axe(ann.page, MODES)
    open_learn(ann, "learn/rules")
    check_axe(ann.page, MODES)
    open_lesson(ann, "the-study-tools")
    check_axe(ann.page, MODES)
    ann.press("1")
    expect(feedback(ann)).to_have_class(re.compile("is-wrong"))
    check_axe(ann.page, MODES)
    ann.press("5")
    expect(feedback(ann)).to_have_class(re.compile("is-right"))
    check_axe(ann.page, MODES)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (1280, 800), (2560, 1440)])
def test_it_fits_every_width(visit: Visit, width: int, height: int) -> None:
    ann = open_learn(visit(None, viewport={"width": width, "height": height}))
    expect(ann.page.locator(".lesson-card")).to_have_count(len(LESSONS) + 1)
    assert not ann.has_overflow()
    open_learn(ann, "learn/rules")
    assert not ann.has_overflow()
    open_lesson(ann, FIRST.id)
    assert not ann.has_overflow()
    ann.press("1")
    expect(feedback(ann)).to_be_in_viewport()
    box = ann.page.locator(".find-move .board").bounding_box()
    assert box is not None
    assert box["width"] > min(width, height) * 0.55  # as large as the window allows
    assert not ann.has_overflow()

"""For everyone: keyboard, screen reader, phone, contrast, and a page that asks nobody else."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor

PHONES = [(390, 844), (360, 640)]


def test_axe_finds_what_is_wrong_in_one_mode_only(visit: Visit) -> None:
    page = visit(None).page
    pale = "@media (prefers-color-scheme: dark) { p { color: #eee } }"
    head = f'<html lang="en"><title>pale</title><style>{pale}</style>'
    page.set_content(head + "<main><h1>Some words</h1><p>Pale words</p></main>")
    check_axe(page, ["light"])
    with pytest.raises(AssertionError, match="color-contrast"):
        check_axe(page, MODES)


def test_axe_finds_nothing(visit: Visit) -> None:
    ann = visit()
    check_axe(ann.page, MODES)
    ann.press("a")
    expect(ann.page.locator(".chip")).to_have_count(7)
    check_axe(ann.page, MODES)
    ann = visit(None).begin("5x4-xc1-bb1")
    ann.drop("2")
    check_axe(ann.page, MODES)  # a ban is due
    ann.drop("5", "1", "2", "1", "2", "1", "2")
    expect(ann.status).to_have_text("Red wins with b1–b4.")
    check_axe(ann.page, MODES)


def test_axe_finds_nothing_in_dialogs(visit: Visit) -> None:
    ann = visit()
    ann.drop("4")
    for opener in ("New game", "Share", "Settings", "Keys"):
        ann.page.locator("#nav").get_by_role("button", name=opener).click()
        dialog = ann.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        if opener == "New game":
            dialog.locator("summary").first.click()
        check_axe(ann.page, MODES)
        ann.press("Escape")
        expect(dialog).to_have_count(0)
        # The focus is back where it was.
        expect(ann.page.locator("#nav").get_by_role("button", name=opener)).to_be_focused()


def test_game_by_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    ann.press("n")
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Play Mila")).to_be_focused()
    advanced = dialog.get_by_role("button", name="Advanced")
    for _ in range(8):
        ann.press("Tab")
        if advanced.evaluate("element => element === document.activeElement"):
            break
    ann.press("Enter")
    expect(dialog.locator("input:checked").first).to_be_focused()
    ann.press("ArrowRight")  # two people here
    ann.press("Enter")
    expect(dialog).to_have_count(0)
    expect(ann.status).to_have_text("Red to move.")
    for _ in range(12):  # the board comes after the buttons at the top
        ann.press("Tab")
        if ann.page.evaluate("document.activeElement.matches('.board-column')"):
            break
    expect(ann.column("4")).to_be_focused()
    expect(ann.page.locator(".landing")).to_have_count(1)
    ann.press("Enter")
    expect(ann.plies).to_have_count(1)
    ann.press("ArrowRight")
    ann.press("Enter")
    expect(ann.plies).to_have_count(2)
    assert (ann.cell(4, 1), ann.cell(5, 1)) == ("Red", "Yellow")
    for number, key in enumerate("45454", start=3):
        expect(ann.board).to_have_class(re.compile("is-playable"))
        ann.press(key)
        expect(ann.plies).to_have_count(number)
    expect(ann.status).to_have_text("Red wins with d1–d4.")
    ann.press("?")
    expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
    ann.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_letters_drop_on_wide_boards(visit: Visit) -> None:
    ann = visit(None).begin("12x12")
    ann.press("l")
    expect(ann.plies).to_have_count(1)
    ann.press("a")
    expect(ann.plies).to_have_count(2)
    assert (ann.cell(12, 1), ann.cell(1, 1)) == ("Red", "Yellow")
    ann.press("Shift+A")
    expect(ann.page.locator("#study")).to_be_visible()


def test_every_move_is_said(visit: Visit) -> None:
    ann = visit(None).begin()
    said = ann.page.locator("#announcer")
    ann.drop("4")
    expect(said).to_have_text("Red: column 4, row 1. Yellow to move.")
    ann.drop("4")
    expect(said).to_have_text("Yellow: column 4, row 2. Red to move.")
    ann.drop("1", "4", "2", "4", "3")
    expect(said).not_to_contain_text("to move")
    ann.button("Undo").click()
    expect(said).to_have_text("Red to move.")


def tap_until(count: int, button: Locator, dialog: Locator) -> None:
    """Tap on a button that opens a dialog (count 1) or closes it (count 0).

    On a busy machine a finger may seem to rest on it for half a second, which is no tap but a long
    press: then it is tapped again.
    """
    for _ in range(4):
        button.tap()
        try:
            expect(dialog).to_have_count(count, timeout=5_000)
        except AssertionError:
            continue
        return
    expect(dialog).to_have_count(count)


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_phone(visit: Visit, width: int, height: int) -> None:
    ann = visit(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    assert not ann.has_overflow()
    ann.column("4").tap()
    expect(ann.pieces()).to_have_count(2)
    for opener in ("New game", "Share", "Settings"):
        dialog = ann.page.get_by_role("dialog")
        tap_until(1, ann.page.locator("#nav").get_by_role("button", name=opener), dialog)
        expect(dialog).to_be_visible()
        assert not ann.has_overflow()
        body = dialog.locator(".dialog-body")
        assert body.evaluate("e => e.scrollWidth <= e.clientWidth"), opener
        tap_until(0, dialog.get_by_role("button", name="Close"), dialog)


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_largest_board_on_a_phone(visit: Visit, width: int, height: int) -> None:
    ann = visit(
        "position/12x12-xd3-be4:ghgghfa",
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
    )
    assert not ann.has_overflow()
    # The whole board is on the screen, and each column can be hit with a finger.
    boxes = [ann.page.locator(".board-column").nth(n).bounding_box() for n in (0, 11)]
    assert all(box is not None and box["width"] >= 24 for box in boxes)
    picture = ann.page.locator(".board-picture").bounding_box()
    assert picture is not None
    assert picture["x"] >= 0
    assert picture["x"] + picture["width"] <= width
    assert picture["y"] + picture["height"] <= height
    ann.column("l").tap()
    expect(ann.pieces()).to_have_count(8)


def test_nothing_jumps(visit: Visit) -> None:
    """The board stays where it is, whatever is said and whichever tools are on."""
    ann = visit(None, viewport={"width": 1280, "height": 720}).begin("5x4-bb1")
    place = ann.board.bounding_box()
    actions = ann.page.locator("#actions").bounding_box()
    ann.drop("2")
    ann.column("2").hover()
    assert ann.board.bounding_box() == place
    ann.drop("5", "1")
    ann.press("a")
    expect(ann.page.locator(".chip")).to_have_count(5)
    ann.press("h")
    expect(ann.status).to_contain_text("Try column")
    assert ann.board.bounding_box() == place
    assert ann.page.locator("#actions").bounding_box() == actions


def test_pieces_can_be_told_from_the_holes(visit: Visit) -> None:
    ann = visit("position/7x6-xa1:44")
    ann.button("Settings").click()
    dialog = ann.page.get_by_role("dialog")
    for theme in ("Classic", "Ink", "Sea"):
        dialog.get_by_role("radio", name=theme).check(force=True)
        expect(ann.page.locator("html")).to_have_attribute("data-theme", theme.lower())
        for mode in MODES:
            ann.page.emulate_media(color_scheme=mode)
            check_contrasts(ann)


def check_contrasts(ann: Visitor) -> None:
    colours = {
        name: luminance(
            ann.page.evaluate(
                """name => {
                  const probe = document.createElement("i");
                  probe.style.color = `var(${name})`;
                  document.body.append(probe);
                  return getComputedStyle(probe).color;
                }""",
                f"--{name}",
            )
        )
        for name in ("first", "second", "ban-edge", "ban", "hole", "plate", "plate-text", "star")
    }
    for name in ("first", "second", "star"):
        assert contrast(colours[name], colours["hole"]) >= 3, name
    # A ban is neutral, so its rim may do what its colour does not.
    assert max(contrast(colours[name], colours["hole"]) for name in ("ban", "ban-edge")) >= 3
    assert contrast(colours["plate-text"], colours["plate"]) >= 4.5


def luminance(colour: str) -> float:
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    low, high = sorted((one, other))
    return (high + 0.05) / (low + 0.05)


def test_settings_are_kept(visit: Visit) -> None:
    ann = visit()
    ann.button("Settings").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Ink").check(force=True)
    dialog.get_by_role("radio", name="Dark").check(force=True)
    dialog.get_by_label("Your name").fill("Ann")
    ann.press("Tab")
    ann.press("Escape")
    expect(ann.page.locator(".player-about").first).to_have_text("White")
    ann.page.reload()
    root = ann.page.locator("html")
    expect(root).to_have_attribute("data-theme", "ink")
    expect(root).to_have_attribute("data-mode", "dark")


def test_pieces_fall_unless_they_may_not(visit: Visit) -> None:
    watch = """() => {
      window.falls = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...all) {
        window.falls += 1;
        return animate.apply(this, all);
      };
    }"""
    for motion, falls in (("reduce", 0), ("no-preference", 1)):
        ann = visit(None, reduced_motion=motion).begin()
        ann.page.evaluate(watch)
        ann.drop("4")
        expect(ann.pieces()).to_have_count(1)
        assert ann.page.evaluate("window.falls") == falls


def test_board_stands_alone(visit: Visit) -> None:
    """Without the page around it, as in a notebook: two style sheets and one module."""
    ann = visit(None)
    markup = """<!doctype html><html lang="en"><title>alone</title>
      <link rel="stylesheet" href="static/css/tokens.css">
      <link rel="stylesheet" href="static/css/board.css">
      <main id="here"></main></html>"""
    ann.page.route("**/alone", lambda route: route.fulfill(body=markup, content_type="text/html"))
    ann.page.goto(f"{ann.site.address}/alone")
    ann.page.evaluate(
        """async () => {
          const { Board } = await import("./static/board/board.js");
          const choose = (column) => { document.title = `column ${column}`; };
          const board = new Board(document.querySelector("#here"), { choose });
          board.update({
            columns: 5, rows: 4, labels: ["1", "2", "3", "4", "5"],
            forbidden: [[4, 0]], bonus: null,
            pieces: [{ column: 1, row: 0, owner: "FIRST" }], landing: [0, 1, 0, 0, 1],
            playable: true, next: "SECOND", line: [], marks: null, hint: null, motion: false,
            names: { FIRST: "Red", SECOND: "Yellow", BAN: "ban" },
          });
        }"""
    )
    assert ann.cell(2, 1) == "Red"
    expect(ann.pieces()).to_have_count(1)
    ann.column("3").click()
    expect(ann.page).to_have_title("column 2")
    picture = ann.page.locator(".board-picture").bounding_box()
    assert picture is not None
    assert picture["width"] > 200

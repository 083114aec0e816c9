"""Invitations: the QR codes are read back, and the secrets of seats are kept apart."""

import random
import string

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Page, expect

from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor

LONGEST = 213
_ENCODE = """
async (texts) => {
  const { encodeQr } = await import("./static/dom/qr_code.js");
  return texts.map((text) => encodeQr(text)?.map((row) => row.map((dark) => (dark ? 1 : 0))));
}
"""


def encode(page: Page, texts: list[str]) -> list[list[list[int]] | None]:
    answer: list[list[list[int]] | None] = page.evaluate(_ENCODE, texts)
    return answer


def read(modules: list[list[int]]) -> str | None:
    """Read a code as a camera would; None if it cannot be read."""
    zxing = pytest.importorskip("zxingcpp", reason="there is no zxing-cpp")
    np = pytest.importorskip("numpy")
    light = np.where(np.array(modules), 0, 255).astype(np.uint8)
    picture = np.pad(light, 4, constant_values=255).repeat(3, 0).repeat(3, 1)
    found = zxing.read_barcode(picture)
    return None if found is None else str(found.text)


def test_qr_codes_are_read_back(visit: Visit) -> None:
    choices = random.Random(7)
    letters = string.ascii_letters + string.digits + ":/#-_.?=&%"
    # Every length up to 70, at which links are, and those at which each version begins and ends.
    lengths = {*range(1, 71), 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 212, LONGEST}
    texts = ["".join(choices.choices(letters, k=length)) for length in sorted(lengths)]
    texts += ["http://[::1]:8444/game/k3JxTq7aBc#x4J", "Grüße, 你好 😀"]
    codes = encode(visit(None).go().page, texts)
    sizes = set()
    for text, modules in zip(texts, codes, strict=True):
        assert modules is not None
        assert read(modules) == text
        sizes.add((len(modules) - 17) // 4)
    assert sizes == set(range(1, 11))


def test_a_damaged_qr_code_is_read_back(visit: Visit) -> None:
    """Its check bytes are right: without them a code with a stain could not be read."""
    text = "https://example.org/game/k3JxTq7aBc#x4J_5mNoPqRsTuVwXyZ012"
    (modules,) = encode(visit(None).go().page, [text])
    assert modules is not None
    for row in range(12, 17):
        for column in range(12, 17):
            modules[row][column] ^= 1
    assert read(modules) == text


def test_a_text_that_is_too_long_has_no_code(visit: Visit) -> None:
    assert encode(visit(None).go().page, ["x" * (LONGEST + 1)]) == [None]


def test_the_invitation_has_a_code_and_the_own_seat_is_elsewhere(visit: Visit) -> None:
    ann = visit(None)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    path, seats = begin(ann)
    ann.button("Invite your friend").click()
    dialog = ann.page.get_by_role("dialog")
    link = f"{ann.site.address}/{path}#{seats['SECOND']}"
    invitation = dialog.get_by_role("textbox", name="Invitation for the other player")
    expect(invitation).to_have_value(link)
    expect(dialog.get_by_text("Whoever opens it first plays Yellow.")).to_be_visible()
    assert read_shown(ann, "QR code of the invitation") == link
    # The own secret is nowhere but in the part that is folded.
    assert seats["FIRST"] not in str(
        dialog.locator("input").evaluate_all(
            "inputs => inputs.filter((each) => each.checkVisibility()).map((each) => each.value)"
        )
    )
    dialog.get_by_role("button", name="Copy: Invitation for the other player").click()
    expect(dialog.get_by_text("Copied")).to_be_visible()
    assert ann.page.evaluate("navigator.clipboard.readText()") == link

    dialog.get_by_text("Play on from another device").click()
    own = f"{ann.site.address}/{path}#{seats['FIRST']}"
    expect(dialog.get_by_role("textbox", name="Seat of Red")).to_have_value(own)
    assert read_shown(ann, "QR code of the seat of Red") == own
    phone = visit(None).go(own.removeprefix(ann.site.address))
    expect(phone.button("Invite your friend")).to_have_count(0)
    expect(phone.page.locator(".player-name").first).to_have_text("You")


def test_the_invitation_steps_back_once_it_was_opened(visit: Visit) -> None:
    ann, bob = visit(None), visit(None)
    path, seats = begin(ann)
    bob.go(f"{path}#{seats['SECOND']}")
    expect(ann.status).to_have_text("You start: choose a column.")
    ann.button("Share").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox", name="Link to watch")).to_be_visible()
    expect(dialog.get_by_role("img", name="QR code of the invitation")).to_have_count(0)
    invitation = dialog.get_by_label("Invitation for the other player", exact=True)
    expect(invitation).to_be_hidden()
    dialog.get_by_text("Play on from another device").click()
    expect(invitation).to_be_visible()
    # Whoever was invited has only the own seat.
    bob.button("Share").click()
    theirs = bob.page.get_by_role("dialog")
    theirs.get_by_text("Play on from another device").click()
    expect(theirs.get_by_role("textbox", name="Seat of Yellow")).to_be_visible()
    assert seats["FIRST"] not in bob.page.content()


def test_the_invitation_fits_and_is_accessible(visit: Visit) -> None:
    ann = visit(None)
    begin(ann)
    ann.button("Invite your friend").click()
    ann.page.get_by_text("Play on from another device").click()
    code = ann.page.get_by_role("img", name="QR code of the invitation")
    for width in (320, 390, 1280):
        ann.page.set_viewport_size({"width": width, "height": 700})
        box = code.bounding_box()
        assert box is not None
        assert box["width"] >= 140
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        body = ann.page.locator(".dialog-body")
        assert body.evaluate("body => body.scrollWidth <= body.clientWidth")
    check_axe(ann.page)


def begin(visitor: Visitor) -> tuple[str, dict[str, str]]:
    """Begin a game by link in which the other seat is free; return its path and secrets."""
    path, seats = visitor.create(rules="7x6", players=[{"name": "Ann"}, {}], link=True)
    game = path.removeprefix("game/")
    visitor.context.add_init_script(
        "if (!localStorage['fourfold.seats']) localStorage['fourfold.seats'] = "
        f"JSON.stringify([['{game}', {{...{seats}, home: 'FIRST'}}]])"
    )
    visitor.go(path)
    return path, seats


def read_shown(visitor: Visitor, label: str) -> str | None:
    """Read a code from the dark modules that are drawn."""
    code = visitor.page.get_by_role("img", name=label)
    size = int(str(code.get_attribute("viewBox")).split()[2])
    modules = [[0] * size for _ in range(size)]
    for place in str(code.locator("path").get_attribute("d")).split("M")[1:]:
        x, y = place.split("h")[0].split()
        modules[int(y)][int(x)] = 1
    return read(modules)

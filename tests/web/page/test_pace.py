"""The pace of a game, its sounds, and its ending."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor

ANY = re.compile("")
QUICK = {"rules": "7x6", "players": [{"name": "Ann"}, {"agent": "greedy"}]}

WATCH_PIECES = """
window.drops = [];
addEventListener("keydown", () => (window.pressed ??= performance.now()), true);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node.matches?.(".board-pieces > g")) window.drops.push(performance.now());
}).observe(document, { subtree: true, childList: true });
"""
"""Note when the first key is pressed and when each piece is shown."""

WATCH_BUTTONS = """
window.offered = new Set();
new MutationObserver(() => {
  for (const button of document.querySelectorAll("#more-actions button"))
    window.offered.add(button.textContent);
}).observe(document, { subtree: true, childList: true });
"""

COUNT_SOUNDS = """
const seen = { notes: 0, buzzes: 0, long: 0 };
const show = () => Object.assign(document.documentElement.dataset, seen);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  seen.notes++;
  show();
  return start.apply(this, when);
};
navigator.vibrate = (pattern) => {
  if (Array.isArray(pattern)) seen.long++;
  else seen.buzzes++;
  show();
};
"""
"""Count the notes and the vibrations, as data of the root element."""


def play_against_greedy(visitor: Visitor) -> Visitor:
    path, seats = visitor.create(**QUICK)
    return visitor.go(f"{path}#{seats['FIRST']}")


def time_until_answer(visitor: Visitor) -> float:
    """Drop a piece and return the milliseconds from the key to the opponent's piece.

    From the key, not from one's own piece: the breath begins with the key, and a busy machine shows
    the piece late, but never the answer early.
    """
    visitor.page.evaluate("window.pressed = undefined")
    visitor.press("4")
    expect(visitor.pieces()).to_have_count(2)
    return float(visitor.page.evaluate("window.drops[1] - window.pressed"))


def test_the_answer_waits_until_the_own_piece_has_landed(visit: Visit) -> None:
    ann = visit(None, reduced_motion="no-preference")
    ann.context.add_init_script(WATCH_PIECES)
    play_against_greedy(ann)
    # The fall through six rows takes 450 ms, and the breath 250 ms.
    assert time_until_answer(ann) >= 690


def test_without_motion_there_is_only_a_breath(visit: Visit) -> None:
    ann = visit(None)
    ann.context.add_init_script(WATCH_PIECES)
    play_against_greedy(ann)
    assert time_until_answer(ann) >= 240


def test_the_breath_is_a_setting(visit: Visit) -> None:
    ann = visit(None)
    ann.context.add_init_script(WATCH_PIECES)
    play_against_greedy(ann)
    ann.button("Settings").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Pause before the answer").select_option("1.2 s")
    dialog.get_by_role("checkbox", name="The answer waits").uncheck()
    ann.press("Escape")
    assert time_until_answer(ann) >= 1190


def test_no_button_is_shown_for_a_moment_only(visit: Visit) -> None:
    ann = visit(None)
    ann.context.add_init_script(WATCH_BUTTONS)
    play_against_greedy(ann)
    for count, column in ((2, "4"), (4, "5"), (6, "1")):
        ann.drop(column)
        expect(ann.pieces()).to_have_count(count)
    offered = ann.page.evaluate("[...window.offered]")
    assert "Resign" in offered
    assert "Move now" not in offered


def test_sounds_are_off_until_they_are_switched_on(visit: Visit) -> None:
    ann = visit(None)
    ann.context.add_init_script(COUNT_SOUNDS)
    play_against_greedy(ann)
    ann.drop("4")
    expect(ann.pieces()).to_have_count(2)
    root = ann.page.locator("html")
    expect(root).not_to_have_attribute("data-notes", ANY)
    expect(root).not_to_have_attribute("data-buzzes", ANY)
    ann.button("Settings").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Sounds").check()
    dialog.get_by_role("checkbox", name="Vibration").check()
    ann.press("Escape")
    ann.drop("4")
    expect(root).to_have_attribute("data-notes", "4")  # two pieces, of two notes each
    expect(root).to_have_attribute("data-buzzes", "2")
    # They are remembered, and an ending has a sound of its own.
    ann.page.reload()
    ann.button("Resign").click()
    expect(root).not_to_have_attribute("data-notes", ANY)
    ann.button("Yes, resign").click()
    expect(root).to_have_attribute("data-notes", "3")
    expect(root).to_have_attribute("data-long", "1")


SOUNDS_OF = """async ([before, after]) => {
  const { playEffects } = await import("./static/effects/effects.js");
  const settings = { sound: true, vibration: true, motion: "off" };
  const state = ({ plies, pending }) => ({
    game: { id: "g", rules: { rows: 6 }, result: null, plies: Array(plies).fill({ row: 0 }) },
    pending: pending ? { row: 0 } : null, line: null, shown: null, settings,
  });
  const old = Number(document.documentElement.dataset.buzzes ?? 0);
  playEffects(state(after), state(before));
  await new Promise((done) => setTimeout(done, 0));
  return Number(document.documentElement.dataset.buzzes ?? 0) - old;
}"""
"""Play the effects between two states, and return how many pieces were felt."""


def test_every_piece_has_one_sound(visit: Visit) -> None:
    ann = visit(None)
    ann.context.add_init_script(COUNT_SOUNDS)
    play_against_greedy(ann)
    expect(ann.pieces()).to_have_count(0)
    for before, after, felt in (
        ((2, False), (2, True), 1),  # one's own piece falls before the server has answered
        ((2, True), (3, False), 0),  # the server has it, too
        ((2, True), (4, False), 1),  # and the opponent's answer has come together with it
        ((3, False), (4, False), 1),
        ((2, True), (2, False), 0),  # refused
        ((2, False), (6, False), 0),  # a game that was opened elsewhere, or redone
    ):
        states = [{"plies": plies, "pending": pending} for plies, pending in (before, after)]
        assert ann.page.evaluate(SOUNDS_OF, states) == felt, (before, after)


def test_an_ending_has_a_card_and_a_score_across_rematches(visit: Visit) -> None:
    ann = visit(None).begin("7x6", "Ann", "Bob")
    card = ann.page.locator("#result")
    expect(card).to_be_hidden()
    ann.drop(*"1212121")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Ann wins!")
    expect(card.locator(".result-score")).to_be_hidden()
    lit = ann.page.locator(".board .is-winning .piece")
    expect(lit).to_have_count(4)
    ann.button("Rematch").click()
    expect(card).to_be_hidden()
    expect(ann.plies).to_have_count(0)
    ann.drop(*"1212121")
    expect(card).to_contain_text("Bob wins!")
    score = card.get_by_role("img", name="Score so far: Bob 1, Ann 1")
    expect(score).to_have_text(re.compile("Bob.*1.*:.*Ann.*1"))
    ann.button("Rematch").click()
    expect(ann.plies).to_have_count(0)
    ann.drop("4")
    ann.button("Offer a draw").click()
    ann.button("Accept the draw").click()
    expect(card).to_contain_text("A draw")
    expect(card.get_by_role("img", name="Ann 1, Bob 1, 1 draw")).to_contain_text("1½")
    ann.button("Undo").click()
    expect(card).to_be_hidden()


def test_after_a_win_the_next_opponent_is_one_tap_away(visit: Visit) -> None:
    ann = visit()
    first = ann.page.locator(".player-second .player-name")
    name = first.inner_text()
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    card = ann.page.locator("#result")
    expect(card).to_contain_text(f"{name} wins this time")
    expect(card.get_by_role("button", name="Rematch")).to_be_visible()
    expect(card.get_by_role("button", name=re.compile("^Next"))).to_have_count(0)  # the same again
    # The weakest opponent lets a column be filled with four.
    answer = ann.context.request.get("api/opponents").json()
    weakest, next_one = answer["opponents"][:2]
    path, seats = ann.create(players=[{}, {"opponent": weakest["id"]}], start="7x6:121212")
    ann.go(f"{path}#{seats['FIRST']}").drop("1")
    expect(card).to_contain_text("You win!")
    button = card.get_by_role("button", name=f"Next: {next_one['name']}")
    button.click()
    expect(first).to_have_text(next_one["name"])
    expect(card).to_be_hidden()
    expect(ann.plies).to_have_count(0)

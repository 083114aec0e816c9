// @ts-check
// The list of keys.
import { createDialog } from "./dialog.js";
import { h } from "../dom/elements.js";

/** @type {[string[], string][]} */
const LIST = [
  [["1", "…", "9"], "drop into this column; letters a … l on boards with ten or more columns"],
  [["←", "→"], "one move back, one forward; with the focus on the board, choose a column"],
  [["Enter"], "drop into the chosen column"],
  [[",", "."], "one move back, one forward, wherever the focus is"],
  [["Home", "End"], "to the start, to the last move"],
  [["U"], "undo"],
  [["R"], "redo"],
  [["H"], "hint (Shift H on boards with letters)"],
  [["A"], "study tools (Shift A on boards with letters)"],
  [["Shift ↑", "↓"], "in the list of moves: the variation before or after"],
  [["E"], "explorer: what was played here (Shift E on boards with letters)"],
  [["V"], "review of a finished game, and back; ← and → step through it"],
  [["P"], "pause or continue, while two agents play"],
  [["S"], "play one move, while two agents are paused"],
  [["Escape"], "take back the answer that you have chosen while the other person thinks"],
  [["Enter", "S", "Escape"], "in puzzles: go on or try again, show the solution, back"],
  [["N"], "new game"],
  [["?"], "this list"],
];

export function openKeyList() {
  const handle = createDialog("Keys");
  if (!handle) return;
  const list = h("dl", { class: "keys" });
  for (const [keys, words] of LIST) {
    const names = keys.map((key) => (key === "…" ? "…" : h("kbd", {}, key)));
    list.append(h("div", {}, h("dt", {}, ...names), h("dd", {}, words)));
  }
  handle.body.tabIndex = 0; // the list is longer than a small window, and is scrolled by its keys
  handle.body.append(list);
  handle.body.tabIndex = 0; // the list may be longer than the window: arrow keys scroll it
  handle.body.setAttribute("role", "group");
  handle.body.setAttribute("aria-label", "All keys");
  handle.open();
}

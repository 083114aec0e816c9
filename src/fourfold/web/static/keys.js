// @ts-check
// The keys. Everything on this page can be done without a mouse.
import { makeDialog } from "./dialogs.js";
import { h } from "./dom.js";

const LETTERS = "abcdefghijkl";

/** @type {[string[], string][]} */
const LIST = [
  [["1", "…", "9"], "drop into this column; on boards of ten columns or more the letters a … l"],
  [["←", "→"], "choose a column on the board, or step through the moves"],
  [["Enter"], "drop into the chosen column"],
  [[",", "."], "one move back, one forward"],
  [["Home", "End"], "the beginning, the end"],
  [["U"], "undo"],
  [["R"], "redo"],
  [["H"], "hint (Shift H on boards with letters)"],
  [["A"], "study tools (Shift A on boards with letters)"],
  [["P"], "pause or go on, while two agents play"],
  [["S"], "one move of two agents"],
  [["N"], "new game"],
  [["?"], "this list"],
];

export function openKeys() {
  const made = makeDialog("Keys");
  if (!made) return;
  const list = h("dl", { class: "keys" });
  for (const [keys, words] of LIST) {
    const names = keys.map((key) => (key === "…" ? "…" : h("kbd", {}, key)));
    list.append(h("div", {}, h("dt", {}, ...names), h("dd", {}, words)));
  }
  made.body.append(list);
  made.open();
}

/**
 * @typedef {object} Deeds
 * @property {(column: number) => void} drop
 * @property {(plies: number) => void} step
 * @property {(ply: number) => void} goTo
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} study
 * @property {() => void} newGame
 * @property {() => void} keys
 * @property {() => void} pause
 * @property {() => void} oneStep
 * @property {() => number} columns
 */

/** @param {Deeds} deeds */
export function listenToKeys(deeds) {
  /** @type {Record<string, () => void>} */
  const commands = {
    u: deeds.undo,
    r: deeds.redo,
    h: deeds.hint,
    a: deeds.study,
    n: deeds.newGame,
    p: deeds.pause,
    s: deeds.oneStep,
    "?": deeds.keys,
    ",": () => deeds.step(-1),
    ".": () => deeds.step(1),
    Home: () => deeds.goTo(0),
    End: () => deeds.goTo(Infinity),
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") || isTyping(event.target)) return;
    const column = columnOf(event, deeds.columns());
    const command = commands[event.key] ?? commands[event.key.toLowerCase()];
    if (column !== null) deeds.drop(column);
    else if (command && !event.repeat) command();
    else if (command && [",", "."].includes(event.key)) command();
    else return;
    event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @param {number} columns */
function columnOf(event, columns) {
  if (event.repeat) return null;
  const hasLetters = columns > 9;
  const place = hasLetters && !event.shiftKey ? LETTERS.indexOf(event.key) : -1;
  const column = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : place;
  return column >= 0 && column < columns ? column : null;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input, select, textarea");
}

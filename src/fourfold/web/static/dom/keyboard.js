// @ts-check
// The keyboard. Everything on this page can be done without a mouse; dialogs/keys.js lists the keys.

const LETTERS = "abcdefghijkl";
/** @type {Record<string, string>} what the arrows do, unless the focus is on the board or in a field */
const ARROWS = { ArrowLeft: ",", ArrowRight: "." };

/**
 * @typedef {object} Handlers
 * @property {(event: KeyboardEvent) => boolean} handleScreenKey returns true if a screen is shown instead of a game
 * @property {(action: () => boolean) => boolean} whenOpen does it now, or later if a game is being opened
 * @property {(column: number) => void} drop
 * @property {(plies: number) => void} step
 * @property {(ply: number) => void} goTo
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} study
 * @property {() => void} explorer
 * @property {() => void} review
 * @property {() => void} newGame
 * @property {() => void} keys
 * @property {() => void} pause
 * @property {() => void} oneStep
 * @property {() => number} columns
 */

/** @param {Handlers} handlers */
export function listenToKeys(handlers) {
  /** @type {Record<string, () => void>} */
  const commands = {
    u: handlers.undo,
    r: handlers.redo,
    h: handlers.hint,
    a: handlers.study,
    e: handlers.explorer,
    v: handlers.review,
    n: handlers.newGame,
    p: handlers.pause,
    s: handlers.oneStep,
    "?": handlers.keys,
    ",": () => handlers.step(-1),
    ".": () => handlers.step(1),
    Home: () => handlers.goTo(0),
    End: () => handlers.goTo(Infinity),
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") || isTyping(event.target)) return;
    if (handlers.handleScreenKey(event)) return;
    // What a key means depends on the board.
    if (handlers.whenOpen(() => handle(event))) event.preventDefault();
  });

  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something */
  function handle(event) {
    const column = columnOf(event, handlers.columns());
    const key = ARROWS[event.key] ?? event.key;
    const command = commands[key] ?? commands[key.toLowerCase()];
    if (column !== null) handlers.drop(column);
    else if (command && (!event.repeat || [",", "."].includes(key))) command();
    else return false;
    return true;
  }
}

/**
 * Step through the plies of a game with the keys of a list or a slider.
 * @param {KeyboardEvent} event
 * @param {Record<string, number>} steps by how many plies each key steps
 * @param {{step: (plies: number) => void, goTo: (ply: number) => void}} handlers
 */
export function stepByKey(event, steps, handlers) {
  const step = steps[event.key];
  if (step) handlers.step(step);
  else if (event.key === "Home") handlers.goTo(0);
  else if (event.key === "End") handlers.goTo(Infinity);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The column that a key names, or null. @param {KeyboardEvent} event @param {number} columns of the board */
export function columnOf(event, columns) {
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

// @ts-check
// What this browser remembers: settings, the game it is in, and the secrets of its seats. A browser
// that remembers nothing (private mode, full disk) plays all the same.

/** @typedef {import("./types.d.ts").Settings} Settings */
/** @typedef {import("./types.d.ts").Seats} Seats */

const SETTINGS = "fourfold.settings";
const SEATS = "fourfold.seats";
const CURRENT = "fourfold.current";
const NEW_GAME = "fourfold.new-game";
const KEPT = 300; // games whose seats are remembered, the oldest forgotten first

/** @type {Settings} */
export const DEFAULTS = { theme: "classic", mode: "auto", motion: "auto", swapped: false, name: "" };

/** @param {string} key @returns {any} */
function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then it is forgotten with the page.
  }
}

/** @returns {Settings} */
export function loadSettings() {
  const kept = load(SETTINGS) ?? {};
  const choice = (/** @type {string[]} */ allowed, /** @type {any} */ value) =>
    allowed.includes(value) ? value : allowed[0];
  return {
    theme: choice(["classic", "ink", "sea"], kept.theme),
    mode: choice(["auto", "light", "dark"], kept.mode),
    motion: choice(["auto", "on", "off"], kept.motion),
    swapped: kept.swapped === true,
    name: typeof kept.name === "string" ? kept.name.slice(0, 40) : "",
  };
}

/** @param {Settings} settings */
export const saveSettings = (settings) => save(SETTINGS, settings);

/** @param {string} id @returns {Seats} */
export function seatsOf(id) {
  const all = load(SEATS);
  const found = Array.isArray(all) ? all.find((entry) => entry?.[0] === id) : null;
  return found ? found[1] : {};
}

/** @param {string} id @param {Seats} seats */
export function keepSeats(id, seats) {
  const all = load(SEATS);
  const others = Array.isArray(all) ? all.filter((entry) => entry?.[0] !== id) : [];
  save(SEATS, [...others, [id, { ...seatsOf(id), ...seats }]].slice(-KEPT));
}

/** @returns {string | null} */
export function currentGame() {
  const id = load(CURRENT);
  return typeof id === "string" ? id : null;
}

/** @param {string | null} id */
export const keepCurrent = (id) => save(CURRENT, id);

/** The choices of the last new game. @returns {any} */
export const loadNewGame = () => load(NEW_GAME);

/** @param {any} choices */
export const saveNewGame = (choices) => save(NEW_GAME, choices);

// @ts-check
// What this browser stores: settings, the current game, and the secrets of its seats. The page also
// works in a browser that stores nothing (private mode, full disk).

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").Seats} Seats */

const SETTINGS = "fourfold.settings";
const SEATS = "fourfold.seats";
const CURRENT = "fourfold.current";
const NEW_GAME = "fourfold.new-game";
const LESSONS = "fourfold.lessons";
const PUZZLES = "fourfold.puzzles";
const PLAYER = "fourfold.player";
const LADDER = "fourfold.ladder";
const HOME = "fourfold.home";
/** Seconds between one's own piece and the answer; the first is the default. */
export const BREATHS = [0.25, 0, 0.6, 1.2];
const PREFIX = "fourfold.";
const KEPT = 300; // games whose seats are remembered, the oldest forgotten first

/** @typedef {"localStorage" | "sessionStorage"} Where the browser's memory, or that of one tab */

/** @param {string} key @param {Where} [where] @returns {any} */
function load(key, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @param {Where} [where] */
function save(key, value, where = "localStorage") {
  try {
    window[where].setItem(key, JSON.stringify(value));
  } catch {
    // Not stored: it lasts as long as the page.
  }
}

/** @returns {Settings} */
export function loadSettings() {
  const kept = load(SETTINGS) ?? {};
  const pick = (/** @type {any[]} */ allowed, /** @type {any} */ value) => (allowed.includes(value) ? value : allowed[0]);
  return {
    theme: pick(["classic", "ink", "sea"], kept.theme),
    mode: pick(["auto", "light", "dark"], kept.mode),
    motion: pick(["auto", "on", "off"], kept.motion),
    swapped: kept.swapped === true,
    landing: kept.landing !== false,
    breath: pick(BREATHS, kept.breath),
    sound: kept.sound === true,
    vibration: kept.vibration === true,
    emotes: kept.emotes !== false,
    name: typeof kept.name === "string" ? kept.name.slice(0, 40) : "",
  };
}

/** @param {Settings} settings */
export const saveSettings = (settings) => save(SETTINGS, settings);

/** @param {string} id @returns {Seats} */
function loadBrowserSeats(id) {
  const all = load(SEATS);
  const found = Array.isArray(all) ? all.find((entry) => entry?.[0] === id) : null;
  return found?.[1] ?? {};
}

/**
 * The seats that this tab plays. Both people of a game by link may sit in two tabs of one browser,
 * so each tab remembers its own side.
 * @param {string} id
 * @returns {Seats}
 */
export function loadSeats(id) {
  const seats = loadBrowserSeats(id);
  const here = load(HOME, "sessionStorage");
  const home = Array.isArray(here) && here[0] === id ? here[1] : null;
  return home === "FIRST" || home === "SECOND" ? { ...seats, home } : seats;
}

/** @param {string} id @param {Seats} seats */
export function saveSeats(id, seats) {
  const all = load(SEATS);
  const others = Array.isArray(all) ? all.filter((entry) => entry?.[0] !== id) : [];
  const known = loadBrowserSeats(id);
  const home = known.home ?? seats.home;
  save(SEATS, [...others, [id, { ...known, ...seats, ...(home ? { home } : {}) }]].slice(-KEPT));
  if (seats.home) save(HOME, [id, seats.home], "sessionStorage");
}

/** @param {string} id */
export function forgetSeats(id) {
  const all = load(SEATS);
  if (Array.isArray(all)) save(SEATS, all.filter((entry) => entry?.[0] !== id));
}

/** @returns {string | null} */
export function loadCurrentGame() {
  const id = load(CURRENT);
  return typeof id === "string" ? id : null;
}

/** @param {string | null} id */
export const saveCurrentGame = (id) => save(CURRENT, id);

/** @returns {string | null} */
export function loadPlayerCode() {
  const code = load(PLAYER);
  return typeof code === "string" ? code : null;
}

/** @param {string} code */
export const savePlayerCode = (code) => save(PLAYER, code);

/** Games against opponents, see state/opponents.js. @returns {any} */
export const loadLadder = () => load(LADDER);

/** @param {import("./opponents.js").Memory} memory */
export const saveLadder = (memory) => save(LADDER, memory);

/** Everything that this browser remembers, but the player's code, by its keys. */
export function dumpStorage() {
  /** @type {Record<string, unknown>} */
  const all = {};
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && key !== PLAYER) all[key] = load(key);
  } catch {
    // A browser that stores nothing has nothing to tell.
  }
  return all;
}

/** Take over what another browser remembered; the seats of both are kept. @param {Record<string, unknown>} all */
export function restoreStorage(all) {
  for (const [key, value] of Object.entries(all)) {
    if (!key.startsWith(PREFIX) || key === PLAYER || value === null) continue;
    if (key !== SEATS) save(key, value);
    else if (Array.isArray(value)) {
      const given = value.filter((entry) => typeof entry?.[0] === "string" && entry[1] && typeof entry[1] === "object");
      const ids = new Set(given.map(([id]) => id));
      const own = (load(SEATS) ?? []).filter((/** @type {any} */ entry) => !ids.has(entry?.[0]));
      save(SEATS, [...own, ...given].slice(-KEPT));
    }
  }
}

/** The choices of the last new game. @returns {any} */
export const loadNewGame = () => load(NEW_GAME);

/** @param {any} choices */
export const saveNewGame = (choices) => save(NEW_GAME, choices);

/** How many steps of each lesson were solved, from its beginning. @returns {Record<string, number>} */
export function loadLessons() {
  const kept = load(LESSONS);
  if (!kept || typeof kept !== "object") return {};
  return Object.fromEntries(Object.entries(kept).filter(([, steps]) => Number.isInteger(steps)));
}

/** Note that the first steps of a lesson are solved. @param {string} id @param {number} steps */
export function saveLesson(id, steps) {
  const known = loadLessons();
  save(LESSONS, { ...known, [id]: Math.max(steps, known[id] ?? 0) });
}

/** What the puzzles keep. @returns {any} */
export const loadPuzzles = () => load(PUZZLES);

/** @param {any} memory */
export const savePuzzles = (memory) => save(PUZZLES, memory);

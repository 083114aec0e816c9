// @ts-check
// What a new game is begun with: the board, who starts and the clock, kept from game to game, and the
// request that is made of them.
import { createChoice, createField, createSelect } from "../dom/controls.js";
import { h } from "../dom/elements.js";
import { rulesText } from "./board_picker.js";
import { loadNewGame } from "../state/storage.js";

/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").NewPlayer} NewPlayer */
/** @typedef {import("./agent_picker.js").AgentChoice} AgentChoice */

/**
 * @typedef {object} Choices
 * @property {string} mode who plays, on the form with all options
 * @property {import("./board_picker.js").Shape} shape
 * @property {AgentChoice[]} agents
 * @property {number} starts 0: the person here, 1: the other player, 2: at random
 * @property {number} game seconds for the whole game; 0: no limit
 * @property {number} move seconds for each move; 0: no limit
 * @property {string} other the name of the second person at this screen
 */

const GAME_TIMES = [0, 60, 180, 300, 600, 1800];
const MOVE_TIMES = [0, 5, 10, 30, 60];

/** @type {Choices} */
const DEFAULTS = {
  mode: "human-ai",
  shape: { columns: 7, rows: 6, forbidden: [], bonus: null },
  agents: [
    { name: "classic", level: "easy", options: {} },
    { name: "threat", level: "", options: {} },
  ],
  starts: 0,
  game: 0,
  move: 0,
  other: "",
};

/** The choices of the last new game. @returns {Choices} */
export function loadChoices() {
  const choices = { ...DEFAULTS, ...(loadNewGame() ?? {}) };
  if (!Array.isArray(choices.agents)) choices.agents = DEFAULTS.agents;
  return choices;
}

/** Whether the person here plays second. @param {Choices} choices */
export function playsSecond({ starts }) {
  return starts === 2 ? Math.random() < 0.5 : starts === 1;
}

/**
 * The request for a game between these players.
 * @param {Choices} choices
 * @param {NewPlayer[]} players
 * @param {{start?: string, rules?: string}} [how] start: the position to begin with; rules: of another
 *   board than the chosen one
 * @returns {NewGame}
 */
export function buildGame({ shape, game, move }, players, { start, rules } = {}) {
  /** @type {NewGame} */
  const wanted = { players };
  if (start) wanted.start = start;
  else wanted.rules = rules ?? rulesText(shape);
  if (game || move) wanted.clock = { ...(game ? { game } : {}), ...(move ? { move } : {}) };
  return wanted;
}

/** @param {number} seconds */
function timeWords(seconds) {
  return seconds === 0 ? "no limit" : seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
}

/** The clock in a few words. @param {{game: number, move: number}} choices */
export function clockWords({ game, move }) {
  const parts = [game ? `${timeWords(game)} a game` : "", move ? `${timeWords(move)} a move` : ""];
  return parts.filter(Boolean).join(", ") || "no clock";
}

/**
 * Two fields for the clock.
 * @param {Choices} choices which they change
 * @param {() => void} [changed]
 */
export function createClockFields(choices, changed) {
  const box = (/** @type {"game" | "move"} */ which, /** @type {number[]} */ times) =>
    createSelect(
      times.map((seconds) => ({ value: String(seconds), label: timeWords(seconds) })),
      String(choices[which]),
      (value) => {
        choices[which] = Number(value);
        changed?.();
      },
    );
  return h(
    "div",
    { class: "agent-line" },
    createField("Time for the game", box("game", GAME_TIMES)),
    createField("Time for a move", box("move", MOVE_TIMES)),
  );
}

/**
 * Who starts: one of three.
 * @param {Choices} choices which it changes
 * @param {string[]} words
 * @param {() => void} [changed]
 */
export function createStarts(choices, words, changed) {
  const items = words.map((label, index) => ({ value: String(index), label }));
  return createChoice("Who starts", "starts", items, String(choices.starts), (value) => {
    choices.starts = Number(value);
    changed?.();
  });
}

// @ts-check
// The names of players, colours, pieces and cells, as the page writes them.
import { mySides, otherSide, playerOf } from "../state/state.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").Cell} Cell */

/** @type {Record<Settings["theme"], [string, string]>} */
const COLOURS = { classic: ["Red", "Yellow"], ink: ["White", "Black"], sea: ["Red", "Blue"] };
const UNNAMED = new Set(["", "human", "first", "second"]);

/** @param {Settings} settings @param {Side} side */
export function colourName(settings, side) {
  const index = (side === "FIRST" ? 0 : 1) ^ (settings.swapped ? 1 : 0);
  return COLOURS[settings.theme][index];
}

/**
 * Call the mover and the opponent of a sentence by their colours.
 * @param {Settings} settings
 * @param {Side} mover
 * @param {string} text
 */
export function withColours(settings, mover, text) {
  const opponent = mover === "FIRST" ? "SECOND" : "FIRST";
  return text
    .replace(/\bthe mover\b/gi, colourName(settings, mover))
    .replace(/\bthe opponent\b/gi, colourName(settings, opponent));
}

/** What the board calls the pieces. @param {Settings} settings */
export function pieceNames(settings) {
  return { FIRST: colourName(settings, "FIRST"), SECOND: colourName(settings, "SECOND"), BAN: "ban" };
}

/** @param {State} state @param {Side} side */
function plainName(state, side) {
  const game = /** @type {GameView} */ (state.game);
  const { agent, title, name } = playerOf(game, side);
  if (agent) return title || name;
  const mine = mySides(state);
  if (mine.length === 1 && mine[0] === side) return "You";
  return UNNAMED.has(name.trim().toLowerCase()) ? colourName(state.settings, side) : name;
}

/** What a player is called. @param {State} state @param {Side} side */
export function playerName(state, side) {
  const own = plainName(state, side);
  return own === plainName(state, otherSide(side)) ? `${own} (${colourName(state.settings, side)})` : own;
}

/** A cell as the notation writes it. @param {Cell} cell */
export function cellName([column, row]) {
  return `${"abcdefghijkl"[column]}${row + 1}`;
}

/** Read the name of a cell. @param {string} name @returns {import("../types.d.ts").Cell} */
export function parseCell(name) {
  return ["abcdefghijkl".indexOf(name[0]), Number(name.slice(1)) - 1];
}

// @ts-check
// The opponents of the ladder, how the person here did against them, and who is suggested next.
import { api } from "../server/api.js";
import { mySides, otherSide, playerOf } from "./state.js";
import { loadLadder, saveLadder } from "./storage.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").OpponentView} OpponentView */

/**
 * What this browser remembers of games against opponents.
 * @typedef {object} Memory
 * @property {string} last the id of the opponent of the last finished game; empty before it
 * @property {"win" | "draw" | "loss" | ""} result how it ended
 * @property {number} losses in a row against that opponent
 * @property {Record<string, number>} wins by the ids of opponents
 * @property {string[]} counted the ids of the last games, so that none counts twice
 */

const COUNTED = 50;
const ENOUGH_LOSSES = 2; // in a row, until the opponent below is suggested

/** @type {import("../types.d.ts").Ladder | null} */
let ladder = null;
/** @type {Promise<OpponentView[]> | null} */
let loading = null;

/** Fetch the opponents once, the weakest first. @returns {Promise<OpponentView[]>} */
export function loadOpponents() {
  loading ??= api.opponents().then((found) => {
    ladder = found;
    return found.opponents;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** The opponent with this id; null if there is none, or before they are loaded. @param {string | null} id */
function findOpponent(id) {
  return ladder?.opponents.find((each) => each.id === id) ?? null;
}

/** The opponent who a player of a game is, if any. @param {{opponent: string | null}} player */
export function opponentOf({ opponent }) {
  return findOpponent(opponent);
}

/** The opponent one step up; null above the strongest. @param {{id: string}} opponent */
export function nextOpponent(opponent) {
  return neighbour(opponent.id, 1);
}

/**
 * Whom to play next: the one above after a win, the one below after two losses in a row, else the
 * same again; at first the one for newcomers. Null before the opponents are loaded.
 * @returns {OpponentView | null}
 */
export function suggestedOpponent() {
  const { last, result, losses } = loadMemory();
  const same = findOpponent(last) ?? findOpponent(ladder?.first ?? null);
  if (!same || same.id !== last) return same;
  if (result === "win") return neighbour(last, 1) ?? same;
  if (losses >= ENOUGH_LOSSES) return neighbour(last, -1) ?? same;
  return same;
}

/** How often the person here has beaten an opponent. @param {{id: string}} opponent */
export function winsAgainst(opponent) {
  return loadMemory().wins[opponent.id] ?? 0;
}

/**
 * Remember a game against an opponent that has just ended; each game counts once.
 * @param {State} state
 * @param {State} before
 */
export function rememberResult(state, before) {
  const { game } = state;
  if (!game?.id || !game.result || before.game?.id !== game.id || before.game.result) return;
  const [mine, ...others] = mySides(state);
  const opponent = mine && !others.length ? playerOf(game, otherSide(mine)).opponent : null;
  const memory = loadMemory();
  if (!opponent || memory.counted.includes(game.id)) return;
  const { winner } = game.result;
  const result = winner === null ? "draw" : winner === mine ? "win" : "loss";
  const isSame = memory.last === opponent;
  saveLadder({
    last: opponent,
    result,
    losses: result === "loss" ? (isSame ? memory.losses : 0) + 1 : 0,
    wins: result === "win" ? { ...memory.wins, [opponent]: (memory.wins[opponent] ?? 0) + 1 } : memory.wins,
    counted: [...memory.counted, game.id].slice(-COUNTED),
  });
}

/** @param {string} id @param {number} steps */
function neighbour(id, steps) {
  const all = ladder?.opponents ?? [];
  const at = all.findIndex((each) => each.id === id);
  return at < 0 ? null : (all[at + steps] ?? null);
}

/** @returns {Memory} */
function loadMemory() {
  const kept = loadLadder() ?? {};
  return {
    last: typeof kept.last === "string" ? kept.last : "",
    result: ["win", "draw", "loss"].includes(kept.result) ? kept.result : "",
    losses: Number.isInteger(kept.losses) ? kept.losses : 0,
    wins: kept.wins && typeof kept.wins === "object" ? kept.wins : {},
    counted: Array.isArray(kept.counted) ? kept.counted : [],
  };
}

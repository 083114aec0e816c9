// @ts-check
// What this browser keeps of puzzles, so that those that were loaded can be played without the
// server: puzzles, how the player is doing, and results that wait to be sent.
import { playerCode } from "../../state/identity.js";
import { loadPuzzles, savePuzzles } from "../../state/storage.js";

/** @typedef {import("../../types.d.ts").PuzzleView} PuzzleView */

/**
 * @typedef {object} Memory
 * @property {string} player whose it is
 * @property {import("../../types.d.ts").PuzzleProgressView | null} progress
 * @property {{theme: string, rules: string}} filter of the rated puzzles
 * @property {PuzzleView[]} rated rated puzzles that are still to be played
 * @property {import("../../types.d.ts").DailyPuzzle | null} daily
 * @property {import("../../types.d.ts").MistakeView[]} mistakes those that are due
 * @property {{path: string, body: any}[]} waiting results that the server does not have yet
 */

/** @returns {Memory} */
function emptyMemory() {
  const filter = { theme: "", rules: "" };
  return { player: playerCode(), progress: null, filter, rated: [], daily: null, mistakes: [], waiting: [] };
}

/** @returns {Memory} */
export function readMemory() {
  const kept = loadPuzzles();
  return kept?.player === playerCode() ? { ...emptyMemory(), ...kept } : emptyMemory();
}

/** @param {Partial<Memory>} changes */
export function changeMemory(changes) {
  savePuzzles({ ...readMemory(), ...changes });
}

/** Today, as the server counts days. */
export function utcDay() {
  return new Date().toISOString().slice(0, 10);
}

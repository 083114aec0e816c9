// @ts-check
// Sounds and vibration, for whoever has switched them on: when a piece lands, and when a game ends.
import { fallTime } from "../board/motion.js";
import { isMotionOn } from "../dom/appearance.js";
import { isLatest, mySides } from "../state/state.js";
import { sounds } from "./sounds.js";

/** @typedef {import("../types.d.ts").State} State */

const AFTER_LANDING = 350; // milliseconds from the last piece to the sound of the ending

/**
 * Play what has happened between two states of the page.
 * @param {State} state
 * @param {State} before
 */
export function playEffects(state, before) {
  const { game, settings } = state;
  const row = landedRow(state, before);
  const isNew = Boolean(game?.result && before.game && !before.game.result && before.game.id === game.id);
  if (!game || (row === null && !isNew)) return;
  const fall = row !== null && isMotionOn(settings) ? fallTime(game.rules.rows - row) : 0;
  if (row !== null) {
    window.setTimeout(() => {
      if (settings.sound) sounds.drop();
      if (settings.vibration) navigator.vibrate?.(12);
    }, fall * 0.68); // when it touches the ground, before it bounces
  }
  if (isNew) {
    window.setTimeout(() => {
      if (settings.sound) sounds[endingOf(state)]();
      if (settings.vibration) navigator.vibrate?.([40, 60, 40]);
    }, fall + AFTER_LANDING);
  }
}

/** Return the row of the piece that begins to fall now; null if there is none. @param {State} state @param {State} before */
function landedRow(state, before) {
  const { game, pending } = state;
  if (!game || !isLatest(state) || game.id !== before.game?.id) return null;
  if (pending && pending !== before.pending) return pending.row;
  // The own piece that was pending has had its sound; the answer may come together with it.
  const heard = (before.game?.plies.length ?? 0) + (before.pending ? 1 : 0);
  return game.plies.length === heard + 1 ? (game.plies.at(-1)?.row ?? null) : null;
}

/** @param {State} state @returns {"win" | "loss" | "draw"} */
function endingOf(state) {
  const winner = state.game?.result?.winner;
  if (!winner) return "draw";
  const mine = mySides(state);
  return mine.length === 1 && mine[0] !== winner ? "loss" : "win";
}

// @ts-check
// The sentences about what players agree on: a draw, and between two screens a move that is taken
// back, a rematch, hints and study.
import { linkSide, otherSide } from "../state/state.js";
import { playerName } from "./names.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */

/** Who would like a rematch; empty if nobody. @param {State} state */
export function rematchText(state) {
  const offer = state.game?.rematch_offer;
  if (!offer) return "";
  return linkSide(state) === offer ? "You have asked for a rematch." : `${playerName(state, offer)} would like a rematch.`;
}

/** Whether hints are allowed in this game by link, and who would like them to be. @param {State} state */
export function hintsText(state) {
  const game = /** @type {GameView} */ (state.game);
  const offer = game.hints_offer;
  if (offer) {
    if (linkSide(state) === offer) return "You have asked to allow hints and study for both.";
    return `${playerName(state, offer)} asks to allow hints and study for both.`;
  }
  if (game.hints_allowed) return "Hints and study are on: both allow them.";
  return "Hints and study are off while two people play.";
}

/** Why a hint or the study tools are refused. */
export const HINTS_OFF = "Hints and study are off while two people play, unless both allow them.";

/**
 * What the other player has answered or withdrawn between two versions of a game; null if nothing.
 * @param {State} state with the newer version
 * @param {GameView} before
 * @returns {string | null}
 */
export function answerText(state, before) {
  const game = /** @type {GameView} */ (state.game);
  const draw = declinedText(state, before);
  if (draw) return draw;
  const mine = linkSide(state);
  if (!mine) return null;
  const other = otherSide(mine);
  const who = playerName(state, other);
  if (before.rematch_offer === mine && game.next) return `${who} accepts: the rematch begins.`;
  if (before.rematch_offer && !game.rematch_offer) {
    if (before.rematch_offer === mine && game.rematch_declined === other) return `${who} would rather not play again.`;
    if (before.rematch_offer === other && game.rematch_declined !== mine) return `${who} no longer asks for a rematch.`;
  }
  if (game.result || before.result) return null;
  if (before.undo_offer === mine && !game.undo_offer && game.plies.length === before.plies.length) {
    return `${who} would rather not take the move back.`;
  }
  if (before.hints_allowed && !game.hints_allowed) return "Hints and study are off again.";
  if (before.hints_offer !== mine || game.hints_offer) return null;
  return game.hints_allowed ? `${who} agrees: hints and study are on for both.` : `${who} would rather play without hints.`;
}

/** That a draw is declined, by a word or by the next move; null if not. @param {State} state @param {GameView} before */
function declinedText(state, before) {
  const game = /** @type {GameView} */ (state.game);
  const isTakenBack = game.plies.length < before.plies.length;
  if (!before.offer || game.offer || game.result || isTakenBack) return null;
  const who = playerName(state, otherSide(before.offer));
  return who === "You" ? null : `${who} declines the draw.`;
}

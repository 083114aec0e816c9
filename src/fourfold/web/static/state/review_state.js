// @ts-check
// What follows from the review on the screen: which ply it is about, which lines can be shown.
import { pathOf, sharedLength } from "./move_tree.js";
import { shownPly } from "./state.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").BoardView} BoardView */
/** @typedef {import("../types.d.ts").PlyReviewView} PlyReviewView */

/** Whether there is something to review: a finished game, or the moves on a study board. @param {State} state */
export function canReview({ game }) {
  if (!game || !game.plies.some((ply) => !ply.opening)) return false;
  return game.mode === "study" || Boolean(game.result);
}

/** What a review is of; the same as long as its game is. @param {GameView} game */
export function reviewKey(game) {
  return `${game.id ?? ""} ${game.position}`;
}

/** The number of the ply that the review is about; 0 at the start of the game. @param {State} state */
export function reviewedNumber(state) {
  return state.review?.attempt?.number ?? (state.line ? sharedLength(pathOf(state.line), shownGame(state)) : shownPly(state));
}

/** @param {State} state */
function shownGame({ game }) {
  return game ? pathOf(game) : "";
}

/** What was found out about this ply; null while it is not reviewed. @param {State} state @returns {PlyReviewView | null} */
export function reviewedPly(state) {
  return (!state.line && state.review?.plies[reviewedNumber(state)]) || null;
}

/**
 * Whether something better could have been played. Of two estimates the greater is not better if they
 * are as good as equal: then the label is best.
 * @param {PlyReviewView | null} ply
 */
export function canImprove(ply) {
  return Boolean(ply && ply.better !== null && ply.label !== "best" && ply.label !== "only move");
}

/** The line that is shown on the board. @param {State} state */
export function shownLine(state) {
  const { line } = state.review ?? {};
  const ply = reviewedPly(state);
  if (!line || !ply) return [];
  return line.kind === "better" ? ply.better_line : ply.refutation;
}

/** The pieces of the shown line, or the move that is tried. @param {State} state @returns {NonNullable<BoardView["ghosts"]>} */
export function lineGhosts(state) {
  const { line, attempt } = state.review ?? {};
  if (line) {
    return shownLine(state)
      .slice(0, line.count)
      .map(({ column, row, side, kind }, index) => ({
        column,
        row,
        owner: kind === "ban" ? "BAN" : side,
        text: `${index + 1}`,
      }));
  }
  const ply = state.game?.plies[(attempt?.number ?? 0) - 1];
  if (!attempt || attempt.column === null || !ply) return [];
  const text = { asking: "?", checking: "?", right: "✓", wrong: "✗" }[attempt.kind];
  return [{ column: attempt.column, row: attempt.row, owner: ply.kind === "ban" ? "BAN" : ply.side, text }];
}

/** FIRST's win chance after so many plies; null while it is not known. @param {State} state @param {number} ply */
export function chanceAfter(state, ply) {
  const plies = state.review?.plies ?? {};
  return plies[ply]?.win_chance ?? plies[ply + 1]?.win_chance_before ?? null;
}

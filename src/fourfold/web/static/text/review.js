// @ts-check
// What a review says about a ply and about the whole game.
import { canImprove, reviewedNumber, reviewedPly } from "../state/review_state.js";
import { playerName, withColours } from "./names.js";
import { formatPercent } from "./columns.js";
import { isAtOnce } from "./study.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").PlyReviewView} PlyReviewView */
/** @typedef {import("../types.d.ts").ProspectView} ProspectView */
/** @typedef {import("../types.d.ts").ReviewLabel} ReviewLabel */

/** @type {{label: ReviewLabel, letter: string}[]} */
export const LABELS = [
  { label: "best", letter: "B" },
  { label: "only move", letter: "O" },
  { label: "good", letter: "G" },
  { label: "forced", letter: "F" },
  { label: "inaccuracy", letter: "I" },
  { label: "missed win", letter: "W" },
  { label: "mistake", letter: "M" },
  { label: "blunder", letter: "X" },
];

/** Say in a sentence what the shown ply was. @param {State} state */
export function headlineText(state) {
  const { review, game } = state;
  if (!review || !game) return "";
  if (review.attempt) return review.attempt.text;
  const number = reviewedNumber(state);
  const ply = reviewedPly(state);
  if (ply) return `${capital(ply.label)}: ${keptText(ply)}`;
  if (number === 0) return "The start of the game.";
  if (game.plies[number - 1]?.opening) return "A move of the opening.";
  return review.whole ? "Not reviewed." : `Move ${number} has not been reviewed yet …`;
}

/** Say what a ply kept or gave away. @param {PlyReviewView} ply */
function keptText(ply) {
  const { label, before, after } = ply;
  if (label === "forced") return "no other column could be played.";
  if (!after.outcome || !before.outcome) return estimateText(ply);
  const time = before.moves !== null && after.moves !== null && before.moves !== after.moves;
  const slower = time ? ` instead of ${before.moves}` : "";
  switch (label) {
    case "mistake":
    case "blunder":
      return `${nounText(after)} instead of ${nounText(before)}.`;
    case "missed win":
      return `four in a row was possible at once. It still ${verbText(after)}.`;
    case "only move":
      if (isFour(after)) return "four in a row, and nothing else wins.";
      return after.outcome === "win" ? `it ${verbText(after)}, and nothing else wins.` : "everything else loses.";
    case "best":
      if (isFour(after)) return "four in a row.";
      if (after.outcome === "draw") return "it keeps the draw.";
      return after.outcome === "win" ? `it ${verbText(after)}.` : `it ${verbText(after)}; nothing holds out longer.`;
    default:
      if (after.outcome === "draw") return "it keeps the draw.";
      return `it ${after.outcome === "win" ? "still wins" : "loses"}${after.moves === null ? "" : ` in ${after.moves}`}${slower}.`;
  }
}

/** @param {PlyReviewView} ply */
function estimateText({ before, after }) {
  const [had, has] = [formatPercent(before.points), formatPercent(after.points)];
  return had === has ? `about ${has} to win (estimate).` : `about ${has} to win instead of ${had} (estimate).`;
}

/** @param {ProspectView} prospect */
function isFour({ outcome, moves }) {
  return outcome === "win" && moves === 1;
}

/** @param {ProspectView} prospect */
function nounText({ outcome, moves }) {
  if (outcome === "draw") return "a draw";
  const noun = outcome === "win" ? "a win" : "a loss";
  return moves === null ? noun : isAtOnce(outcome, moves) ? `${noun} at once` : `${noun} in ${moves}`;
}

/** @param {ProspectView} prospect */
function verbText({ outcome, moves }) {
  if (outcome === "draw") return "draws";
  const verb = outcome === "win" ? "wins" : "loses";
  return moves === null ? verb : isAtOnce(outcome, moves) ? `${verb} at once` : `${verb} in ${moves}`;
}

/** The sentences that say why; without any, which column was better. @param {State} state */
export function whyText(state) {
  const { review, game } = state;
  const ply = reviewedPly(state);
  if (!review || !game || !ply || review.attempt) return "";
  if (ply.sentences.length) {
    return withColours(state.settings, game.plies[ply.number - 1].side, ply.sentences.join(" "));
  }
  return canImprove(ply) ? `Column ${game.rules.labels[ply.better ?? 0]} was better.` : "";
}

/** How far the review has got, or how much of it is proven. @param {State} state */
export function progressText({ review }) {
  if (!review) return "";
  if (!review.whole) return `Reviewing: ${review.done} of ${review.total} moves`;
  if (review.whole.proven) return "Every label is proven.";
  const guesses = review.whole.plies.filter((ply) => !ply.proven).length;
  return `${guesses} of ${review.total} labels are estimates, drawn in outline.`;
}

/** What a place on the graph says to those who do not see it. @param {State} state @param {number} ply @param {number | null} chance */
export function placeText(state, ply, chance) {
  const label = state.review?.plies[ply]?.label;
  const what = ply === 0 ? "Start of the game" : `Move ${ply}${label ? `, ${label}` : ""}`;
  if (chance === null) return `${what}: not reviewed yet`;
  return `${what}: ${playerName(state, "FIRST")} ${formatPercent(chance)}`;
}

/** An accuracy; 100 only where nothing was lost. @param {number | null | undefined} accuracy */
export function accuracyText(accuracy) {
  return accuracy === null || accuracy === undefined ? "–" : `${Math.floor(accuracy)}\u202f%`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

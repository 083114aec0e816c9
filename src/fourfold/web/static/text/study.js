// @ts-check
// What the study tools say about a column and about the whole position.
import { otherSide, shownAnalysis, shownView } from "../state/state.js";
import { describeColumn, formatPercent } from "./columns.js";
import { colourName, playerName, withColours } from "./names.js";
import { resultText, variationText } from "./status.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").AnalysisView} AnalysisView */

/**
 * Whether a game ends with the next move, or a lost one with the answer to it. Everywhere on the page
 * a move is what one player drops.
 * @param {string | null} outcome
 * @param {number | null} moves
 */
export function isAtOnce(outcome, moves) {
  return moves === (outcome === "win" ? 1 : 2);
}

/**
 * The share of the bar that a proven outcome has for its player: half for a draw, and for a win the more
 * the nearer it is, from 100 % for a win at once to 80 % for the farthest.
 * @param {"win" | "draw" | "loss"} outcome
 * @param {number | null | undefined} moves
 */
export function provenShare(outcome, moves) {
  if (outcome === "draw") return 0.5;
  const share = 0.8 + 0.2 / (1 + ((moves ?? Infinity) - 1) / 12);
  return outcome === "win" ? share : 1 - share;
}

/**
 * FIRST's share of the evaluation bar, 0 to 1; null if nothing is known.
 * @param {AnalysisView | null} analysis
 */
export function firstShare(analysis) {
  if (!analysis) return null;
  let share = analysis.win_chance;
  if (analysis.outcome) share = provenShare(analysis.outcome, analysis.in_plies);
  if (share === null || share === undefined) return null;
  return analysis.turn === "FIRST" ? share : 1 - share;
}

/** Say in a sentence who is ahead, or who has won and how. @param {State} state */
export function verdictText(state) {
  if (shownView(state)?.result) return state.line ? variationText(state) : resultText(state);
  const analysis = shownAnalysis(state);
  if (!analysis) return state.analysing ? "Looking at the position …" : "";
  const mover = analysis.turn;
  const rival = mover === "FIRST" ? "SECOND" : "FIRST";
  const best = analysis.columns.find((each) => each.column === analysis.best);
  const moves = best?.proven ? best.moves : null;
  const within = moves ? ` in ${moves} ${moves === 1 ? "move" : "moves"}` : "";
  switch (analysis.outcome) {
    case "win":
      return `${colourName(state.settings, mover)} wins${within} with best play.`;
    case "loss":
      return `${colourName(state.settings, rival)} wins${within} with best play.`;
    case "draw":
      return "A draw with best play.";
    default: {
      const share = firstShare(analysis);
      if (share === null) return "";
      if (Math.abs(share - 0.5) < 0.03) return "About even (estimate).";
      const side = share > 0.5 ? "FIRST" : "SECOND";
      const part = formatPercent(Math.max(share, 1 - share));
      return `${colourName(state.settings, side)} is ahead: about ${part} (estimate).`;
    }
  }
}

/**
 * Say which column to try, and why.
 * @param {import("../types.d.ts").Settings} settings
 * @param {AnalysisView} analysis
 */
export function hintText(settings, analysis) {
  const best = analysis.columns.find((each) => each.column === analysis.best);
  if (!best) return "";
  const { kind, text } = describeColumn(best);
  const moves = best.moves ?? 0;
  const why = {
    win: moves === 1 ? "it wins at once" : `it wins in ${moves} moves`,
    draw: "it keeps the draw",
    loss: "it holds out the longest",
    guess: `about ${text} to win (estimate)`,
    none: "it looks best",
  }[kind];
  return withColours(settings, analysis.turn, `Try column ${best.label}: ${why}. ${best.reason}`.trim());
}

/** Say that a hint comes later: the opponent is to move. @param {State} state */
export function laterHintText(state) {
  const game = /** @type {import("../types.d.ts").GameView} */ (state.game);
  const turn = state.pending ? otherSide(state.pending.side) : game.turn;
  return `It is ${playerName(state, turn)}’s move: the hint comes when it is yours.`;
}

/**
 * Say why the best column is best.
 * @param {import("../types.d.ts").Settings} settings
 * @param {AnalysisView | null} analysis
 */
export function whyText(settings, analysis) {
  const best = analysis?.columns.find((each) => each.column === analysis.best);
  if (!analysis || !best?.why.length) return "";
  return withColours(settings, analysis.turn, `Column ${best.label}: ${best.why.join(" ")}`);
}

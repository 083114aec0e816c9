// @ts-check
// What is said when a visitor looks for a better move in a review, and why there is no review.
import { formatPercent } from "./columns.js";
import { playerName, withColours } from "./names.js";
import { isAtOnce } from "./study.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").AnalysisView} AnalysisView */
/** @typedef {import("../types.d.ts").ColumnAnalysisView} ColumnAnalysisView */

const EQUAL = 0.02; // win chances that differ by less are equal

/** Say why there is nothing to review. @param {GameView | null} game */
export function refuseText(game) {
  if (game && game.mode !== "study" && !game.result) return "The game can be reviewed once it is over.";
  return "There is nothing to review: no move has been played.";
}

/** Ask for a better move than the ply with this number. @param {State} state @param {number} number */
export function askText(state, number) {
  const ply = state.game?.plies[number - 1];
  if (!ply) return "";
  const who = playerName(state, ply.side);
  const turn = who === "You" ? "Your move" : `${who} to move`;
  return `${turn}: which column is better ${ply.kind === "ban" ? "for the ban " : ""}than ${ply.label}?`;
}

/** @param {string} label the column that was played, and is tried again */
export function sameText(label) {
  return `Column ${label} is what was played. Try another one.`;
}

/** @param {string} label */
export function lookText(label) {
  return `Looking at column ${label} …`;
}

/** Whether no column is better than this one. @param {AnalysisView} analysis @param {number} column */
export function isAsGoodAsBest(analysis, column) {
  const { chosen, best } = pick(analysis, column);
  if (!chosen || !best) return false;
  if (chosen.proven && best.proven) {
    return chosen.outcome === best.outcome && (chosen.outcome === "draw" || chosen.in_plies === best.in_plies);
  }
  return (chosen.win_chance ?? 0) > (best.win_chance ?? 0) - EQUAL;
}

/**
 * Say whether a move is as good as the best, what it leads to, and why.
 * @param {import("../types.d.ts").Settings} settings
 * @param {AnalysisView} analysis of the position before it
 * @param {number} column
 */
export function attemptText(settings, analysis, column) {
  const { chosen, best } = pick(analysis, column);
  if (!chosen || !best) return "";
  return withColours(settings, analysis.turn, `${verdictOf(analysis, chosen, best)} ${chosen.reason}`.trim());
}

/**
 * @param {AnalysisView} analysis
 * @param {ColumnAnalysisView} chosen
 * @param {ColumnAnalysisView} best
 */
function verdictOf(analysis, chosen, best) {
  const name = `column ${chosen.label}`;
  if (isAsGoodAsBest(analysis, chosen.column)) return `Yes: ${name} ${effectText(chosen)}, and nothing is better.`;
  const own = `Not yet: ${name} ${effectText(chosen)}`;
  if (!chosen.proven || !best.proven) return `${own}, but another column has more.`;
  if (best.outcome === "win") {
    return chosen.outcome === "win" ? `${own}, but there is a quicker win.` : `${own}, but there is a win.`;
  }
  if (best.outcome === "draw") return `${own}, but there is a draw.`;
  return `${own}, but another column holds out longer.`;
}

/**
 * Say how a move of a side is punished.
 * @param {State} state
 * @param {import("../types.d.ts").Side} side
 * @param {AnalysisView} analysis of the position after it
 */
export function answerText(state, side, analysis) {
  const { chosen } = pick(analysis, analysis.best ?? -1);
  if (!chosen?.proven || analysis.turn === side) return ""; // they have to drop a ban first
  const who = playerName(state, analysis.turn);
  return ` ${who} ${who === "You" ? "answer" : "answers"} with column ${chosen.label}.`;
}

/** @param {AnalysisView} analysis @param {number} column */
function pick(analysis, column) {
  const find = (/** @type {number | null} */ wanted) => analysis.columns.find((each) => each.column === wanted);
  return { chosen: find(column), best: find(analysis.best) };
}

/** @param {ColumnAnalysisView} column */
function effectText({ proven, outcome, moves, win_chance }) {
  if (!proven) return `has about ${formatPercent(win_chance ?? 0)} (estimate)`;
  if (outcome === "draw") return "draws";
  const verb = outcome === "win" ? "wins" : "loses";
  if (moves === null) return verb;
  return isAtOnce(outcome, moves) ? `${verb} at once` : `${verb} in ${moves}`;
}

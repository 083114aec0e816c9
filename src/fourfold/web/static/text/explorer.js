// @ts-check
// What the explorer says about a position and about each of its columns.
import { describeColumn } from "./columns.js";
import { colourName } from "./names.js";
import { formatCount } from "./numbers.js";

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../types.d.ts").ExplorerColumn} ExplorerColumn */
/** @typedef {import("../types.d.ts").ExplorerView} ExplorerView */
/** @typedef {import("../types.d.ts").MoveTallyView} Tally */

/** @param {number} count */
function gamesText(count) {
  return `${formatCount(count)} ${count === 1 ? "game" : "games"}`;
}

/** The games of each side and the draws, of a tally of the player to move. @param {Side} turn @param {Tally} tally */
export function resultsOf(turn, { wins, draws, losses }) {
  return turn === "FIRST" ? { first: wins, draws, second: losses } : { first: losses, draws, second: wins };
}

/** @param {Settings} settings @param {Side} turn @param {Tally} tally */
export function resultsText(settings, turn, tally) {
  const { first, draws, second } = resultsOf(turn, tally);
  const parts = [];
  if (first) parts.push(`${colourName(settings, "FIRST")} won ${formatCount(first)}`);
  if (draws) parts.push(`${formatCount(draws)} drawn`);
  if (second) parts.push(`${colourName(settings, "SECOND")} won ${formatCount(second)}`);
  return parts.join(", ");
}

/**
 * Say how the games with this position ended.
 * @param {Settings} settings
 * @param {ExplorerView} view
 * @param {"all" | "yours"} whose
 */
export function positionText(settings, view, whose) {
  const tally = view[whose];
  if (!tally.games) return whose === "all" ? "No finished game has been here yet." : "None of your finished games has been here yet.";
  return `${gamesText(tally.games)} went on from here: ${resultsText(settings, view.turn, tally)}.`;
}

/**
 * Say everything about a column, for screen readers.
 * @param {Settings} settings
 * @param {Side} turn
 * @param {ExplorerColumn} column
 * @param {"all" | "yours"} whose
 */
export function columnText(settings, turn, column, whose) {
  const tally = column[whose];
  const played = tally.games ? `${gamesText(tally.games)}: ${resultsText(settings, turn, tally)}` : "not played";
  return `${describeColumn(column).long}. ${column.full ? "" : `${whose === "yours" ? "By you: " : ""}${played}.`}`.trim();
}

/** Say where the scores and the counts come from. @param {ExplorerView} view */
export function sourceText(view) {
  const open = view.columns.filter((each) => !each.full);
  const words = [];
  if (view.book) words.push("Scores from the opening book.");
  else if (open.length && open.every((each) => each.proven)) words.push("All scores are proven.");
  else if (open.some((each) => each.win_chance !== null)) words.push("Percentages are estimates.");
  if (view.symmetric && open.length) words.push(`Mirror images, such as columns ${view.columns[0].label} and ${view.columns.at(-1)?.label}, are counted together.`);
  return words.join(" ");
}

// @ts-check
// What the puzzles say.
import { colourName, withColours } from "./names.js";

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").AnswerView} AnswerView */
/** @typedef {import("../types.d.ts").LinePlyView} LinePlyView */
/** @typedef {import("../types.d.ts").PuzzleProgressView} PuzzleProgressView */
/** @typedef {import("../types.d.ts").PuzzleView} PuzzleView */

/** @type {Record<PuzzleView["goal"], string>} */
const GOALS = {
  win: "find the only move that wins.",
  draw: "find the only move that draws.",
  hold: "every move loses; find the one that holds out longest.",
};
/** @type {Record<string, string>} those that are not their own name with spaces */
const THEMES = {
  ban: "dropping the ban",
  block: "blocking",
  "by-force": "winning by force",
  "free-star": "fighting for the star",
  hold: "holding out",
  "only-defence": "the only defence",
  sacrifice: "giving up a threat",
  "stacked-threats": "threats on top of each other",
  star: "taking the star",
};

const RUSH_ENDS = {
  time: "Time is up.",
  mistakes: "That was the third mistake.",
  all: "That was the last puzzle.",
  stopped: "You have stopped.",
};

export const ASKING = "Choose a column, or press its key.";
export const WAITING = "Your result is kept here, and sent when the server answers.";
export const NO_PUZZLES = "The server is not answering, and no other puzzle is loaded. Please try again later.";
export const MISTAKES_OFF =
  "Positions from your own games in which you missed the only good move come back here: after a day, then " +
  "after 3, 7, 16 and 35 days, until you know them. They are collected when you open the review of a game.";
export const NO_MISTAKES = "Nothing is collected yet. Open the review of a game that you have finished.";
export const RUSH_RULES =
  "Solve as many puzzles as you can in three minutes. They get harder, and the third mistake ends the rush.";

/** Who moves, and what is to be found. @param {Settings} settings @param {PuzzleView} puzzle @param {number} [step] */
export function goalText(settings, puzzle, step = 0) {
  const who = colourName(settings, puzzle.side);
  const turn = puzzle.steps[step].kind === "ban" ? `${who} to drop the ban` : `${who} to move`;
  return `${turn}: ${GOALS[puzzle.goal]}`;
}

/** @param {Settings} settings @param {LinePlyView[]} replies */
export function replyText(settings, replies) {
  return replies
    .map(({ side, kind, label }) => `${colourName(settings, side)} ${kind === "ban" ? "bans" : "answers in"} column ${label}.`)
    .join(" ");
}

/** @param {Settings} settings @param {PuzzleView} puzzle @param {AnswerView} answer */
export function coachText(settings, puzzle, answer) {
  return withColours(settings, puzzle.side, answer.sentences.join(" "));
}

/** Why a column is wrong. @param {Settings} settings @param {PuzzleView} puzzle @param {AnswerView} answer */
export function wrongText(settings, puzzle, answer) {
  const name = `Column ${puzzle.rules.labels[answer.column]}`;
  return coachText(settings, puzzle, answer) || `${name} ${effectText(answer)}.`;
}

/** @param {AnswerView} answer */
function effectText({ outcome, moves }) {
  if (outcome === "draw") return "only draws";
  if (outcome === "win") return "wins, but not as it should";
  if (outcome === null) return "is not the one";
  return moves === null || moves === 0 ? "loses" : `loses in ${moves}`;
}

/** @param {PuzzleView} puzzle @param {number} step from which it is shown */
export function solutionText(puzzle, step) {
  const columns = puzzle.steps.slice(step).flatMap(({ answers, replies }) => {
    const right = answers.find((each) => each.right);
    return [...(right ? [puzzle.rules.labels[right.column]] : []), ...replies.map(({ label }) => label)];
  });
  return columns.length === 1 ? `The solution is column ${columns[0]}.` : `The solution: columns ${columns.join(", ")}.`;
}

/** @param {string} theme */
export function themeText(theme) {
  const pieces = /^win-in-(\d+)$/.exec(theme)?.[1]; // one's own: a move is what either player drops
  if (pieces) return pieces === "1" ? "won with one piece" : `won with ${pieces} pieces of your own`;
  return THEMES[theme] ?? theme.replaceAll("-", " ");
}

/** A board as people say it. @param {string} rules */
export function boardText(rules) {
  const [size, ...extras] = rules.split("-");
  const words = extras.map((extra) => (extra[0] === "b" ? `star on ${extra.slice(1)}` : `without ${extra.slice(1)}`));
  return [size.replace("x", " × "), ...words].join(", ");
}

/** What a puzzle was about, once it is over. @param {PuzzleView} puzzle */
export function factsText({ rating, themes }) {
  const parts = [...(rating ? [`Rated ${rating}`] : []), ...themes.map(themeText)];
  return parts.length ? `${parts.join(" · ")}.` : "";
}

/** @param {{before: number | null, after: number | null}} result */
export function ratingText({ before, after }) {
  if (before === null || after === null) return "";
  const change = after - before;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return `Your rating: ${before} → ${after} (${sign}${Math.abs(change)}).`;
}

/** @param {number} days */
export function streakText(days) {
  if (days === 0) return "";
  return days === 1 ? "A streak of 1 day." : `A streak of ${days} days.`;
}

/** @param {string} day such as 2026-11-18 */
export function dayText(day) {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** When nothing is due. @param {PuzzleProgressView} progress */
export function nothingDueText({ mistakes, next_due }) {
  if (!mistakes || !next_due) return NO_MISTAKES;
  const count = mistakes === 1 ? "1 position is" : `${mistakes} positions are`;
  return `Nothing is due today. ${count} collected; the next one comes back on ${dayText(next_due)}.`;
}

/** @param {string} day */
export const dueText = (day) => `It comes back on ${dayText(day)}.`;

/** How a rush ended. @param {number} score @param {"time" | "mistakes" | "all" | "stopped"} reason */
export function rushEndText(score, reason) {
  return `${RUSH_ENDS[reason]} You solved ${score === 1 ? "1 puzzle" : `${score} puzzles`}.`;
}

/**
 * The figures of a player, as names and values.
 * @param {PuzzleProgressView} progress
 * @returns {[string, string][]}
 */
export function figureTexts(progress) {
  const { rating, deviation, rated, solved, streak, longest_streak, rush_best } = progress;
  return [
    ["Rating", deviation > 110 ? `about ${rating}` : String(rating)],
    ["Solved", rated ? `${solved} of ${rated}` : "–"],
    ["Day streak", longest_streak > streak ? `${streak}, best ${longest_streak}` : String(streak)],
    ["Best rush", rush_best ? String(rush_best) : "–"],
  ];
}

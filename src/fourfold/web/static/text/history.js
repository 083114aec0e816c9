// @ts-check
// What the history says: names, results and accuracies of games, and what they add up to.

/** @typedef {import("../types.d.ts").GameSummary} GameSummary */
/** @typedef {import("../types.d.ts").Me} Me */

export const NO_CODE = "This is not a code: it has 26 letters and digits, without 0, 1, l and o.";
export const NO_FILE = "This is not a file of a player: it comes from “Download a file” on this page.";

/** What the players are called, FIRST before SECOND. @param {GameSummary} game */
export function playerNames({ players, you }) {
  return players.map(({ side, title, name }) => (you.length === 1 && you[0] === side ? "You" : title || name));
}

/**
 * How a game ended, for the person here if one of the seats is theirs.
 * @param {GameSummary} game
 * @returns {{text: string, kind: "win" | "draw" | "loss" | "open" | "other"}}
 */
export function resultOf(game) {
  if (!game.result) return { text: "Not finished", kind: "open" };
  const { winner } = game.result;
  if (winner === null) return { text: "Draw", kind: "draw" };
  if (game.you.length === 1) return winner === game.you[0] ? { text: "You won", kind: "win" } : { text: "You lost", kind: "loss" };
  return { text: `${playerNames(game)[winner === "FIRST" ? 0 : 1]} won`, kind: "other" };
}

/** Mine, or that of both; a dash for what is not known. @param {GameSummary} game */
export function accuracyText({ accuracy, you }) {
  if (!accuracy) return "Accuracy –";
  const [first, second] = accuracy.map((each) => (each === null ? "–" : `${Math.round(each)} %`));
  if (you.length === 1) return `Accuracy ${you[0] === "FIRST" ? first : second}`;
  return `Accuracy ${first} and ${second}`;
}

/** What is below the result, in parts that stay together. @param {GameSummary} game */
export function factTexts({ rules, plies, updated }) {
  return [`${rules} · ${countText(plies, "move")}`, dayText(updated)];
}

/** @param {string} time as ISO 8601 writes it */
export function dayText(time) {
  return new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

/** @param {number} number @param {string} word */
export function countText(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** @param {import("../types.d.ts").DeletedGame} answer */
export function deletedText(answer) {
  const rest = answer.kept_by_opponent ? " The other person still has it, without your name." : "";
  return `The game was deleted.${rest}`;
}

/** What stands over the games. @param {Me} me */
export function standingText(me) {
  if (!me.games) return "";
  const parts = [countText(me.games, "finished game"), `${me.wins} won`];
  if (me.rating) parts.push(`rating ${me.rating.rating}${me.rating.provisional ? " (provisional)" : ""}`);
  if (me.wins_in_a_row.current > 1) parts.push(`${me.wins_in_a_row.current} wins in a row`);
  if (me.days.streak.current > 1) parts.push(`${me.days.streak.current} days in a row`);
  return `${parts.join(" · ")}.`;
}

/** What is known of a code. @param {Me} me */
export function codeText(me) {
  if (!me.games && !me.days.played) return "No game was finished with this code yet.";
  const rating = me.rating ? ` and a rating of ${me.rating.rating}` : "";
  return `This code has ${countText(me.games, "counted game")} on ${countText(me.days.played, "day")}${rating}.`;
}

/** What happens to the player who this browser is now. @param {Me} me */
export function leavingText(me) {
  const own = me.games ? `Your ${countText(me.games, "game")} so far and their statistics` : "Your games so far";
  return `${own} stay with the code that this browser has now. Write that code down if you may want to come back to it.`;
}

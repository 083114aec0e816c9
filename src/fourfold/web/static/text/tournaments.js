// @ts-check
// The sentences of tournaments.

/** @typedef {import("../types.d.ts").TournamentGame} TournamentGame */
/** @typedef {import("../types.d.ts").TournamentPlayer} TournamentPlayer */
/** @typedef {import("../types.d.ts").TournamentView} TournamentView */

/** @type {Record<string, string>} */
export const FORMATS = { "round-robin": "Everybody plays everybody", gauntlet: "One against all the others", swiss: "Swiss rounds" };

/** @param {number} number @param {string} what */
export function countOf(number, what) {
  return `${number.toLocaleString("en-GB")} ${what}${number === 1 ? "" : "s"}`;
}

/** How far it is. @param {{progress: string, played: number, planned: number}} tournament */
export function progressWords({ progress, played, planned }) {
  const games = `${played.toLocaleString("en-GB")} of ${countOf(planned, "game")}`;
  if (progress === "running") return `Running: ${games}`;
  return progress === "finished" ? `Finished: ${countOf(played, "game")}` : `Stopped after ${games}`;
}

/** @param {TournamentView} tournament */
export function factWords({ format, rules, games, rounds, limits, players, test }) {
  const shown = rules.length > 3 ? `${rules.length} boards` : rules.join(", ");
  const pairing = format === "swiss" ? `${countOf(rounds ?? 1, "round")}, ${games} games each` : `${games} games a pairing`;
  return [FORMATS[format] ?? format, countOf(players.length, "player"), pairing, shown, limits, test].filter(Boolean).join(" · ");
}

/** A number with its sign, and a minus that nobody can miss. @param {number} number */
export function signed(number) {
  const whole = Math.round(number);
  if (!whole) return "0";
  return whole < 0 ? `−${-whole}` : `+${whole}`;
}

/** @param {{elo: number | null, error: number | null}} rating */
export function ratingText({ elo, error }) {
  return elo === null ? "no games" : `${signed(elo)} ± ${Math.round(error ?? 0)}`;
}

/** @param {{won: number, drawn: number, lost: number}} tally */
export function tallyText({ won, drawn, lost }) {
  return `${won}-${drawn}-${lost}`;
}

/** @param {{won: number, drawn: number, lost: number}} tally */
export function tallyWords({ won, drawn, lost }) {
  return `${won} won, ${drawn} drawn, ${lost} lost`;
}

/** The share of the points, 0 to 1. @param {{won: number, drawn: number, lost: number}} tally */
export function share({ won, drawn, lost }) {
  return (won + drawn / 2) / Math.max(1, won + drawn + lost);
}

/** @param {number} part 0 to 1 */
export function percent(part) {
  return `${(100 * part).toFixed(1)} %`;
}

/** What the games of two players say. @param {import("../types.d.ts").Comparison} found @param {string} name of the first of them */
export function comparisonWords(found, name) {
  const parts = [tallyWords(found)];
  if (found.elo) parts.push(`Elo difference ${found.elo.replaceAll("-", "−")}`);
  if (found.superiority !== null) parts.push(`${percent(found.superiority)} likely that ${name} is stronger`);
  return `${name}: ${parts.join(" · ")}`;
}

/** Who beat whom. @param {TournamentGame} game @param {TournamentPlayer[]} players */
export function resultWords({ first, second, winner }, players) {
  const [one, two] = [players[first]?.name ?? "", players[second]?.name ?? ""];
  if (winner === null) return `${one} and ${two} drew`;
  return winner === "FIRST" ? `${one} beat ${two}` : `${two} beat ${one}`;
}

/** @param {TournamentGame} game @param {TournamentPlayer[]} players */
export function gameFacts({ number, round, first, reason, plies }, players) {
  const began = `${players[first]?.name ?? ""} began`;
  return [`game ${number}`, round === null ? "" : `round ${round}`, began, reason, countOf(plies, "move")].filter(Boolean).join(" · ");
}

/** What a player did wrong. @param {TournamentPlayer} player */
export function faultWords({ name, faults }) {
  const total = faults.reduce((sum, each) => sum + each.games, 0);
  const reasons = faults.map(({ reason, games }) => `${reason} ${games}`).join(", ");
  return `${name} lost ${countOf(total, "game")} by its own fault: ${reasons}`;
}

/** @param {TournamentView | null} tournament @param {boolean} hasGames */
export function watchWords(tournament, hasGames) {
  if (tournament?.progress !== "running") return "No game is being played.";
  return hasGames ? "" : "The next games are about to begin.";
}

/**
 * How large a new tournament is, and how long it lasts at most with two games at a time.
 * @param {{players: number, format: string, games: number, seconds: number, cells: number}} wanted
 */
export function sizeWords({ players, format, games, seconds, cells }) {
  const rounds = Math.max(1, Math.ceil(Math.log2(Math.max(2, players))));
  const pairings = { gauntlet: players - 1, swiss: Math.floor(players / 2) * rounds }[format] ?? (players * (players - 1)) / 2;
  const all = pairings * games;
  if (players < 2) return { games: all, words: "A tournament has two players or more." };
  const minutes = Math.ceil((all * cells * seconds) / 2 / 60);
  const time = minutes < 90 ? countOf(minutes, "minute") : countOf(Math.round(minutes / 60), "hour");
  return { games: all, words: `${countOf(players, "player")}, ${countOf(all, "game")}, at most about ${time}.` };
}

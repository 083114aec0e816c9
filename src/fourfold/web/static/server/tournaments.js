// @ts-check
// Tournaments: requests, and the stream of one that fills in.
import { request } from "./api.js";
import { LiveStream } from "./live_stream.js";

/** @typedef {import("../types.d.ts").LiveGames} LiveGames */
/** @typedef {import("../types.d.ts").TournamentView} TournamentView */

/** @param {string} name @param {string} [more] */
function path(name, more = "") {
  return `api/tournaments/${encodeURIComponent(name)}${more}`;
}

/** The address of a tournament on the page. @param {string} name @param {string} [more] */
export function tournamentPath(name, more = "") {
  return `tournaments/${encodeURIComponent(name)}${more}`;
}

/** @returns {Promise<import("../types.d.ts").TournamentList>} */
export function listTournaments() {
  return request("GET", "api/tournaments");
}

/** @param {import("../types.d.ts").NewTournament} wanted @returns {Promise<TournamentView>} */
export function beginTournament(wanted) {
  return request("POST", "api/tournaments", { body: wanted });
}

/** @param {string} name @param {"stop" | "resume"} action @returns {Promise<TournamentView>} */
export function changeTournament(name, action) {
  return request("POST", path(name, `/${action}`), { body: {} });
}

/**
 * The finished games, those that ended last first.
 * @param {string} name
 * @param {number[]} players their places; none are all games
 * @param {number} skip
 * @param {number} limit
 * @returns {Promise<import("../types.d.ts").TournamentGames>}
 */
export function loadGames(name, [one, two], skip, limit) {
  const chosen = [one === undefined ? "" : `&one=${one}`, two === undefined ? "" : `&two=${two}`];
  return request("GET", path(name, `/games?skip=${skip}&limit=${limit}${chosen.join("")}`));
}

/** Have a finished game kept like any other, so that it can be reviewed. @param {string} name @param {string} number @returns {Promise<{id: string}>} */
export function openGame(name, number) {
  return request("POST", path(name, `/games/${encodeURIComponent(number)}/open`), { body: {} });
}

/**
 * @param {string} name
 * @param {{tournament: (view: TournamentView) => void, live: (live: LiveGames) => void}} handlers
 * @param {(online: boolean) => void} online
 * @param {(status: number) => void} refused
 */
export function createTournamentStream(name, { tournament, live }, online, refused) {
  return new LiveStream(path(name, "/events"), { tournament, live }, online, refused);
}

// @ts-check
// The lobby: requests, and the stream of its events, which reconnects by itself. While it is open with
// the secret of a seek, the others see the seek.
import { address, request } from "./api.js";
import { LiveStream } from "./live_stream.js";

/** @typedef {import("../types.d.ts").CreatedGame} CreatedGame */
/** @typedef {import("../types.d.ts").CreatedSeek} CreatedSeek */
/** @typedef {import("../types.d.ts").LobbyView} LobbyView */
/** @typedef {import("../types.d.ts").NewSeek} NewSeek */

/** Look for a game. @param {NewSeek} wanted @returns {Promise<CreatedSeek>} */
export function createSeek(wanted) {
  return request("POST", "api/lobby", { body: wanted });
}

/** Play with someone who looks for a game. @param {string} id @param {string} name @returns {Promise<CreatedGame>} */
export function joinSeek(id, name) {
  return request("POST", `api/lobby/${encodeURIComponent(id)}/join`, { body: { name } });
}

/** Stop looking; also sent by a page that is being closed. @param {CreatedSeek} created */
export async function withdrawSeek({ seek, secret }) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${secret}` };
  const path = address(`api/lobby/${encodeURIComponent(seek.id)}/withdraw`);
  await fetch(path, { method: "POST", headers, body: "{}", keepalive: true }).catch(() => {});
}

/**
 * @typedef {object} Handlers
 * @property {(lobby: LobbyView) => void} lobby
 * @property {(match: {game: string}) => void} match somebody has joined
 */

/** The stream of the lobby; `open` takes the secret of the own seek. @param {Handlers} handlers @param {(online: boolean) => void} online */
export function createLobbyStream({ lobby, match }, online) {
  return new LiveStream("api/lobby/events", { lobby, match }, online);
}

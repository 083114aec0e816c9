// @ts-check
// Requests to the server, one function each. Addresses are relative to <base>, so that the page
// works under any path.
import { playerCode } from "../state/identity.js";

/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").CreatedGame} CreatedGame */

const TIMEOUT = 20_000; // milliseconds

/** What went wrong, in a sentence for people. `status` is 0 if there was no answer. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} path */
export function address(path) {
  return new URL(path, document.baseURI).href;
}

/**
 * Send a request, and return the answer; ApiError if it is refused or does not come.
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, text?: string, secret?: string, player?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export async function request(method, path, { body, text, secret, player, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "X-Fourfold-Player": player ?? playerCode() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (text !== undefined) headers["Content-Type"] = "application/jsonl";
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const timeout = AbortSignal.timeout(TIMEOUT);
  let response;
  try {
    response = await fetch(address(path), {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("The server is not answering. Please try again.", 0);
  }
  if (!response.ok) throw await readError(response);
  return response.json().catch(() => null);
}

/** The refusal that a response holds. @param {Response} response */
export async function readError(response) {
  const answer = await response.json().catch(() => null);
  const message = typeof answer?.error === "string" ? answer.error : "The server could not do that.";
  return new ApiError(message, response.status);
}

const encode = encodeURIComponent;

/** @type {Promise<import("../types.d.ts").AgentView[]> | null} */
let agents = null;

/** Fetch the agents once: they do not change while the server runs. */
function loadAgents() {
  agents ??= request("GET", "api/agents");
  agents.catch(() => {
    agents = null;
  });
  return agents;
}

/** @param {string} position a colon is allowed in a path, and reads better unescaped */
export function encodePosition(position) {
  return encode(position).replaceAll("%3A", ":");
}

/** @param {string[]} lines */
function variationQuery(lines) {
  const query = lines.map((line) => `variation=${encode(line)}`).join("&");
  return query && `?${query}`;
}

export const api = {
  agents: loadAgents,
  /** @returns {Promise<import("../types.d.ts").Ladder>} */
  opponents: () => request("GET", "api/opponents"),
  /** @returns {Promise<import("../types.d.ts").LessonList>} */
  lessons: () => request("GET", "api/lessons"),
  /** @param {string} id @returns {Promise<import("../types.d.ts").LessonView>} */
  lesson: (id) => request("GET", `api/lessons/${encode(id)}`),
  /** @param {number} seed @param {boolean} [bonus] with a star in place of a forbidden cell */
  randomRules: (seed, bonus = false) => request("GET", `api/rules?random=${seed}${bonus ? "&bonus=true" : ""}`),
  /** @param {string} position @param {AbortSignal} [signal] @param {string[]} [lines] its variations @returns {Promise<GameView>} */
  position: (position, signal, lines = []) =>
    request("GET", `api/positions/${encodePosition(position)}${variationQuery(lines)}`, { signal }),
  /** @param {string} position @param {number} seconds @param {AbortSignal} [signal] */
  analysis: (position, seconds, signal) =>
    request("GET", `api/analysis/${encodePosition(position)}?seconds=${seconds}`, { signal }),
  /** @param {string} position @param {AbortSignal} [signal] @returns {Promise<import("../types.d.ts").ExplorerView>} */
  explorer: (position, signal) => request("GET", `api/explorer/${encodePosition(position)}`, { signal }),
  /** @param {string} position @param {Record<string, string>} how @param {AbortSignal} [signal] @returns {Promise<import("../types.d.ts").ThoughtView>} */
  tree: (position, how, signal) => request("GET", `api/tree/${encodePosition(position)}?${new URLSearchParams(how)}`, { signal }),
  /** @param {NewGame} game @returns {Promise<CreatedGame>} */
  create: (game) => request("POST", "api/games", { body: game }),
  /** @param {string} id @param {string} [secret] @returns {Promise<GameView>} */
  game: (id, secret) => request("GET", `api/games/${encode(id)}`, { secret }),
  /** @param {string} id @param {string} [secret] @returns {Promise<import("../types.d.ts").DeletedGame>} */
  deleteGame: (id, secret) => request("DELETE", `api/games/${encode(id)}`, { secret }),
  /** @param {string} id @param {string} action @param {any} body @param {string} [secret] */
  act: (id, action, body, secret) =>
    request("POST", `api/games/${encode(id)}/${action}`, { body, secret }),
  /** @param {string} query @param {AbortSignal} [signal] @returns {Promise<import("../types.d.ts").History>} */
  games: (query, signal) => request("GET", `api/games?${query}`, { signal }),
  /** What is known of the player here, or of the one with another code. @param {string} [player] @returns {Promise<import("../types.d.ts").Me>} */
  me: (player) => request("GET", `api/me?offset=${-new Date().getTimezoneOffset()}`, { player }),
  /** @param {string} text @returns {Promise<any>} */
  upload: (text) => request("POST", "api/records", { text }),
  /** @param {string} id */
  recordAddress: (id) => address(`api/games/${encode(id)}/record`),
  /** @param {string} position @param {string[]} lines its variations */
  positionRecordAddress: (position, lines) =>
    address(`api/positions/${encodePosition(position)}/record${variationQuery(lines)}`),
};

// @ts-check
// The lobby: requests, and the stream of its events, which reconnects by itself. While it is open with
// the secret of a seek, the others see the seek.
import { address, request } from "./api.js";
import { EventParser } from "./events.js";

/** @typedef {import("../types.d.ts").CreatedGame} CreatedGame */
/** @typedef {import("../types.d.ts").CreatedSeek} CreatedSeek */
/** @typedef {import("../types.d.ts").LobbyView} LobbyView */
/** @typedef {import("../types.d.ts").NewSeek} NewSeek */

const WAIT = 1000; // milliseconds before it reconnects
const SILENCE_LIMIT = 40_000; // milliseconds; the server sends something every 15 s

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
 * @property {(online: boolean) => void} online
 */

export class LobbyStream {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {AbortController | null} */
    this.reading = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Open the stream, in place of one that is open. @param {string} [secret] of the own seek */
  open(secret) {
    this.close();
    const reading = new AbortController();
    this.reading = reading;
    void this.#read(reading, secret);
  }

  close() {
    window.clearTimeout(this.timer);
    const { reading } = this;
    this.reading = null;
    reading?.abort();
  }

  /** @param {AbortController} reading @param {string} [secret] */
  async #read(reading, secret) {
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream" };
      if (secret) headers.Authorization = `Bearer ${secret}`;
      const response = await fetch(address("api/lobby/events"), { headers, signal: reading.signal, cache: "no-store" });
      if (response.ok && response.body) await this.#listen(response.body, reading);
    } catch {
      // Whatever it was, the answer is the same: try again.
    }
    if (reading !== this.reading) return;
    this.handlers.online(false);
    this.timer = window.setTimeout(() => void this.open(secret), WAIT);
  }

  /** @param {ReadableStream<Uint8Array>} body @param {AbortController} reading */
  async #listen(body, reading) {
    const parser = new EventParser();
    const reader = body.getReader();
    for (;;) {
      const silence = window.setTimeout(() => reading.abort(), SILENCE_LIMIT);
      const { value, done } = await reader.read().finally(() => window.clearTimeout(silence));
      if (done || reading !== this.reading) return;
      this.handlers.online(true);
      for (const { name, data } of parser.push(value)) {
        if (name === "lobby" || name === "match") this.handlers[name](data);
      }
    }
  }
}

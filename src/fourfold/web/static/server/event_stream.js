// @ts-check
// The stream of a game's events, which reconnects by itself. It uses fetch instead of EventSource:
// only fetch can send the secret of a seat, which shows the others that its player is there, and
// EventSource gives up for good after one bad answer from a proxy.
import { playerCode } from "../state/identity.js";
import { address } from "./api.js";
import { EventParser } from "./events.js";

/** @typedef {import("../types.d.ts").GameView} GameView */

const SILENCE_LIMIT = 40_000; // milliseconds; the server sends something every 15 s
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const PAUSE_AFTER = 90_000; // milliseconds in the background, then the connection is closed: browsers have few
const OFFLINE_AFTER = 600; // milliseconds without a stream before the page says so

/**
 * @typedef {object} Handlers
 * @property {(game: GameView) => void} game
 * @property {(thinking: any) => void} thinking
 * @property {(presence: any) => void} presence
 * @property {(emote: import("../types.d.ts").EmoteView) => void} emote
 * @property {(online: boolean) => void} online
 * @property {() => void} gone there is no such game
 */

/** The events of one game at a time. */
export class EventStream {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {string | null} */
    this.id = null;
    /** @type {string | undefined} */
    this.secret = undefined;
    /** @type {AbortController | null} */
    this.reading = null;
    this.wait = FIRST_WAIT;
    /** @type {number | undefined} */
    this.retryTimer = undefined;
    /** @type {number | undefined} */
    this.silenceTimer = undefined;
    /** @type {number | undefined} */
    this.offlineTimer = undefined;
    /** @type {number | undefined} */
    this.pauseTimer = undefined;
    this.mayPause = false;
    // A laptop that wakes up, or a phone back from a tunnel: reconnect at once.
    for (const event of ["online", "pageshow"]) window.addEventListener(event, () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => {
      window.clearTimeout(this.pauseTimer);
      if (document.visibilityState === "visible") this.#reconnectNow();
      else this.pauseTimer = window.setTimeout(() => this.#pause(), PAUSE_AFTER);
    });
  }

  /**
   * @param {string | null} id
   * @param {string} [secret]
   * @param {boolean} [mayPause] whether the stream may be closed while the page is in the background
   */
  follow(id, secret, mayPause = false) {
    this.mayPause = mayPause;
    if (id === this.id && secret === this.secret && this.reading) return;
    this.close();
    this.id = id;
    this.secret = secret;
    this.wait = FIRST_WAIT;
    if (id) void this.#read();
  }

  close() {
    this.id = null;
    for (const timer of [this.retryTimer, this.silenceTimer, this.offlineTimer]) window.clearTimeout(timer);
    this.offlineTimer = undefined;
    this.reading?.abort();
    this.reading = null;
  }

  #pause() {
    if (!this.mayPause || !this.reading) return;
    const reading = this.reading;
    this.reading = null;
    window.clearTimeout(this.silenceTimer);
    reading.abort();
  }

  #reconnectNow() {
    if (!this.id || this.reading) return;
    window.clearTimeout(this.retryTimer);
    void this.#read();
  }

  async #read() {
    const reading = new AbortController();
    this.reading = reading;
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream", "X-Fourfold-Player": playerCode() };
      if (this.secret) headers.Authorization = `Bearer ${this.secret}`;
      const path = `api/games/${encodeURIComponent(this.id ?? "")}/events`;
      const response = await fetch(address(path), { headers, signal: reading.signal, cache: "no-store" });
      if (response.status === 404) {
        if (reading === this.reading) this.handlers.gone();
        return;
      }
      if (response.ok && response.body) await this.#listen(response.body, reading);
    } catch {
      // Whatever it was, the answer is the same: try again.
    }
    if (reading !== this.reading) return;
    this.reading = null;
    window.clearTimeout(this.silenceTimer);
    this.offlineTimer ??= window.setTimeout(() => this.handlers.online(false), OFFLINE_AFTER);
    this.retryTimer = window.setTimeout(() => void this.#read(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
  }

  /** @param {ReadableStream<Uint8Array>} body @param {AbortController} reading */
  async #listen(body, reading) {
    const parser = new EventParser();
    const reader = body.getReader();
    for (;;) {
      window.clearTimeout(this.silenceTimer);
      this.silenceTimer = window.setTimeout(() => reading.abort(), SILENCE_LIMIT);
      const { value, done } = await reader.read();
      if (done || reading !== this.reading) return;
      this.wait = FIRST_WAIT;
      window.clearTimeout(this.offlineTimer);
      this.offlineTimer = undefined;
      this.handlers.online(true);
      for (const { name, data } of parser.push(value)) {
        if (name === "game" || name === "thinking" || name === "presence" || name === "emote") this.handlers[name](data);
      }
    }
  }
}

// @ts-check
// The stream of a game's events, which comes back by itself. It is read by fetch and not by
// EventSource, because only so can it carry the secret of a seat, which tells the others that its
// player is there, and because EventSource gives up for ever after one bad answer of a proxy.
import { address } from "./api.js";

/** @typedef {import("./types.d.ts").GameView} GameView */

const SILENCE = 40_000; // the server says something every 15 s: after so long it is gone
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const REST = 90_000; // a page that nobody sees so long gives its connection back: browsers have few
const PATIENCE = 600; // a stream that is back within so many milliseconds was never missed

/**
 * @typedef {object} Told
 * @property {(game: GameView) => void} game
 * @property {(thinking: any) => void} thinking
 * @property {(presence: any) => void} presence
 * @property {(online: boolean) => void} online
 * @property {() => void} gone there is no such game
 */

/** The events of one game at a time. */
export class Live {
  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    /** @type {string | null} */
    this.id = null;
    /** @type {string | undefined} */
    this.secret = undefined;
    /** @type {AbortController | null} */
    this.reading = null;
    this.wait = FIRST_WAIT;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.silence = undefined;
    /** @type {number | undefined} */
    this.offline = undefined;
    /** @type {number | undefined} */
    this.rest = undefined;
    this.mayRest = false;
    // A laptop that was asleep, or a phone back from a tunnel: look at once.
    for (const event of ["online", "pageshow"]) window.addEventListener(event, () => this.#hurry());
    document.addEventListener("visibilitychange", () => {
      window.clearTimeout(this.rest);
      if (document.visibilityState === "visible") this.#hurry();
      else this.rest = window.setTimeout(() => this.#pause(), REST);
    });
  }

  /**
   * @param {string | null} id
   * @param {string} [secret]
   * @param {boolean} [mayRest] nobody waits for news while the page is not seen
   */
  follow(id, secret, mayRest = false) {
    this.mayRest = mayRest;
    if (id === this.id && secret === this.secret && this.reading) return;
    this.close();
    this.id = id;
    this.secret = secret;
    this.wait = FIRST_WAIT;
    if (id) void this.#read();
  }

  close() {
    this.id = null;
    for (const timer of [this.timer, this.silence, this.offline]) window.clearTimeout(timer);
    this.offline = undefined;
    this.reading?.abort();
    this.reading = null;
  }

  #pause() {
    if (!this.mayRest || !this.reading) return;
    const reading = this.reading;
    this.reading = null;
    window.clearTimeout(this.silence);
    reading.abort();
  }

  #hurry() {
    if (!this.id || this.reading) return;
    window.clearTimeout(this.timer);
    void this.#read();
  }

  async #read() {
    const reading = new AbortController();
    this.reading = reading;
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream" };
      if (this.secret) headers.Authorization = `Bearer ${this.secret}`;
      const path = `api/games/${encodeURIComponent(this.id ?? "")}/events`;
      const response = await fetch(address(path), { headers, signal: reading.signal, cache: "no-store" });
      if (response.status === 404) {
        if (reading === this.reading) this.told.gone();
        return;
      }
      if (response.ok && response.body) await this.#listen(response.body, reading);
    } catch {
      // Whatever it was, the answer is the same: try again.
    }
    if (reading !== this.reading) return;
    this.reading = null;
    window.clearTimeout(this.silence);
    this.offline ??= window.setTimeout(() => this.told.online(false), PATIENCE);
    this.timer = window.setTimeout(() => void this.#read(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.6);
  }

  /** @param {ReadableStream<Uint8Array>} body @param {AbortController} reading */
  async #listen(body, reading) {
    const decoder = new TextDecoder();
    const reader = body.getReader();
    let text = "";
    for (;;) {
      window.clearTimeout(this.silence);
      this.silence = window.setTimeout(() => reading.abort(), SILENCE);
      const { value, done } = await reader.read();
      if (done || reading !== this.reading) return;
      this.wait = FIRST_WAIT;
      window.clearTimeout(this.offline);
      this.offline = undefined;
      this.told.online(true);
      text += decoder.decode(value, { stream: true }).replaceAll("\r\n", "\n");
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.#tell(event);
    }
  }

  /** @param {string} text one event, as the stream writes it */
  #tell(text) {
    let name = "message";
    const data = [];
    for (const line of text.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trim());
    }
    if (!data.length) return;
    if (name === "game" || name === "thinking" || name === "presence") {
      this.told[name](JSON.parse(data.join("\n")));
    }
  }
}

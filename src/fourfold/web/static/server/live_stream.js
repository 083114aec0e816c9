// @ts-check
// A stream of events that is no game's: of the lobby, or of a tournament. It reconnects by itself.
import { playerCode } from "../state/identity.js";
import { address } from "./api.js";
import { EventParser } from "./events.js";

const WAIT = 1000; // milliseconds before it reconnects
const SILENCE_LIMIT = 40_000; // milliseconds; the server sends something every 15 s

/**
 * What is called with the data of each event, by its name.
 * @typedef {Record<string, (data: any) => void>} EventHandlers
 */

export class LiveStream {
  /**
   * @param {string} path relative to the base
   * @param {EventHandlers} handlers
   * @param {(online: boolean) => void} online
   * @param {(status: number) => void} [refused] the server answered, but has no such stream
   */
  constructor(path, handlers, online, refused = () => {}) {
    this.path = path;
    this.handlers = handlers;
    this.online = online;
    this.refused = refused;
    /** @type {AbortController | null} */
    this.reading = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Open the stream, in place of one that is open. @param {string} [secret] */
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
      const headers = { Accept: "text/event-stream", "X-Fourfold-Player": playerCode() };
      if (secret) headers.Authorization = `Bearer ${secret}`;
      const response = await fetch(address(this.path), { headers, signal: reading.signal, cache: "no-store" });
      if (response.ok && response.body) await this.#listen(response.body, reading);
      else if (reading === this.reading) this.refused(response.status);
    } catch {
      // Whatever it was, the answer is the same: try again.
    }
    if (reading !== this.reading) return;
    this.online(false);
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
      this.online(true);
      for (const { name, data } of parser.push(value)) {
        if (Object.hasOwn(this.handlers, name)) this.handlers[name](data);
      }
    }
  }
}

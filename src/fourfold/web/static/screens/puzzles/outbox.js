// @ts-check
// Results on their way to the server: in order, each until it has an answer. What cannot be sent
// now is kept in the browser and sent later; the server counts nothing twice.
import { ApiError } from "../../server/api.js";
import { puzzleApi } from "../../server/puzzles.js";
import { changeMemory, readMemory } from "./memory.js";

const RETRY_DELAY = 5000; // milliseconds
const RETRY_STATUSES = new Set([0, 429, 503]); // no answer, too often, or the server is busy

class Outbox {
  constructor() {
    /** @type {Promise<Map<string, any>> | null} */
    this.flushing = null;
    this.timer = 0;
    this.answered = 0; // how many results the server has
    /** @type {((answer: any) => void) | null} what is told of every answer */
    this.received = null;
    window.addEventListener("online", () => void this.flush());
  }

  /**
   * Called before something is asked: returns whether the answer is still true when it has come,
   * because no result was sent in between and none waits.
   */
  watch() {
    const { answered } = this;
    return () => this.answered === answered && readMemory().waiting.length === 0;
  }

  /**
   * Send a result; returns the server's answer, or null if it has to wait or was refused.
   * @param {string} path below api/puzzles/
   * @param {any} body
   */
  async send(path, body) {
    const entry = { path, body };
    changeMemory({ waiting: [...readMemory().waiting, entry] });
    await this.flushing;
    const answers = await this.flush();
    return answers.get(JSON.stringify(entry)) ?? null;
  }

  /** Send what waits; returns the answers by what was sent. */
  flush() {
    this.flushing ??= this.#sendAll().finally(() => {
      this.flushing = null;
    });
    return this.flushing;
  }

  /** @returns {Promise<Map<string, any>>} */
  async #sendAll() {
    window.clearTimeout(this.timer);
    const answers = new Map();
    for (let [entry] = readMemory().waiting; entry; [entry] = readMemory().waiting) {
      const key = JSON.stringify(entry);
      try {
        const answer = await puzzleApi.post(entry.path, entry.body);
        answers.set(key, answer);
        this.answered++;
        if (answer?.progress) changeMemory({ progress: answer.progress });
        this.received?.(answer);
      } catch (error) {
        if (error instanceof ApiError && RETRY_STATUSES.has(error.status)) {
          this.timer = window.setTimeout(() => void this.flush(), RETRY_DELAY);
          break;
        }
        // Refused: it would be refused again.
      }
      changeMemory({ waiting: readMemory().waiting.filter((each) => JSON.stringify(each) !== key) });
    }
    return answers;
  }
}

export const outbox = new Outbox();

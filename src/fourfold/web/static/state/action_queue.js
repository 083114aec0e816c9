// @ts-check
// The order of what a person asks for. A click that comes while the server has not answered yet is
// meant for the position after that answer: it waits, instead of being lost or played too early.

/**
 * @typedef {object} Action
 * @property {"move" | "undo" | "redo" | "step"} kind
 * @property {() => Promise<boolean>} run returns whether the position is now the one that was asked for
 * @property {(game: import("../types.d.ts").GameView) => boolean} [isSeenIn] whether a game shows
 *   already what was asked for: an event can be quicker than the answer to the request
 */

/** Runs actions one after the other; the first one at once. */
export class ActionQueue {
  constructor() {
    /** @type {Action | null} */
    this.running = null;
    /** @type {Action[]} */
    this.waiting = [];
  }

  /** The action whose result the person has in mind who clicks now; null if nothing is under way. */
  get last() {
    return this.waiting.at(-1) ?? this.running;
  }

  /** @param {Action} action */
  add(action) {
    this.waiting.push(action);
    this.#runNext();
  }

  /** End the running action if a game that has just come shows its result. @param {import("../types.d.ts").GameView} game */
  receive(game) {
    if (this.running?.isSeenIn?.(game)) this.#finish(this.running, true);
  }

  /** Forget everything: another game is shown. */
  clear() {
    this.running = null;
    this.waiting = [];
  }

  #runNext() {
    if (this.running) return;
    const action = this.waiting.shift();
    if (!action) return;
    this.running = action;
    action.run().then(
      (succeeded) => this.#finish(action, succeeded),
      () => this.#finish(action, false),
    );
  }

  /** @param {Action} action @param {boolean} succeeded */
  #finish(action, succeeded) {
    if (this.running !== action) return;
    this.running = null;
    // What waits was meant for a position that has not come about.
    if (!succeeded) this.waiting = [];
    this.#runNext();
  }
}

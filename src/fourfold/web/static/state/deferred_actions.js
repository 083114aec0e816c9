// @ts-check
// What a person asks for while a game is still being opened: it waits for that game, in order.

export class DeferredActions {
  constructor() {
    /** @type {(() => void)[] | null} null: nothing is being opened */
    this.waiting = []; // the page opens its own address first
  }

  /**
   * Do what a person asks for, now or once the game is on the screen.
   * @template T
   * @param {() => T} action
   * @returns {T | false} false if it has to wait
   */
  run(action) {
    if (!this.waiting) return action();
    this.waiting.push(action);
    return false;
  }

  /**
   * Open what an address names. What is asked for meanwhile waits, and is dropped if nothing is there.
   * @param {() => Promise<unknown>} open
   */
  async during(open) {
    this.waiting ??= [];
    try {
      await open();
    } finally {
      this.waiting = null;
    }
  }

  /** A game is on the screen: do what has waited for it. */
  release() {
    // Once everybody knows the game: its first actions are not those of the game before.
    queueMicrotask(() => {
      const actions = this.waiting ?? [];
      this.waiting = null;
      for (const action of actions) action();
    });
  }
}

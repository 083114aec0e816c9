// @ts-check
// The pace of a game: the answer to a move is shown once one's own piece has landed, and after a
// short breath. Only what is shown waits; the server has played on already.
import { fallTime } from "../board/motion.js";
import { isMotionOn } from "../dom/appearance.js";
import { mySides } from "./state.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */

/** Holds back a game that has the opponent's answer. */
export class Pace {
  constructor() {
    this.landing = 0; // when the last own piece lands, by performance.now()
    /** @type {{game: GameView, timer: number} | null} */
    this.held = null;
  }

  /** Note that a piece of this screen begins to fall. @param {State} state @param {number} row where it lands */
  noteDrop({ game, settings }, row) {
    const waits = settings.landing && isMotionOn(settings);
    this.landing = performance.now() + (waits && game ? fallTime(game.rules.rows - row) : 0);
  }

  /**
   * Return true if a game is shown now; otherwise show it when its time has come.
   * @param {State} state
   * @param {GameView} game
   * @param {(game: GameView) => void} show
   */
  isDue(state, game, show) {
    const delay = this.#delay(state, game);
    if (this.held && game.version >= this.held.game.version) {
      window.clearTimeout(this.held.timer);
      this.held = null;
    }
    if (delay <= 0) return true;
    if (!this.held) this.held = { game, timer: window.setTimeout(() => this.#release(show), delay) };
    return false;
  }

  /** @param {(game: GameView) => void} show */
  #release(show) {
    const held = this.held;
    this.held = null;
    if (held) show(held.game);
  }

  /** Return for how many milliseconds a game has to wait. @param {State} state @param {GameView} game */
  #delay(state, game) {
    const known = state.game;
    if (!known || game.mode === "ai-ai") return 0;
    const mine = mySides(state);
    const isAnswer = game.plies.slice(known.plies.length).some(({ side }) => !mine.includes(side));
    if (!isAnswer || mine.length !== 1) return 0;
    const breath = game.clock ? 0 : 1000 * state.settings.breath; // nobody loses time by a breath
    return this.landing + breath - performance.now();
  }
}

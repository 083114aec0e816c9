// @ts-check
// Looking at a game rather than playing it: stepping through it, the analysis of what is on the
// screen, and the hint. What is asked for is dropped as soon as something else is shown.
import { ApiError, api } from "./api.js";
import { go } from "./router.js";
import { isLatest, lastPly, positionText, shownAnalysis, shownPly, shownPosition, shownView } from "./state.js";
import { hintWords } from "./words_study.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").Analysis} Analysis */

const STAGES = [0.3, 2]; // seconds: an answer at once, then a better one
const LATER = 1500;
// Nobody answers, another tab's analysis came first, or the server has too much to do: ask again.
const AGAIN = new Set([0, 409, 429, 503]);

export class Study {
  /**
   * @param {import("./state.js").Store} store
   * @param {import("./game.js").GamePlay} play
   */
  constructor(store, play) {
    this.store = store;
    this.play = play;
    /** @type {AbortController | null} */
    this.asking = null;
    this.asked = "";
    /** @type {AbortController | null} */
    this.looking = null;
    this.looked = "";
    this.wantsHint = false;
    store.subscribe((state) => {
      this.#look(state);
      this.#analyse(state);
    });
  }

  // --- stepping --------------------------------------------------------------------------------

  /** @param {number} ply */
  goTo(ply) {
    const { state } = this.store;
    const last = lastPly(state);
    const shown = Math.max(0, Math.min(last, ply));
    this.store.update({ shown: shown === last ? null : shown, notice: null });
    const { game } = this.store.state;
    if (!game) return;
    const path = game.id ? `game/${game.id}` : `position/${game.position}`;
    go(shown === last ? path : `${path}?ply=${shown}`, true);
  }

  /** @param {number} plies */
  step(plies) {
    this.goTo(shownPly(this.store.state) + plies);
  }

  // --- an earlier position, as the server sees it ----------------------------------------------

  /** @param {State} state */
  #look(state) {
    const wanted = state.game && !isLatest(state) ? shownPosition(state) : "";
    if (wanted === this.looked) return;
    this.looked = wanted;
    this.looking?.abort();
    if (!wanted || state.look?.position === wanted) return;
    const looking = new AbortController();
    this.looking = looking;
    api.position(wanted, looking.signal).then(
      (look) => {
        if (!looking.signal.aborted) this.store.update({ look });
      },
      () => {
        if (this.looking === looking) this.looked = "";
      },
    );
  }

  // --- analysis --------------------------------------------------------------------------------

  toggle() {
    this.store.update({ study: !this.store.state.study, analysis: null });
  }

  /** @param {State} state */
  #analyse(state) {
    const view = shownView(state);
    const isOpen = view && !view.result && !state.pending;
    const wanted = isOpen && (state.study || this.wantsHint) ? shownPosition(state) : "";
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.asking?.abort();
    this.asking = null;
    if (!wanted) {
      if (state.analysing) this.store.update({ analysing: false });
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    this.store.update({ analysing: true });
    void this.#ask(wanted, asking);
  }

  /** @param {string} position @param {AbortController} asking */
  async #ask(position, asking) {
    try {
      for (const seconds of STAGES) {
        const analysis = await api.analysis(position, seconds, asking.signal);
        if (asking.signal.aborted) return;
        // The server writes a position in its own way: this is the one that was asked for.
        this.store.update({ analysis: { ...analysis, position } });
        this.#giveHint(position);
        if (analysis.complete) break;
      }
    } catch (error) {
      if (asking.signal.aborted) return;
      if (error instanceof ApiError && AGAIN.has(error.status)) {
        window.setTimeout(() => asking.signal.aborted || void this.#ask(position, asking), LATER);
        return;
      }
      this.wantsHint = false;
      this.play.complain(error);
    }
    this.store.update({ analysing: false });
  }

  // --- the hint --------------------------------------------------------------------------------

  hint() {
    const { state } = this.store;
    const view = shownView(state);
    if (!view || view.result) {
      this.play.tell("There is nothing to advise: the game is over.", "refusal");
      return;
    }
    this.wantsHint = true;
    if (shownAnalysis(state)) this.#giveHint(shownPosition(state));
    else {
      this.play.tell("Looking for a good column …");
      this.asked = "";
      this.#analyse(state);
    }
  }

  /** @param {string} position */
  #giveHint(position) {
    const { analysis } = this.store.state;
    if (!this.wantsHint || !analysis || analysis.best === null) return;
    this.wantsHint = false;
    const text = hintWords(analysis);
    this.store.update({ hint: { position, column: analysis.best, text }, notice: null });
  }

  // --- going on from here ----------------------------------------------------------------------

  /** The same players again, from the position on the screen. */
  async playOn() {
    const { game } = this.store.state;
    if (!game) return;
    const start = positionText(game, shownPly(this.store.state));
    const { home } = this.store.state.seats;
    const clock = game.clock ? { game: game.clock.game, move: game.clock.move } : undefined;
    const players = game.players.map(({ agent, name, title }) =>
      agent ? { agent, ...(title && name !== agent ? { name } : {}) } : { name: name === "human" ? undefined : name },
    );
    try {
      await this.play.create(
        { start, players: /** @type {any} */ (players), link: Boolean(game.link && home), clock, breath: game.breath },
        { home },
      );
    } catch (error) {
      this.play.complain(error);
    }
  }

  /** The position on the screen, on a board of its own. */
  open() {
    const { state } = this.store;
    if (!state.game) return;
    const text = shownPosition(state);
    go(`position/${text}`);
    void this.play.openPosition(text);
  }
}

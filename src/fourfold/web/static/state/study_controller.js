// @ts-check
// Stepping through a game, the analysis of the position on the screen, and the hint. A request is
// cancelled as soon as something else is shown.
import { ApiError, api } from "../server/api.js";
import { showError, showNotice } from "./notices.js";
import { setAddress } from "./router.js";
import { isOthersMove, lastPly, lineOf, pagePath, shownAnalysis, shownPly, shownPosition, shownView } from "./state.js";
import { HINTS_OFF } from "../text/agreements.js";
import { hintText, laterHintText } from "../text/study.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").AnalysisView} AnalysisView */

const STAGES = [0.3, 2]; // seconds: an answer at once, then a better one
const RETRY_DELAY = 1500; // milliseconds
// No answer, another tab's analysis came first, or the server is busy.
const RETRY_STATUSES = new Set([0, 409, 429, 503]);

export class StudyController {
  /**
   * @param {import("./state.js").Store} store
   * @param {import("./game_controller.js").GameController} games
   * @param {import("./action_queue.js").ActionQueue} queue
   */
  constructor(store, games, queue) {
    this.store = store;
    this.games = games;
    this.queue = queue;
    /** @type {AbortController | null} */
    this.request = null;
    this.requested = "";
    /** @type {AbortController | null} */
    this.earlierRequest = null;
    this.earlierPosition = "";
    /** @type {string | null} the position of which a hint is wanted; "" stands for the player's next one */
    this.hintPosition = null;
    store.subscribe((state, before) => {
      this.#updateHint(state, before);
      this.#fetchEarlier(state);
      this.#analyse(state);
    });
  }

  // --- stepping --------------------------------------------------------------------------------

  /** @param {number} ply */
  goTo(ply) {
    this.#inOrder(() => this.#show(ply));
  }

  /** @param {number} plies */
  step(plies) {
    this.#inOrder(() => this.#show(shownPly(this.store.state) + plies));
  }

  /** On a study board a step waits for the move before it; in a game it only looks. @param {() => void} step */
  #inOrder(step) {
    if (this.store.state.game?.mode !== "study" || !this.queue.last) step();
    else this.queue.add({ kind: "step", run: async () => (step(), true) });
  }

  /** @param {number} ply */
  #show(ply) {
    const { state } = this.store;
    const last = lastPly(state);
    const shown = Math.max(0, Math.min(last, ply));
    this.store.update({ shown: shown === last ? null : shown, notice: null });
    if (this.store.state.game) setAddress(pagePath(this.store.state), true);
  }

  // --- an earlier position, as the server sees it ----------------------------------------------

  /** @param {State} state */
  #fetchEarlier(state) {
    const isEarlier = state.game && shownView(state) !== lineOf(state);
    const wanted = isEarlier ? shownPosition(state) : "";
    if (wanted === this.earlierPosition) return;
    this.earlierPosition = wanted;
    this.earlierRequest?.abort();
    if (!wanted || state.earlier?.position === wanted) return;
    const earlierRequest = new AbortController();
    this.earlierRequest = earlierRequest;
    api.position(wanted, earlierRequest.signal).then(
      (earlier) => {
        if (!earlierRequest.signal.aborted) this.store.update({ earlier });
      },
      () => {
        if (this.earlierRequest === earlierRequest) this.earlierPosition = "";
      },
    );
  }

  // --- analysis --------------------------------------------------------------------------------

  toggle() {
    if (!this.#isAllowed()) return;
    this.store.update({ study: !this.store.state.study, analysis: null });
  }

  toggleExplorer() {
    if (this.#isAllowed()) this.store.update({ explorer: !this.store.state.explorer });
  }

  /** While two people play, hints and study need both of them; if they are off, say so. */
  #isAllowed() {
    const isAllowed = this.store.state.game?.hints_allowed ?? true;
    if (!isAllowed) showNotice(this.store, HINTS_OFF, "refusal");
    return isAllowed;
  }

  /** @param {State} state */
  #analyse(state) {
    const view = shownView(state);
    const isOpen = view && !view.result && !state.pending && state.game?.hints_allowed;
    const wanted = isOpen && (state.study || state.explorer || this.hintPosition) ? shownPosition(state) : "";
    if (wanted === this.requested) return;
    this.requested = wanted;
    this.request?.abort();
    this.request = null;
    if (!wanted) {
      if (state.analysing) this.store.update({ analysing: false });
      return;
    }
    const request = new AbortController();
    this.request = request;
    this.store.update({ analysing: true });
    void this.#ask(wanted, request);
  }

  /** @param {string} position @param {AbortController} request */
  async #ask(position, request) {
    try {
      for (const seconds of STAGES) {
        const analysis = await api.analysis(position, seconds, request.signal);
        if (request.signal.aborted) return;
        // The server writes a position in its own way: this is the one that was asked for.
        this.store.update({ analysis: { ...analysis, position } });
        this.#giveHint(position);
        if (analysis.complete) break;
      }
    } catch (error) {
      if (request.signal.aborted) return;
      if (error instanceof ApiError && RETRY_STATUSES.has(error.status)) {
        window.setTimeout(() => request.signal.aborted || void this.#ask(position, request), RETRY_DELAY);
        return;
      }
      this.hintPosition = null;
      showError(this.store, error);
    }
    this.store.update({ analysing: false });
  }

  // --- the hint --------------------------------------------------------------------------------

  hint() {
    if (!this.#isAllowed()) return;
    const { state } = this.store;
    const view = shownView(state);
    if (!view || view.result) {
      showNotice(this.store, "The game is over: no more hints.", "refusal");
      return;
    }
    if (isOthersMove(state)) {
      this.hintPosition = "";
      showNotice(this.store, laterHintText(state));
    } else this.#lookForHint(state);
  }

  /** A hint is of one position: it comes when the player is to move, and is forgotten with it.
   *  @param {State} state @param {State} before */
  #updateHint(state, before) {
    if (this.hintPosition === null) return;
    const isOver = Boolean(shownView(state)?.result) || state.game?.id !== before.game?.id;
    const isGone = this.hintPosition !== "" && this.hintPosition !== shownPosition(state);
    if (isOver || isGone) this.hintPosition = null;
    else if (this.hintPosition === "" && !isOthersMove(state)) this.#lookForHint(state);
  }

  /** @param {State} state */
  #lookForHint(state) {
    this.hintPosition = shownPosition(state);
    if (shownAnalysis(state)) this.#giveHint(this.hintPosition);
    else {
      showNotice(this.store, "Looking for a good move …");
      this.requested = "";
      this.#analyse(state);
    }
  }

  /** @param {string} position */
  #giveHint(position) {
    const { analysis } = this.store.state;
    if (this.hintPosition !== position || !analysis || analysis.best === null) return;
    this.hintPosition = null;
    const text = hintText(this.store.state.settings, analysis);
    this.store.update({ hint: { position, column: analysis.best, text }, notice: null });
  }

  // --- going on from here ----------------------------------------------------------------------

  /** The same players again, from the position on the screen. */
  async playOn() {
    const { game } = this.store.state;
    if (!game) return;
    const start = shownPosition(this.store.state);
    const { home } = this.store.state.seats;
    const clock = game.clock
      ? { game: game.clock.game, move: game.clock.move, increment: game.clock.increment }
      : undefined;
    const players = game.players.map(({ agent, name, title }) =>
      agent ? { agent, ...(title && name !== agent ? { name } : {}) } : { name: name === "human" ? undefined : name },
    );
    try {
      await this.games.create(
        { start, players: /** @type {any} */ (players), link: Boolean(game.link && home), clock, move_delay: game.move_delay },
        { home },
      );
    } catch (error) {
      showError(this.store, error);
    }
  }
}

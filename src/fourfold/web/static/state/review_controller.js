// @ts-check
// The review of the game on the screen: read from the server ply by ply, its lines shown on the
// board, and better moves tried out. Leaving it ends the server's work.
import { ApiError, api, encodePosition } from "../server/api.js";
import { readReview } from "../server/review_stream.js";
import { showError, showNotice } from "./notices.js";
import { setAddress } from "./router.js";
import { canImprove, canReview, reviewKey, reviewedNumber, reviewedPly, shownLine } from "./review_state.js";
import { pagePath, positionText, shownPly, shownView } from "./state.js";
import { answerText, askText, attemptText, isAsGoodAsBest, lookText, refuseText, sameText } from "../text/attempt.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").ReviewState} ReviewState */

const RETRY_DELAY = 1500; // milliseconds
const RETRY_STATUSES = new Set([0, 429, 503]); // no answer, too often, or the server is busy
const SECONDS = 2; // for the analysis of a move that is tried
const SHOWN = 6; // plies of a line that are shown at first

export class ReviewController {
  /**
   * @param {import("./state.js").Store} store
   * @param {import("./study_controller.js").StudyController} study
   */
  constructor(store, study) {
    this.store = store;
    this.study = study;
    /** @type {AbortController | null} */
    this.request = null;
    store.subscribe((state) => this.#follow(state));
  }

  get state() {
    return this.store.state;
  }

  // --- opening and leaving -----------------------------------------------------------------------

  toggle() {
    if (this.state.review) this.close();
    else this.open();
  }

  /** @param {boolean} [replace] the address, instead of adding to the history */
  open(replace = false) {
    const { game } = this.state;
    if (!game || !canReview(this.state)) {
      showNotice(this.store, refuseText(game), "refusal");
      setAddress(pagePath(this.state), true);
      return;
    }
    const total = game.plies.filter((ply) => !ply.opening).length;
    this.store.update({
      review: { key: reviewKey(game), plies: {}, done: 0, total, whole: null, line: null, attempt: null },
      study: false,
      hint: null,
      notice: null,
    });
    setAddress(pagePath(this.state), replace);
    void this.#read(game.id ? `api/games/${game.id}/review` : `api/reviews/${encodePosition(game.position)}`);
  }

  close() {
    if (!this.state.review) return;
    this.store.update({ review: null });
    setAddress(pagePath(this.state));
  }

  /** Stop when another game is shown; forget the line when another ply is. @param {State} state */
  #follow(state) {
    const { review, game } = state;
    if (!review) {
      this.request?.abort();
      this.request = null;
    } else if (!game || reviewKey(game) !== review.key || !canReview(state)) {
      this.store.update({ review: null });
      setAddress(pagePath(this.state), true);
    } else {
      const shown = shownPly(state);
      if (review.line && review.line.number !== shown) this.#change({ line: null });
      if (review.attempt && review.attempt.number !== shown + 1) this.#change({ attempt: null });
    }
  }

  /** @param {string} path */
  async #read(path) {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    const { signal } = request;
    while (!signal.aborted && !this.state.review?.whole) {
      try {
        await readReview(
          path,
          {
            progress: ({ plies, done }) => this.#receive(plies, { done }),
            review: (whole) => this.#receive(whole.plies, { done: whole.plies.length, whole }),
          },
          signal,
        );
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError && RETRY_STATUSES.has(error.status))) {
          this.close();
          showError(this.store, error);
          return;
        }
      }
      if (!signal.aborted && !this.state.review?.whole) await wait(RETRY_DELAY);
    }
  }

  /** @param {import("../types.d.ts").PlyReviewView[]} plies @param {Partial<ReviewState>} changes */
  #receive(plies, changes) {
    const { review } = this.state;
    if (!review) return;
    const known = { ...review.plies };
    for (const ply of plies) known[ply.number] = ply;
    this.#change({ ...changes, plies: known });
  }

  /** @param {Partial<ReviewState>} changes */
  #change(changes) {
    const { review } = this.state;
    if (review) this.store.update({ review: { ...review, ...changes } });
  }

  // --- lines that were not played ------------------------------------------------------------------

  /** Show a line as ghost pieces, or hide it. @param {"better" | "refutation"} kind */
  toggleLine(kind) {
    const { review } = this.state;
    if (!review) return;
    const number = reviewedNumber(this.state);
    if (review.line?.kind === kind) return this.#change({ line: null });
    if (review.attempt) this.study.goTo(number);
    this.#change({ attempt: null, line: { kind, number, count: SHOWN } });
    this.showPlies(SHOWN);
  }

  /** Show so many plies of the line. @param {number} count */
  showPlies(count) {
    const { line } = this.state.review ?? {};
    const length = shownLine(this.state).length;
    if (line) this.#change({ line: { ...line, count: Math.max(1, Math.min(length, count)) } });
  }

  // --- trying again --------------------------------------------------------------------------------

  /** Ask for a better move than the one that is shown, or go back to it. */
  tryAgain() {
    const { game, review } = this.state;
    if (!game || !review) return;
    const number = reviewedNumber(this.state);
    if (review.attempt) {
      this.#change({ attempt: null });
      this.study.goTo(number);
      return;
    }
    if (!canImprove(reviewedPly(this.state))) return;
    this.study.goTo(number - 1);
    const text = askText(this.state, number);
    this.#change({ line: null, attempt: { number, kind: "asking", column: null, row: 0, text } });
  }

  get isAsking() {
    return Boolean(this.state.review?.attempt);
  }

  /** Judge the move that the visitor plays instead. @param {number} column */
  async attempt(column) {
    const { game, review } = this.state;
    const attempt = review?.attempt;
    if (!game || !attempt || attempt.kind === "checking") return;
    const { number } = attempt;
    const before = positionText(game, number - 1);
    const played = game.plies[number - 1];
    const isLeft = () => this.state.review?.attempt?.number !== number;
    try {
      // Played before the position has come: it is not lost.
      const view = shownView(this.state) ?? (await api.position(before));
      const target = view.legal.find((each) => each.column === column);
      if (isLeft() || !target) return;
      const at = { ...attempt, column, row: target.row };
      if (column === played.column) {
        this.#change({ attempt: { ...at, kind: "wrong", text: sameText(target.label) } });
        return;
      }
      this.#change({ attempt: { ...at, kind: "checking", text: lookText(target.label) } });
      const analysis = await api.analysis(before, SECONDS);
      const isRight = isAsGoodAsBest(analysis, column);
      // What is wrong has an answer, which says why.
      const after = isRight || isLeft() ? null : await api.analysis(before + target.label, SECONDS);
      if (isLeft()) return;
      const text = attemptText(this.state.settings, analysis, column) + (after ? answerText(this.state, played.side, after) : "");
      this.#change({ attempt: { ...at, kind: isRight ? "right" : "wrong", text } });
    } catch (error) {
      if (isLeft()) return;
      this.#change({ attempt: { ...attempt, kind: "asking" } });
      showError(this.store, error);
    }
  }
}

/** @param {number} milliseconds @returns {Promise<void>} */
function wait(milliseconds) {
  return new Promise((resolve) => window.setTimeout(resolve, milliseconds));
}

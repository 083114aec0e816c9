// @ts-check
// What a person does in a game: begin or open one, drop a piece, take it back, resign. A piece is
// on the board at once, where the server said that it would land; if the server then refuses, it
// is taken back with a sentence.
import { ApiError, api } from "./api.js";
import { currentGame, keepCurrent, keepSeats, seatsOf } from "./keep.js";
import { Live } from "./live.js";
import { go } from "./router.js";
import { exchanged, ownSecret, takeSeat } from "./seats.js";
import { isPlayable, mySides, player, positionText, shownPly, shownView } from "./state.js";
import { refusal } from "./words.js";

/** @typedef {import("./types.d.ts").GameView} GameView */
/** @typedef {import("./types.d.ts").NewGame} NewGame */
/** @typedef {import("./types.d.ts").Seats} Seats */
/** @typedef {import("./types.d.ts").Side} Side */

const FRIENDLY = "classic:level=easy"; // whom a first visitor meets
const GONE = "This game is not here any more.";
const NOTICE = 5000;

export class GamePlay {
  /** @param {import("./state.js").Store} store */
  constructor(store) {
    this.store = store;
    this.opening = 0; // counts what was opened, so that an answer that comes too late is dropped
    /** @type {number | undefined} */
    this.noticeTimer = undefined;
    this.live = new Live({
      game: (game) => this.receive(game),
      thinking: (thinking) => this.store.update({ thinking }),
      presence: (told) => this.#present(told),
      online: (online) => {
        if (online !== this.state.online) this.store.update({ online });
      },
      gone: () => this.#missing(null, GONE),
    });
  }

  get state() {
    return this.store.state;
  }

  // --- opening -------------------------------------------------------------------------------

  /** The game that this browser was in, or a new one against a friendly agent. */
  async openCurrent() {
    const id = currentGame();
    if (id && (await this.openGame(id, { quiet: true, replace: true }))) return;
    const you = { name: this.state.settings.name || undefined };
    await this.create({ rules: "7x6", players: [you, { agent: FRIENDLY }] }, { replace: true });
  }

  /**
   * @param {string} id
   * @param {{secret?: string, ply?: number | null, quiet?: boolean, replace?: boolean}} [how]
   * @returns {Promise<boolean>} whether there is such a game
   */
  async openGame(id, { secret, ply = null, quiet = false, replace = false } = {}) {
    const mine = ++this.opening;
    let seats = seatsOf(id);
    try {
      const game = await api.game(id, secret || ownSecret(seats));
      if (mine !== this.opening) return true;
      const taken = secret ? takeSeat(seats, secret, game) : null;
      if (taken) {
        seats = taken;
        keepSeats(id, seats);
      }
      this.show(game, seats, ply);
      if (secret && !taken) this.tell("This link is for watching: its secret opens no seat here.");
      go(`game/${id}`, replace || Boolean(secret));
      if (secret && !game.result) await this.#join(game, seats);
      return true;
    } catch (error) {
      if (mine !== this.opening || quiet) return false;
      this.#missing(error, GONE);
      return false;
    }
  }

  /** @param {string} text @param {number | null} [ply] */
  async openPosition(text, ply = null) {
    const mine = ++this.opening;
    try {
      const game = await api.position(text);
      if (mine !== this.opening) return;
      this.show(game, {}, ply);
      this.store.update({ study: true });
      go(`position/${game.position}`, true);
    } catch (error) {
      if (mine === this.opening) this.#missing(error, "There is no such position.");
    }
  }

  /**
   * @param {NewGame} wanted
   * @param {{home?: Side, replace?: boolean}} [how] home: the only seat of this screen
   */
  async create(wanted, { home, replace = false } = {}) {
    const mine = ++this.opening;
    try {
      const { game, seats } = await api.create(wanted);
      if (mine !== this.opening) return;
      const kept = home ? { ...seats, home } : seats;
      keepSeats(/** @type {string} */ (game.id), kept);
      this.show(game, kept);
      go(`game/${game.id}`, replace);
      if (game.link) await this.#join(game, kept);
    } catch (error) {
      if (!this.state.game) this.#missing(error, "The server could not begin a game.");
      throw error;
    }
  }

  /**
   * Put a game on the screen.
   * @param {GameView} game
   * @param {Seats} seats
   * @param {number | null} [ply]
   */
  show(game, seats, ply = null) {
    const shown = ply !== null && ply < game.plies.length ? Math.max(0, ply) : null;
    this.store.update({
      game,
      received: performance.now(),
      seats,
      pending: null,
      shown,
      look: null,
      analysis: null,
      hint: null,
      thinking: game.thinking,
      notice: null,
      missing: null,
      study: this.state.game ? false : this.state.study, // pressed while the page was loading
      online: true,
    });
    if (game.id && (seats.FIRST || seats.SECOND)) keepCurrent(game.id);
    this.live.follow(game.id, ownSecret(seats), !game.link);
  }

  /** @param {GameView} game @param {Seats} seats */
  async #join(game, seats) {
    const side = seats.home;
    if (!side || !game.link || player(game, side).joined) return;
    await this.act("join", { name: this.state.settings.name }, side);
  }

  /** @param {unknown} error @param {string} words */
  #missing(error, words) {
    const isGone = !(error instanceof ApiError) || error.status === 404;
    const missing = isGone ? words : error.message;
    this.live.close();
    this.store.update({ game: null, missing, pending: null, thinking: null });
  }

  // --- what comes from the server --------------------------------------------------------------

  /** @param {GameView} game */
  receive(game) {
    const { game: known, pending, seats, shown } = this.state;
    if (!known || known.id !== game.id) return;
    const seen = game.version === known.version;
    // An event can overtake the answer to a request, or the other way round.
    if (game.version < known.version) return;
    const isConfirmed = pending && (!seen || game.plies.length > pending.ply);
    this.store.update({
      game,
      received: performance.now(),
      pending: isConfirmed ? null : pending,
      thinking: game.thinking,
      shown: shown !== null && shown >= game.plies.length ? null : shown,
      notice: seen ? this.state.notice : null,
    });
    if (game.next && !known.next && shown === null) this.#followRematch(game.next, seats);
  }

  /** @param {{watchers: number, present: Record<Side, boolean>}} told who is there */
  #present({ watchers, present }) {
    const { game } = this.state;
    if (!game) return;
    const players = game.players.map((each) => ({ ...each, present: present[each.side] }));
    this.store.update({ game: { ...game, players: /** @type {any} */ (players), watchers } });
  }

  // --- moving ----------------------------------------------------------------------------------

  /** @param {number} column */
  async drop(column) {
    const { state } = this;
    const { game } = state;
    if (!game) return;
    const view = shownView(state);
    const target = view?.legal.find((each) => each.column === column);
    if (!isPlayable(state) || !view || !target) {
      const words = refusal(state, column);
      if (words) this.tell(words, "refusal");
      return;
    }
    if (game.mode === "study") {
      await this.#tryOut(positionText(game, shownPly(state)) + target.label);
      return;
    }
    const kind = game.must_ban ? "ban" : "piece";
    const pending = { column, row: target.row, side: game.turn, kind, ply: game.plies.length };
    this.store.update({ pending: /** @type {any} */ (pending), notice: null });
    const body = { column: target.label, version: game.version, kind };
    await this.act("moves", body, game.turn);
  }

  /** @param {string} text a position to go to on the study board */
  async #tryOut(text) {
    const mine = ++this.opening;
    try {
      const game = await api.position(text);
      if (mine !== this.opening) return;
      this.store.update({ game, shown: null, look: null, hint: null, notice: null });
      go(`position/${game.position}`, true);
    } catch (error) {
      this.complain(error);
    }
  }

  /**
   * Ask the server for something; whatever it refuses, it says why.
   * @param {string} action
   * @param {any} [body]
   * @param {Side} [side] for whom; without it, for whoever may
   */
  async act(action, body = {}, side) {
    const { game, seats } = this.state;
    if (!game?.id) return;
    const mine = mySides(this.state);
    const actor = side ?? (mine.includes(game.turn) ? game.turn : mine[0]);
    const secret = (actor && seats[actor]) ?? ownSecret(seats);
    try {
      const answer = await api.act(game.id, action, body, secret);
      if (this.state.game?.id === game.id) this.receive(answer);
    } catch (error) {
      if (this.state.game?.id !== game.id) return;
      this.store.update({ pending: null });
      this.complain(error);
      if (error instanceof ApiError && error.status === 409) await this.#refresh(game.id);
    }
  }

  /** @param {string} id */
  async #refresh(id) {
    const game = await api.game(id).catch(() => null);
    if (game) this.receive(game);
  }

  async rematch() {
    const { game, seats } = this.state;
    if (!game?.id) return;
    try {
      const answer = await api.act(game.id, "rematch", {}, ownSecret(seats));
      this.#followRematch(answer.game.id, seats);
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {string} id @param {Seats} seats those of the game before */
  #followRematch(id, seats) {
    const kept = exchanged(seats);
    if (kept.FIRST || kept.SECOND) keepSeats(id, kept);
    void this.openGame(id);
  }

  // --- saying ----------------------------------------------------------------------------------

  /** @param {unknown} error */
  complain(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    const words = error instanceof Error ? error.message : String(error);
    this.tell(words.charAt(0).toUpperCase() + words.slice(1).replace(/([^.!?…])$/, "$1."), "refusal");
  }

  /**
   * Say something that stands in the place of the status for a while.
   * @param {string} text
   * @param {"refusal" | "news"} [kind]
   */
  tell(text, kind = "news") {
    window.clearTimeout(this.noticeTimer);
    const notice = { text, kind };
    this.store.update({ notice });
    this.noticeTimer = window.setTimeout(() => {
      if (this.state.notice === notice) this.store.update({ notice: null });
    }, NOTICE);
  }
}

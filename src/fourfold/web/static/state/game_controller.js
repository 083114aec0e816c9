// @ts-check
// The game on the screen: opened or begun, kept up to date by the server's events, and everything
// that is asked of the server for it.
import { ApiError, api } from "../server/api.js";
import { loadCurrentGame, loadSeats, saveCurrentGame, saveSeats } from "./storage.js";
import { DeferredActions } from "./deferred_actions.js";
import { EventStream } from "../server/event_stream.js";
import { loadOpponents, suggestedOpponent } from "./opponents.js";
import { Pace } from "./pace.js";
import { setAddress } from "./router.js";
import { followRematch } from "./rematch.js";
import { actingSide, secretOf, takeSeat } from "./seats.js";
import { showError, showNotice } from "./notices.js";
import { pagePath, playerOf } from "./state.js";
import { answerText } from "../text/agreements.js";
import { OFFLINE } from "../text/status.js";

/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").Seats} Seats */
/** @typedef {import("../types.d.ts").Side} Side */

const FRIENDLY = "classic:level=easy"; // if the opponents cannot be loaded
const GONE = "This game is not here any more.";
const NO_HINTS = { study: false, explorer: false, analysis: null, hint: null }; // while two people play

/** Opens and creates games, follows their events, and asks the server for actions. */
export class GameController {
  /** @param {import("./state.js").Store} store */
  constructor(store) {
    this.store = store;
    this.opening = 0; // counts what was opened, so that an answer that comes too late is dropped
    /** @type {Promise<void>} fetches the game again after a refusal; the next action waits for it */
    this.refreshing = Promise.resolve();
    this.deferred = new DeferredActions();
    /** @type {Set<string>} what the server is being asked: a second click asks nothing twice */
    this.asked = new Set();
    this.pace = new Pace();
    this.events = new EventStream({
      game: (game) => this.receive(game),
      thinking: (thinking) => this.store.update({ thinking }),
      presence: (presence) => this.#receivePresence(presence),
      emote: (emote) => this.store.update({ emote }),
      online: (online) => {
        if (online !== this.state.online) this.store.update({ online });
      },
      gone: () => this.#showMissing(null, GONE),
    });
  }

  get state() {
    return this.store.state;
  }

  // --- opening -------------------------------------------------------------------------------

  /** The game that this browser was in, or a new one against the suggested opponent. */
  async openCurrent() {
    const id = loadCurrentGame();
    if (id && (await this.openGame(id, { quiet: true, replace: true }))) return;
    const you = { name: this.state.settings.name || undefined };
    const suggested = await loadOpponents().then(suggestedOpponent, () => null);
    const opponent = suggested ? { opponent: suggested.id } : { agent: FRIENDLY };
    await this.create({ rules: "7x6", players: [you, opponent] }, { replace: true });
  }

  /**
   * @param {string} id
   * @param {{secret?: string, ply?: number | null, quiet?: boolean, replace?: boolean}} [how]
   * @returns {Promise<boolean>} whether there is such a game
   */
  async openGame(id, { secret, ply = null, quiet = false, replace = false } = {}) {
    const mine = ++this.opening;
    let seats = loadSeats(id);
    try {
      const game = await api.game(id, secret || secretOf(seats));
      if (mine !== this.opening) return true;
      const taken = secret ? takeSeat(seats, secret, game) : null;
      if (taken) {
        seats = taken;
        saveSeats(id, seats);
      }
      this.show(game, seats, ply);
      if (secret && !taken) showNotice(this.store, "This link is only for watching: it has no seat in this game.");
      setAddress(`game/${id}`, replace || Boolean(secret));
      if (secret && !game.result) await this.#join(game, seats);
      return true;
    } catch (error) {
      if (mine !== this.opening || quiet) return false;
      this.#showMissing(error, GONE);
      return false;
    }
  }

  /**
   * @param {string} text
   * @param {number | null} [ply]
   * @param {string[]} [lines] all lines of its tree; "-" stands for the one that is opened
   */
  async openPosition(text, ply = null, lines = []) {
    const mine = ++this.opening;
    try {
      const game = await api.position(text, undefined, lines.filter((line) => line !== "-"));
      if (mine !== this.opening) return;
      this.show(game, {}, ply);
      const moves = game.position.split(":")[1];
      if (game.variations.length) this.store.update({ tree: lines.map((line) => (line === "-" ? moves : line)) });
      this.store.update({ study: true });
      setAddress(pagePath(this.state), true);
    } catch (error) {
      if (mine === this.opening) this.#showMissing(error, "There is no such position.");
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
      saveSeats(/** @type {string} */ (game.id), kept);
      this.show(game, kept);
      setAddress(`game/${game.id}`, replace);
      if (game.link) await this.#join(game, kept);
    } catch (error) {
      if (!this.state.game) this.#showMissing(error, "The server could not start a game.");
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
      premove: null,
      emote: null,
      shown,
      line: null,
      tree: null,
      earlier: null,
      analysis: null,
      hint: null,
      review: null,
      thinking: game.thinking,
      notice: null,
      missing: null,
      study: this.state.game || !game.hints_allowed ? false : this.state.study, // pressed while the page was loading
      explorer: this.state.game || !game.hints_allowed ? false : this.state.explorer,
      online: true,
    });
    if (game.id && (seats.FIRST || seats.SECOND)) saveCurrentGame(game.id);
    this.events.follow(game.id, secretOf(seats), !game.link);
    this.deferred.release();
  }

  /** @param {GameView} game @param {Seats} seats */
  async #join(game, seats) {
    const side = seats.home;
    if (!side || !game.link || playerOf(game, side).joined) return;
    await this.act("join", { name: this.state.settings.name }, side);
  }

  /** Show that a game is gone, if it is still on the screen. @param {string} id @param {string} words */
  leaveDeleted(id, words) {
    if (this.state.game?.id === id) this.#showMissing(null, words);
  }

  /** @param {unknown} error @param {string} words */
  #showMissing(error, words) {
    const isGone = !(error instanceof ApiError) || error.status === 404;
    const missing = isGone ? words : error.status ? error.message : OFFLINE;
    this.events.close();
    this.store.update({ game: null, review: null, missing, pending: null, thinking: null });
  }

  // --- what comes from the server --------------------------------------------------------------

  /** @param {GameView} game */
  receive(game) {
    const { game: known, pending, seats, shown } = this.state;
    if (!known || known.id !== game.id) return;
    const seen = game.version === known.version;
    // An event can overtake the answer to a request, or the other way round.
    if (game.version < known.version) return;
    if (!this.pace.isDue(this.state, game, (held) => this.receive(held))) return;
    const isConfirmed = pending && (!seen || game.plies.length > pending.ply);
    this.store.update({
      game,
      received: performance.now(),
      pending: isConfirmed ? null : pending,
      thinking: game.thinking,
      line: game.result ? this.state.line : null,
      shown: shown !== null && shown >= (this.state.line ?? game).plies.length ? null : shown,
      notice: seen ? this.state.notice : null,
      ...(game.hints_allowed ? {} : NO_HINTS),
    });
    const answer = seen ? null : this.#tellAnswer(known, game);
    const isReviewing = Boolean(this.state.review); // then nobody is taken away from it
    if (game.next && !known.next && shown === null && !isReviewing) void followRematch(this, game.next, seats, answer);
  }

  /** Say what was answered between two versions of a game. @param {GameView} before @param {GameView} game */
  #tellAnswer(before, game) {
    const answer = this.state.game?.id === game.id ? answerText({ ...this.state, game }, before) : null;
    if (answer) showNotice(this.store, answer);
    return answer;
  }

  /** @param {{watchers: number, present: Record<Side, boolean>}} presence who is there */
  #receivePresence({ watchers, present }) {
    const { game } = this.state;
    if (!game) return;
    const players = game.players.map((each) => ({ ...each, present: present[each.side] }));
    this.store.update({ game: { ...game, players: /** @type {any} */ (players), watchers } });
  }

  // --- what is asked of the server --------------------------------------------------------------

  /**
   * Ask the server for something; whatever it refuses, it says why.
   * @param {string} action
   * @param {any} [body]
   * @param {Side} [side] the side that acts; by default the one that is asked for a draw, or the mover
   * @returns {Promise<boolean>} whether the server did it
   */
  async act(action, body = {}, side) {
    const { game, seats } = this.state;
    if (!game?.id) return false;
    const actor = side ?? actingSide(this.state, body);
    const secret = (actor && seats[actor]) ?? secretOf(seats);
    const request = JSON.stringify([game.id, action, body, actor]);
    if (this.asked.has(request)) return false;
    this.asked.add(request);
    try {
      const answer = await api.act(game.id, action, body, secret);
      if (this.state.game?.id === game.id) this.receive(answer);
      // An agent answers at once: its offer is never seen.
      if (action === "draw" && actor) this.#tellAnswer({ ...game, offer: game.offer ?? actor }, answer);
      return true;
    } catch (error) {
      if (this.state.game?.id !== game.id) return false;
      if (action === "moves") this.store.update({ pending: null });
      showError(this.store, error);
      // Not waited for here: what is clicked from now on is meant for the game after the refusal.
      if (error instanceof ApiError && error.status === 409) this.refreshing = this.#refresh(game.id);
      return false;
    } finally {
      this.asked.delete(request);
    }
  }

  /** @param {string} id */
  async #refresh(id) {
    const game = await api.game(id).catch(() => null);
    if (game) this.receive(game);
  }
}

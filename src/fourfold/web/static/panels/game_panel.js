// @ts-check
// The panel beside the board: the players with their clocks, the status sentence, the buttons.
import { createButton } from "../dom/controls.js";
import { byId, h, setAttribute, setText, setVisible } from "../dom/elements.js";
import { listActions } from "./action_list.js";
import { aboutText, createPlayerCard } from "./player_card.js";
import { opponentOf } from "../state/opponents.js";
import { createAgreementButton } from "./agreement_buttons.js";
import { SIDES, isLatest, isSeated, mySides, otherSide, playerOf, shownHint } from "../state/state.js";
import { playerName } from "../text/names.js";
import { formatClock } from "../text/numbers.js";
import { statusText } from "../text/status.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").Side} Side */

/**
 * @typedef {object} Handlers what the panel's buttons do
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} study
 * @property {() => void} newGame
 * @property {() => void} review
 * @property {(accept?: boolean) => void} rematch
 * @property {() => void} playOn
 * @property {() => void} share
 * @property {(action: string, body?: any) => void} act
 */

/** Shows the players with their clocks, the status sentence, and the buttons. */
export class GamePanel {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.players = byId("players");
    this.cards = { FIRST: createPlayerCard("FIRST"), SECOND: createPlayerCard("SECOND") };
    this.players.append(this.cards.FIRST.root, this.cards.SECOND.root);
    this.status = byId("status");
    this.announcer = byId("announcer");
    this.notice = byId("connection");
    this.undo = createButton("Undo", handlers.undo, { icon: "undo", key: "U" });
    this.redo = createButton("Redo", handlers.redo, { icon: "redo", key: "R" });
    this.hint = createButton("Hint", handlers.hint, { icon: "hint", key: "H" });
    this.study = createButton("Study", handlers.study, { icon: "study", key: "A" });
    this.actions = byId("actions");
    this.actions.append(this.undo, this.redo, this.hint, this.study);
    this.moreActions = byId("more-actions");
    this.moreKey = "";
    this.announced = "";
    /** @type {string | null} the game in which the player is asked whether to resign */
    this.resigning = null;
    /** @type {State | null} */
    this.state = null;
    window.setInterval(() => this.#updateClocks(), 100);
  }

  /** @param {State} state @param {State} before */
  update(state, before) {
    this.state = state;
    for (const side of SIDES) this.#updateCard(state, side);
    this.#updateClocks();
    const { text, kind } = this.#sentence(state, true);
    setText(this.status, text);
    this.status.className = `status is-${kind}`;
    this.#announce(state, before);
    setVisible(this.notice, !state.online);
    this.#updateActions(state);
    this.#updateMoreActions(state);
    const { game } = state;
    const mine = game && !game.result && isLatest(state) && mySides(state).includes(game.turn);
    document.title = `${mine ? "Your move · " : ""}fourfold`;
  }

  /** @param {State} state @param {boolean} live */
  #sentence(state, live) {
    if (state.notice) return { text: state.notice.text, kind: state.notice.kind };
    const { game } = state;
    let text = statusText(state, live);
    const hint = shownHint(state);
    if (hint) text += ` ${hint.text}`;
    const isBan = game?.must_ban && isLatest(state) && !game.result;
    const isOver = game?.result && isLatest(state);
    return { text, kind: isBan ? "ban" : isOver ? "over" : "calm" };
  }

  /** Tell screen readers every move and result once, without the figures that keep changing.
   *  @param {State} state @param {State} before */
  #announce(state, before) {
    if (state.review && !state.notice) return; // the review has words of its own
    let words = this.#sentence(state, false).text;
    const { game } = state;
    const known = before.game?.id === game?.id ? (before.game?.plies.length ?? 0) : Infinity;
    const fresh = game?.mode === "study" ? [] : (game?.plies.slice(known) ?? []);
    if (game && fresh.length && fresh.length <= 3) {
      const moves = fresh.map(({ side, kind, label, row }) => {
        const what = kind === "ban" ? "ban in column" : "column";
        return `${playerName(state, side)}: ${what} ${label}, row ${row + 1}.`;
      });
      words = `${moves.join(" ")} ${words}`;
    } else if (words === this.announced || this.announced.endsWith(` ${words}`)) return;
    this.announced = words;
    setText(this.announcer, words);
  }

  // --- players ---------------------------------------------------------------------------------

  /** @param {State} state @param {Side} side */
  #updateCard(state, side) {
    const card = this.cards[side];
    const { game } = state;
    setVisible(card.root, Boolean(game));
    if (!game) return;
    card.mark.update(opponentOf(playerOf(game, side)));
    setText(card.name, playerName(state, side));
    setText(card.about, aboutText(state, side));
    const turn = state.pending ? otherSide(state.pending.side) : game.turn;
    const isTurn = !game.result && isLatest(state) && turn === side;
    card.root.classList.toggle("is-turn", isTurn);
    card.root.classList.toggle("is-winner", game.result?.winner === side);
    card.root.classList.toggle("is-thinking", isTurn && state.thinking?.side === side && !game.paused);
    const away = game.link && playerOf(game, side).joined !== false && playerOf(game, side).present === false;
    card.root.classList.toggle("is-away", Boolean(away));
  }

  /** Let the clocks run between two answers of the server. */
  #updateClocks() {
    const state = this.state;
    const clock = state?.game?.clock ?? null;
    for (const side of SIDES) {
      const card = this.cards[side];
      setVisible(card.clock, clock !== null);
      if (!state || !clock) continue;
      const index = side === "FIRST" ? 0 : 1;
      const runs = clock.running === side && !state.pending && state.online;
      const passed = runs ? (performance.now() - state.received) / 1000 : 0;
      const game = clock.left[index] === null ? null : clock.left[index] - passed;
      const spent = clock.running === side ? clock.spent + passed : 0;
      const move = clock.move === null ? null : clock.move - spent;
      const { result } = /** @type {GameView} */ (state.game);
      const isOut = result?.reason === "out of time" && result.winner === otherSide(side);
      const left = isOut ? 0 : Math.min(game ?? Infinity, move ?? Infinity);
      setText(card.clock, formatClock(Number.isFinite(left) ? left : null));
      card.clock.classList.toggle("is-low", left < 10);
      card.clock.classList.toggle("is-running", runs);
    }
  }

  // --- what can be done ------------------------------------------------------------------------

  /** @param {State} state */
  #updateActions(state) {
    const { game } = state;
    setVisible(this.actions, !state.review);
    const isStudy = game?.mode === "study";
    const seated = isSeated(state) || isStudy;
    this.undo.disabled = !(seated && (isStudy ? (state.shown ?? 1) > 0 && game.plies.length : game?.can_undo));
    this.redo.disabled = !(seated && (isStudy ? state.shown !== null : game?.can_redo));
    this.hint.disabled = !game?.hints_allowed || Boolean(game.result && isLatest(state));
    this.study.disabled = !game?.hints_allowed;
    setAttribute(this.study, "aria-pressed", String(state.study));
  }

  /** @param {State} state */
  #updateMoreActions(state) {
    const { game } = state;
    // Over, another game, or a move after all: then nobody is asked any more.
    if (game?.id !== this.resigning || game?.result || state.pending) this.resigning = null;
    const kinds = listActions(state, this.resigning !== null);
    const key = JSON.stringify([kinds, state.game?.id, Boolean(state.game?.result)]);
    if (key !== this.moreKey) {
      const focused = this.moreActions.contains(document.activeElement);
      this.moreKey = key;
      this.moreActions.replaceChildren(...kinds.map((kind) => this.#createAction(kind)));
      // The pressed button may have been replaced: keep the focus in its place.
      if (focused) this.moreActions.querySelector("button")?.focus();
    }
    const pace = /** @type {HTMLInputElement | null} */ (this.moreActions.querySelector("input"));
    if (pace && game && document.activeElement !== pace) pace.value = String(speedOfDelay(game.move_delay));
    const watch = this.moreActions.querySelector(".more-words");
    if (watch && game) setText(watch, watchersText(game));
  }

  /** @param {string} kind @returns {HTMLElement} */
  #createAction(kind) {
    const { act, newGame, rematch, playOn, share, review } = this.handlers;
    switch (kind) {
      case "review":
        return createButton("Review", review, { icon: "review", class: this.state?.game?.result ? "is-primary" : "", key: "V" });
      case "leave":
        return createButton("Leave the review", review, { icon: "previous", key: "V" });
      case "rematch":
        return createButton("Rematch", () => rematch(), { icon: "rematch" });
      case "new":
        return createButton("New game", newGame, { icon: "plus" });
      case "retry":
        return createButton("Try again", () => location.reload(), { icon: "rematch" });
      case "resign":
        return createButton("Resign", () => this.#resign(true), { icon: "flag", class: "is-quiet" });
      case "really":
        return createButton("Yes, resign", () => this.#resign(false, true), { class: "is-warning" });
      case "stay":
        return createButton("Play on", () => this.#resign(false), { class: "is-quiet" });
      case "draw":
        return createButton("Offer a draw", () => act("draw"), { icon: "equals", class: "is-quiet" });
      case "accept-draw":
        return createButton("Accept the draw", () => act("draw", { answer: true }), { class: "is-primary" });
      case "decline-draw":
        return createButton("Decline", () => act("draw", { answer: false }));
      case "accept-undo":
        return createButton("Allow it", () => act("undo"), { class: "is-primary" });
      case "decline-undo":
        return createButton("Decline", () => act("undo", { accept: false }));
      case "hurry":
        return createButton("Move now", () => act("hurry"), { icon: "hurry", class: "is-quiet" });
      case "pause":
        return createButton("Pause", () => act("pause"), { icon: "pause", key: "P" });
      case "resume":
        return createButton("Continue", () => act("resume"), { icon: "play", key: "P", class: "is-primary" });
      case "step":
        return createButton("Step", () => act("step"), { icon: "step", key: "S" });
      case "pace":
        return this.#createSpeedSlider();
      case "invite":
        return createButton("Invite your friend", share, { icon: "share", class: "is-primary" });
      case "play-on":
        return createButton("Play on from here", playOn, { icon: "branch" });
      default:
        return createAgreementButton(kind, this.handlers) ?? h("p", { class: "more-words" });
    }
  }

  #createSpeedSlider() {
    const input = h("input", { type: "range", min: 0, max: 10, step: 1, class: "pace" });
    input.setAttribute("aria-label", "Speed of the two agents");
    input.addEventListener("change", () => this.handlers.act("pace", { move_delay: delayOfSpeed(input.value) }));
    return h("span", { class: "pace-box" }, h("span", { "aria-hidden": "true" }, "Speed"), input);
  }

  /** @param {boolean} asking @param {boolean} [really] */
  #resign(asking, really = false) {
    this.resigning = asking ? (this.state?.game?.id ?? null) : null;
    if (really) this.handlers.act("resign");
    if (this.state) this.#updateMoreActions(this.state);
  }
}

/** @param {GameView} game */
function watchersText(game) {
  const others = Math.max(0, (game.watchers ?? 1) - 1);
  return others ? `You are watching, with ${others} ${others === 1 ? "other" : "others"}.` : "You are watching.";
}

/** The slider goes from slow to fast, the pause between two moves from long to none. */
const DELAYS = [5, 3, 2, 1.5, 1, 0.7, 0.5, 0.3, 0.15, 0.05, 0];

/** @param {string} speed */
function delayOfSpeed(speed) {
  return DELAYS[Number(speed)] ?? 0.5;
}

/** @param {number} delay */
function speedOfDelay(delay) {
  const at = DELAYS.findIndex((each) => each <= delay + 1e-9);
  return at < 0 ? DELAYS.length - 1 : at;
}

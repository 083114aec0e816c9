// @ts-check
// The panel beside the board: the players with their clocks, the sentence, and what can be done.
import { button } from "./controls.js";
import { byId, h, setAttribute, setText, show } from "./dom.js";
import { swatch } from "./pieces.js";
import { SIDES, isLatest, isSeated, mySides, other, player, shownPosition } from "./state.js";
import { clockText, colour, nameOf, progress, status } from "./words.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").GameView} GameView */
/** @typedef {import("./types.d.ts").Side} Side */

/**
 * @typedef {object} Deeds what the panel's buttons do
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} hint
 * @property {() => void} study
 * @property {() => void} newGame
 * @property {() => void} rematch
 * @property {() => void} playOn
 * @property {() => void} share
 * @property {(action: string, body?: any) => void} act
 */

export class Panel {
  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.players = byId("players");
    this.cards = { FIRST: playerCard("FIRST"), SECOND: playerCard("SECOND") };
    this.players.append(this.cards.FIRST.root, this.cards.SECOND.root);
    this.status = byId("status");
    this.live = byId("announcer");
    this.notice = byId("connection");
    this.undo = button("Undo", deeds.undo, { icon: "undo", key: "U" });
    this.redo = button("Redo", deeds.redo, { icon: "redo", key: "R" });
    this.hint = button("Hint", deeds.hint, { icon: "hint", key: "H" });
    this.study = button("Study", deeds.study, { icon: "study", key: "A" });
    byId("actions").append(this.undo, this.redo, this.hint, this.study);
    this.deedsRow = byId("deeds");
    this.deedsKey = "";
    this.spoken = "";
    this.isResigning = false;
    /** @type {State | null} */
    this.state = null;
    window.setInterval(() => this.#tick(), 100);
  }

  /** @param {State} state @param {State} before */
  update(state, before) {
    this.state = state;
    for (const side of SIDES) this.#updateCard(state, side);
    this.#tick();
    const { text, kind } = this.#sentence(state, true);
    setText(this.status, text);
    this.status.className = `status is-${kind}`;
    this.#speak(state, before);
    show(this.notice, !state.online);
    this.#updateActions(state);
    this.#updateDeeds(state);
    const { game } = state;
    const mine = game && !game.result && isLatest(state) && mySides(state).includes(game.turn);
    document.title = `${mine ? "Your move · " : ""}fourfold`;
  }

  /** @param {State} state @param {boolean} live */
  #sentence(state, live) {
    if (state.notice) return { text: state.notice.text, kind: state.notice.kind };
    const { game } = state;
    let text = status(state, live);
    if (state.hint && state.hint.position === shownPosition(state)) text += ` ${state.hint.text}`;
    const isBan = game?.must_ban && isLatest(state) && !game.result;
    const isOver = game?.result && isLatest(state);
    return { text, kind: isBan ? "ban" : isOver ? "over" : "calm" };
  }

  /** Every move and every result is said once, without the figures that change all the time.
   *  @param {State} state @param {State} before */
  #speak(state, before) {
    let words = this.#sentence(state, false).text;
    const { game } = state;
    const known = before.game?.id === game?.id ? (before.game?.plies.length ?? 0) : Infinity;
    const fresh = game?.mode === "study" ? [] : (game?.plies.slice(known) ?? []);
    if (game && fresh.length && fresh.length <= 3) {
      const moves = fresh.map(({ side, kind, label, row }) => {
        const what = kind === "ban" ? "ban in column" : "column";
        return `${nameOf(state, side)}: ${what} ${label}, row ${row + 1}.`;
      });
      words = `${moves.join(" ")} ${words}`;
    } else if (words === this.spoken || this.spoken.endsWith(` ${words}`)) return;
    this.spoken = words;
    setText(this.live, words);
  }

  // --- players ---------------------------------------------------------------------------------

  /** @param {State} state @param {Side} side */
  #updateCard(state, side) {
    const card = this.cards[side];
    const { game } = state;
    show(card.root, Boolean(game));
    if (!game) return;
    setText(card.name, nameOf(state, side));
    setText(card.about, about(state, side));
    const turn = state.pending ? other(state.pending.side) : game.turn;
    const isTurn = !game.result && isLatest(state) && turn === side;
    card.root.classList.toggle("is-turn", isTurn);
    card.root.classList.toggle("is-winner", game.result?.winner === side);
    card.root.classList.toggle("is-thinking", isTurn && state.thinking?.side === side && !game.paused);
    const away = game.link && player(game, side).joined !== false && player(game, side).present === false;
    card.root.classList.toggle("is-away", Boolean(away));
  }

  /** The clocks run here between two words of the server. */
  #tick() {
    const state = this.state;
    const clock = state?.game?.clock ?? null;
    for (const side of SIDES) {
      const card = this.cards[side];
      show(card.clock, clock !== null);
      if (!state || !clock) continue;
      const index = side === "FIRST" ? 0 : 1;
      const runs = clock.running === side && !state.pending && state.online;
      const passed = runs ? (performance.now() - state.received) / 1000 : 0;
      const game = clock.left[index] === null ? null : clock.left[index] - passed;
      const spent = clock.running === side ? clock.spent + passed : 0;
      const move = clock.move === null ? null : clock.move - spent;
      const left = Math.min(game ?? Infinity, move ?? Infinity);
      setText(card.clock, clockText(Number.isFinite(left) ? left : null));
      card.clock.classList.toggle("is-low", left < 10);
      card.clock.classList.toggle("is-running", runs);
    }
  }

  // --- what can be done ------------------------------------------------------------------------

  /** @param {State} state */
  #updateActions(state) {
    const { game } = state;
    const isStudy = game?.mode === "study";
    const seated = isSeated(state) || isStudy;
    this.undo.disabled = !(seated && (isStudy ? (state.shown ?? 1) > 0 && game.plies.length : game?.can_undo));
    this.redo.disabled = !(seated && (isStudy ? state.shown !== null : game?.can_redo));
    this.hint.disabled = !game || Boolean(game.result && isLatest(state));
    this.study.disabled = !game;
    setAttribute(this.study, "aria-pressed", String(state.study));
  }

  /** @param {State} state */
  #updateDeeds(state) {
    const kinds = deedsOf(state, this.isResigning);
    const key = JSON.stringify([kinds, state.game?.id]);
    if (key !== this.deedsKey) {
      const focused = this.deedsRow.contains(document.activeElement);
      this.deedsKey = key;
      this.deedsRow.replaceChildren(...kinds.map((kind) => this.#deed(kind)));
      // Whoever just pressed a button that became another one stays where he was.
      if (focused) this.deedsRow.querySelector("button")?.focus();
    }
    const pace = /** @type {HTMLInputElement | null} */ (this.deedsRow.querySelector("input"));
    const { game } = state;
    if (pace && game && document.activeElement !== pace) pace.value = String(speedOf(game.breath));
    const watch = this.deedsRow.querySelector(".deeds-words");
    if (watch && game) setText(watch, watching(game));
  }

  /** @param {string} kind @returns {HTMLElement} */
  #deed(kind) {
    const { act, newGame, rematch, playOn, share } = this.deeds;
    switch (kind) {
      case "rematch":
        return button("Rematch", rematch, { icon: "rematch", class: "is-primary" });
      case "new":
        return button("New game", newGame, { icon: "plus" });
      case "resign":
        return button("Resign", () => this.#resign(true), { icon: "flag", class: "is-quiet" });
      case "really":
        return button("Yes, resign", () => this.#resign(false, true), { class: "is-warning" });
      case "stay":
        return button("Play on", () => this.#resign(false), { class: "is-quiet" });
      case "draw":
        return button("Offer a draw", () => act("draw"), { icon: "equals", class: "is-quiet" });
      case "accept-draw":
        return button("Accept the draw", () => act("draw", { answer: true }), { class: "is-primary" });
      case "decline-draw":
        return button("Decline", () => act("draw", { answer: false }));
      case "accept-undo":
        return button("Let it be taken back", () => act("undo"), { class: "is-primary" });
      case "decline-undo":
        return button("Decline", () => act("undo", { accept: false }));
      case "hurry":
        return button("Move now", () => act("hurry"), { icon: "hurry", class: "is-quiet" });
      case "pause":
        return button("Pause", () => act("pause"), { icon: "pause", key: "P" });
      case "resume":
        return button("Go on", () => act("resume"), { icon: "play", key: "P", class: "is-primary" });
      case "step":
        return button("Step", () => act("step"), { icon: "step", key: "S" });
      case "pace":
        return this.#pace();
      case "invite":
        return button("Invite your friend", share, { icon: "share", class: "is-primary" });
      case "play-on":
        return button("Play on from here", playOn, { icon: "branch" });
      default:
        return h("p", { class: "deeds-words" });
    }
  }

  #pace() {
    const input = h("input", { type: "range", min: 0, max: 10, step: 1, class: "pace" });
    input.setAttribute("aria-label", "Speed of the two agents");
    input.addEventListener("change", () => this.deeds.act("pace", { breath: breathOf(input.value) }));
    return h("span", { class: "pace-box" }, h("span", { "aria-hidden": "true" }, "Speed"), input);
  }

  /** @param {boolean} asking @param {boolean} [really] */
  #resign(asking, really = false) {
    this.isResigning = asking;
    if (really) this.deeds.act("resign");
    if (this.state) this.#updateDeeds(this.state);
  }
}

/** @param {Side} side */
function playerCard(side) {
  const name = h("span", { class: "player-name" });
  const about = h("span", { class: "player-about" });
  const clock = h("span", { class: "player-clock", hidden: true });
  const words = h("span", { class: "player-words" }, name, about);
  const root = h("li", { class: `player player-${side.toLowerCase()}` }, swatch(side), words, clock);
  return { root, name, about, clock };
}

/** @param {State} state @param {Side} side */
function about(state, side) {
  const game = /** @type {GameView} */ (state.game);
  const { agent, joined, present, name } = player(game, side);
  const who = nameOf(state, side);
  const colourName = colour(state.settings, side);
  const own = who === colourName ? (side === "FIRST" ? "First player" : "Second player") : colourName;
  const { thinking } = state;
  if (agent && thinking?.side === side && !game.result) {
    const told = progress(thinking).replace(/^: /, "");
    return told || (thinking.queued ? "waits to think" : "thinks");
  }
  const last = game.plies.findLast((ply) => ply.side === side);
  if (agent && last?.reason) return last.reason.charAt(0).toUpperCase() + last.reason.slice(1);
  if (game.link && joined === false) return `${own}, not here yet`;
  if (game.link && present === false) return `${own}, away`;
  return who === "You" && name && name !== "human" ? `${own}, ${name}` : own;
}

/** Which deeds are at hand now. @param {State} state @param {boolean} isResigning */
function deedsOf(state, isResigning) {
  const { game } = state;
  if (!game) return state.missing ? ["new"] : [];
  if (!isLatest(state) || game.mode === "study") return ["play-on"];
  if (!isSeated(state)) return ["watch"];
  if (game.result) return game.id ? ["rematch", "new"] : ["new"];
  if (game.mode === "ai-ai") return [game.paused ? "resume" : "pause", "step", "pace"];
  if (isResigning) return ["really", "stay"];
  const mine = mySides(state);
  const asked = (/** @type {Side | null} */ by) => by && (mine.includes(other(by)) || mine.length === 2);
  if (asked(game.offer)) return ["accept-draw", "decline-draw"];
  if (asked(game.undo_offer)) return ["accept-undo", "decline-undo"];
  const absent = game.players.find((each) => each.joined === false);
  if (absent && state.seats[absent.side]) return ["invite"];
  const thinks = player(game, game.turn).agent;
  return ["resign", "draw", ...(thinks ? ["hurry"] : [])];
}

/** @param {GameView} game */
function watching(game) {
  const others = Math.max(0, (game.watchers ?? 1) - 1);
  return others ? `You are watching, with ${others} ${others === 1 ? "other" : "others"}.` : "You are watching.";
}

/** The slider goes from slow to fast, the pause between two moves from long to none. */
const BREATHS = [5, 3, 2, 1.5, 1, 0.7, 0.5, 0.3, 0.15, 0.05, 0];

/** @param {string} speed */
function breathOf(speed) {
  return BREATHS[Number(speed)] ?? 0.5;
}

/** @param {number} breath */
function speedOf(breath) {
  const at = BREATHS.findIndex((each) => each <= breath + 1e-9);
  return at < 0 ? BREATHS.length - 1 : at;
}

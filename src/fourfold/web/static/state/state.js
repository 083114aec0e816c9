// @ts-check
// What the page knows, and what follows from it. Plain data: the game as the server sent it and a
// few choices made here. Everything on the screen is drawn from this, by subscribers.

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../types.d.ts").Settings} Settings */

export const SIDES = /** @type {const} */ (["FIRST", "SECOND"]);

/** @param {Settings} settings @returns {State} */
export function initialState(settings) {
  return {
    game: null,
    received: 0,
    seats: {},
    pending: null,
    premove: null,
    emote: null,
    shown: null,
    line: null,
    tree: null,
    earlier: null,
    study: false,
    explorer: false,
    analysis: null,
    analysing: false,
    hint: null,
    pointed: null,
    review: null,
    thinking: null,
    notice: null,
    online: true,
    missing: null,
    settings,
  };
}

/** Holds the state and notifies its subscribers, once for all changes of one moment. */
export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: State, before: State) => void)[]} */
    this.listeners = [];
    /** @type {State | null} */
    this.before = null;
  }

  /** Call a function after every change; returns what ends that. @param {(state: State, before: State) => void} listener */
  subscribe(listener) {
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  /** @param {Partial<State>} changes */
  update(changes) {
    if (!this.before) {
      this.before = this.state;
      queueMicrotask(() => this.#notify());
    }
    this.state = { ...this.state, ...changes };
  }

  #notify() {
    const before = /** @type {State} */ (this.before);
    this.before = null;
    for (const listener of this.listeners) listener(this.state, before);
  }
}

// --- players -------------------------------------------------------------------------------------

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === "FIRST" ? "SECOND" : "FIRST";
}

/** @param {GameView} game @param {Side} side */
export function playerOf(game, side) {
  return game.players[side === "FIRST" ? 0 : 1];
}

/**
 * The sides for which the person at this screen moves.
 * @param {State} state
 * @returns {Side[]}
 */
export function mySides({ game, seats }) {
  if (!game || game.mode === "study") return [];
  const here = seats.home ? [seats.home] : SIDES;
  return here.filter((side) => seats[side] && !playerOf(game, side).agent);
}

/** Whether the person here may steer the game at all: undo, pause, resign. @param {State} state */
export function isSeated({ game, seats }) {
  return Boolean(game?.id && (seats.FIRST || seats.SECOND));
}

/** Whether two people sit at this one screen. @param {State} state */
export function isShared(state) {
  return mySides(state).length === 2;
}

/** The side of the one person here who plays by link; null for watchers and at one screen. @param {State} state */
export function linkSide(state) {
  const mine = mySides(state);
  return state.game?.link && mine.length === 1 ? mine[0] : null;
}

// --- positions ------------------------------------------------------------------------------------

/** The moves that are walked: those of the game, or of a variation. @param {State} state */
export function lineOf({ game, line }) {
  return line ?? game;
}

/** @param {State} state */
export function lastPly(state) {
  return (lineOf(state)?.plies.length ?? 0) + (state.pending ? 1 : 0);
}

/** @param {State} state */
export function shownPly(state) {
  return state.shown ?? lastPly(state);
}

/** @param {State} state */
function isAtEnd(state) {
  return state.shown === null || state.shown >= lastPly(state);
}

/** Whether the game is shown as it stands. @param {State} state */
export function isLatest(state) {
  return !state.line && isAtEnd(state);
}

/**
 * Return the position on the screen as the server sent it; null if it has not come yet.
 * @param {State} state
 * @returns {GameView | null}
 */
export function shownView(state) {
  if (isAtEnd(state)) return lineOf(state);
  return state.earlier && state.earlier.position === shownPosition(state) ? state.earlier : null;
}

/**
 * The text of a game's position after so many plies.
 * @param {GameView} game
 * @param {number} ply
 */
export function positionText(game, ply) {
  const labels = game.plies.slice(0, ply).map((each) => each.label);
  return `${game.rules.text}:${labels.join("")}`;
}

/** The text of the position on the screen. @param {State} state */
export function shownPosition(state) {
  const line = lineOf(state);
  return line ? positionText(line, shownPly(state)) : "";
}

/** The moves of the position on the screen, a label each. @param {State} state */
export function shownPath(state) {
  return shownPosition(state).split(":")[1] ?? "";
}

/** The path of what is on the screen, relative to the page's base. @param {State} state */
export function pagePath(state) {
  const { game, review, shown, line, tree } = state;
  if (!game) return "";
  const path = game.id ? `game/${game.id}` : `position/${game.position}`;
  const moves = game.position.split(":")[1];
  const query = [
    ...(line ? [`line=${line.position.split(":")[1]}`] : []),
    ...(tree ? [`lines=${tree.map((each) => (each === moves ? "-" : each)).join(",")}`] : []),
    ...(shown === null || isAtEnd(state) ? [] : [`ply=${shown}`]),
  ].join("&");
  return `${path}${review ? "/review" : ""}${query && `?${query}`}`;
}

/** Whether a click on the board drops a piece now. @param {State} state */
export function isPlayable(state) {
  const { game, pending } = state;
  if (!game || pending) return false;
  const view = shownView(state);
  if (!view || view.result) return false;
  if (canBranch(state)) return true;
  if (state.review) return Boolean(state.review.attempt);
  if (game.mode === "study") return true;
  return isLatest(state) && mySides(state).includes(game.turn);
}

/** Whether a move begins or goes on with a variation: the game is over, and nobody waits for it. @param {State} state */
export function canBranch({ game, line, shown }) {
  return Boolean(game?.id && game.result && (line || shown !== null));
}

/** Whether the person here plays, but someone else is to move in the position on the screen. @param {State} state */
export function isOthersMove(state) {
  const { game, pending } = state;
  const mine = mySides(state);
  if (!game || !mine.length || !isLatest(state)) return false;
  return !mine.includes(pending ? otherSide(pending.side) : game.turn);
}

/** The analysis, as long as it is of the position on the screen. @param {State} state */
export function shownAnalysis(state) {
  const { analysis } = state;
  return analysis && analysis.position === shownPosition(state) ? analysis : null;
}

/** The hint, as long as it is of the position on the screen and there is something to play. @param {State} state */
export function shownHint(state) {
  const { hint } = state;
  const isOver = Boolean(shownView(state)?.result);
  return hint && !isOver && hint.position === shownPosition(state) ? hint : null;
}

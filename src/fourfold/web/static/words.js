// @ts-check
// What the page says: who is who, whose turn it is, what is going on, how it ended.
import { runs } from "./board_marks.js";
import { isLatest, isSeated, isShared, mySides, other, player, shownPly, shownView } from "./state.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").GameView} GameView */
/** @typedef {import("./types.d.ts").Side} Side */
/** @typedef {import("./types.d.ts").Thinking} Thinking */
/** @typedef {import("./types.d.ts").Settings} Settings */
/** @typedef {import("./types.d.ts").Cell} Cell */
/** @typedef {import("./types.d.ts").ColumnAnalysis} ColumnAnalysis */

/** @type {Record<Settings["theme"], [string, string]>} */
const COLOURS = { classic: ["Red", "Yellow"], ink: ["White", "Black"], sea: ["Red", "Blue"] };
const NOBODY = new Set(["", "human", "first", "second"]);

// --- who -------------------------------------------------------------------------------------

/** @param {Settings} settings @param {Side} side */
export function colour(settings, side) {
  const index = (side === "FIRST" ? 0 : 1) ^ (settings.swapped ? 1 : 0);
  return COLOURS[settings.theme][index];
}

/** What the board calls the pieces. @param {Settings} settings */
export function pieceNames(settings) {
  return { FIRST: colour(settings, "FIRST"), SECOND: colour(settings, "SECOND"), BAN: "ban" };
}

/** @param {State} state @param {Side} side */
function ownName(state, side) {
  const game = /** @type {GameView} */ (state.game);
  const { agent, title, name } = player(game, side);
  if (agent) return title || name;
  const mine = mySides(state);
  if (mine.length === 1 && mine[0] === side) return "You";
  return NOBODY.has(name.trim().toLowerCase()) ? colour(state.settings, side) : name;
}

/** What a player is called. @param {State} state @param {Side} side */
export function nameOf(state, side) {
  const own = ownName(state, side);
  return own === ownName(state, other(side)) ? `${own} (${colour(state.settings, side)})` : own;
}

/** @param {string} who @param {string} verb as `win`, which becomes `wins` for everybody but you */
function does(who, verb) {
  return who === "You" ? `You ${verb}` : `${who} ${verb}s`;
}

// --- what is going on ------------------------------------------------------------------------

/**
 * The sentence that always tells what is going on.
 * @param {State} state
 * @param {boolean} [live] with figures that change all the time
 * @returns {string}
 */
export function status(state, live = false) {
  const { game } = state;
  if (!game) return state.missing ?? "Setting up the board …";
  if (!isLatest(state)) return earlier(state);
  if (game.result) return ended(state);
  if (game.mode === "study") {
    const who = colour(state.settings, game.turn);
    return game.must_ban ? `${who} took the star: now drop the ban.` : `${who} to move.`;
  }
  return offers(state) ?? turn(state, live);
}

/** @param {State} state @param {boolean} live */
function turn(state, live) {
  const game = /** @type {GameView} */ (state.game);
  const who = nameOf(state, game.turn);
  const { agent, joined } = player(game, game.turn);
  const absent = game.players.find((each) => each.joined === false);
  if (absent && !agent) {
    const invited = state.seats[absent.side] ? "send them the link" : "they have the link";
    return `Waiting for the other player: ${invited}.`;
  }
  if (agent) {
    if (game.paused) return `Paused. ${who} is to ${game.must_ban ? "drop the ban" : "move"}.`;
    const thinking = state.thinking?.side === game.turn ? state.thinking : null;
    if (live && thinking?.queued) return `${who} waits for a free place to think.`;
    return `${who} is thinking${live ? progress(thinking) : ""}.`;
  }
  const mine = mySides(state).includes(game.turn);
  if (game.must_ban) {
    return mine || isShared(state)
      ? `${who} took the star: now drop the ban.`
      : `${who} took the star and must drop the ban.`;
  }
  if (who === "You") return game.plies.length ? "Your move." : "You begin: choose a column.";
  if (joined === false) return `Waiting for ${who}.`;
  return `${who} to move.`;
}

/** @param {State} state */
function offers(state) {
  const game = /** @type {GameView} */ (state.game);
  const mine = mySides(state);
  const single = mine.length === 1;
  if (game.offer) {
    if (single && mine[0] === game.offer) return "You have offered a draw.";
    return `${nameOf(state, game.offer)} offers a draw: accept it, or play on.`;
  }
  if (game.undo_offer) {
    if (single && mine[0] === game.undo_offer) return "You have asked to take back your move.";
    return `${nameOf(state, game.undo_offer)} would like to take back a move.`;
  }
  return null;
}

/** @param {State} state */
function earlier(state) {
  const game = /** @type {GameView} */ (state.game);
  const ply = shownPly(state);
  const of = `${ply} of ${game.plies.length}`;
  const view = shownView(state);
  const who = view && !view.result ? ` ${nameOf(state, view.turn)} to ${view.must_ban ? "ban" : "move"}.` : "";
  return ply ? `After move ${of}.${who.replace("You to", "Yours to")}` : "The beginning of the game.";
}

/** How it ended. @param {State} state */
export function ended(state) {
  const game = /** @type {GameView} */ (state.game);
  const result = game.result;
  if (!result) return "";
  if (!result.winner) {
    return result.reason === "board full" ? "A draw: the board is full." : "A draw, agreed.";
  }
  const wins = does(nameOf(state, result.winner), "win");
  const loser = nameOf(state, other(result.winner));
  switch (result.reason) {
    case "four in line":
      return `${wins}${lineWords(result.cells ?? [])}.`;
    case "resignation":
      return `${wins}: ${loser === "You" ? "you" : loser} resigned.`;
    case "out of time":
      return `${wins}: ${loser === "You" ? "your" : `${loser}’s`} time is up.`;
    default:
      return `${wins}: ${(result.detail || result.reason).replace(/\.$/, "")}.`;
  }
}

/** @param {Cell[]} cells */
function lineWords(cells) {
  const lines = runs(cells).map((ends) => ends.map(cellName).join("–"));
  return lines.length ? ` with ${lines.join(" and ")}` : "";
}

/** A cell as the notation writes it. @param {Cell} cell */
export function cellName([column, row]) {
  return `${"abcdefghijkl"[column]}${row + 1}`;
}

/** How far an agent has got. @param {Thinking | null} thinking */
export function progress(thinking) {
  if (!thinking) return "";
  const parts = [];
  if (thinking.depth) parts.push(`depth ${thinking.depth}`);
  if (thinking.nodes) parts.push(`${count(thinking.nodes)} positions`);
  if (thinking.seconds >= 0.1) parts.push(`${thinking.seconds.toFixed(1)} s`);
  return parts.length ? `: ${parts.join(", ")}` : "";
}

/** A large number as people say it. @param {number} number */
export function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} billion`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} million`;
  return Math.round(number).toLocaleString("en-GB");
}

/** What is left on a clock. @param {number | null} seconds */
export function clockText(seconds) {
  if (seconds === null) return "";
  const left = Math.max(0, seconds);
  if (left < 10) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// --- refusals --------------------------------------------------------------------------------

/** Why a click in this column does nothing. @param {State} state @param {number} column */
export function refusal(state, column) {
  const { game } = state;
  if (!game) return "There is no game yet.";
  if (!isLatest(state) && game.mode !== "study") {
    return "This is an earlier position. Go to the end to move, or play on from here.";
  }
  if (game.result) return "The game is over.";
  if (!isSeated(state) && game.mode !== "study") return "You are watching this game.";
  if (game.mode === "ai-ai") return "Two agents are playing: you can pause them, or watch.";
  const view = shownView(state);
  const full = view && !view.legal.some((each) => each.column === column);
  if (full) return `Column ${game.rules.labels[column]} is full.`;
  if (!mySides(state).includes(game.turn) && game.mode !== "study") {
    return `Wait a moment: it is ${nameOf(state, game.turn)}’s move.`;
  }
  return "";
}

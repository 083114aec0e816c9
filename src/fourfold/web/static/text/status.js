// @ts-check
// The sentences about a game: whose turn it is, what is going on, how it ended, why a click does nothing.
import { findLines } from "../board/marks.js";
import { canBranch, isLatest, isSeated, isShared, mySides, otherSide, playerOf, shownPly, shownView } from "../state/state.js";
import { rematchText } from "./agreements.js";
import { cellName, colourName, playerName } from "./names.js";
import { formatCount } from "./numbers.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").ThinkingView} ThinkingView */
/** @typedef {import("../types.d.ts").Cell} Cell */

/** What is said when the page opens without the server. */
export const OFFLINE =
  "The server is not answering, so no game can be played. The lessons and the puzzles that you have loaded still work.";

// --- what is going on ------------------------------------------------------------------------

/**
 * Say in one sentence what is going on.
 * @param {State} state
 * @param {boolean} [live] with figures that change all the time
 * @returns {string}
 */
export function statusText(state, live = false) {
  const { game } = state;
  if (!game) return state.missing ?? "Setting up the board …";
  if (!isLatest(state)) return earlierText(state);
  if (game.result) return `${resultText(state)} ${rematchText(state)}`.trim();
  if (game.mode === "study") {
    const who = colourName(state.settings, game.turn);
    return game.must_ban ? `${who} took the star: now drop the ban.` : `${who} to move.`;
  }
  return offerText(state) ?? `${turnText(state, live)}${premoveText(state)}`;
}

/** @param {State} state @param {boolean} live */
function turnText(state, live) {
  const game = /** @type {GameView} */ (state.game);
  const who = playerName(state, game.turn);
  const { agent, joined } = playerOf(game, game.turn);
  const absent = game.players.find((each) => each.joined === false);
  if (absent && !agent) {
    const invited = state.seats[absent.side] ? "send them the link" : "they have not opened the link yet";
    return `Waiting for the other player: ${invited}.`;
  }
  if (agent) {
    if (game.paused) return `Paused. ${who} ${game.must_ban ? "drops the ban" : "moves"} next.`;
    const thinking = state.thinking?.side === game.turn ? state.thinking : null;
    if (live && thinking?.queued) return `${who} is waiting for its turn to think.`;
    return `${who} is thinking${live ? progressText(thinking) : ""}.`;
  }
  const mine = mySides(state).includes(game.turn);
  if (game.must_ban) {
    return mine || isShared(state)
      ? `${who} took the star: now drop the ban.`
      : `${who} took the star and must drop the ban.`;
  }
  if (who === "You") return game.plies.length ? "Your move." : "You start: choose a column.";
  if (joined === false) return `Waiting for ${who}.`;
  return `${who} to move.`;
}

/** The move that is chosen already. @param {State} state */
function premoveText({ game, premove }) {
  return game && premove ? ` You answer in column ${game.rules.labels[premove.column]}.` : "";
}

/** @param {State} state */
function offerText(state) {
  const game = /** @type {GameView} */ (state.game);
  const mine = mySides(state);
  const single = mine.length === 1;
  if (game.offer) {
    if (single && mine[0] === game.offer) return "You have offered a draw.";
    return `${playerName(state, game.offer)} offers a draw: accept it, or play on.`;
  }
  if (game.undo_offer) {
    if (single && mine[0] === game.undo_offer) return "You have asked to take a move back.";
    return `${playerName(state, game.undo_offer)} would like to take a move back.`;
  }
  return null;
}

/** @param {State} state */
function earlierText(state) {
  const game = /** @type {GameView} */ (state.game);
  if (state.line) return variationText(state);
  const ply = shownPly(state);
  const of = `${ply} of ${game.plies.length}`;
  const view = shownView(state);
  const who = view && !view.result ? ` ${playerName(state, view.turn)} to ${view.must_ban ? "ban" : "move"}.` : "";
  return ply ? `After move ${of}.${who.replace("You to", "Yours to")}` : "The start of the game.";
}

/** What is going on in a variation. @param {State} state */
export function variationText(state) {
  const view = shownView(state);
  const ply = shownPly(state);
  if (!view) return `In a variation, after move ${ply}.`;
  if (view.result) {
    const { winner } = view.result;
    const end = winner ? conjugate(playerName(state, winner), "win").replace(/^You/, "you") : "the board is full: a draw";
    return `In this variation ${end}.`;
  }
  const who = playerName(state, view.turn);
  return `In a variation, after move ${ply}. ${who === "You" ? "Yours" : who} to ${view.must_ban ? "ban" : "move"}.`;
}

/** @type {Record<string, string>} */
const DRAWS = {
  "board full": "A draw: the board is full.",
  "draw agreed": "A draw by agreement.",
  adjudicated: "A draw: decided before the end.",
};

/** How it ended. @param {State} state */
export function resultText(state) {
  const game = /** @type {GameView} */ (state.game);
  const result = game.result;
  if (!result) return "";
  if (!result.winner) {
    return DRAWS[result.reason] ?? "A draw.";
  }
  const wins = conjugate(playerName(state, result.winner), "win");
  const loser = playerName(state, otherSide(result.winner));
  switch (result.reason) {
    case "four in line":
      return `${wins}${lineText(result.line_cells)}.`;
    case "resignation":
      return `${wins}: ${loser === "You" ? "you" : loser} resigned.`;
    case "out of time":
      return `${wins}: ${loser === "You" ? "your" : `${loser}’s`} time is up.`;
    default:
      return `${wins}: ${(result.detail || result.reason).replace(/\.$/, "")}.`;
  }
}

/** @param {string} who @param {string} verb as `win`, which becomes `wins` for everybody but you */
function conjugate(who, verb) {
  return who === "You" ? `You ${verb}` : `${who} ${verb}s`;
}

/** @param {Cell[]} cells */
function lineText(cells) {
  const lines = findLines(cells).map((ends) => ends.map(cellName).join("–"));
  return lines.length ? ` with ${lines.join(" and ")}` : "";
}

/** How far an agent has got. @param {ThinkingView | null} thinking */
export function progressText(thinking) {
  if (!thinking) return "";
  const parts = [];
  if (thinking.depth) parts.push(`depth ${thinking.depth}`);
  if (thinking.nodes) parts.push(`${formatCount(thinking.nodes)} positions`);
  if (thinking.seconds >= 0.1) parts.push(`${thinking.seconds.toFixed(1)} s`);
  return parts.length ? `: ${parts.join(", ")}` : "";
}

// --- refusals --------------------------------------------------------------------------------

/** Say why a click in this column does nothing. @param {State} state @param {number} column */
export function refusalText(state, column) {
  const { game } = state;
  if (!game) return "There is no game yet.";
  if (canBranch(state)) {
    const view = shownView(state);
    return view && !view.result ? `Column ${game.rules.labels[column]} is full.` : "The game is over.";
  }
  if (state.review && !state.review.attempt) return "This is a review: “Try again here” lets you look for a better move.";
  if (!isLatest(state) && game.mode !== "study") {
    return "This is an earlier position. Go to the last move to play, or play on from here.";
  }
  if (game.result) return "The game is over.";
  if (!isSeated(state) && game.mode !== "study") return "You are watching this game.";
  if (game.mode === "ai-ai") return "Two agents are playing: you can watch or pause them.";
  const view = shownView(state);
  const full = view && !view.legal.some((each) => each.column === column);
  if (full) return `Column ${game.rules.labels[column]} is full.`;
  const turn = state.pending ? otherSide(state.pending.side) : game.turn;
  if (!mySides(state).includes(turn) && game.mode !== "study") {
    return `Wait a moment: it is ${playerName(state, turn)}’s move.`;
  }
  return "";
}

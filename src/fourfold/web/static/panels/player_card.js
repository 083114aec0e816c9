// @ts-check
// A player beside the board: the piece (with the face of an opponent), the name, a line about them, and
// the clock.
import { drawFace } from "../board/faces.js";
import { drawSwatch } from "../board/pieces.js";
import { h } from "../dom/elements.js";
import { opponentOf } from "../state/opponents.js";
import { playerOf } from "../state/state.js";
import { colourName, playerName } from "../text/names.js";
import { ratingText } from "../text/opponents.js";
import { progressText } from "../text/status.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../types.d.ts").OpponentView} OpponentView */

/** Shows a piece, or a face with a small piece at its edge. */
class PlayerMark {
  /** @param {Side} side */
  constructor(side) {
    this.root = h("span", { class: "player-mark" }, drawSwatch(side));
    /** @type {OpponentView | null} */
    this.opponent = null;
  }

  /** @param {OpponentView | null} opponent */
  update(opponent) {
    if (opponent === this.opponent) return;
    this.opponent = opponent;
    this.root.querySelector(".face")?.remove();
    if (opponent) this.root.prepend(drawFace(opponent));
    this.root.classList.toggle("has-face", opponent !== null);
  }
}

/** @param {Side} side */
export function createPlayerCard(side) {
  const name = h("span", { class: "player-name" });
  const about = h("span", { class: "player-about" });
  const clock = h("span", { class: "player-clock", hidden: true });
  const words = h("span", { class: "player-words" }, name, about);
  const mark = new PlayerMark(side);
  const root = h("li", { class: `player player-${side.toLowerCase()}` }, mark.root, words, clock);
  return { root, mark, name, about, clock };
}

/** The line below a player's name. @param {State} state @param {Side} side */
export function aboutText(state, side) {
  const game = /** @type {GameView} */ (state.game);
  const player = playerOf(game, side);
  const { agent, joined, present, name } = player;
  const who = playerName(state, side);
  const colour = colourName(state.settings, side);
  const own = who === colour ? (side === "FIRST" ? "First player" : "Second player") : colour;
  const opponent = opponentOf(player);
  if (opponent) return `${own} · ${ratingText(opponent)}`;
  const { thinking } = state;
  if (agent && thinking?.side === side && !game.result) {
    const figures = progressText(thinking).replace(/^: /, "");
    return figures || (thinking.queued ? "waiting" : "thinking");
  }
  const last = game.plies.findLast((ply) => ply.side === side);
  if (agent && last?.reason) return last.reason.charAt(0).toUpperCase() + last.reason.slice(1);
  if (game.link && joined === false) return `${own}, not here yet`;
  if (game.link && present === false) return `${own}, away`;
  return who === "You" && name && name !== "human" ? `${own}, ${name}` : own;
}

// @ts-check
// What stands before a player's name: the piece, and the face of an opponent with the piece at its side.
import { drawFace } from "../board/faces.js";
import { drawSwatch } from "../board/pieces.js";
import { h } from "../dom/elements.js";

/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../types.d.ts").OpponentView} OpponentView */

/** Shows a piece, or a face with a piece. */
export class PlayerMark {
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

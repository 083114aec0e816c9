// @ts-check
// Premoves: while a person elsewhere thinks, a click chooses the answer, which is played as soon as it
// is legal. Another click changes it; a click on it, or Escape, takes it back.
import { showNotice } from "./notices.js";
import { isLatest, isPlayable, linkSide } from "./state.js";
import { refusalText } from "../text/status.js";

/** @typedef {import("../types.d.ts").State} State */

/** Whether a click on the board chooses a move ahead of its turn. @param {State} state */
export function canPremove(state) {
  const { game } = state;
  const mine = linkSide(state);
  if (!game || !mine || game.result || game.turn === mine || state.pending || state.review) return false;
  return isLatest(state) && game.players.every((each) => each.joined);
}

export class PremoveController {
  /**
   * @param {import("./state.js").Store} store
   * @param {import("./move_controller.js").MoveController} moves
   */
  constructor(store, moves) {
    this.store = store;
    this.moves = moves;
    store.subscribe((state) => this.#follow(state));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) this.cancel();
    });
  }

  /**
   * @param {number} column
   * @param {boolean} isRepeated the second click of a double click, which means nothing by itself
   * @returns {boolean} whether the click was about a premove
   */
  choose(column, isRepeated) {
    const { state } = this.store;
    if (!canPremove(state)) return false;
    const { game, premove } = state;
    if (isRepeated || !game) return true;
    if (premove?.column === column) this.cancel();
    else if (game.legal.some((each) => each.column === column)) {
      this.store.update({ premove: { column, ply: game.plies.length }, notice: null });
    } else showNotice(this.store, refusalText(state, column), "refusal");
    return true;
  }

  cancel() {
    if (this.store.state.premove) this.store.update({ premove: null });
  }

  /** Play the premove when its turn has come; drop it when it was meant for a game that is no more. @param {State} state */
  #follow(state) {
    const { game, premove } = state;
    if (!premove || canPremove(state)) {
      if (premove && game && game.plies.length < premove.ply) this.cancel(); // a move was taken back
      return;
    }
    this.cancel();
    if (!game || !isPlayable(state) || game.plies.length <= premove.ply || game.must_ban) return;
    if (game.legal.some((each) => each.column === premove.column)) this.moves.drop(premove.column);
    else showNotice(this.store, `Your answer was not possible: column ${game.rules.labels[premove.column]} is full.`, "refusal");
  }
}

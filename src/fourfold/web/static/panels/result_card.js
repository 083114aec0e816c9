// @ts-check
// The card at the end of a game: who has won, and the score across rematches.
import { drawSwatch } from "../board/pieces.js";
import { h, setText, setVisible } from "../dom/elements.js";
import { SIDES, isLatest } from "../state/state.js";
import { playerName } from "../text/names.js";
import { endingText, seriesText } from "../text/result.js";

/** @typedef {import("../types.d.ts").State} State */

export class ResultCard {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.title = h("p", { class: "result-title" });
    this.score = h("div", { class: "result-score" });
    root.append(this.title, this.score);
  }

  /** @param {State} state */
  update(state) {
    const { game } = state;
    const isShown = Boolean(game?.result && game.id && isLatest(state) && !state.review && !state.pending);
    setVisible(this.root, isShown);
    if (!isShown || !game) return;
    setText(this.title, endingText(state));
    this.#drawScore(state);
  }

  /** @param {State} state */
  #drawScore(state) {
    const { series } = /** @type {import("../types.d.ts").GameView} */ (state.game);
    const isSeries = series.FIRST + series.SECOND + series.draws > 1;
    setVisible(this.score, isSeries);
    if (!isSeries) return;
    const words = seriesText(state);
    if (this.score.getAttribute("aria-label") === words) return;
    this.score.setAttribute("role", "img");
    this.score.setAttribute("aria-label", words);
    this.score.replaceChildren(
      ...SIDES.flatMap((side, index) => [
        index ? h("span", { class: "result-colon" }, ":") : null,
        h(
          "span",
          { class: "result-side" },
          drawSwatch(side),
          h("span", { class: "result-name" }, playerName(state, side)),
          h("span", { class: "result-points" }, formatPoints(series[side] + series.draws / 2)),
        ),
      ]).filter((each) => each !== null),
    );
  }
}

/** @param {number} points a draw counts half */
function formatPoints(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

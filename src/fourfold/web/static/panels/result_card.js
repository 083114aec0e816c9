// @ts-check
// The card at the end of a game: who has won, the score across rematches, what can be done now (rematch,
// review), and whom to play next.
import { drawFace } from "../board/faces.js";
import { drawSwatch } from "../board/pieces.js";
import { byId, h, setText, setVisible } from "../dom/elements.js";
import { suggestedOpponent } from "../state/opponents.js";
import { SIDES, isLatest, mySides, otherSide, playerOf } from "../state/state.js";
import { playerName } from "../text/names.js";
import { endingText, seriesText } from "../text/result.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").OpponentView} OpponentView */

export class ResultCard {
  /** @param {HTMLElement} root @param {(opponent: OpponentView) => void} play begins a game against an opponent */
  constructor(root, play) {
    this.root = root;
    this.play = play;
    /** @type {OpponentView | null} */
    this.suggested = null;
    this.next = h("div", { class: "result-next" });
    this.actions = byId("more-actions"); // the panel's: they stand in the card while it is shown
    this.home = h("span", { hidden: true });
    this.actions.before(this.home);
    this.title = h("p", { class: "result-title" });
    this.score = h("div", { class: "result-score" });
    root.append(this.title, this.score, this.next);
  }

  /** @param {State} state */
  update(state) {
    const { game } = state;
    const isShown = Boolean(game?.result && game.id && isLatest(state) && !state.review && !state.pending);
    setVisible(this.root, isShown);
    this.#moveActions(isShown);
    if (!isShown || !game) return;
    setText(this.title, endingText(state));
    this.#drawScore(state);
    this.#suggest(nextOpponent(state));
  }

  /** @param {boolean} isShown */
  #moveActions(isShown) {
    if (this.root.contains(this.actions) === isShown) return;
    const focused = this.actions.contains(document.activeElement) ? document.activeElement : null;
    if (isShown) this.next.before(this.actions);
    else this.home.after(this.actions);
    if (focused instanceof HTMLElement) focused.focus();
  }

  /** @param {OpponentView | null} opponent */
  #suggest(opponent) {
    if (opponent === this.suggested) return;
    this.suggested = opponent;
    const words = opponent ? h("span", { class: "button-text" }, `Next: ${opponent.name}`) : null;
    const button = opponent && h("button", { type: "button", class: "button" }, drawFace(opponent), words);
    button?.addEventListener("click", () => this.play(/** @type {OpponentView} */ (opponent)));
    this.next.replaceChildren(...(button ? [button] : []));
    setVisible(this.next, Boolean(button));
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

/** Return whom to play after this game; null if it was not against an opponent, or the same again. @param {State} state */
function nextOpponent(state) {
  const [mine, ...others] = mySides(state);
  const { game } = state;
  if (!game || !mine || others.length) return null;
  const { opponent } = playerOf(game, otherSide(mine));
  const suggested = opponent ? suggestedOpponent() : null;
  return suggested && suggested.id !== opponent ? suggested : null;
}

/** @param {number} points a draw counts half */
function formatPoints(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

// @ts-check
// The opponents as a list of faces, the weakest first. A tap begins a game; what they are is one more
// tap away.
import { drawFace } from "../board/faces.js";
import { createButton } from "../dom/controls.js";
import { h } from "../dom/elements.js";
import { winsAgainst } from "../state/opponents.js";
import { measuredText, winsText } from "../text/opponents.js";

/** @typedef {import("../types.d.ts").OpponentView} OpponentView */

/**
 * @param {OpponentView[]} opponents
 * @param {OpponentView | null} suggested
 * @param {(opponent: OpponentView) => void} choose
 */
export function createLadderList(opponents, suggested, choose) {
  const items = opponents.map((opponent, index) =>
    createItem(opponent, opponents[index - 1] ?? null, opponent.id === suggested?.id, choose),
  );
  const list = h("ul", { class: "ladder", "aria-label": "Opponents, the weakest first" }, ...items);
  list.addEventListener("keydown", (event) => moveFocus(list, event));
  return list;
}

/** A rating, beside a face and a name. @param {OpponentView} opponent */
export function createRating({ rating }) {
  return h("span", { class: "opponent-rating" }, h("span", { class: "unseen" }, "rated "), rating);
}

/**
 * @param {OpponentView} opponent
 * @param {OpponentView | null} below
 * @param {boolean} isSuggested
 * @param {(opponent: OpponentView) => void} choose
 */
function createItem(opponent, below, isSuggested, choose) {
  const { id, name, sentence, what, agent } = opponent;
  const wins = winsAgainst(opponent);
  const about = h(
    "p",
    { class: "opponent-about", id: `about-${id}`, hidden: true },
    `${what} ${measuredText(opponent, below)} `,
    h("code", {}, agent),
  );
  const more = createButton(`What ${name} is`, () => {
    about.hidden = !about.hidden;
    more.setAttribute("aria-expanded", String(!about.hidden));
  }, { icon: "info", bare: true, class: "is-quiet" });
  more.setAttribute("aria-expanded", "false");
  more.setAttribute("aria-controls", about.id);
  return h(
    "li",
    { class: `ladder-item ${isSuggested ? "is-suggested" : ""}` },
    h(
      "button",
      { type: "button", class: "opponent", "data-opponent": id, on: { click: () => choose(opponent) } },
      drawFace(opponent),
      h(
        "span",
        { class: "opponent-words" },
        h(
          "span",
          { class: "opponent-name" },
          name,
          wins ? h("span", { class: "opponent-wins" }, winsText(wins)) : null,
          isSuggested ? h("span", { class: "opponent-badge" }, "suggested") : null,
        ),
        h("span", { class: "opponent-sentence" }, sentence),
      ),
      createRating(opponent),
    ),
    more,
    about,
  );
}

/** The arrows go from opponent to opponent. @param {HTMLElement} list @param {KeyboardEvent} event */
function moveFocus(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = document.activeElement;
  if (!step || !(at instanceof HTMLElement) || !at.matches(".opponent")) return;
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(".opponent")]);
  event.preventDefault();
  all[all.indexOf(at) + step]?.focus();
}

// @ts-check
// The list of moves, two to a line with the number of the first, and the buttons that step through it.
import { createButton } from "../dom/controls.js";
import { byId, h, setAttribute } from "../dom/elements.js";
import { drawLabelMark } from "./label_mark.js";
import { shownPly } from "../state/state.js";
import { cellName, playerName } from "../text/names.js";
import { formatCount } from "../text/numbers.js";
import { stepByKey } from "../dom/keyboard.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").PlyView} PlyView */

const STEPS = { ArrowLeft: -1, ArrowUp: -2, ArrowRight: 1, ArrowDown: 2 };

export class MoveList {
  /** @param {{goTo: (ply: number) => void, step: (plies: number) => void, explorer: () => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.list = byId("moves-list");
    this.key = "";
    this.ply = -1;
    const end = () => handlers.goTo(Infinity);
    this.back = [
      createButton("Start", () => handlers.goTo(0), { icon: "first", bare: true, key: "Home" }),
      createButton("Back", () => handlers.step(-1), { icon: "previous", bare: true, key: "," }),
    ];
    this.forth = [
      createButton("Forward", () => handlers.step(1), { icon: "next", bare: true, key: "." }),
      createButton("End", end, { icon: "last", bare: true, key: "End" }),
    ];
    this.explorer = createButton("Explorer", handlers.explorer, { icon: "tree", bare: true, key: "E" });
    byId("moves-steps").append(...this.back, ...this.forth, this.explorer);
    this.list.addEventListener("keydown", (event) => stepByKey(event, STEPS, this.handlers));
    // What is below and above it comes and goes: the move that is shown stays in sight.
    new ResizeObserver(() => {
      const here = this.list.querySelector("[aria-current]");
      if (here instanceof HTMLElement) this.#reveal(here);
    }).observe(this.list);
  }

  /** @param {State} state */
  update(state) {
    const plies = state.game?.plies ?? [];
    const key = JSON.stringify([state.game?.id, plies.map((p) => [p.label, p.kind, p.side])]);
    if (key !== this.key) {
      this.key = key;
      this.ply = -1;
      this.#fill(state, plies);
    }
    setAttribute(this.explorer, "aria-pressed", String(state.explorer));
    this.explorer.disabled = !state.game?.hints_allowed;
    const shown = Math.min(shownPly(state), plies.length);
    if (shown !== this.ply) this.#mark(shown);
    this.#label(state);
    for (const each of this.back) each.disabled = shown === 0;
    for (const each of this.forth) each.disabled = shown >= plies.length;
  }

  /** @param {State} state @param {PlyView[]} plies */
  #fill(state, plies) {
    const hadFocus = this.list.contains(document.activeElement);
    /** @type {HTMLElement[]} */
    const lines = [];
    /** @type {HTMLElement | null} */
    let line = null;
    let side = "SECOND";
    for (const [index, ply] of plies.entries()) {
      if (!line || (ply.side === "FIRST" && side === "SECOND")) {
        const numeral = h("span", { class: "moves-number" }, `${index + 1}`);
        line = h("li", { class: "moves-line" }, numeral, h("span"), h("span"));
        lines.push(line);
      }
      side = ply.side;
      line.children[side === "FIRST" ? 1 : 2].append(this.#createPly(state, ply, index + 1));
    }
    if (!lines.length) lines.push(h("li", { class: "moves-none" }, "No moves yet."));
    this.list.replaceChildren(...lines);
    if (hadFocus) this.#mark(plies.length, true);
  }

  /** @param {State} state @param {PlyView} ply @param {number} number */
  #createPly(state, ply, number) {
    const cell = cellName([ply.column, ply.row]);
    const facts = [`${playerName(state, ply.side)}: ${ply.kind === "ban" ? "ban on " : ""}${cell}`];
    if (typeof ply.seconds === "number") facts.push(`${ply.seconds.toFixed(1)} s`);
    if (ply.depth) facts.push(`depth ${ply.depth}`);
    if (ply.nodes) facts.push(`${formatCount(ply.nodes)} positions`);
    if (ply.reason) facts.push(ply.reason);
    const isBan = ply.kind === "ban";
    return h(
      "button",
      {
        type: "button",
        class: `ply${isBan ? " is-ban" : ""}${ply.opening ? " is-opening" : ""}`,
        title: facts.join(", "),
        tabindex: -1,
        "data-ply": number,
        "aria-label": `Move ${number}: ${facts[0]}`,
        on: { click: () => this.handlers.goTo(number) },
      },
      isBan ? `ban ${ply.label}` : ply.label,
    );
  }

  /** In a review, show what each ply was. @param {State} state */
  #label({ review }) {
    this.list.classList.toggle("is-reviewed", Boolean(review));
    for (const each of this.list.querySelectorAll("button")) {
      const ply = review?.plies[Number(each.dataset.ply)];
      if ((each.dataset.label ?? "") === (ply?.label ?? "")) continue;
      each.dataset.label = ply?.label ?? "";
      each.querySelector(".label-mark")?.remove();
      const words = each.getAttribute("aria-label")?.replace(/ \(.*\)$/, "") ?? "";
      setAttribute(each, "aria-label", ply ? `${words} (${ply.label}${ply.proven ? "" : ", estimate"})` : words);
      if (ply) each.append(drawLabelMark(ply));
    }
  }

  /** @param {number} shown @param {boolean} [focus] */
  #mark(shown, focus = false) {
    this.ply = shown;
    for (const each of this.list.querySelectorAll("button")) {
      const here = Number(each.dataset.ply) === Math.max(1, shown);
      setAttribute(each, "aria-current", Number(each.dataset.ply) === shown ? "step" : null);
      setAttribute(each, "tabindex", here ? "0" : "-1");
      if (!here) continue;
      const hadFocus = focus || this.list.contains(document.activeElement);
      if (hadFocus) each.focus({ preventScroll: true });
      this.#reveal(each);
    }
    if (shown === 0) this.list.scrollTop = 0;
  }

  /** Scroll the list alone, never the page. @param {HTMLElement} element */
  #reveal(element) {
    const top = element.offsetTop; // from the top of the list, which is its frame of reference
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop) this.list.scrollTop = top - 4;
    else if (top + element.offsetHeight > scrollTop + clientHeight) {
      this.list.scrollTop = top + element.offsetHeight - clientHeight + 4;
    }
  }
}

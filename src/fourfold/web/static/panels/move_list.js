// @ts-check
// The list of moves, two to a line with the number of the first, and the buttons that step through it.
import { createButton } from "../dom/controls.js";
import { byId, h, setAttribute } from "../dom/elements.js";
import { drawLabelMark } from "./label_mark.js";
import { loadStyles } from "../dom/styles.js";
import { mainPath, pliesOf } from "../state/move_tree.js";
import { lineOf, shownPath, shownPly } from "../state/state.js";
import { cellName, playerName } from "../text/names.js";
import { formatCount } from "../text/numbers.js";
import { stepByKey } from "../dom/keyboard.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").LinePlyView & Partial<import("../types.d.ts").PlyView>} Ply */

const STEPS = { ArrowLeft: -1, ArrowUp: -2, ArrowRight: 1, ArrowDown: 2 };

export class MoveList {
  /**
   * @param {{goTo: (ply: number) => void, step: (plies: number) => void, explorer: () => void}} handlers
   * @param {import("../state/move_controller.js").MoveController} moves
   */
  constructor(handlers, moves) {
    this.handlers = handlers;
    this.moves = moves;
    /** @type {import("./variation_list.js").VariationList | null} loaded with the first variation */
    this.variations = null;
    this.list = byId("moves-list");
    this.key = "";
    /** @type {string | null} the path of the move that is marked */
    this.path = null;
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
    const { game } = state;
    const plies = (game && pliesOf(game, mainPath(state))) ?? [];
    const others = game?.variations ?? [];
    if (others.length && !this.variations) this.#loadVariations();
    const key = JSON.stringify([
      game?.id,
      plies.map((p) => [p.label, p.kind, p.side]),
      this.variations && [others.map((each) => each.moves), state.tree],
    ]);
    if (key !== this.key) {
      this.key = key;
      this.path = null;
      this.#fill(state, plies);
    }
    setAttribute(this.explorer, "aria-pressed", String(state.explorer));
    this.explorer.disabled = !state.game?.hints_allowed;
    const shown = shownPly(state);
    const path = shownPath(state);
    if (path !== this.path) this.#mark(path);
    this.variations?.update(state);
    this.#label(state);
    for (const each of this.back) each.disabled = shown === 0;
    for (const each of this.forth) each.disabled = shown >= (lineOf(state)?.plies.length ?? 0);
  }

  #loadVariations() {
    const load = () => Promise.all([import("./variation_list.js"), loadStyles("variations")]);
    load().then(
      ([{ VariationList }]) => {
        this.variations ??= new VariationList(this.moves);
        this.moves.store.update({});
      },
      () => {}, // the moves of the game are there
    );
  }

  /** @param {State} state @param {Ply[]} plies */
  #fill(state, plies) {
    const hadFocus = this.list.contains(document.activeElement);
    /** @type {HTMLElement[]} */
    const lines = [];
    /** @type {HTMLElement | null} */
    let line = null;
    let side = "SECOND";
    let path = "";
    for (const ply of plies) {
      path += ply.label;
      if (!line || (ply.side === "FIRST" && side === "SECOND")) {
        const numeral = h("span", { class: "moves-number" }, `${path.length}`);
        line = h("li", { class: "moves-line" }, numeral, h("span"), h("span"));
        lines.push(line);
      }
      side = ply.side;
      line.children[side === "FIRST" ? 1 : 2].append(this.#createPly(state, ply, path, true));
    }
    if (!lines.length) lines.push(h("li", { class: "moves-none" }, "No moves yet."));
    this.list.replaceChildren(...lines);
    this.variations?.insert(state, (each, where) => this.#createPly(state, each, where, false), this.list);
    if (hadFocus) this.#mark(shownPath(state), true);
  }

  /** @param {State} state @param {Ply} ply @param {string} path @param {boolean} isMain */
  #createPly(state, ply, path, isMain) {
    const number = path.length;
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
        "data-ply": isMain ? number : null,
        "data-path": path,
        "aria-label": `${isMain ? "Move" : "Variation, move"} ${number}: ${facts[0]}`,
        on: { click: () => (this.variations ? this.variations.walk(path) : this.handlers.goTo(number)) },
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

  /** @param {string} path @param {boolean} [focus] */
  #mark(path, focus = false) {
    this.path = path;
    const first = this.list.querySelector("button");
    for (const each of this.list.querySelectorAll("button")) {
      const here = path ? each.dataset.path === path : each === first;
      setAttribute(each, "aria-current", each.dataset.path === path ? "step" : null);
      setAttribute(each, "tabindex", here ? "0" : "-1");
      if (!here) continue;
      const hadFocus = focus || this.list.contains(document.activeElement);
      if (hadFocus) each.focus({ preventScroll: true });
      this.#reveal(each);
    }
    if (!path) this.list.scrollTop = 0;
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

// @ts-check
// The graph of win chances under the board: FIRST's part from the bottom, and the turning points.
// It is a slider through the game, for the mouse, the finger, the keyboard and screen readers.
import { byId, h, s, setAttribute } from "../dom/elements.js";
import { drawLabelMark } from "./label_mark.js";
import { chanceAfter, reviewedNumber } from "../state/review_state.js";
import { placeText } from "../text/review.js";
import { stepByKey } from "../dom/keyboard.js";

/** @typedef {import("../types.d.ts").State} State */

const TURNING = new Set(["mistake", "blunder"]);

const STEPS = { ArrowLeft: -1, ArrowDown: -1, PageDown: -5, ArrowRight: 1, ArrowUp: 1, PageUp: 5 };

export class ReviewGraph {
  /** @param {{goTo: (ply: number) => void, step: (plies: number) => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.root = byId("graph");
    this.total = 0;
    this.key = "";
    this.second = s("path", { class: "graph-second" });
    this.first = s("path", { class: "graph-first" });
    this.edge = s("path", { class: "graph-edge", "vector-effect": "non-scaling-stroke" });
    this.svg = s("svg", { class: "graph-picture", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });
    this.svg.append(this.second, this.first, this.edge);
    this.marks = h("div", { class: "graph-marks" });
    this.here = h("div", { class: "graph-here" });
    this.root.append(this.svg, h("div", { class: "graph-middle" }), this.marks, this.here);
    this.root.addEventListener("keydown", (event) => stepByKey(event, STEPS, this.handlers));
    this.root.addEventListener("pointerdown", (event) => this.#point(event));
    this.root.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.#point(event);
    });
  }

  focus() {
    this.root.focus({ preventScroll: true });
  }

  /** @param {State} state */
  update(state) {
    const { game, review } = state;
    if (!game || !review) return;
    const total = game.plies.length;
    const chances = Array.from({ length: total + 1 }, (_, ply) => chanceAfter(state, ply));
    const key = JSON.stringify([total, chances, review.done]);
    if (key !== this.key) {
      this.key = key;
      this.total = total;
      this.#draw(chances);
      this.#drawMarks(state);
    }
    const ply = reviewedNumber(state);
    this.here.style.setProperty("--x", String(ply / Math.max(1, total)));
    this.here.style.setProperty("--y", String(chances[ply] ?? 0.5));
    this.here.classList.toggle("is-known", chances[ply] !== null);
    setAttribute(this.root, "aria-valuemax", String(total));
    setAttribute(this.root, "aria-valuenow", String(ply));
    setAttribute(this.root, "aria-valuetext", placeText(state, ply, chances[ply]));
  }

  /** @param {(number | null)[]} chances */
  #draw(chances) {
    setAttribute(this.svg, "viewBox", `0 -0.04 ${Math.max(1, this.total)} 1.08`);
    /** @type {[number, number][]} */
    const points = [];
    for (const [ply, chance] of chances.entries()) if (chance !== null) points.push([ply, 1 - chance]);
    const line = points.map(([x, y]) => `${x} ${y.toFixed(4)}`).join("L");
    const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
    setAttribute(this.edge, "d", line ? `M${line}` : "");
    setAttribute(this.first, "d", line ? `M${from} 1.04L${line}L${to} 1.04z` : "");
    setAttribute(this.second, "d", line ? `M${from} -0.04H${to}V1.04H${from}z` : "");
  }

  /** @param {State} state */
  #drawMarks(state) {
    const plies = Object.values(state.review?.plies ?? {}).filter((ply) => TURNING.has(ply.label));
    this.marks.replaceChildren(
      ...plies.map((ply) => {
        const mark = drawLabelMark(ply);
        mark.style.setProperty("--x", String(ply.number / this.total));
        mark.style.setProperty("--y", String(ply.win_chance));
        return mark;
      }),
    );
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { left, width } = this.svg.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / width) * this.total);
    this.handlers.goTo(Math.max(0, Math.min(this.total, ply)));
  }
}

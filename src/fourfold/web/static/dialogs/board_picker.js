// @ts-check
// The board of a new game: its size by two sliders, and a small board on which a click forbids a
// cell or puts the star there.
import { createButton, createChoice } from "../dom/controls.js";
import { h, s, setAttribute, setText } from "../dom/elements.js";
import { CROSS, starPath } from "../board/pieces.js";
import { cellName } from "../text/names.js";

/** @typedef {import("../types.d.ts").Cell} Cell */
/** @typedef {{columns: number, rows: number, forbidden: Cell[], bonus: Cell | null}} Shape */

const LEAST = 4;
const MOST = 12;

/** @param {Shape} shape */
export function rulesText({ columns, rows, forbidden, bonus }) {
  const ordered = [...forbidden].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const marks = ordered.map((cell) => `-x${cellName(cell)}`).join("");
  return `${columns}x${rows}${marks}${bonus ? `-b${cellName(bonus)}` : ""}`;
}

export class BoardPicker {
  /**
   * @param {Shape} shape
   * @param {() => Promise<Shape>} randomShape
   * @param {(shape: Shape) => void} changed
   */
  constructor(shape, randomShape, changed) {
    this.shape = shape;
    this.changed = changed;
    this.tool = "forbidden";
    /** @type {Cell} */
    this.at = [0, 0];
    this.text = h("span", { class: "picker-rules", role: "status" });
    this.grid = h("div", { class: "picker-grid", role: "grid", "aria-label": "Cells of the board" });
    this.grid.addEventListener("keydown", (event) => this.#handleKey(event));
    this.sliders = { columns: this.#createSlider("columns", "Columns"), rows: this.#createSlider("rows", "Rows") };
    const tools = [
      { value: "forbidden", label: "Forbidden", content: drawSign("forbidden") },
      { value: "bonus", label: "Star", content: drawSign("bonus") },
    ];
    this.root = h(
      "div",
      { class: "picker" },
      h("div", { class: "picker-sliders" }, this.sliders.columns.root, this.sliders.rows.root),
      h("div", { class: "picker-frame" }, this.grid),
      createChoice("A click on the board marks", "tool", tools, this.tool, (tool) => {
        this.tool = tool;
      }),
      h(
        "div",
        { class: "dialog-row" },
        createButton("Random board", () => void randomShape().then((found) => this.set(found)), { icon: "dice" }),
        createButton("Random cell", () => this.#randomCell(), { icon: "dice" }),
        createButton("Plain", () => this.set({ ...this.shape, forbidden: [], bonus: null }), { class: "is-quiet" }),
      ),
      h("p", { class: "field-help" }, "Rules: ", this.text),
    );
    this.set(shape);
  }

  /** @param {Shape} shape */
  set(shape) {
    const isResized =
      !this.grid.childElementCount || shape.columns !== this.shape.columns || shape.rows !== this.shape.rows;
    const inside = (/** @type {Cell} */ [column, row]) => column < shape.columns && row < shape.rows;
    const bonus = shape.bonus && inside(shape.bonus) ? shape.bonus : null;
    const { columns, rows } = shape;
    this.shape = { columns, rows, forbidden: shape.forbidden.filter(inside), bonus };
    if (!inside(this.at)) this.at = [0, 0];
    if (isResized) this.#build();
    this.#draw();
    this.changed(this.shape);
  }

  /** @param {"columns" | "rows"} which @param {string} label */
  #createSlider(which, label) {
    const input = h("input", { type: "range", min: LEAST, max: MOST, value: this.shape[which] });
    const number = h("span", { class: "slider-number", "aria-hidden": "true" }); // an <output> would take the label
    input.addEventListener("input", () => this.set({ ...this.shape, [which]: Number(input.value) }));
    const root = h("label", { class: "slider" }, h("span", { class: "field-label" }, label, number), input);
    return { root, input, number };
  }

  #build() {
    const { columns, rows } = this.shape;
    this.grid.style.setProperty("--columns", String(columns));
    this.grid.style.setProperty("--rows", String(rows));
    const lines = [];
    for (let row = rows - 1; row >= 0; row--) {
      const line = h("div", { role: "row", class: "picker-row" });
      for (let column = 0; column < columns; column++) {
        const cell = h("button", {
          type: "button",
          class: "picker-cell",
          role: "gridcell",
          "data-cell": `${column},${row}`,
          on: { click: () => this.#mark([column, row]) },
        });
        line.append(cell);
      }
      lines.push(line);
    }
    this.grid.replaceChildren(...lines);
  }

  #draw() {
    const { columns, rows, forbidden, bonus } = this.shape;
    for (const [which, { input, number }] of Object.entries(this.sliders)) {
      const value = String(which === "columns" ? columns : rows);
      if (input.value !== value) input.value = value;
      setText(number, value);
    }
    const closed = new Set(forbidden.map(String));
    for (const cell of this.grid.querySelectorAll("button")) {
      const here = cell.dataset.cell ?? "";
      const kind = closed.has(here) ? "forbidden" : String(bonus) === here ? "bonus" : "";
      const [column, row] = here.split(",").map(Number);
      const words = { forbidden: ", forbidden", bonus: ", star", "": "" }[kind];
      setAttribute(cell, "aria-label", `${cellName([column, row])}${words}`);
      setAttribute(cell, "tabindex", String(this.at) === here ? "0" : "-1");
      if (cell.dataset.kind !== kind) {
        cell.dataset.kind = kind;
        cell.replaceChildren(...(kind ? [drawSign(kind)] : []));
      }
    }
    setText(this.text, rulesText(this.shape));
  }

  /** @param {Cell} cell */
  #mark(cell) {
    const { forbidden, bonus } = this.shape;
    const others = forbidden.filter((each) => String(each) !== String(cell));
    const isStar = String(bonus) === String(cell);
    this.at = cell;
    if (this.tool === "bonus") {
      this.set({ ...this.shape, forbidden: others, bonus: isStar ? null : cell });
      return;
    }
    const isNew = others.length === forbidden.length;
    const marked = isNew ? [...others, cell] : others;
    this.set({ ...this.shape, forbidden: marked, bonus: isStar ? null : bonus });
  }

  #randomCell() {
    const { columns, rows } = this.shape;
    const any = (/** @type {number} */ count) => Math.floor(Math.random() * count);
    /** @type {Cell} */
    const cell = [any(columns), any(rows)];
    if (this.tool === "bonus") {
      const forbidden = this.shape.forbidden.filter((each) => String(each) !== String(cell));
      this.set({ ...this.shape, forbidden, bonus: cell });
    } else {
      const bonus = String(this.shape.bonus) === String(cell) ? null : this.shape.bonus;
      this.set({ ...this.shape, forbidden: [cell], bonus });
    }
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const column = Math.max(0, Math.min(this.shape.columns - 1, this.at[0] + step[0]));
    const row = Math.max(0, Math.min(this.shape.rows - 1, this.at[1] + step[1]));
    this.at = [column, row];
    this.#draw();
    /** @type {HTMLElement | null} */ (this.grid.querySelector('[tabindex="0"]'))?.focus();
  }
}

/** @param {string} kind */
function drawSign(kind) {
  const shape =
    kind === "bonus"
      ? s("path", { class: "bonus-star", d: starPath(0.34) })
      : s("path", { class: "forbidden-cross", d: CROSS });
  return s("svg", { class: "sign", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, shape);
}

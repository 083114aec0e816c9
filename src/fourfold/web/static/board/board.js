// @ts-check
// The board: draws one view of a game and reports which column was chosen. It fetches nothing and
// knows no rules, so it can be used alone:
//
//     const board = new Board(document.querySelector("#here"), { choose: (column) => ... });
//     board.update(view);                      // a BoardView, see types.d.ts
//
// with css/tokens.css and css/board.css; --cell is the size of a cell.
//
// One unit is one cell. From the back: the holes' ground, the pieces, the plate with its holes
// (so that pieces fall behind it), and the marks. A button lies over each column: it is what
// the mouse, the finger, the keyboard and the screen reader all use.
import { drawBackground, drawForbidden, drawPlate, drawRims } from "./plate.js";
import { animateFall, animateRemoval } from "./motion.js";
import { drawMarks } from "./marks.js";
import { h, s, setAttribute, setText } from "../dom/elements.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("../types.d.ts").BoardView} BoardView */
/** @typedef {BoardView["pieces"][number]} Piece */

const EDGE = 0.16; // the plate around the cells
const ABOVE = 1.02; // where the next piece hangs
const BELOW = 0.56; // the lip with the columns' names

export class Board {
  /**
   * @param {HTMLElement} container
   * @param {{choose?: (column: number, isRepeated: boolean) => void, hover?: (column: number | null) => void}} [handlers]
   */
  constructor(container, handlers = {}) {
    this.handlers = handlers;
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {number | null} */
    this.hovered = null;
    this.tabColumn = 0;
    this.hasKeyboard = false;
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();

    this.background = s("g", { class: "board-ground" });
    this.pieceLayer = s("g", { class: "board-pieces" });
    this.plate = s("g", { class: "board-front" });
    this.marks = s("g", { class: "board-marks" });
    this.ghost = s("g", { class: "board-ghost" });
    this.svg = s("svg", { class: "board-picture", "aria-hidden": "true", focusable: "false" });
    this.svg.append(this.background, this.pieceLayer, this.plate, this.marks, this.ghost);
    this.columns = h("div", { class: "board-columns", role: "group", "aria-label": "Columns" });
    this.table = h("table");
    const words = h("div", { class: "board-words" }, this.table); // a table cannot be made small itself
    this.root = h("div", { class: "board" }, this.svg, this.columns, words);
    container.append(this.root);

    this.columns.addEventListener("pointerleave", () => this.hover(null));
    this.columns.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** @param {BoardView} view */
  update(view) {
    const before = this.view;
    this.view = view;
    const fresh = !before || describeShape(before) !== describeShape(view);
    if (fresh) this.#drawShape(view);
    this.#updatePieces(view, fresh || !view.motion);
    drawMarks(this.marks, view);
    this.#updateColumns(view);
    this.#updateTable(view);
    this.#drawGhost();
    this.root.classList.toggle("is-playable", view.playable);
    this.root.classList.toggle("is-premovable", Boolean(view.premovable));
    this.root.classList.toggle("is-ban", view.playable && view.next === "BAN");
    this.root.classList.toggle("is-won", view.line.length > 0);
  }

  /**
   * Show what a piece in this column would do.
   * @param {number | null} column
   */
  hover(column) {
    if (this.hovered === column) return;
    this.hovered = column;
    if (column !== null) this.tabColumn = column;
    this.#drawGhost();
    this.handlers.hover?.(column);
  }

  /** Put the keyboard's focus on a column. */
  focus(column = this.tabColumn) {
    /** @type {HTMLElement | undefined} */ (this.columns.children[column])?.focus();
  }

  // --- what is drawn once for a board's shape ------------------------------------------------

  /** @param {BoardView} view */
  #drawShape(view) {
    const { columns, rows } = view;
    const { width, height } = boardSize(view);
    setAttribute(this.svg, "viewBox", `${-EDGE} ${-ABOVE} ${width} ${height}`);
    const style = this.root.style;
    style.setProperty("--columns", String(columns));
    style.setProperty("--board-width", String(width));
    style.setProperty("--board-height", String(height));

    this.pieces.clear();
    this.pieceLayer.replaceChildren();
    this.ghost.replaceChildren();
    this.background.replaceChildren(drawBackground(view));
    this.plate.replaceChildren(drawPlate(view, EDGE, BELOW), drawRims(view), drawForbidden(view));

    this.tabColumn = Math.floor((columns - 1) / 2);
    this.columns.replaceChildren(...view.labels.map((_, column) => this.#button(column)));
    this.table.replaceChildren(h("caption", {}, "The board, from the top row down"));
    for (let row = rows - 1; row >= 0; row--) {
      const line = h("tr", {}, h("th", { scope: "row" }, `Row ${row + 1}`));
      for (let column = 0; column < columns; column++) line.append(h("td"));
      this.table.append(line);
    }
  }

  /** @param {number} column */
  #button(column) {
    return h("button", {
      type: "button",
      class: "board-column",
      on: {
        click: (/** @type {MouseEvent} */ event) => this.handlers.choose?.(column, event.detail > 1),
        pointerenter: (/** @type {PointerEvent} */ event) => {
          if (event.pointerType !== "touch") this.hover(column);
        },
        focus: (/** @type {FocusEvent} */ event) => {
          const target = /** @type {HTMLElement} */ (event.currentTarget);
          // After a click the focus is here as well, but the arrow keys are not the board's.
          this.hasKeyboard = target.matches(":focus-visible");
          if (this.hasKeyboard) this.hover(column);
          this.tabColumn = column;
          this.#updateTabStop();
        },
        blur: () => this.hover(null),
      },
    });
  }

  // --- what changes --------------------------------------------------------------------------

  /**
   * @param {BoardView} view
   * @param {boolean} atOnce
   */
  #updatePieces(view, atOnce) {
    const wanted = new Map(view.pieces.map((p) => [`${p.column},${p.row},${p.owner}`, p]));
    for (const [key, element] of this.pieces) {
      if (wanted.has(key)) continue;
      this.pieces.delete(key);
      animateRemoval(element, atOnce);
    }
    const fresh = [...wanted].filter(([key]) => !this.pieces.has(key));
    const won = new Set(view.line.map(String));
    for (const [key, p] of fresh) {
      const body = drawPiece(p.owner);
      const place = s("g", { transform: translateToCell(view, p.column, p.row) }, body);
      this.pieces.set(key, place);
      this.pieceLayer.append(place);
      // A move or two fall; a whole position that is shown at once is simply there.
      if (!atOnce && fresh.length <= 2) animateFall(body, view.rows - 1 - p.row + 1);
    }
    for (const [key, p] of wanted) {
      const isWon = won.has(String([p.column, p.row]));
      this.pieces.get(key)?.classList.toggle("is-winning", isWon);
    }
  }

  #drawGhost() {
    const view = this.view;
    const column = this.hovered;
    this.ghost.replaceChildren();
    if (!view || column === null || !(view.playable || view.premovable)) return;
    const row = view.landing[column];
    if (row === null || row === undefined) return;
    const owner = view.next.toLowerCase();
    this.ghost.append(
      s("g", { transform: `translate(${column + 0.5} -0.52)` }, drawPiece(view.next)),
      s("circle", {
        class: `landing landing-${owner}`,
        transform: translateToCell(view, column, row),
        r: 0.33,
      }),
    );
  }

  /** @param {BoardView} view */
  #updateColumns(view) {
    const what = view.next === "BAN" ? "The ban" : view.names[view.next];
    view.labels.forEach((label, column) => {
      const button = this.columns.children[column];
      const row = view.landing[column];
      const free = row !== null && row !== undefined;
      const lands = view.premovable
        ? `${what} answers here${view.premove === column ? ": choose it again to cancel" : ""}`
        : `${what} lands on row ${(row ?? 0) + 1}`;
      setAttribute(button, "aria-label", `Column ${label}: ${free ? lands : "no room"}`);
      setAttribute(button, "aria-disabled", (view.playable || view.premovable) && free ? null : "true");
    });
    this.#updateTabStop();
  }

  #updateTabStop() {
    [...this.columns.children].forEach((button, column) => {
      setAttribute(button, "tabindex", column === this.tabColumn ? "0" : "-1");
    });
  }

  /** @param {BoardView} view */
  #updateTable(view) {
    /** @type {Map<string, string>} */
    const words = new Map(view.forbidden.map((cell) => [String(cell), "forbidden"]));
    if (view.bonus) words.set(String(view.bonus), "star");
    for (const p of view.pieces) words.set(String([p.column, p.row]), view.names[p.owner]);
    for (let row = 0; row < view.rows; row++) {
      const line = this.table.rows[view.rows - 1 - row];
      for (let column = 0; column < view.columns; column++) {
        setText(line.cells[column + 1], words.get(String([column, row])) ?? "free");
      }
    }
  }

  // --- keys ----------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const last = (this.view?.columns ?? 1) - 1;
    const here = this.tabColumn;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: Math.max(0, here - 1), ArrowRight: Math.min(last, here + 1) };
    const target = targets[event.key];
    if (!this.hasKeyboard || target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.focus(target);
    this.hover(target);
  }
}

/**
 * How large the whole picture is, in cells.
 * @param {{columns: number, rows: number}} shape
 */
export function boardSize({ columns, rows }) {
  return { width: columns + 2 * EDGE, height: ABOVE + rows + BELOW };
}

/**
 * Where the middle of a cell is.
 * @param {{rows: number}} view
 * @param {number} column
 * @param {number} row
 */
export function translateToCell(view, column, row) {
  return `translate(${column + 0.5} ${view.rows - row - 0.5})`;
}

/** @param {BoardView} view */
function describeShape(view) {
  return JSON.stringify([view.columns, view.rows, view.labels, view.forbidden, view.bonus]);
}

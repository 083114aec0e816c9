// @ts-check
// What is drawn over the pieces: the last move, the winning lines, the hint, the threats, the cell
// that is pointed at, and the pieces of a line that was not played.
import { s } from "../dom/elements.js";
import { drawGhosts, drawPremove } from "./ghosts.js";

/** @typedef {import("../types.d.ts").BoardView} BoardView */
/** @typedef {import("../types.d.ts").Cell} Cell */

/**
 * Draw each kind of mark as a group, and again only when it has changed, so that an animation (the
 * line, the rim of the last piece) runs once.
 * @param {SVGGElement} layer
 * @param {BoardView} view
 */
export function drawMarks(layer, view) {
  const { rows, landing, pieces } = view;
  replaceGroup(layer, "threats", [rows, view.marks, view.marks && landing], () => drawThreats(view));
  replaceGroup(layer, "last", [rows, pieces.at(-1), pieces.length], () => drawLastMove(view));
  replaceGroup(layer, "hint", [rows, view.hint, landing], () => drawHint(view));
  replaceGroup(layer, "pointed", [rows, view.pointed], () => drawPointed(view));
  replaceGroup(layer, "premove", [rows, view.premove, landing, view.next], () => drawPremove(view));
  replaceGroup(layer, "winning", [rows, view.line], () => drawWinningLines(view));
  replaceGroup(layer, "ghosts", [rows, view.ghosts], () => drawGhosts(view));
}

/**
 * @param {SVGGElement} layer
 * @param {string} name
 * @param {unknown} facts what the marks are made from
 * @param {() => SVGElement[]} make
 */
function replaceGroup(layer, name, facts, make) {
  const key = JSON.stringify(facts);
  const old = layer.querySelector(`.${name}`);
  if (old?.getAttribute("data-key") === key) return;
  const group = s("g", { class: name, "data-key": key }, ...make());
  if (old) old.replaceWith(group);
  else layer.append(group);
}

/** @param {BoardView} view */
function drawWinningLines(view) {
  return findLines(view.line).flatMap(([from, to]) => {
    const d = `M${cellCentre(view, from)}L${cellCentre(view, to)}`;
    return [
      s("path", { class: "winning-edge", d, pathLength: 1 }),
      s("path", { class: "winning-line", d, pathLength: 1 }),
    ];
  });
}

/** @param {BoardView} view */
function drawLastMove(view) {
  const last = view.pieces.at(-1);
  if (!last) return [];
  const [x, y] = cellCentre(view, [last.column, last.row]);
  return [s("circle", { class: "last-move", cx: x, cy: y, r: 0.425 })];
}

/** @param {BoardView} view */
function drawHint(view) {
  const row = view.hint === null ? null : view.landing[view.hint];
  if (view.hint === null || row === null || row === undefined) return [];
  const [x, y] = cellCentre(view, [view.hint, row]);
  return [
    s("circle", { class: "hint-ring", cx: x, cy: y, r: 0.31 }),
    s("circle", { class: "hint-dot", cx: x, cy: y, r: 0.09 }),
  ];
}

/** @param {BoardView} view */
function drawPointed(view) {
  if (!view.pointed) return [];
  const [x, y] = cellCentre(view, view.pointed);
  return [s("circle", { class: "pointed-ring", cx: x, cy: y, r: 0.46 })];
}

/**
 * Draw the threats of both: FIRST's to the left in their cell, SECOND's to the right; a circle on
 * an odd row, a square on an even one; filled if it is the landing cell of its column.
 * @param {BoardView} view
 */
function drawThreats(view) {
  if (!view.marks) return [];
  const shapes = [];
  for (const side of /** @type {const} */ (["FIRST", "SECOND"])) {
    for (const cell of view.marks[side]) {
      const [x, y] = cellCentre(view, cell);
      const isPlayable = view.landing[cell[0]] === cell[1];
      const odd = cell[1] % 2 === 0; // rows count from 1 for people
      const name = `threat threat-${side.toLowerCase()}${isPlayable ? " is-playable" : ""}`;
      const at = x + (side === "FIRST" ? -0.15 : 0.15);
      shapes.push(
        odd
          ? s("circle", { class: name, cx: at, cy: y, r: 0.105 })
          : s("rect", { class: name, x: at - 0.095, y: y - 0.095, width: 0.19, height: 0.19 }),
      );
    }
  }
  return shapes;
}

/**
 * The ends of every line of four or more in a set of cells.
 * @param {Cell[]} cells
 * @returns {[Cell, Cell][]}
 */
export function findLines(cells) {
  const set = new Set(cells.map(String));
  const has = (/** @type {number} */ column, /** @type {number} */ row) =>
    set.has(String([column, row]));
  /** @type {[Cell, Cell][]} */
  const found = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    for (const [column, row] of cells) {
      if (has(column - dx, row - dy)) continue;
      let length = 1;
      while (has(column + length * dx, row + length * dy)) length++;
      const end = /** @type {Cell} */ ([column + (length - 1) * dx, row + (length - 1) * dy]);
      if (length >= 4) found.push([[column, row], end]);
    }
  }
  return found;
}

/**
 * @param {BoardView} view
 * @param {Cell} cell
 * @returns {[number, number]}
 */
function cellCentre(view, [column, row]) {
  return [column + 0.5, view.rows - row - 0.5];
}

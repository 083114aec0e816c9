// @ts-check
// The parts of a board that never change during a game: the plate with its round holes, the labels
// of the columns, the forbidden cells and the star.
import { s } from "../dom/elements.js";
import { CROSS, starPath } from "./pieces.js";

/** @typedef {import("../types.d.ts").BoardView} BoardView */

const HOLE = 0.405;

/** @param {BoardView} view */
function listPlayableCells(view) {
  const closed = new Set(view.forbidden.map(String));
  const cells = [];
  for (let column = 0; column < view.columns; column++) {
    for (let row = 0; row < view.rows; row++) {
      if (!closed.has(String([column, row]))) cells.push([column + 0.5, view.rows - row - 0.5]);
    }
  }
  return cells;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function circlePath(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} r
 */
function roundedPath(x, y, width, height, r) {
  return (
    `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}` +
    `a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}` +
    `v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`
  );
}

/**
 * The plate with a hole at every cell that can be filled: a forbidden cell has none, and pieces
 * pass behind it.
 * @param {BoardView} view
 * @param {number} edge
 * @param {number} below
 */
export function drawPlate(view, edge, below) {
  const holes = listPlayableCells(view).map(([x, y]) => circlePath(x, y, HOLE)).join("");
  const x = -edge;
  const width = view.columns + 2 * edge;
  const height = view.rows + edge + below;
  const outline = roundedPath(x, -edge, width, height, 0.26);
  const lip = view.rows + 0.08;
  const group = s("g", { class: "plate" });
  group.append(
    s("path", { class: "plate-body", "fill-rule": "evenodd", d: outline + holes }),
    s("path", { class: "plate-lip", d: `M${x + 0.16} ${lip}h${width - 0.32}` }),
  );
  // A board of many columns has small cells, and its names must still be read on a phone.
  const isWide = view.columns > 9;
  view.labels.forEach((label, column) => {
    const name = `plate-label${isWide ? " is-wide" : ""}`;
    const place = { x: column + 0.5, y: view.rows + (isWide ? 0.43 : 0.41), class: name };
    group.append(s("text", place, label));
  });
  return group;
}

/**
 * The depth of each hole: the plate throws a shade into it from above and catches light below. Both
 * are crescents, so that they vanish towards the sides.
 * @param {BoardView} view
 */
export function drawRims(view) {
  const r = HOLE;
  const crescent = (/** @type {number} */ flat, /** @type {0 | 1} */ sweep) =>
    listPlayableCells(view)
      .map(
        ([x, y]) =>
          `M${x - r} ${y}a${r} ${r} 0 0 ${sweep} ${2 * r} 0a${r} ${flat} 0 0 ${1 - sweep} ${-2 * r} 0z`,
      )
      .join("");
  const group = s("g", { class: "rims" });
  group.append(
    s("path", { class: "rim-shade", d: crescent(r - 0.07, 1) }),
    s("path", { class: "rim-light", d: crescent(r + 0.035, 0) }),
  );
  return group;
}

/**
 * Draw a red X on every forbidden cell.
 * @param {BoardView} view
 */
export function drawForbidden(view) {
  const group = s("g", { class: "crosses" });
  for (const [column, row] of view.forbidden) {
    const place = `translate(${column + 0.5} ${view.rows - row - 0.5})`;
    group.append(
      s(
        "g",
        { class: "forbidden", transform: place },
        s("circle", { class: "forbidden-ground", r: HOLE }),
        s("path", { class: "forbidden-cross", d: CROSS }),
      ),
    );
  }
  return group;
}

/**
 * The ground behind the holes, with the star where a piece earns a ban: a piece covers it.
 * @param {BoardView} view
 */
export function drawBackground(view) {
  const group = s("g", { class: "ground" });
  group.append(
    s("rect", { class: "board-hole", width: view.columns, height: view.rows }),
  );
  if (view.bonus) {
    const [column, row] = view.bonus;
    const place = `translate(${column + 0.5} ${view.rows - row - 0.5})`;
    group.append(s("path", { class: "bonus-star", transform: place, d: starPath() }));
  }
  return group;
}

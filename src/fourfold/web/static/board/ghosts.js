// @ts-check
// The ghost pieces of a line that was not played: in their cells, with their numbers.
import { s } from "../dom/elements.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("../types.d.ts").BoardView} BoardView */

/** @param {BoardView} view */
export function drawGhosts(view) {
  return (view.ghosts ?? []).map(({ column, row, owner, text }) =>
    s(
      "g",
      { class: "line-ghost", transform: `translate(${column + 0.5} ${view.rows - row - 0.5})` },
      drawPiece(owner),
      s("circle", { class: "line-ghost-ground", r: 0.23 }),
      s("text", { class: "line-ghost-text", y: 0.105 }, text),
    ),
  );
}

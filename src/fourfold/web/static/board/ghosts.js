// @ts-check
// Pieces that are not there: those of a line that was not played, with their numbers, and the move
// that is chosen while the opponent thinks.
import { s } from "../dom/elements.js";
import { animateFall } from "./motion.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("../types.d.ts").BoardView} BoardView */

/** @param {BoardView} view */
export function drawGhosts(view) {
  return (view.ghosts ?? []).map(({ column, row, owner, text, falls }) => {
    const body = s(
      "g",
      {},
      drawPiece(owner),
      s("circle", { class: "line-ghost-ground", r: 0.23 }),
      s("text", { class: "line-ghost-text", y: 0.105 }, text),
    );
    if (falls) animateFall(body, view.rows - row);
    return s("g", { class: "line-ghost", transform: `translate(${column + 0.5} ${view.rows - row - 0.5})` }, body);
  });
}

/** @param {BoardView} view */
export function drawPremove(view) {
  const column = view.premove ?? null;
  const row = column === null ? null : view.landing[column];
  if (column === null || row === null || row === undefined) return [];
  const place = `translate(${column + 0.5} ${view.rows - row - 0.5})`;
  return [s("g", { transform: place }, drawPiece(view.next), s("circle", { class: "premove-ring", r: 0.42 }))];
}

// @ts-check
// What the board draws, from what the page knows.
import { lineGhosts } from "./review_state.js";
import { canPremove } from "./premove.js";
import { isLatest, isPlayable, lineOf, otherSide, shownHint, shownPly, shownView } from "./state.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").BoardView} BoardView */

/**
 * @param {State} state
 * @param {BoardView["names"]} names
 * @param {boolean} motion
 * @returns {BoardView | null}
 */
export function boardView(state, names, motion) {
  const { game, pending } = state;
  if (!game) return null;
  const view = shownView(state);
  const ghosts = lineGhosts(state);
  const plies = (lineOf(state) ?? game).plies.slice(0, shownPly(state) - (state.review?.line?.kind === "better" ? 1 : 0));
  /** @type {BoardView["pieces"]} */
  const pieces = plies.map(({ column, row, side, kind }) => ({
    column,
    row,
    owner: kind === "ban" ? "BAN" : side,
  }));
  if (pending && isLatest(state)) {
    const owner = pending.kind === "ban" ? /** @type {const} */ ("BAN") : pending.side;
    pieces.push({ column: pending.column, row: pending.row, owner });
  }
  /** @type {(number | null)[]} */
  const landing = Array(game.rules.columns).fill(null);
  if (view && !(pending && isLatest(state))) {
    for (const { column, row } of view.legal) landing[column] = row;
  }
  const premovable = canPremove(state);
  const { columns, rows, labels, forbidden, bonus } = game.rules;
  return {
    columns,
    rows,
    labels,
    forbidden,
    bonus,
    pieces,
    ghosts,
    landing,
    playable: isPlayable(state),
    premovable,
    premove: state.premove?.column ?? null,
    next: premovable ? otherSide(game.turn) : view?.must_ban ? "BAN" : (view?.turn ?? "FIRST"),
    line: ghosts.length ? [] : (view?.result?.line_cells ?? []),
    marks: state.study && view && !view.result ? view.threat_cells : null,
    hint: shownHint(state)?.column ?? null,
    pointed: state.pointed,
    names,
    motion,
  };
}

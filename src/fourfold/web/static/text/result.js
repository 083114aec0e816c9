// @ts-check
// The words at the end of a game.
import { mySides, otherSide } from "../state/state.js";
import { playerName } from "./names.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */

/** Say in two or three words how the game ended, for whoever sits here. @param {State} state */
export function endingText(state) {
  const winner = state.game?.result?.winner;
  if (!winner) return "A draw";
  const name = playerName(state, winner);
  const mine = mySides(state);
  if (name === "You") return "You win!";
  return mine.length === 1 && mine[0] === otherSide(winner) ? `${name} wins this time` : `${name} wins!`;
}

/** Tell the score across rematches. @param {State} state */
export function seriesText(state) {
  const { series } = /** @type {GameView} */ (state.game);
  const draws = series.draws ? `, ${series.draws} ${series.draws === 1 ? "draw" : "draws"}` : "";
  const won = (/** @type {"FIRST" | "SECOND"} */ side) => `${playerName(state, side)} ${series[side]}`;
  return `Score so far: ${won("FIRST")}, ${won("SECOND")}${draws}`;
}

// @ts-check
// Which actions the panel offers at the moment.
import { canReview } from "../state/review_state.js";
import { OFFLINE } from "../text/status.js";
import { isLatest, isSeated, linkSide, mySides, otherSide, playerOf } from "../state/state.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").Side} Side */

const PATIENCE = 0.8; // seconds of thought before an agent can be hurried

/** List the actions that are offered now. @param {State} state @param {boolean} isResigning */
export function listActions(state, isResigning) {
  const { game } = state;
  if (!game) return state.missing ? [state.missing === OFFLINE ? "retry" : "new"] : [];
  if (state.review) return isLatest(state) ? ["leave"] : ["leave", "play-on"];
  const review = canReview(state) ? ["review"] : [];
  if (!isLatest(state) || game.mode === "study") return [...review, "play-on"];
  if (!isSeated(state)) return [...review, "watch"];
  if (game.result) return [...rematchActions(state), ...review, "new"];
  if (game.mode === "ai-ai") return [game.paused ? "resume" : "pause", "step", "pace"];
  if (isResigning) return ["stay", "really"];
  const mine = mySides(state);
  const asked = (/** @type {Side | null} */ by) => by && (mine.includes(otherSide(by)) || mine.length === 2);
  if (asked(game.offer)) return ["accept-draw", "decline-draw"];
  if (asked(game.undo_offer)) return ["accept-undo", "decline-undo"];
  const absent = game.players.find((each) => each.joined === false);
  if (absent && state.seats[absent.side]) return ["invite"];
  // An answer that comes at once needs no button, which would be seen for a moment only.
  const thinks = playerOf(game, game.turn).agent && (state.thinking?.seconds ?? 0) >= PATIENCE;
  return ["resign", "draw", ...(thinks ? ["hurry"] : [])];
}

/** By link a rematch needs both: one asks, the other answers. @param {State} state */
function rematchActions(state) {
  const mine = linkSide(state);
  const { rematch_offer: offer, rematch_declined: declined } = /** @type {import("../types.d.ts").GameView} */ (state.game);
  if (!mine) return ["rematch"];
  if (offer) return offer === mine ? ["withdraw-rematch"] : ["accept-rematch", "decline-rematch"];
  return declined === otherSide(mine) ? [] : ["rematch"];
}

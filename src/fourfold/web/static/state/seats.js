// @ts-check
// Seats: whose secrets this browser holds, and for whom the person here moves.
import { mySides, otherSide } from "./state.js";

/** @typedef {import("../types.d.ts").Seats} Seats */
/** @typedef {import("../types.d.ts").GameView} GameView */

/** Return the secret that proves that a player sits at this screen. @param {Seats} seats */
export function secretOf(seats) {
  return (seats.home && seats[seats.home]) ?? seats.FIRST ?? seats.SECOND;
}

/**
 * Return the side for which the person here acts: the one that is asked for a draw, else the mover.
 * @param {import("../types.d.ts").State} state
 * @param {{answer?: boolean}} body
 */
export function actingSide(state, { answer }) {
  const { game } = state;
  const mine = mySides(state);
  const asked = answer !== undefined && game?.offer ? otherSide(game.offer) : null;
  return [asked, game?.turn, mine[0]].find((side) => side && mine.includes(side)) ?? undefined;
}

/**
 * The seats after a seat's link was opened here; null if its secret is for none.
 * @param {Seats} seats
 * @param {string} secret
 * @param {GameView} game as the server sends it to the holder of the secret
 * @returns {Seats | null}
 */
export function takeSeat(seats, secret, game) {
  if (!game.you) return null;
  // A screen that holds the other seat too plays both, unless the game is between two screens.
  const own = seats[otherSide(game.you)] && !game.link ? {} : { home: game.you };
  return { ...seats, ...own, [game.you]: secret };
}

/**
 * The seats of the rematch, in which sides are exchanged: the secrets go with the people.
 * @param {Seats} seats
 * @returns {Seats}
 */
export function swapSeats(seats) {
  /** @type {Seats} */
  const found = {};
  if (seats.FIRST) found.SECOND = seats.FIRST;
  if (seats.SECOND) found.FIRST = seats.SECOND;
  if (seats.home) found.home = otherSide(seats.home);
  return found;
}

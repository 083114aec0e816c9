// @ts-check
// Seats: whose secrets this browser holds, and for whom the person here moves.
import { other } from "./state.js";

/** @typedef {import("./types.d.ts").Seats} Seats */
/** @typedef {import("./types.d.ts").GameView} GameView */

/** The secret with which this screen shows that somebody is here. @param {Seats} seats */
export function ownSecret(seats) {
  return (seats.home && seats[seats.home]) ?? seats.FIRST ?? seats.SECOND;
}

/**
 * The seats after a seat's link was opened here; null if its secret is for none.
 * @param {Seats} seats
 * @param {string} secret
 * @param {GameView} game as the server answers to whoever has the secret
 * @returns {Seats | null}
 */
export function takeSeat(seats, secret, game) {
  if (!game.you) return null;
  // Whoever holds the other seat too, and is not to be at another screen, plays both here.
  const own = seats[other(game.you)] && !game.link ? {} : { home: game.you };
  return { ...seats, ...own, [game.you]: secret };
}

/**
 * The seats of the rematch, in which sides are exchanged: the secrets go with the people.
 * @param {Seats} seats
 * @returns {Seats}
 */
export function exchanged(seats) {
  /** @type {Seats} */
  const found = {};
  if (seats.FIRST) found.SECOND = seats.FIRST;
  if (seats.SECOND) found.FIRST = seats.SECOND;
  if (seats.home) found.home = other(seats.home);
  return found;
}

// @ts-check
// The words about opponents: ratings, and how they were measured.

/** @typedef {import("../types.d.ts").OpponentView} OpponentView */

/** @param {OpponentView} opponent */
export function ratingText({ rating }) {
  return `rated ${rating}`;
}

/**
 * How a rating was measured.
 * @param {OpponentView} opponent
 * @param {OpponentView | null} below
 */
export function measuredText({ rating, error, games }, below) {
  if (!below) return `Rated ${rating}, from where all ratings count.`;
  return `Rated ${rating} ± ${error}, after ${games} games with ${below.name}.`;
}

/** How often they were beaten. @param {number} wins */
export function winsText(wins) {
  return wins === 1 ? "beaten once" : wins === 2 ? "beaten twice" : `beaten ${wins} times`;
}

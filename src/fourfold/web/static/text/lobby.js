// @ts-check
// The sentences of the lobby.

/** @typedef {import("../types.d.ts").SeekView} SeekView */
/** @typedef {import("../types.d.ts").RulesView} RulesView */

/** What a player is called who looks for a game. @param {SeekView} seek */
export function seekName({ name }) {
  return name || "Someone";
}

/** @param {RulesView} rules */
export function boardWords({ columns, rows, forbidden, bonus }) {
  const cells = forbidden.length === 1 ? "a forbidden cell" : `${forbidden.length} forbidden cells`;
  const extras = [forbidden.length ? cells : "", bonus ? "a star" : ""].filter(Boolean);
  return `${columns}×${rows}${extras.length ? ` with ${extras.join(" and ")}` : ""}`;
}

/** Who begins, as the reader sees it. @param {SeekView} seek @param {boolean} isOwn */
export function startWords({ side }, isOwn) {
  if (!side) return "random start";
  return (side === "FIRST") === isOwn ? "you start" : "they start";
}

/** @param {number} others how many but oneself @param {boolean} isLooking */
export function countWords(others, isLooking) {
  if (!others) return isLooking ? "Nobody else is looking yet." : "Nobody is looking for a game at the moment.";
  return others === 1 ? "One person is looking for a game." : `${others} people are looking for a game.`;
}

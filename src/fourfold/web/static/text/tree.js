// @ts-check
// Who can be asked what they think, and the words around it.
import { colourName } from "./names.js";

/** @typedef {import("../types.d.ts").ThoughtView} ThoughtView */

const DEPTHS = ["2", "4", "6", "8"].map((value) => ({ value, label: `${value} plies` }));
const SIMULATIONS = ["50", "500", "5000"].map((value) => ({ value, label: Number(value).toLocaleString("en") }));

/** @type {Record<string, {label: string, spec: string, effortLabel: string, efforts: {value: string, label: string}[]}>} */
export const THINKERS = {
  hard: { label: "Hard", spec: "hard", effortLabel: "Looks ahead", efforts: DEPTHS },
  threat: { label: "Threat", spec: "threat:book=false", effortLabel: "Looks ahead", efforts: DEPTHS },
  classic: { label: "Classic", spec: "classic", effortLabel: "Looks ahead", efforts: DEPTHS },
  casual: { label: "Casual", spec: "casual", effortLabel: "Looks ahead", efforts: DEPTHS.slice(0, 2) },
  uct: { label: "UCT", spec: "uct", effortLabel: "Simulations", efforts: SIMULATIONS },
  "uct-plain": { label: "UCT, textbook", spec: "uct:policy=plain", effortLabel: "Simulations", efforts: SIMULATIONS },
};

/** The boards to think about; the first is the one that is open. */
export const BOARDS = [
  { value: "", label: "This position" },
  { value: "4x4:", label: "4x4, empty" },
  { value: "5x4:33", label: "5x4, two pieces" },
  { value: "7x6:", label: "7x6, empty" },
];

export const LEGENDS = {
  alphabeta:
    "MAX is the player to move at the top and wants the largest value, MIN the smallest. Boxes with corners: MAX is to move; " +
    "round ones: MIN. Below a value stands the window, alpha and beta, that the node was searched with. ≥ and ≤: the search " +
    "stopped once it knew that much. T: known from the transposition table. W 5: MAX wins, 5 plies from the top; L: MAX loses. " +
    "A cross: columns that were cut off. The thick line is the play that the search expects.",
  uct:
    "MAX is the player to move at the top. Boxes with corners: MAX is to move; round ones: MIN. The value of a node is how often " +
    "MAX won the random games that passed through it, or what is proven. The steps are those of the first simulations: selection, " +
    "expansion, a random game, and its result backed up along the path.",
};

/** Ask the agent of the game, if it can tell. @param {import("../types.d.ts").GameView | null} game */
export function defaultThinker(game) {
  const names = (game?.players ?? []).map(({ agent }) => (agent ?? "").split(":")[0]);
  return names.find((name) => Object.hasOwn(THINKERS, name)) ?? "hard";
}

/** What to ask the server for. @param {{agent: string, effort: string, plies: string}} choice @returns {Record<string, string>} */
export function optionsOf({ agent, effort, plies }) {
  const { spec } = THINKERS[agent];
  if (!spec.startsWith("uct")) return { agent: spec, depth: effort, plies };
  const simulations = `simulations=${effort},seed=1`;
  return { agent: `${spec}${spec.includes(":") ? "," : ":"}${simulations}`, plies };
}

/** What the search was, or why there was none; MAX is called by its colour. @param {import("../types.d.ts").Settings} settings @param {ThoughtView} thought */
export function summaryOf(settings, { tree, turn, column, reason }) {
  const colour = colourName(settings, turn);
  if (!tree) return `${colour} plays column ${column} without a search: ${reason}.`;
  return tree.summary.replace(/\b(FIRST|SECOND)\b/, colour);
}

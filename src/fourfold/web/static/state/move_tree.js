// @ts-check
// Lines of moves as a tree. A place in it is named by its path, the labels of the columns that lead
// there, a character each; the tree is the list of the paths to its ends, the main line first.

/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("../types.d.ts").LinePlyView} LinePlyView */
/** @typedef {import("../types.d.ts").State} State */

/** The moves of a position as a path. @param {{plies: {label: string}[]}} view */
export function pathOf(view) {
  return view.plies.map((each) => each.label).join("");
}

/** Put lines in the order in which a tree is walked; the beginning of another line adds nothing. @param {string[]} lines */
export function orderLines(lines) {
  /** @typedef {Map<string, any>} Node */
  /** @type {Node} */
  const root = new Map();
  for (const line of lines) {
    let node = root;
    for (const label of line) {
      if (!node.has(label)) node.set(label, new Map());
      node = node.get(label);
    }
  }
  /** @param {Node} node @param {string} path @returns {string[]} */
  const ends = (node, path) => (node.size ? [...node].flatMap(([label, child]) => ends(child, path + label)) : [path]);
  return ends(root, "");
}

/** The columns that follow on a path, the first of them first. @param {string[]} lines @param {string} path */
export function childrenOf(lines, path) {
  const after = lines.filter((line) => line.startsWith(path) && line !== path);
  return [...new Set(after.map((line) => line[path.length]))];
}

/** Where the variation of a path begins: its first move that is not the first at its fork; "" on the main line. @param {string[]} lines @param {string} path */
export function headOf(lines, path) {
  for (let length = path.length; length > 0; length--) {
    if (childrenOf(lines, path.slice(0, length - 1))[0] !== path[length - 1]) return path.slice(0, length);
  }
  return "";
}

/** Let a path lead the tree. @param {string[]} lines @param {string} path */
export function promoteLine(lines, path) {
  const leads = (/** @type {string} */ line) => line.startsWith(path);
  return orderLines([...lines.filter(leads), ...lines.filter((line) => !leads(line))]);
}

/** Remove the last move of a path and what follows. @param {string[]} lines @param {string} path */
export function deleteLine(lines, path) {
  return orderLines(lines.map((line) => (line.startsWith(path) ? path.slice(0, -1) : line)));
}

/** How many moves two paths have in common at their beginning. @param {string} one @param {string} other */
export function sharedLength(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** The tree of what is on the screen: of a game with its moves first, of a study board in its own order. @param {State} state @returns {string[]} */
export function treeOf({ game, tree }) {
  if (!game) return [];
  return tree ?? orderLines([pathOf(game), ...game.variations.map((each) => each.moves)]);
}

/** The main line: the moves of the game. @param {State} state */
export function mainPath({ game, tree }) {
  return tree?.[0] ?? (game ? pathOf(game) : "");
}

/**
 * The plies of a path; null if they are not known.
 * @param {GameView} game
 * @param {string} path
 * @returns {(LinePlyView & Partial<import("../types.d.ts").PlyView>)[] | null}
 */
export function pliesOf(game, path) {
  if (pathOf(game).startsWith(path)) return game.plies.slice(0, path.length);
  const found = game.variations.find((each) => each.moves.startsWith(path));
  return found ? [...game.plies.slice(0, found.after), ...found.plies].slice(0, path.length) : null;
}

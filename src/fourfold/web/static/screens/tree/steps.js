// @ts-check
// What is known of every node after so many steps of a search.

/** @typedef {import("../../types.d.ts").TreeView} TreeView */
/** @typedef {{value: string, detail: string, isCut: boolean}} NodeState */

/**
 * The nodes that the search has reached by a step, with what they show then.
 * @param {TreeView} tree
 * @param {number} step as many as there are: the search is done
 * @returns {Map<number, NodeState>}
 */
export function statesAt(tree, step) {
  /** @type {Map<number, NodeState>} */
  const states = new Map();
  if (step >= tree.steps.length) {
    tree.nodes.forEach(({ value, detail }, number) => states.set(number, { value, detail, isCut: true }));
    return states;
  }
  states.set(0, { value: "", detail: tree.search === "uct" ? "" : tree.nodes[0].detail, isCut: false });
  for (const { kind, node, counts } of tree.steps.slice(0, step + 1)) {
    for (const [number, value, detail] of counts) states.set(number, { value, detail, isCut: false });
    if (node === null) continue;
    const known = states.get(node);
    if (kind === "enter") states.set(node, { value: "", detail: tree.nodes[node].detail, isCut: false });
    else if (kind === "leave" && known) known.value = tree.nodes[node].value;
    else if (kind === "cut" && known) known.isCut = true;
    else if (kind === "expand" && !known) states.set(node, { value: "", detail: "new", isCut: false });
  }
  return states;
}

/** The pieces that lead to a node. @param {TreeView} tree @param {number | null} node */
export function piecesAt(tree, node) {
  const pieces = [];
  for (let here = node; here !== null; here = tree.nodes[here].parent) {
    const { piece } = tree.nodes[here];
    if (piece) pieces.unshift(piece);
  }
  return pieces;
}

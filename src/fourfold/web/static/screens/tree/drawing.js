// @ts-check
// Draws a tree: the root at the top, every parent above its children, which can be folded away.
import { h, s, setAttribute, setText } from "../../dom/elements.js";

/** @typedef {import("../../types.d.ts").TreeView} TreeView */
/** @typedef {import("./steps.js").NodeState} NodeState */
/** @typedef {{group: SVGGElement, edge: SVGGElement | null, value: SVGTextElement, detail: SVGTextElement, cut: SVGTextElement | null}} DrawnNode */

const BOX = 88;
const HEIGHT = 42;
const STEP = 96;
const LEVEL = 96;
const MARGIN = 16;

export class TreeDrawing {
  /** @param {(node: number) => void} select */
  constructor(select) {
    this.select = select;
    this.element = h("div", { class: "tree-drawing" });
    /** @type {TreeView | null} */
    this.tree = null;
    /** @type {number[][]} */
    this.children = [];
    /** @type {Set<number>} nodes whose children are shown */
    this.open = new Set();
    /** @type {Map<number, DrawnNode>} */
    this.drawn = new Map();
    /** @type {Map<number, SVGGElement>} what was cut off below a node */
    this.cuts = new Map();
    /** @type {Map<number, NodeState>} */
    this.states = new Map();
    /** @type {number | null} */
    this.here = null;
  }

  clear() {
    this.tree = null;
    this.element.replaceChildren();
  }

  /** Show a new tree: the root's children, and the line that is expected. @param {TreeView} tree */
  show(tree) {
    this.tree = tree;
    this.children = tree.nodes.map(() => []);
    tree.nodes.forEach(({ parent }, number) => {
      if (parent !== null) this.children[parent].push(number);
    });
    this.open = new Set(tree.nodes.flatMap(({ principal }, number) => (principal ? [number] : [])));
    this.open.add(0);
    this.element.classList.remove("is-stale");
    this.#draw();
  }

  /** Show the state of a step. @param {Map<number, NodeState>} states @param {number | null} here its node */
  update(states, here) {
    this.states = states;
    this.here = here;
    if (here !== null && this.#unfold(here)) this.#draw();
    else this.#refresh();
    this.#reveal(here ?? 0);
  }

  /** Frame a node. @param {number} here */
  mark(here) {
    this.here = here;
    this.#refresh();
  }

  /** Show a node that is folded away; true if it was. @param {number} node */
  #unfold(node) {
    const before = this.open.size;
    for (let at = this.tree?.nodes[node].parent ?? null; at !== null; at = this.tree?.nodes[at].parent ?? null) this.open.add(at);
    return this.open.size > before;
  }

  /** @param {number} node */
  #toggle(node) {
    if (this.children[node].length) {
      if (this.open.has(node)) this.open.delete(node);
      else this.open.add(node);
      this.#draw();
      this.drawn.get(node)?.group.focus();
    }
    this.select(node);
  }

  // --- places ----------------------------------------------------------------------------------

  #draw() {
    const { tree } = this;
    if (!tree) return;
    /** @type {Map<number, {x: number, y: number}>} */
    const places = new Map();
    /** @type {Map<number, {x: number, y: number}>} */
    const cutPlaces = new Map();
    let free = 0;
    let deepest = 0;
    /** @param {number} node @param {number} ply @returns {number} */
    const place = (node, ply) => {
      deepest = Math.max(deepest, ply);
      const y = MARGIN + ply * LEVEL + HEIGHT / 2;
      /** @type {number[]} */
      let below = [];
      if (this.open.has(node)) {
        below = this.children[node].map((child) => place(child, ply + 1));
        if (tree.nodes[node].pruned && below.length) {
          cutPlaces.set(node, { x: MARGIN + free * STEP + STEP / 2, y: y + LEVEL });
          below.push(free++);
        }
      }
      const slot = below.length ? (below[0] + below[below.length - 1]) / 2 : free++;
      places.set(node, { x: MARGIN + slot * STEP + STEP / 2, y });
      return slot;
    };
    place(0, 0);
    const width = 2 * MARGIN + free * STEP;
    const height = 2 * MARGIN + deepest * LEVEL + HEIGHT + 16;
    this.drawn.clear();
    this.cuts.clear();
    const svg = s("svg", { class: "tree-picture", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Nodes of the tree" });
    // In the order of the search, which is the one in which they are read.
    for (const [node, at] of [...places].sort(([one], [two]) => one - two)) {
      const { parent } = tree.nodes[node];
      const from = parent === null ? null : places.get(parent);
      svg.append(this.#drawNode(node, at, from ?? null));
    }
    for (const [node, at] of cutPlaces) {
      const from = places.get(node);
      if (from) svg.append(this.#drawCut(node, at, from));
    }
    this.element.replaceChildren(svg);
    this.#refresh();
  }

  /** @param {number} node @param {{x: number, y: number}} at @param {{x: number, y: number} | null} from */
  #drawNode(node, at, from) {
    const { column, maximizes, principal, kind, text, pruned } = /** @type {TreeView} */ (this.tree).nodes[node];
    const count = this.children[node].length;
    const value = s("text", { class: "tree-value", x: at.x, y: at.y - 3 });
    const cut = pruned && !count ? s("text", { class: "tree-more is-cut", x: at.x, y: at.y + HEIGHT / 2 + 14 }, `✕ ${pruned.length} cut off`) : null;
    const detail = s("text", { class: "tree-detail", x: at.x, y: at.y + 14 });
    const activate = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#toggle(node);
    };
    const group = s(
      "g",
      {
        class: `tree-node is-${kind}${principal ? " is-principal" : ""}`,
        role: "button",
        tabindex: count || node === 0 ? 0 : -1,
        "aria-label": text,
        "aria-expanded": count ? String(this.open.has(node)) : null,
        "data-node": node,
        on: {
          click: activate,
          keydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") activate(event);
          },
        },
      },
      s("rect", { x: at.x - BOX / 2, y: at.y - HEIGHT / 2, width: BOX, height: HEIGHT, rx: maximizes ? 4 : HEIGHT / 2 }),
      value,
      detail,
      count && !this.open.has(node) ? s("text", { class: "tree-more", x: at.x, y: at.y + HEIGHT / 2 + 14 }, `+ ${count}`) : null,
      cut,
    );
    const edge = from && s("g", { class: principal ? "tree-edge is-principal" : "tree-edge" }, ...drawEdge(from, at, column));
    this.drawn.set(node, { group, edge, value, detail, cut });
    return s("g", {}, edge, group);
  }

  /** @param {number} node @param {{x: number, y: number}} at @param {{x: number, y: number}} from */
  #drawCut(node, at, from) {
    const { pruned, maximizes } = /** @type {TreeView} */ (this.tree).nodes[node];
    const top = at.y - HEIGHT / 2;
    const cut = s(
      "g",
      { class: "tree-edge tree-cut" },
      ...drawEdge(from, at, ""),
      s("path", { class: "tree-cross", d: `M${at.x - 7} ${top - 7}l14 14m0 -14l-14 14` }),
      s("text", { class: "tree-value", x: at.x, y: at.y + 6 }, pruned),
      s("text", { class: "tree-detail", x: at.x, y: at.y + 21 }, maximizes ? "β cut" : "α cut"),
    );
    this.cuts.set(node, cut);
    return cut;
  }

  // --- what changes with a step ----------------------------------------------------------------

  #refresh() {
    const nodes = this.tree?.nodes ?? [];
    for (const [node, { group, edge, value, detail, cut }] of this.drawn) {
      const state = this.states.get(node);
      group.classList.toggle("is-later", !state);
      edge?.classList.toggle("is-later", !state);
      cut?.classList.toggle("is-later", !state?.isCut);
      group.classList.toggle("is-here", node === this.here);
      setAttribute(group, "aria-current", node === this.here ? "step" : null);
      setText(value, `${state?.value && nodes[node].kind === "table" ? "T " : ""}${state?.value ?? ""}`);
      setText(detail, state?.detail ?? "");
    }
    for (const [node, cut] of this.cuts) cut.classList.toggle("is-later", !this.states.get(node)?.isCut);
  }

  /** Scroll to a node, inside the drawing only. @param {number} node */
  #reveal(node) {
    const box = this.element.parentElement;
    const group = this.drawn.get(node)?.group;
    if (!box || !group) return;
    const outer = box.getBoundingClientRect();
    const inner = group.getBoundingClientRect();
    box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {string} label */
function drawEdge(from, to, label) {
  const [y1, y2] = [from.y + HEIGHT / 2, to.y - HEIGHT / 2];
  // The labels stand near the children, where no two lines meet.
  const [x, y] = [from.x + (to.x - from.x) * 0.72, y1 + (y2 - y1) * 0.72 + 5];
  return [
    s("path", { d: `M${from.x} ${y1}L${to.x} ${y2}` }),
    label ? s("text", { class: "tree-column", x, y }, label) : null,
  ];
}

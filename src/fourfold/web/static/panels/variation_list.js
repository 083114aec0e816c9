// @ts-check
// The variations in the list of moves: below the move that they leave, in brackets inside each other;
// and what can be done with the one on the screen. Loaded with the first one.
import { createButton } from "../dom/controls.js";
import { byId, h, setText, setVisible } from "../dom/elements.js";
import { childrenOf, headOf, mainPath, pliesOf, promoteLine, orderLines, treeOf } from "../state/move_tree.js";
import { promote, remove, walk } from "../state/variations.js";
import { shownPath } from "../state/state.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").GameView} GameView */

export class VariationList {
  /** @param {import("../state/move_controller.js").MoveController} moves */
  constructor(moves) {
    this.moves = moves;
    this.lead = createButton("Make main line", () => this.run(() => promote(moves)), { icon: "branch" });
    this.remove = createButton("Delete", () => this.run(() => remove(moves)), { icon: "close", class: "is-quiet" });
    this.tools = h("div", { class: "variation-tools", role: "group", "aria-label": "This variation" }, this.lead, this.remove);
    byId("moves-steps").before(this.tools);
    // Before the list steps by two moves.
    byId("moves-list").addEventListener("keydown", (event) => this.#handleKey(event), { capture: true });
  }

  /** Do something after what was asked for before. @param {() => Promise<boolean>} action */
  run(action) {
    this.moves.queue.add({ kind: "step", run: action });
  }

  /** @param {string} path */
  walk(path) {
    this.run(() => walk(this.moves, path));
  }

  /**
   * Put the variations below the lines of the list.
   * @param {State} state
   * @param {(ply: any, path: string) => HTMLElement} createPly
   * @param {HTMLElement} list whose plies of the main line are there
   */
  insert(state, createPly, list) {
    const game = /** @type {GameView} */ (state.game);
    const lines = treeOf(state);
    const main = mainPath(state);
    for (let length = main.length; length >= 0; length--) {
      const path = main.slice(0, length);
      const others = childrenOf(lines, path).filter((label) => label !== main[length]);
      if (!others.length) continue;
      const button = list.querySelector(`[data-path="${main.slice(0, Math.min(length + 1, main.length))}"]`);
      const row = button?.closest("li");
      const items = others.map((label) =>
        h("li", { class: "moves-variation" }, ...this.#branch(game, lines, path + label, createPly)),
      );
      if (row) row.after(...items);
      else list.prepend(...items);
    }
  }

  /**
   * @param {GameView} game
   * @param {string[]} lines
   * @param {string} head
   * @param {(ply: any, path: string) => HTMLElement} createPly
   * @returns {(HTMLElement | string)[]}
   */
  #branch(game, lines, head, createPly) {
    const create = (/** @type {string} */ path) => createPly(pliesOf(game, path)?.at(-1) ?? { label: path.at(-1) }, path);
    const parts = [h("span", { class: "moves-number" }, `${head.length}`), create(head)];
    let path = head;
    for (let next = childrenOf(lines, path); next.length; next = childrenOf(lines, path)) {
      parts.push(create(path + next[0]));
      for (const label of next.slice(1)) {
        const inner = this.#branch(game, lines, path + label, createPly);
        parts.push(h("span", { class: "moves-inner" }, "(", ...inner, ")"));
      }
      path += next[0];
    }
    return parts;
  }

  /** @param {State} state */
  update(state) {
    const lines = treeOf(state);
    const path = shownPath(state);
    const isInside = Boolean(state.game) && lines.length > 0 && headOf(lines, path) !== "";
    const hadFocus = this.tools.contains(document.activeElement);
    setVisible(this.tools, isInside);
    if (!isInside && hadFocus) /** @type {HTMLElement | null} */ (document.querySelector("#moves-list [tabindex='0']"))?.focus();
    if (!isInside) return;
    const isGame = Boolean(state.game?.id);
    const led = promoteLine(lines, path);
    const after = isGame ? orderLines([mainPath(state), ...led]) : led;
    setText(/** @type {Element} */ (this.lead.querySelector(".button-text")), isGame ? "Put first" : "Make main line");
    this.lead.title = isGame ? "Put this variation before the others" : "";
    setVisible(this.lead, after.join() !== lines.join());
  }

  /** Shift with an arrow goes to the move before or after at the same fork. @param {KeyboardEvent} event */
  #handleKey(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { state } = this.moves;
    const path = shownPath(state);
    const fork = path.slice(0, -1);
    const moves = childrenOf(treeOf(state), fork);
    const next = moves[moves.indexOf(path.at(-1) ?? "") + step];
    if (path && next) this.walk(fork + next);
  }
}

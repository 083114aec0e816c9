// @ts-check
// What an agent thinks: the tree of its search, drawn, and step by step with a small board.
import { createButton, createField, createLink, createSelect } from "../../dom/controls.js";
import { h, setAttribute, setText } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { loadStyles } from "../../dom/styles.js";
import { drawSmallBoard } from "../../board/small_board.js";
import { api } from "../../server/api.js";
import { shownPosition } from "../../state/state.js";
import { BOARDS, LEGENDS, THINKERS, defaultThinker, optionsOf, summaryOf } from "../../text/tree.js";
import { TreeDrawing } from "./drawing.js";
import { piecesAt, statesAt } from "./steps.js";

/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */
/** @typedef {import("../../types.d.ts").TreeView} TreeView */

/** @param {ScreenContext} context @returns {import("../../types.d.ts").Screen} */
export function openScreen(context) {
  const screen = new TreeScreen(context);
  return {
    title: "What an agent thinks",
    close: () => screen.request?.abort(),
    handleKey: (event) => screen.handleKey(event),
  };
}

class TreeScreen {
  /** @param {ScreenContext} context */
  constructor({ root, path, store, go }) {
    void loadStyles("fields", "small_board", "tree");
    this.settings = store.state.settings;
    this.go = go;
    this.here = path || (store.state.game ? shownPosition(store.state) : "7x6:");
    this.choice = { agent: defaultThinker(store.state.game), effort: "", plies: "2", board: "" };
    /** @type {AbortController | null} */
    this.request = null;
    /** @type {TreeView | null} */
    this.tree = null;
    /** @type {string[]} the board of the root */
    this.rows = [];
    this.step = 0; // as many as there are: the search is done

    this.form = h("form", { class: "tree-form", "aria-label": "Who thinks about what", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } });
    this.summary = h("p", { class: "tree-summary", role: "status" });
    this.said = h("p", { class: "tree-said", "aria-live": "polite" });
    this.board = h("div", { class: "tree-board" });
    this.count = h("span", { class: "tree-count" });
    const step = (/** @type {string} */ label, /** @type {string} */ icon, /** @type {string} */ key, /** @type {() => void} */ click) =>
      createButton(label, click, { icon, bare: true, key });
    this.back = [step("To the beginning", "first", "Home", () => this.#goTo(0)), step("One step back", "previous", "Left arrow", () => this.#goTo(this.step - 1))];
    this.forth = [step("One step on", "next", "Right arrow", () => this.#goTo(this.step + 1)), step("To the end", "last", "End", () => this.#goTo(Infinity))];
    this.drawing = new TreeDrawing((node) => this.#select(node));
    this.legend = h("p", { class: "tree-legend-text" });
    root.append(
      h(
        "header",
        { class: "tree-head" },
        createLink("", go, { class: "tree-back" }, createIcon("previous"), "Back to the game"),
        h("h2", { class: "tree-title" }, "What an agent thinks"),
      ),
      this.form,
      this.summary,
      h(
        "div",
        { class: "tree-view" },
        h(
          "section",
          { class: "tree-steps", "aria-label": "Step by step" },
          h("div", { class: "tree-buttons", role: "group", "aria-label": "Steps" }, ...this.back, this.count, ...this.forth),
          this.said,
          this.board,
        ),
        h("section", { class: "tree-scroll", "aria-label": "The tree", tabindex: 0 }, this.drawing.element),
      ),
      h("details", { class: "tree-legend" }, h("summary", {}, "How to read it"), this.legend),
    );
    this.#fillForm();
    void this.#ask();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#goTo(this.step - 1),
      ArrowRight: () => this.#goTo(this.step + 1),
      Home: () => this.#goTo(0),
      End: () => this.#goTo(Infinity),
      Escape: () => this.go(""),
    };
    if (!keys[event.key]) return false;
    keys[event.key]();
    return true;
  }

  // --- asking ----------------------------------------------------------------------------------

  #fillForm() {
    const { choice } = this;
    const { efforts, effortLabel } = THINKERS[choice.agent];
    if (!efforts.some(({ value }) => value === choice.effort)) choice.effort = efforts[1].value;
    const select = (/** @type {string} */ label, /** @type {{value: string, label: string}[]} */ choices, /** @type {"agent" | "effort" | "plies" | "board"} */ name) =>
      createField(
        label,
        createSelect(choices, choice[name], (value) => {
          choice[name] = value;
          if (name === "agent") this.#fillForm();
          void this.#ask();
        }),
      );
    const agents = Object.entries(THINKERS).map(([value, { label }]) => ({ value, label }));
    const focused = [...this.form.querySelectorAll("select")].findIndex((each) => each === document.activeElement);
    this.form.replaceChildren(
      select("Agent", agents, "agent"),
      select(effortLabel, efforts, "effort"),
      select("Shown", ["1", "2", "3"].map((value) => ({ value, label: value === "1" ? "1 ply" : `${value} plies` })), "plies"),
      select("Board", BOARDS, "board"),
    );
    this.form.querySelectorAll("select")[focused]?.focus();
  }

  async #ask() {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    setText(this.summary, "Thinking …");
    this.drawing.element.classList.add("is-stale");
    try {
      const thought = await api.tree(this.choice.board || this.here, optionsOf(this.choice), request.signal);
      if (!request.signal.aborted) this.#show(thought, summaryOf(this.settings, thought));
    } catch (error) {
      if (!request.signal.aborted) this.#show(null, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {import("../../types.d.ts").ThoughtView | null} thought @param {string} summary */
  #show(thought, summary) {
    this.tree = thought?.tree ?? null;
    this.rows = thought?.rows ?? [];
    setText(this.summary, summary);
    if (this.tree) {
      setText(this.legend, LEGENDS[this.tree.search]);
      this.drawing.show(this.tree);
      this.#goTo(Infinity);
    } else {
      this.drawing.clear();
      this.#showBoard([]);
      setText(this.said, "");
      setText(this.count, "");
      this.#updateButtons();
    }
  }

  // --- steps -----------------------------------------------------------------------------------

  /** @param {number} step */
  #goTo(step) {
    const { tree } = this;
    if (!tree) return;
    const count = tree.steps.length;
    this.step = Math.min(Math.max(step, 0), count);
    const now = tree.steps[this.step];
    setText(this.count, now ? `${this.step + 1} of ${count}` : `${count} steps`);
    setText(this.said, now ? now.text : "The search is done. Step back to follow it, or choose a node.");
    this.#showBoard(now?.pieces ?? []);
    this.drawing.update(statesAt(tree, this.step), now?.node ?? null);
    this.#updateButtons();
  }

  /** Tell of one node, and show its position. @param {number} node */
  #select(node) {
    const { tree } = this;
    if (!tree) return;
    setText(this.said, tree.nodes[node].text);
    this.#showBoard(piecesAt(tree, node));
    this.drawing.mark(node);
  }

  /** @param {import("../../types.d.ts").PieceView[]} pieces dropped since the root */
  #showBoard(pieces) {
    const rows = this.rows.map((row) => [...row]);
    for (const { column, row, owner } of pieces) {
      rows[rows.length - 1 - row][column] = { FIRST: "1", SECOND: "2", BAN: "#" }[owner];
    }
    const last = pieces.at(-1);
    this.board.replaceChildren(drawSmallBoard(rows.map((row) => row.join("")), last ? [[last.column, last.row]] : []));
  }

  #updateButtons() {
    const count = this.tree?.steps.length ?? 0;
    for (const button of this.back) setAttribute(button, "aria-disabled", this.step > 0 && count ? null : "true");
    for (const button of this.forth) setAttribute(button, "aria-disabled", this.step < count ? null : "true");
  }
}

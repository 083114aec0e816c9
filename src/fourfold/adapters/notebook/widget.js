// @ts-check
// The board in a notebook: the page's own board, told what to draw by Python, which knows the rules.
// It lives in a shadow tree, so that neither the notebook's style changes it nor its own the notebook.
import { Board, boardSize } from "../../web/static/board/board.js";
import { drawChips } from "../../web/static/board/chips.js";
import { drawSwatch } from "../../web/static/board/pieces.js";
import { createButton } from "../../web/static/dom/controls.js";
import { h, setAttribute, setText, setVisible } from "../../web/static/dom/elements.js";
import { columnOf, stepByKey } from "../../web/static/dom/keyboard.js";

/** @typedef {import("../../web/static/types.d.ts").BoardView} BoardView */
/** @typedef {import("../../web/static/types.d.ts").Side} Side */

/**
 * What Python shows; `Shown.to_json` in view.py.
 * @typedef {object} View
 * @property {Omit<BoardView, "motion">} board
 * @property {{side: Side, name: string, agent: boolean}[]} players
 * @property {Side | null} turn null once the game is over
 * @property {string} status
 * @property {string} message
 * @property {number} ply
 * @property {number} plies
 * @property {boolean} undo
 * @property {boolean} record
 * @property {boolean} thinking
 * @property {boolean} show_scores
 * @property {boolean} analysing
 * @property {import("../../web/static/board/chips.js").Column[]} chips
 * @property {number[]} best
 * @property {number} answered
 */

/**
 * The part of a widget's model that is used here.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(content: object) => void} send
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */

const PATIENCE = 1500; // milliseconds until a request without an answer is remarked on
const NO_ANSWER = "The kernel has not answered yet: it is busy, or not running.";

class BoardWidget {
  /** @param {Model} model @param {HTMLElement} element */
  constructor(model, element) {
    this.model = model;
    this.asked = 0;
    this.timer = 0;
    this.reduced = window.matchMedia("(prefers-reduced-motion: reduce)");

    this.host = h("div", { class: "fourfold-board-widget", "data-swapped": true });
    // JupyterLab has a command on almost every key; here they are the board's.
    this.host.setAttribute("data-lm-suppress-shortcuts", "true");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(model.get("_style"));
    const shadow = this.host.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheet];

    this.players = h("div", { class: "widget-head" });
    this.status = h("div", { class: "widget-status", role: "status" });
    this.message = h("div", { class: "widget-message", role: "alert" });
    this.chips = h("ul", { class: "chips", "aria-label": "Scores of the columns" });
    this.fit = h("div", { class: "widget-fit" });
    this.steps = {
      first: this.#button("To the start", "first", "Home", () => this.#goTo(0)),
      back: this.#button("One ply back", "previous", ",", () => this.#step(-1)),
      next: this.#button("One ply on", "next", ".", () => this.#step(1)),
      last: this.#button("To the end", "last", "End", () => this.#goTo(Infinity)),
    };
    this.undo = createButton("Undo", () => this.#ask({ kind: "undo" }), { icon: "undo", key: "U" });
    this.again = createButton("New game", () => this.#ask({ kind: "new" }), { icon: "plus" });
    this.scores = createButton("Scores", () => this.#toggleScores(), { icon: "study" });
    const steps = h("div", { class: "widget-steps", role: "group", "aria-label": "Steps" }, ...Object.values(this.steps));
    this.root = h(
      "div",
      { class: "widget", role: "group", "aria-label": "Connect Four" },
      this.players,
      this.fit,
      this.status,
      this.message,
      h("div", { class: "widget-buttons" }, steps, this.undo, this.again, this.scores),
    );
    this.board = new Board(this.fit, { choose: (column, isRepeated) => isRepeated || this.#choose(column) });
    this.fit.append(this.chips);
    shadow.append(this.root);
    element.append(this.host);
    this.root.addEventListener("keydown", (event) => this.#handleKey(event));

    this.update = this.update.bind(this);
    this.follow = this.#followTheme.bind(this);
    model.on("change:_view", this.update);
    this.observer = new MutationObserver(this.follow);
    for (const place of [document.documentElement, document.body]) this.observer.observe(place, { attributes: true });
    requestAnimationFrame(this.follow); // its colour is known once it has its place in the document
    this.update();
  }

  close() {
    this.model.off("change:_view", this.update);
    this.observer.disconnect();
    clearTimeout(this.timer);
  }

  /** @returns {View} */
  get view() {
    return this.model.get("_view");
  }

  update() {
    const view = this.view;
    const { width } = boardSize(view.board);
    const motion = !this.reduced.matches;
    this.host.dataset.motion = motion ? "on" : "off";
    this.root.style.setProperty("--board-width", String(width));
    this.board.update({ ...view.board, motion });
    this.players.replaceChildren(...view.players.map((player) => this.#player(player, view)));
    setVisible(this.chips, view.show_scores);
    drawChips(this.chips, view.chips, new Set(view.best));
    setText(this.status, view.status + (view.analysing ? " Looking at the columns …" : ""));
    if (view.answered >= this.asked) this.#say(view.message);

    const { first, back, next, last } = this.steps;
    first.disabled = back.disabled = view.ply === 0;
    next.disabled = last.disabled = view.ply === view.plies;
    this.undo.disabled = !view.undo;
    setVisible(this.undo, !view.record);
    setText(/** @type {Element} */ (this.again.querySelector(".button-text")), view.record ? "Back to the game" : "New game");
    setAttribute(this.scores, "aria-pressed", String(view.show_scores));
  }

  /** @param {View["players"][number]} player @param {View} view */
  #player({ side, name }, { turn }) {
    const words = name ? `${side}: ${name}` : side;
    const current = turn === side ? "true" : null;
    return h("span", { class: "widget-player", "aria-current": current }, drawSwatch(side), words);
  }

  /** @param {string} label @param {string} icon @param {string} key @param {() => void} click */
  #button(label, icon, key, click) {
    return createButton(label, click, { icon, key, bare: true, class: "is-quiet" });
  }

  // --- what people do --------------------------------------------------------------------------

  /** @param {number} column */
  #choose(column) {
    this.#ask({ kind: "choose", column, ply: this.view.ply });
  }

  /**
   * By so many plies from where Python is by then: a second click may come before the view of the first.
   * @param {number} by
   */
  #step(by) {
    this.#ask({ kind: "step", by });
  }

  /** @param {number} ply */
  #goTo(ply) {
    this.#ask({ kind: "step", ply: Math.max(0, Math.min(this.view.plies, ply)) });
  }

  #toggleScores() {
    this.#ask({ kind: "scores", on: !this.view.show_scores });
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = columnOf(event, this.view.board.columns);
    if (column !== null) this.#choose(column);
    else if (event.key.toLowerCase() === "u" && this.view.undo && !this.view.record) this.#ask({ kind: "undo" });
    else {
      const steps = { ",": -1, ".": 1 };
      stepByKey(event, steps, { step: (by) => this.#step(by), goTo: (ply) => this.#goTo(ply) });
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // --- Python ------------------------------------------------------------------------------------

  /** @param {object} request */
  #ask(request) {
    // The same board can be shown twice, and then both ask.
    this.asked = Math.max(this.asked, this.view.answered) + 1;
    const number = this.asked;
    this.model.send({ ...request, number });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.view.answered < number) this.#say(NO_ANSWER);
    }, PATIENCE);
  }

  /** @param {string} text */
  #say(text) {
    setText(this.message, text);
    setVisible(this.message, text !== "");
  }

  /** Be dark where the notebook is: its text is light then. Every notebook has a text, few say their theme. */
  #followTheme() {
    const [red, green, blue] = getComputedStyle(/** @type {Element} */ (this.host.parentElement)).color.match(/[\d.]+/g)?.map(Number) ?? [];
    const isDark = 0.3 * (red ?? 0) + 0.59 * (green ?? 0) + 0.11 * (blue ?? 0) > 128;
    this.host.dataset.mode = isDark ? "dark" : "light";
  }
}

/** @param {{model: Model, el: HTMLElement}} place */
function render({ model, el }) {
  const widget = new BoardWidget(model, el);
  return () => widget.close();
}

export default { render };

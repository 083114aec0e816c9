// @ts-check
// The explorer: for each column of the position on the screen its score, how often it was played,
// and how those games ended. Loaded when it is first switched on.
import { ApiError, api } from "../server/api.js";
import { createButton } from "../dom/controls.js";
import { byId, h, setAttribute, setText, setVisible } from "../dom/elements.js";
import { showError } from "../state/notices.js";
import { shownAnalysis, shownPosition, shownView } from "../state/state.js";
import { columnText, positionText, resultsOf, sourceText } from "../text/explorer.js";
import { formatCount } from "../text/numbers.js";
import { describeColumn } from "../text/columns.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").ExplorerColumn} ExplorerColumn */
/** @typedef {import("../types.d.ts").ExplorerView} ExplorerView */

const RETRY_DELAY = 1500; // milliseconds
const RETRY_STATUSES = new Set([0, 429, 503]);

export class Explorer {
  /**
   * @param {import("../state/state.js").Store} store
   * @param {{choose: (column: number) => void, close: () => void}} handlers
   */
  constructor(store, handlers) {
    this.store = store;
    this.handlers = handlers;
    /** @type {"all" | "yours"} whose games are counted */
    this.whose = "all";
    /** @type {ExplorerView | null} the last answer; the rows stay until the next one is there */
    this.view = null;
    this.requested = "";
    /** @type {AbortController | null} */
    this.request = null;
    this.key = "";
    this.summary = h("p", { class: "explorer-summary", role: "status" });
    this.source = h("p", { class: "explorer-source" });
    this.rows = h("ul", { class: "explorer-rows", "aria-label": "Columns" });
    const choice = (/** @type {"all" | "yours"} */ whose, /** @type {string} */ label) =>
      h("button", { type: "button", class: "explorer-choice", on: { click: () => this.#choose(whose) } }, label);
    this.choices = { all: choice("all", "All games"), yours: choice("yours", "Your games") };
    const close = createButton("Close the explorer", handlers.close, { icon: "close", bare: true, class: "is-quiet", key: "E" });
    const head = h(
      "div",
      { class: "explorer-head" },
      h("span", { class: "explorer-choices", role: "group", "aria-label": "Whose games" }, this.choices.all, this.choices.yours),
      close,
    );
    this.box = h("section", { class: "explorer", "aria-label": "Explorer" }, head, this.summary, this.rows, this.source);
    byId("summary").before(this.box);
    store.subscribe((state) => this.update(state));
    this.update(store.state);
  }

  /** @param {State} state */
  update(state) {
    setVisible(this.box, state.explorer);
    document.documentElement.toggleAttribute("data-explorer", state.explorer);
    this.#fetch(state);
    if (state.explorer) this.#draw(state);
  }

  /** @param {"all" | "yours"} whose */
  #choose(whose) {
    this.whose = whose;
    this.#draw(this.store.state);
  }

  // --- asking ------------------------------------------------------------------------------------

  /** @param {State} state */
  #fetch(state) {
    const wanted = state.explorer && state.game && !state.pending ? shownPosition(state) : "";
    if (wanted === this.requested) return;
    this.requested = wanted;
    this.request?.abort();
    this.request = null;
    if (!wanted) return;
    const request = new AbortController();
    this.request = request;
    void this.#ask(wanted, request);
  }

  /** @param {string} position @param {AbortController} request */
  async #ask(position, request) {
    try {
      const view = await api.explorer(position, request.signal);
      if (request.signal.aborted) return;
      this.view = { ...view, position };
      this.#draw(this.store.state);
    } catch (error) {
      if (request.signal.aborted) return;
      if (error instanceof ApiError && RETRY_STATUSES.has(error.status)) {
        window.setTimeout(() => request.signal.aborted || void this.#ask(position, request), RETRY_DELAY);
      } else showError(this.store, error);
    }
  }

  // --- drawing -----------------------------------------------------------------------------------

  /** @param {State} state */
  #draw(state) {
    for (const [whose, button] of Object.entries(this.choices)) {
      setAttribute(button, "aria-pressed", String(whose === this.whose));
    }
    const { view } = this;
    const isStale = view?.position !== shownPosition(state);
    this.box.classList.toggle("is-stale", isStale);
    setAttribute(this.box, "aria-busy", isStale ? "true" : null);
    if (!view || isStale) return;
    const isOver = Boolean(shownView(state)?.result);
    const scored = { ...view, columns: withAnalysis(view, shownAnalysis(state)) };
    setText(this.summary, isOver ? "The game is over." : positionText(state.settings, scored, this.whose));
    setText(this.source, isOver ? "" : sourceText(scored));
    const key = JSON.stringify([scored.columns, scored.position, this.whose, state.settings]);
    if (key === this.key) return;
    this.key = key;
    this.#fill(state, scored, isOver);
  }

  /** @param {State} state @param {ExplorerView} view @param {boolean} isOver */
  #fill(state, view, isOver) {
    const focused = [...this.rows.children].findIndex((row) => row.contains(document.activeElement));
    const most = Math.max(1, ...view.columns.map((each) => each[this.whose].games));
    this.rows.replaceChildren(
      ...(isOver ? [] : view.columns.map((column) => h("li", {}, this.#createRow(state, view, column, most)))),
    );
    const row = this.rows.children[focused]?.firstElementChild;
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }

  /** @param {State} state @param {ExplorerView} view @param {ExplorerColumn} column @param {number} most */
  #createRow(state, view, column, most) {
    const { text, kind } = describeColumn(column);
    const tally = column[this.whose];
    const words = columnText(state.settings, view.turn, column, this.whose);
    const { first, draws, second } = resultsOf(view.turn, tally);
    const parts = Object.entries({ first, draws, second }).filter(([, games]) => games);
    // As long as the column was often played, and divided as its games ended.
    const bar = h(
      "span",
      { class: "explorer-bar", style: { "--share": Math.sqrt(tally.games / most) } },
      ...parts.map(([name, games]) => h("span", { class: `explorer-part is-${name}`, style: { "--games": games } })),
    );
    return h(
      "button",
      {
        type: "button",
        class: "explorer-row",
        "aria-label": words,
        title: words,
        disabled: column.full,
        on: { click: () => this.handlers.choose(column.column) },
      },
      h("span", { class: "explorer-label" }, column.label),
      h("span", { class: `explorer-chip is-${kind}` }, text || (column.full ? "full" : "…")),
      h("span", { class: "explorer-count" }, tally.games ? formatCount(tally.games) : "–"),
      h("span", { class: "explorer-track" }, tally.games ? bar : null),
    );
  }
}

/**
 * The columns with what the analysis on the screen has found out since.
 * @param {ExplorerView} view
 * @param {import("../types.d.ts").AnalysisView | null} analysis
 * @returns {ExplorerColumn[]}
 */
function withAnalysis(view, analysis) {
  if (!analysis) return view.columns;
  return view.columns.map((column) => {
    const found = analysis.columns.find((each) => each.column === column.column);
    if (!found || (column.proven && column.moves !== null)) return column;
    const { proven, outcome, in_plies, moves, score, win_chance } = found;
    return { ...column, proven, outcome, in_plies, moves, score, win_chance };
  });
}

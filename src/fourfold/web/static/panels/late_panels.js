// @ts-check
// Panels that are loaded, with their style sheets, when they are first needed.
import { loadStyles } from "../dom/styles.js";
import { showError } from "../state/notices.js";
import { lineOf, shownPly } from "../state/state.js";

const NOT_LOADED = "This part of the page could not be loaded. Is the server running?";

/**
 * Show the explorer when it is switched on.
 * @param {import("../state/state.js").Store} store
 * @param {{step: (plies: number) => void, drop: (column: number) => void, explorer: () => void}} handlers
 */
export function watchExplorer(store, handlers) {
  /** @type {import("./explorer.js").Explorer | null} */
  let explorer = null;
  const load = () => Promise.all([import("./explorer.js"), loadStyles("explorer")]);
  /** Go on with a column: to the move of the game, or else by playing it. @param {number} column */
  const choose = (column) => {
    const { state } = store;
    if (lineOf(state)?.plies[shownPly(state)]?.column === column) handlers.step(1);
    else handlers.drop(column);
  };
  store.subscribe((state) => {
    if (!state.explorer || explorer) return;
    load().then(
      ([{ Explorer }]) => (explorer ??= new Explorer(store, { choose, close: handlers.explorer })),
      () => (store.update({ explorer: false }), showError(store, new Error(NOT_LOADED))),
    );
  });
}

// @ts-check
// Panels that are loaded, with their style sheets, when they are first needed.
import { loadStyles } from "../dom/styles.js";
import { showError } from "../state/notices.js";
import { lineOf, shownPly } from "../state/state.js";

/** @typedef {import("../state/state.js").Store} Store */
/** @typedef {import("../types.d.ts").State} State */

export const NOT_LOADED = "This part of the page could not be loaded. Is the server running?";

/**
 * Load a panel once it is needed, and show it every state from then on.
 * @param {Store} store
 * @param {(state: State) => boolean} isNeeded
 * @param {() => Promise<{update?: (state: State) => void}>} load
 * @param {() => void} [fail] called when it cannot be loaded; the next change tries again
 */
function loadLate(store, isNeeded, load, fail = () => {}) {
  /** @type {{update?: (state: State) => void} | null} */
  let panel = null;
  let isLoading = false;
  store.subscribe(async (state) => {
    if (panel) panel.update?.(state);
    else if (!isLoading && isNeeded(state)) {
      isLoading = true;
      try {
        panel = await load();
        panel.update?.(store.state);
      } catch {
        fail();
      }
      isLoading = false;
    }
  });
}

/**
 * Show the explorer when it is switched on.
 * @param {Store} store
 * @param {{step: (plies: number) => void, drop: (column: number) => void, explorer: () => void}} handlers
 */
export function watchExplorer(store, handlers) {
  /** Go on with a column: to the move of the game, or else by playing it. @param {number} column */
  const choose = (column) => {
    const { state } = store;
    if (lineOf(state)?.plies[shownPly(state)]?.column === column) handlers.step(1);
    else handlers.drop(column);
  };
  const load = async () => {
    const [{ Explorer }] = await Promise.all([import("./explorer.js"), loadStyles("explorer")]);
    new Explorer(store, { choose, close: handlers.explorer }); // it follows the store by itself
    return {};
  };
  const fail = () => {
    store.update({ explorer: false });
    showError(store, new Error(NOT_LOADED));
  };
  loadLate(store, (state) => state.explorer, load, fail);
}

/**
 * Show what two people at two screens have besides the board, from the first game by link on.
 * @param {Store} store
 * @param {(action: string, body?: any) => void} act
 */
export function watchPeople(store, act) {
  const load = async () => new (await import("./people_panel.js")).PeoplePanel(store, act);
  loadLate(store, ({ game }) => Boolean(game?.link), load);
}

/**
 * Show the card at the end of a game.
 * @param {Store} store
 * @param {HTMLElement} root
 * @param {(opponent: import("../types.d.ts").OpponentView) => void} play begins a game against an opponent
 */
export function watchResult(store, root, play) {
  const load = async () => {
    const [{ ResultCard }] = await Promise.all([import("./result_card.js"), loadStyles("result")]);
    return new ResultCard(root, play);
  };
  loadLate(store, ({ game }) => Boolean(game?.result), load);
}

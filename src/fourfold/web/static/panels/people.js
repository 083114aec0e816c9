// @ts-check
// Loads what two people at two screens have besides the board, with the first game by link.

const loadPanel = () => import("./people_panel.js");

/**
 * @param {import("../state/state.js").Store} store
 * @param {(action: string, body?: any) => void} act
 */
export function followPeople(store, act) {
  /** @type {import("./people_panel.js").PeoplePanel | null} */
  let panel = null;
  let isLoading = false;
  store.subscribe(async (state) => {
    panel?.update(state);
    if (panel || isLoading || !state.game?.link) return;
    isLoading = true;
    try {
      const { PeoplePanel } = await loadPanel();
      panel = new PeoplePanel(store, act);
      panel.update(store.state);
    } catch {
      // Not loaded: the next change tries again.
    }
    isLoading = false;
  });
}

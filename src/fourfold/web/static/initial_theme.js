// @ts-check
// Runs before anything is drawn, so that the page never flashes in the wrong colours.
(() => {
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("fourfold.settings") ?? "{}") ?? {};
    if (["classic", "ink", "sea"].includes(kept.theme)) root.dataset.theme = kept.theme;
    if (["light", "dark"].includes(kept.mode)) root.dataset.mode = kept.mode;
    root.toggleAttribute("data-swapped", kept.swapped === true);
  } catch {
    // Keep the defaults.
  }
})();

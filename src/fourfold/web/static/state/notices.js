// @ts-check
// Notices: sentences that stand in the place of the status for a few seconds.

/** @typedef {import("./state.js").Store} Store */

const DURATION = 5000; // milliseconds

/** @type {number | undefined} */
let timer;

/**
 * @param {Store} store
 * @param {string} text
 * @param {"refusal" | "news"} [kind]
 */
export function showNotice(store, text, kind = "news") {
  window.clearTimeout(timer);
  const notice = { text, kind };
  store.update({ notice });
  timer = window.setTimeout(() => {
    if (store.state.notice === notice) store.update({ notice: null });
  }, DURATION);
}

/** Say what went wrong; a request that the page itself has cancelled is no error. @param {Store} store @param {unknown} error */
export function showError(store, error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  const text = error instanceof Error ? error.message : String(error);
  const sentence = text.charAt(0).toUpperCase() + text.slice(1).replace(/([^.!?…])$/, "$1.");
  showNotice(store, sentence, "refusal");
}

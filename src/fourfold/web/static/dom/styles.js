// @ts-check
// Style sheets that are loaded with the part of the page that needs them.
import { h } from "./elements.js";

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Load style sheets, each once; resolves when all of them apply, or cannot be loaded.
 * @param {...string} names of files in css/
 */
export async function loadStyles(...names) {
  await Promise.all(names.map(loadSheet));
}

/** @param {string} name @returns {Promise<void>} */
function loadSheet(name) {
  let found = loading.get(name);
  if (!found) {
    found = new Promise((resolve) => {
      const href = new URL(`static/css/${name}.css`, document.baseURI).href;
      const link = h("link", { rel: "stylesheet", href, on: { load: () => resolve(), error: () => resolve() } });
      // Before the sheet for small windows, which has the last word.
      const last = document.querySelector('link[href$="small_windows.css"]');
      document.head.insertBefore(link, last);
    });
    loading.set(name, found);
  }
  return found;
}

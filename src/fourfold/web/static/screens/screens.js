// @ts-check
// The screens beside the game: each fills the page in the place of the board and its panel, has an
// address of its own (/learn, /puzzles/daily), and is loaded when it is first opened.
//
//     screens/NAME/screen.js    export function openScreen(context) { …; return { title, … } }
//
// A screen that is left is closed and its elements are removed: what must last belongs to the
// server or to state/storage.js.
import { h } from "../dom/elements.js";

/** @typedef {import("../types.d.ts").Screen} Screen */
/** @typedef {import("../types.d.ts").ScreenContext} ScreenContext */

/** @type {Record<string, () => Promise<{openScreen: (context: ScreenContext) => Screen}>>} */
const SCREENS = {
  learn: () => import("./learn/screen.js"),
  puzzles: () => import("./puzzles/screen.js"),
  people: () => import("./people/screen.js"),
  history: () => import("./history/screen.js"),
  tree: () => import("./tree/screen.js"),
  tournaments: () => import("./tournaments/screen.js"),
};

/** Whether an address is one of a screen. @param {string} page the first part of its path */
export function isScreen(page) {
  return Object.hasOwn(SCREENS, page);
}

/** Shows one screen at a time, or the game. */
export class Screens {
  /**
   * @param {HTMLElement} room what is shown while no screen is open
   * @param {Omit<ScreenContext, "root" | "path">} context
   */
  constructor(room, context) {
    this.room = room;
    this.context = context;
    /** @type {Screen | null} */
    this.screen = null;
    /** @type {HTMLElement | null} */
    this.root = null;
    this.opening = 0; // counts what was opened: a screen that is loaded too late is not shown
  }

  get isOpen() {
    return this.root !== null;
  }

  /**
   * @param {string} page
   * @param {string} path the rest of the address
   */
  async open(page, path) {
    const mine = ++this.opening;
    const root = h("main", { class: `screen screen-${page}`, tabindex: -1 });
    const words = h("p", { class: "screen-wait", role: "status" }, "Loading …");
    root.append(words);
    this.#replace(root);
    try {
      const { openScreen } = await SCREENS[page]();
      if (mine !== this.opening) return;
      words.remove();
      this.screen = openScreen({ ...this.context, root, path });
      document.title = `${this.screen.title} · fourfold`;
    } catch {
      if (mine === this.opening) words.textContent = "This part of the page could not be loaded. Is the server running?";
    }
  }

  /** Show the game again. */
  close() {
    this.opening++;
    this.#replace(null);
  }

  /** Hand a key to the screen; true if there is one, whether it used the key or not. @param {KeyboardEvent} event */
  handleKey(event) {
    if (this.screen?.handleKey?.(event)) event.preventDefault();
    return this.isOpen;
  }

  /** @param {HTMLElement | null} root */
  #replace(root) {
    this.screen?.close?.();
    this.screen = null;
    this.root?.remove();
    this.root = root;
    this.room.hidden = root !== null;
    if (root) {
      this.room.after(root);
      root.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
  }
}

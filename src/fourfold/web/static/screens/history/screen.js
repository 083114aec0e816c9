// @ts-check
// /history: my games; /history/all: everybody's; /history/statistics: what mine add up to;
// /history/browser: who this browser is.
import { createLink } from "../../dom/controls.js";
import { h, setAttribute, setText, setVisible } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { loadStyles } from "../../dom/styles.js";
import { createUploadButton } from "../../dialogs/share.js";
import { api } from "../../server/api.js";
import { setAddress } from "../../state/router.js";
import { pagePath } from "../../state/state.js";
import { standingText } from "../../text/history.js";
import { BrowserPart } from "./browser.js";
import { GamesList } from "./games_list.js";
import { createStatistics } from "./statistics.js";

/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

const PARTS = { "": "My games", all: "All games", statistics: "Statistics", browser: "This browser" };

/** @param {ScreenContext} context @returns {Screen} */
export function openScreen(context) {
  const screen = new HistoryScreen(context);
  return { title: "History", close: () => screen.close(), handleKey: (event) => screen.handleKey(event) };
}

class HistoryScreen {
  /** @param {ScreenContext} context */
  constructor(context) {
    this.context = context;
    /** @type {GamesList | null} */
    this.list = null;
    this.me = api.me();
    this.body = h("div", { class: "history-body" });
    this.links = Object.entries(PARTS).map(([path, label]) =>
      createLink(path ? `history/${path}` : "history", () => this.#choose(path), { class: "history-tab", "data-part": path }, label),
    );
    const leave = () => this.#leave();
    const room = h(
      "div",
      { class: "history", hidden: true },
      h(
        "header",
        { class: "history-head" },
        createLink("", leave, { class: "history-back" }, createIcon("previous"), "Back to the game"),
        h("h2", {}, "History"),
      ),
      h("nav", { class: "history-tabs", "aria-label": "History" }, ...this.links),
      this.body,
    );
    context.root.append(room);
    this.#show(context.path);
    void loadStyles("fields", "dialogs", "small_board", "history", "statistics").then(() => setVisible(room, true));
  }

  close() {
    this.list?.close();
  }

  /** @param {KeyboardEvent} event */
  handleKey({ key }) {
    if (key === "Escape") this.#leave();
    else if (key === "n" || key === "N") this.context.openDialog("newGame");
    else if (key === "?") this.context.openDialog("keys");
    else return false;
    return true;
  }

  #leave() {
    this.context.go(pagePath(this.context.store.state));
  }

  /** @param {string} path */
  #choose(path) {
    setAddress(path ? `history/${path}` : "history");
    this.#show(path);
  }

  /** @param {string} path */
  #show(path) {
    const part = Object.hasOwn(PARTS, path) ? path : "";
    for (const link of this.links) setAttribute(link, "aria-current", link.dataset.part === part ? "page" : null);
    this.list?.close();
    this.list = null;
    if (part === "statistics") this.body.replaceChildren(createStatistics(this.me));
    else if (part === "browser") this.body.replaceChildren(new BrowserPart().root);
    else this.#showGames(part === "");
  }

  /** @param {boolean} isMine */
  #showGames(isMine) {
    this.list = new GamesList(this.context, isMine);
    const standing = h("p", { class: "history-standing" });
    const problem = h("p", { class: "problem", role: "alert" });
    if (isMine) {
      this.me.then((me) => setText(standing, standingText(me)), () => {}); // the list says what is wrong
    }
    const upload = createUploadButton(this.context.games, problem, () => {}, (id) => this.context.go(`game/${id}`));
    this.body.replaceChildren(standing, this.list.root, h("div", { class: "history-foot" }, upload, problem));
  }
}

// @ts-check
// /puzzles: rated puzzles; /puzzles/daily, /puzzles/rush, /puzzles/mistakes; /puzzles/ID: one puzzle.
import { loadStyles } from "../../dom/styles.js";
import { DailyPage } from "./daily.js";
import { MistakesPage } from "./mistakes.js";
import { RatedPage } from "./rated.js";
import { RushPage } from "./rush.js";
import { SinglePage } from "./single.js";

/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

/** @type {Record<string, new (context: ScreenContext) => RatedPage | DailyPage | MistakesPage | RushPage>} */
const PAGES = { "": RatedPage, daily: DailyPage, rush: RushPage, mistakes: MistakesPage };

/** @param {ScreenContext} context @returns {Screen} */
export function openScreen(context) {
  const { path, root } = context;
  root.classList.add("is-loading");
  const Page = Object.hasOwn(PAGES, path) ? PAGES[path] : SinglePage;
  const page = new Page(context);
  void loadStyles("fields", "ghosts", "find_move", "puzzles").then(() => root.classList.remove("is-loading"));
  return { title: page.title, close: () => page.close(), handleKey: (event) => page.handleKey(event) };
}

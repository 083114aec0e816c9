// @ts-check
// The rules of the game, each with a small board that shows it.
import { createLink } from "../../dom/controls.js";
import { h } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { RULES } from "../../text/rules.js";
import { DEMOS } from "./demos.js";
import { DemoBoard } from "./demo_board.js";
import { createHead } from "./parts.js";

/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

/** @param {ScreenContext} context @returns {Screen} */
export function openRules(context) {
  const { root, store, go } = context;
  const { head } = createHead(context, "The rules", { path: "learn", label: "All lessons" });
  /** @type {DemoBoard[]} */
  const boards = [];
  const sections = RULES.map(({ title, demo, text }) => {
    const board = new DemoBoard(title, DEMOS[demo], () => store.state.settings);
    boards.push(board);
    const words = h("div", { class: "rule-words" }, h("h3", {}, title), ...text.map((each) => h("p", {}, each)));
    return h("section", { class: "rule" }, words, board.root);
  });
  const onwards = createLink(
    "learn/four-in-a-row",
    go,
    { class: "button is-primary rules-onwards" },
    "Start the first lesson",
    createIcon("next"),
  );
  root.append(head, ...sections, onwards);
  const unsubscribe = store.subscribe((state, before) => {
    if (state.settings !== before.settings) for (const board of boards) board.draw();
  });
  return {
    title: "The rules",
    close: () => {
      unsubscribe();
      for (const board of boards) board.close();
    },
    handleKey: (event) => {
      if (event.key !== "Escape") return false;
      go("learn");
      return true;
    },
  };
}

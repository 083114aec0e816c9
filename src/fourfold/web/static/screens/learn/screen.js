// @ts-check
// /learn: the list of lessons; /learn/rules: the rules; /learn/ID: one lesson.
import { loadStyles } from "../../dom/styles.js";
import { openLesson } from "./lesson.js";
import { openList } from "./list.js";
import { openRules } from "./rules.js";

/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

/** @param {ScreenContext} context @returns {Screen} */
export function openScreen(context) {
  const { path, root } = context;
  const open = path === "" ? openList : path === "rules" ? openRules : openLesson;
  root.classList.add("is-loading");
  const screen = open(context);
  void loadStyles("learn", "ghosts", "find_move").then(() => root.classList.remove("is-loading"));
  return screen;
}

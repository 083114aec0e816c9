// @ts-check
// What the list, the lessons and the rules have in common.
import { createLink } from "../../dom/controls.js";
import { h } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";

/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

/**
 * The head of a screen: the way back, and the title.
 * @param {ScreenContext} context
 * @param {string} title
 * @param {{path: string, label: string}} back
 */
export function createHead(context, title, back) {
  const link = createLink(back.path, context.go, { class: "learn-back" }, createIcon("previous"), back.label);
  const heading = h("h2", { class: "learn-title" }, title);
  return { head: h("header", { class: "learn-head" }, link, heading), heading };
}

/** @param {string} title */
export function setTitle(title) {
  document.title = `${title} · fourfold`;
}

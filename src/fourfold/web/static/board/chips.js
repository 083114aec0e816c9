// @ts-check
// A chip under each column that says what it leads to.
import { h } from "../dom/elements.js";
import { describeColumn } from "../text/columns.js";

/** @typedef {Parameters<typeof describeColumn>[0]} Column */

/**
 * @param {HTMLElement} list
 * @param {Column[]} columns one for each column of the board; none for no chips
 * @param {Set<number>} [best] the indices of those that stand out
 */
export function drawChips(list, columns, best = new Set()) {
  if (columns.length) list.style.setProperty("--columns", String(columns.length));
  const items = columns.map((column, index) => {
    const { text, kind, long } = describeColumn(column);
    const isBest = best.has(index);
    return h(
      "li",
      { class: `chip is-${kind}${isBest ? " is-best" : ""}`, title: long },
      text && h("span", { "aria-hidden": "true" }, text),
      h("span", { class: "unseen" }, isBest ? `${long}, best` : long),
    );
  });
  list.replaceChildren(...items);
}

// @ts-check
// Cells that a sentence names, such as d3: pointing at one shows it on the board.
import { h } from "../dom/elements.js";
import { parseCell } from "../text/names.js";

/** @typedef {import("../types.d.ts").Cell} Cell */

const NAME = /\b([a-l](?:1[0-2]|[1-9]))\b/;

/** Write a sentence in which cells can be pointed at. @param {Element} element @param {string} text */
export function setSentence(element, text) {
  if (element.textContent === text) return;
  const parts = text.split(NAME); // every second part is a cell
  element.replaceChildren(
    ...parts.map((part, index) => (index % 2 ? h("span", { class: "cell-name" }, part) : part)),
  );
}

/**
 * Tell which cell is pointed at, with the mouse or a finger; null once it is left.
 * @param {HTMLElement} root
 * @param {(cell: Cell | null) => void} point
 */
export function listenToCellNames(root, point) {
  let shown = "";
  root.addEventListener("pointerover", (event) => {
    const target = event.target instanceof Element ? event.target.closest(".cell-name") : null;
    const name = target?.textContent ?? "";
    if (name === shown) return;
    shown = name;
    point(name ? parseCell(name) : null);
  });
}

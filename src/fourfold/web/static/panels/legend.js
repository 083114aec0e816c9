// @ts-check
// What the small marks on the board mean, in the same shapes.
import { byId, h, s } from "../dom/elements.js";

/** @param {SVGElement} shape */
function createMark(shape) {
  return s("svg", { class: "legend-mark", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, shape);
}

export function drawLegend() {
  const square = { x: -0.35, y: -0.35, width: 0.7, height: 0.7 };
  byId("legend").append(
    h("li", {}, createMark(s("circle", { r: 0.38 })), "four on an odd row"),
    h("li", {}, createMark(s("rect", square)), "four on an even row"),
    h("li", {}, createMark(s("circle", { r: 0.38, class: "is-playable" })), "can be played now"),
  );
}

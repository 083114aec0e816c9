// @ts-check
// What a ply was, as a small picture: letter, shape and colour say the same.
import { s } from "../dom/elements.js";

/** @typedef {import("../types.d.ts").ReviewLabel} ReviewLabel */

/** @type {Record<ReviewLabel, () => SVGElement>} in a square of 20 by 20 */
const SHAPES = {
  best: () => s("circle", { cx: 10, cy: 10, r: 9 }),
  "only move": () => drawPolygon(4),
  good: () => s("rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 5 }),
  forced: () => s("rect", { x: 0, y: 4, width: 20, height: 12 }),
  inaccuracy: () => drawPolygon(3, 0.5, 12, -2.5),
  "missed win": () => drawPolygon(5),
  mistake: () => drawPolygon(3, 0, 12, 2.5),
  blunder: () => drawPolygon(8, 0.5),
};
// In a triangle a letter is smaller, and stands where the triangle is wide.
/** @type {Partial<Record<ReviewLabel, [number, number]>>} baseline and size */
const LETTERS = { inaccuracy: [11.5, 10.5], mistake: [16.2, 8.5] };

/** A regular polygon; without a turn, a corner is on top. */
function drawPolygon(corners = 4, turned = 0, radius = 10, drop = 0) {
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * (corner + turned)) / corners;
    return `${(10 + radius * Math.sin(angle)).toFixed(1)},${(10 + drop - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return s("polygon", { points: points.join(" ") });
}

/**
 * The mark of a label, or of a ply that has it; an estimate is drawn in outline.
 * @param {{label: ReviewLabel, letter: string, proven?: boolean}} ply
 * @returns {SVGSVGElement}
 */
export function drawLabelMark({ label, letter, proven = true }) {
  const kind = `is-${label.replace(" ", "-")}${proven ? "" : " is-estimate"}`;
  const [y, size] = LETTERS[label] ?? [14.2, 11.5];
  return s(
    "svg",
    { class: `label-mark ${kind}`, viewBox: "-1 -1 22 22", "aria-hidden": "true", focusable: "false" },
    SHAPES[label](),
    s("text", { x: 10, y, "font-size": size }, letter),
  );
}

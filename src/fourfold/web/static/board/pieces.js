// @ts-check
// The pieces, drawn once for the board and for every small picture of one. They differ in shape
// as well as in colour: FIRST has a ring, SECOND a cross, a ban a bar.
import { s } from "../dom/elements.js";

/** @typedef {import("../types.d.ts").Side} Side */

/**
 * A piece about the origin, one unit across its cell.
 * @param {Side | "BAN"} owner
 * @returns {SVGGElement}
 */
export function drawPiece(owner) {
  const body = s("g", { class: `piece piece-${owner.toLowerCase()}` });
  body.append(
    s("circle", { class: "piece-edge", r: 0.44 }),
    s("circle", { class: "piece-body", r: 0.35 }),
  );
  if (owner === "FIRST") body.append(s("circle", { class: "piece-cut", r: 0.19 }));
  else if (owner === "SECOND") {
    body.append(s("path", { class: "piece-cut", d: "M-0.16 -0.16L0.16 0.16M0.16 -0.16L-0.16 0.16" }));
  } else body.append(s("path", { class: "piece-cut", d: "M-0.2 0H0.2" }));
  return body;
}

/**
 * A small picture of a piece, to stand beside a name.
 * @param {Side | "BAN"} owner
 * @returns {SVGSVGElement}
 */
export function drawSwatch(owner) {
  return s(
    "svg",
    { class: "swatch", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true", focusable: "false" },
    drawPiece(owner),
  );
}

/** The outline of a star with five points about the origin. */
export function starPath(radius = 0.27) {
  const points = Array.from({ length: 10 }, (_, i) => {
    const r = i % 2 ? radius * 0.45 : radius;
    const angle = (Math.PI * i) / 5;
    return `${(r * Math.sin(angle)).toFixed(3)} ${(-r * Math.cos(angle)).toFixed(3)}`;
  });
  return `M${points.join("L")}z`;
}

/** The two strokes of a forbidden cell. */
export const CROSS = "M-0.2 -0.2L0.2 0.2M0.2 -0.2L-0.2 0.2";

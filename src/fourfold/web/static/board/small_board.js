// @ts-check
// A small picture of a position, from rows of characters as the server's lists have them. It is
// decoration: the words beside it say what matters.
import { s } from "../dom/elements.js";
import { CROSS, drawPiece, starPath } from "./pieces.js";

const HOLE = 0.405;
const EDGE = 0.14;
/** @type {Record<string, "FIRST" | "SECOND" | "BAN">} */
const OWNERS = { 1: "FIRST", 2: "SECOND", "#": "BAN" };

/**
 * @param {string[]} rows the top one first: 1 and 2 are pieces, # a ban, x forbidden, * the star
 * @param {import("../types.d.ts").Cell[]} line the cells of the winning line
 * @returns {SVGSVGElement}
 */
export function drawSmallBoard(rows, line = []) {
  const width = rows[0]?.length ?? 0;
  const height = rows.length;
  let holes = "";
  const marks = s("g", {});
  rows.forEach((row, y) => {
    [...row].forEach((content, x) => {
      const place = { transform: `translate(${x + 0.5} ${y + 0.5})` };
      if (content !== "x") holes += `M${x + 0.5 - HOLE} ${y + 0.5}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
      if (content === "x") marks.append(s("path", { class: "small-board-cross", d: CROSS, ...place }));
      else if (content === "*") marks.append(s("path", { class: "bonus-star", d: starPath(), ...place }));
      else if (OWNERS[content]) marks.append(s("g", place, drawPiece(OWNERS[content])));
    });
  });
  // A light ring in a dark one, which is seen on pieces of every colour.
  const rings = line.flatMap(([column, row]) =>
    ["small-board-edge", "small-board-ring"].map((name) =>
      s("circle", { class: name, cx: column + 0.5, cy: height - row - 0.5, r: 0.4 }),
    ),
  );
  return s(
    "svg",
    {
      class: "small-board",
      viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    s("rect", { class: "plate-body", x: -EDGE, y: -EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE, rx: 0.4 }),
    s("path", { class: "board-hole", d: holes }),
    marks,
    ...rings,
  );
}

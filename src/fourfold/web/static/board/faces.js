// @ts-check
// The faces of the opponents, drawn from eight words each on a grid of 64. A face is decoration: the
// name beside it says who it is. Its colours are its own, on a disc of its own, so that it looks the
// same on a light and on a dark page.
import { s } from "../dom/elements.js";

/** @typedef {import("../types.d.ts").FaceView} FaceView */
/** @typedef {(colour: string, face: Colours) => (SVGElement | null)[]} Draw */
/** @typedef {{skin: string, shade: string, hair: string, shirt: string, ink: string}} Colours */

const LARGER = "translate(32 34) scale(1.14) translate(-32 -32)"; // the head fills its disc
const INK = "#2b2430";
const WHITE = "#fffdf8";

/** @type {Record<string, [string, string]>} the disc behind the head, and the shirt */
const BACKDROPS = {
  sky: ["#bfe0f7", "#3f86c6"],
  sun: ["#ffe3a6", "#e0703c"],
  mint: ["#bfe8d4", "#2f8f6d"],
  rose: ["#f9cfd5", "#b8436a"],
  sand: ["#ecd9bd", "#6f7d4b"],
  plum: ["#dccdf0", "#6c4aa5"],
  leaf: ["#d3e6b4", "#c8632f"],
  ice: ["#d3e6f0", "#44566c"],
  slate: ["#bcc6d4", "#32405a"],
  night: ["#47538c", "#d9b45b"],
};

/** @type {Record<string, [string, string]>} the skin, and its shade */
const SKINS = {
  fair: ["#f7d5bb", "#e7ab8a"],
  tan: ["#e3b087", "#c98a5e"],
  dark: ["#ab734b", "#8a5532"],
  deep: ["#7d4d31", "#5d3621"],
};

/** @type {Record<string, string>} */
const HAIR_COLOURS = {
  ginger: "#d9722e",
  brown: "#6b4226",
  blond: "#e6bb52",
  black: "#2a2430",
  grey: "#8d949e",
  silver: "#dfe2e8",
};

/** @type {Record<string, (skin: string) => SVGElement>} */
const SHAPES = {
  round: (fill) => s("ellipse", { cx: 32, cy: 31, rx: 14.5, ry: 14.5, fill }),
  oval: (fill) => s("ellipse", { cx: 32, cy: 31, rx: 13, ry: 15.5, fill }),
  long: (fill) => s("ellipse", { cx: 32, cy: 31, rx: 12.5, ry: 16.5, fill }),
  square: (fill) => s("rect", { x: 18.5, y: 16, width: 27, height: 30, rx: 11, fill }),
};

const path = (/** @type {string} */ d, /** @type {string} */ fill) => s("path", { d, fill });
const disc = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r, /** @type {string} */ fill) =>
  s("circle", { cx, cy, r, fill });
const stroke = (/** @type {string} */ d, /** @type {string} */ colour, width = 1.6) =>
  s("path", { d, fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });

/** Hair behind the head. @type {Record<string, Draw>} */
const BACK_HAIR = {
  bunches: (hair) => [disc(14.5, 29, 6.5, hair), disc(49.5, 29, 6.5, hair)],
  curls: (hair) => [
    ...[[17, 26], [15, 34], [18, 41], [47, 26], [49, 34], [46, 41]].map(([x, y]) => disc(x, y, 6, hair)),
    path("M16 34C14 14 24 10 32 10s18 4 16 24z", hair),
  ],
  bob: (hair) => [path("M15.5 45C13 20 20 11 32 11s19 9 16.5 34c-4 2.5-8 1-9 0h-15c-1 1-5 2.5-9 0z", hair)],
  fringe: (hair) => [path("M15 51C12 20 20 11 32 11s20 9 17 40c-4 1.5-9 1-10 0H25c-1 1-6 1.5-10 0z", hair)],
  bun: (hair) => [disc(32, 9.5, 6, hair), path("M17 33C15 16 23 12 32 12s17 4 15 21z", hair)],
};

/** Hair in front of the head. @type {Record<string, Draw>} */
const FRONT_HAIR = {
  tuft: (hair) => [path("M18.5 26C18 17 24 14 30 14c-1-3 1-6 4-7-1 2 0 4 1 5 1-2 3-3 5-3-1 2-1 4 0 5 4 2 6 6 5.5 12-3-4-7-6.5-13.5-6.5S21.5 22 18.5 26z", hair)],
  bunches: (hair) => [path("M17.5 29C16 18 23 13.5 32 13.5S48 18 46.5 29C45 23 40 19.5 32 16.5 24 19.5 19 23 17.5 29z", hair)],
  flat: (hair) => [path("M18.5 25V16.5C22 12.5 42 12.5 45.5 16.5V25c-3-3-8-4-13.5-4s-10.5 1-13.5 4z", hair)],
  curls: (hair) => [[22, 18], [28, 15.5], [35, 15.5], [42, 18]].map(([x, y]) => disc(x, y, 4.8, hair)),
  parted: (hair) => [path("M19 27c-1.5-10 5-14 14-14 8 0 13.5 5 12.5 14-2.5-3-4-6-5-8-5 2-12 2-16 1.5C22 22 20 24 19 27z", hair)],
  bob: (hair) => [path("M18.5 30C17.5 18 24 14.5 32 14.5S46.5 18 45.5 30c-2-4-3.5-6-5-9-4 3-13 4-17 3.5-2 1.5-4 3-5 5.5z", hair)],
  short: (hair) => [path("M18.5 24C18 15 25 12.5 32 12.5S46 15 45.5 24c-3-4.5-8-5.5-13.5-5.5s-10.5 1-13.5 5.5z", hair)],
  fringe: (hair) => [path("M18.5 26.5C18 17 25 13.5 32 13.5S46 17 45.5 26.5c-1-1-2-2-2.5-2.5-6 2-16 2-22 0-.5.5-1.5 1.5-2.5 2.5z", hair)],
  bald: (hair) => [path("M19.5 34c-3-1-3.5-6-2-9 .5-1 2-1 2.5 0zM44.5 34c3-1 3.5-6 2-9-.5-1-2-1-2.5 0z", hair)],
  bun: (hair) => [path("M18.5 28C17 17 25 14 32 14s15 3 13.5 14C43 22 38 18.5 32 18.5S21 22 18.5 28z", hair)],
};

const pupils = () => [disc(26.5, 31, 1.9, INK), disc(37.5, 31, 1.9, INK)];

/** @type {Record<string, Draw>} */
const EYES = {
  dots: () => pupils(),
  wide: () => [disc(26.5, 30.5, 3.7, WHITE), disc(37.5, 30.5, 3.7, WHITE), disc(27, 31, 2, INK), disc(37, 31, 2, INK)],
  lids: () => [...pupils(), stroke("M23.4 30q3.1-2.2 6.2 0M34.4 30q3.1-2.2 6.2 0", INK, 1.3)],
  lashes: () => [...pupils(), stroke("M23.3 29.3q3-2.8 6 .2M34.7 29.5q3-3 6-.2M23.3 29.3l-1.2-1M40.7 29.3l1.2-1", INK, 1.2)],
  brows: (hair) => [...pupils(), stroke("M22.8 26.8l6.4 1M41.2 26.8l-6.4 1", hair, 2.4)],
};

/** @type {Record<string, Draw>} */
const MOUTHS = {
  smile: (_, { ink }) => [stroke("M27 38.5q5 4 10 0", ink)],
  grin: (_, { ink }) => [path("M26 37.5q6 1.5 12 0q-1 6-6 6t-6-6z", ink), path("M27.2 38q4.8 1 9.6 0l-.5 1.8q-4.3.8-8.6 0z", WHITE)],
  open: (_, { ink }) => [s("ellipse", { cx: 32, cy: 40, rx: 2.6, ry: 2.9, fill: ink })],
  flat: (_, { ink }) => [stroke("M28 40q4 .8 8 0", ink)],
  smirk: (_, { ink }) => [stroke("M28 40.2q5 1.3 9-2.2", ink)],
};

/** @type {Record<string, Draw>} */
const EXTRAS = {
  none: () => [],
  freckles: (_, { shade }) =>
    [[22.5, 35], [25, 36.5], [24.5, 34], [39.5, 34], [39, 36.5], [41.5, 35]].map(([x, y]) => disc(x, y, 0.75, shade)),
  cap: (_, { shirt }) => [
    path("M18 23.5C17.5 14 24 10.5 32 10.5S46.5 14 46 23.5q-14-4-28 0z", shirt),
    path("M17 23.5q15-5 32-.5c3 .8 2.5 3-.5 2.5-11-2.5-20-2-30.5.5-2 .4-3-2-1-2.5z", shirt),
    disc(32, 10.8, 1.3, WHITE),
  ],
  beard: (hair) => [path("M19.5 33c0 9 4 15.5 12.5 15.5S44.5 42 44.5 33c-2 3.5-4 4-6.5 3.5-4-1-8-1-12 0-2.5.5-4.5 0-6.5-3.5z", hair)],
  glasses: () => [
    ...[26, 38].map((cx) => s("circle", { cx, cy: 31, r: 5.2, fill: WHITE, "fill-opacity": 0.3, stroke: INK, "stroke-width": 1.4 })),
    stroke("M31 30.5q1-.8 2 0", INK, 1.4),
  ],
  moustache: (hair) => [path("M32 36.5c-2.5-1.2-6 .5-7.5 2.7 3 .5 6 .3 7.5-1 1.5 1.3 4.5 1.5 7.5 1-1.5-2.2-5-3.9-7.5-2.7z", hair)],
};

/** The words that can be drawn, for each part of a face. @type {Record<keyof FaceView, string[]>} */
export const FACE_WORDS = {
  backdrop: Object.keys(BACKDROPS),
  skin: Object.keys(SKINS),
  shape: Object.keys(SHAPES),
  hair: Object.keys(FRONT_HAIR),
  hair_colour: Object.keys(HAIR_COLOURS),
  eyes: Object.keys(EYES),
  mouth: Object.keys(MOUTHS),
  extra: Object.keys(EXTRAS),
};

/**
 * Draw the face of an opponent.
 * @param {{face: FaceView}} opponent
 * @returns {SVGSVGElement}
 */
export function drawFace({ face }) {
  const [back, shirt] = BACKDROPS[face.backdrop] ?? BACKDROPS.sky;
  const [skin, shade] = SKINS[face.skin] ?? SKINS.fair;
  const hair = HAIR_COLOURS[face.hair_colour] ?? HAIR_COLOURS.brown;
  const ink = face.skin === "deep" ? "#2b1512" : "#7a2f2a";
  const colours = { skin, shade, hair, shirt, ink };
  const part = (/** @type {Record<string, Draw>} */ parts, /** @type {string} */ word) => parts[word]?.(hair, colours) ?? [];
  const isBearded = face.extra === "beard"; // a beard is under the mouth, everything else over it
  const head = [
    path("M27 42h10v5q-5 5-10 0z", shade),
    s("ellipse", { cx: 18.5, cy: 32, rx: 2.6, ry: 3.4, fill: shade }),
    s("ellipse", { cx: 45.5, cy: 32, rx: 2.6, ry: 3.4, fill: shade }),
    (SHAPES[face.shape] ?? SHAPES.round)(skin),
    disc(23.5, 36.5, 2.6, shade),
    disc(40.5, 36.5, 2.6, shade),
    ...(isBearded ? part(EXTRAS, "beard") : []),
    ...part(FRONT_HAIR, face.hair),
    ...(isBearded ? [] : part(EXTRAS, face.extra)),
    ...part(EYES, face.eyes),
    stroke("M31.2 35.3q.8.9 1.8 0", shade, 1.5),
    ...(MOUTHS[face.mouth] ?? MOUTHS.smile)(hair, isBearded ? { ...colours, ink: WHITE } : colours),
  ];
  return s(
    "svg",
    { class: "face", viewBox: "0 0 64 64", "aria-hidden": "true", focusable: "false" },
    disc(32, 32, 32, back),
    s("g", { transform: LARGER }, ...part(BACK_HAIR, face.hair)),
    path("M9.4 54.6Q13 48 25 47h14q12 1 15.6 7.6A32 32 0 0 1 9.4 54.6z", shirt),
    s("g", { transform: LARGER }, ...head),
  );
}

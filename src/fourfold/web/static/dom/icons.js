// @ts-check
// The icons: a few strokes each on a grid of 24, drawn with the colour of the text beside them.
import { s } from "./elements.js";

/** @type {Record<string, string>} */
const STROKES = {
  plus: "M12 5v14M5 12h14",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  history: "M4 5v5h5M4.6 10a8 8 0 1 1-.5 4M12 8v4.5l3 2",
  settings: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.5v5M9 13.5v5",
  keys: "M3 7h18v10H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M18 10.5h.01M8 14h8",
  undo: "M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2",
  redo: "M15 7l4 4-4 4M19 11h-9a5 5 0 0 0 0 10h2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1 .9 1.7h5.4c0-.7.3-1.2.9-1.7A6 6 0 0 0 12 3z",
  study: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  flag: "M6 21V4M6 5h11l-2.5 4L17 13H6",
  equals: "M6 10h12M6 15h12",
  play: "M8 5.5v13l10-6.5z",
  pause: "M9 6v12M15 6v12",
  step: "M7 5.5v13l8-6.5zM18 6v12",
  hurry: "M5 6l6 6-6 6M12 6l6 6-6 6",
  first: "M18 6l-6 6 6 6M7 6v12",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  download: "M12 4v11M8 11l4 4 4-4M5 19h14",
  upload: "M12 15V4M8 8l4-4 4 4M5 19h14",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  close: "M6 6l12 12M18 6L6 18",
  rematch: "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5",
  branch: "M7 4v16M7 14c0-4 10-2 10-7M14 9l3-3 3 3",
  tree: "M6 4v16M6 8h9M6 16h5M18 8h.01M14 16h.01M6 4h.01",
  review: "M4 20h17M5 16l4-5 4 3 6-9M15 5h4v4",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.8h.01",
  friends: "M8.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17 14.3c2.8.5 4.5 2.5 4.5 5.7",
  watch: "M2.5 12s3.5-6.5 9.5-6.5S21.5 12 21.5 12s-3.5 6.5-9.5 6.5S2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  learn: "M12 6c-2-1.6-4.6-2-8-2v14c3.4 0 6 .4 8 2 2-1.6 4.6-2 8-2V4c-3.4 0-6 .4-8 2zM12 6v14",
  cup: "M8 4h8v6a4 4 0 0 1-8 0zM8 5H4.5v1.5A3.5 3.5 0 0 0 8 10M16 5h3.5v1.5A3.5 3.5 0 0 1 16 10M12 14v5M8.5 20h7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  puzzle: "M4 8h4.5a2 2 0 1 1 3.5 0H16v4.5a2 2 0 1 1 0 3.5v4H4z",
  heart: "M12 20S4 14.8 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 14.8 12 20 12 20z",
  search: "M16.5 10.5a6 6 0 1 1-12 0a6 6 0 1 1 12 0M15 15l5 5",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
};

/**
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function createIcon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: STROKES[name] }),
  );
}

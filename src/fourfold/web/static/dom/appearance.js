// @ts-check
// How the page looks: the colours, light or dark, and whether things move, on the root element.

/** @typedef {import("../types.d.ts").Settings} Settings */

/** @param {Settings} settings whether things move */
export function isMotionOn(settings) {
  if (settings.motion !== "auto") return settings.motion === "on";
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Settings} settings */
export function applySettings(settings) {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  if (settings.mode === "auto") delete root.dataset.mode;
  else root.dataset.mode = settings.mode;
  root.toggleAttribute("data-swapped", settings.swapped);
  root.dataset.motion = isMotionOn(settings) ? "on" : "off";
}

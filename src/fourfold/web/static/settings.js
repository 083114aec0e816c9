// @ts-check
// The settings: how things look and move here. Nothing on this page makes a sound.
import { choice, field } from "./controls.js";
import { makeDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { swatch } from "./pieces.js";

/** @typedef {import("./types.d.ts").Settings} Settings */

/** @param {Settings} settings whether things move */
export function isMoving(settings) {
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
  root.dataset.motion = isMoving(settings) ? "on" : "off";
}

/**
 * The three themes, each shown in its own colours.
 * @param {Settings} settings
 * @param {(theme: Settings["theme"]) => void} change
 */
export function themeChoice(settings, change) {
  const themes = [
    { value: "classic", label: "Classic" },
    { value: "ink", label: "Ink" },
    { value: "sea", label: "Sea" },
  ].map(({ value, label }) => ({
    value,
    label,
    content: h(
      "span",
      { class: "theme-swatch", "data-theme": value },
      swatch("FIRST"),
      swatch("SECOND"),
    ),
  }));
  return choice("Colours", "theme", themes, settings.theme, (theme) =>
    change(/** @type {Settings["theme"]} */ (theme)),
  );
}

/**
 * @param {Settings} settings
 * @param {(settings: Settings) => void} change
 */
export function openSettings(settings, change) {
  const made = makeDialog("Settings");
  if (!made) return;
  let now = { ...settings };
  const set = (/** @type {Partial<Settings>} */ changes) => {
    now = { ...now, ...changes };
    change(now);
  };
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: now.name });
  name.addEventListener("change", () => set({ name: name.value.trim() }));
  const swap = h("input", { type: "checkbox", checked: now.swapped });
  swap.addEventListener("change", () => set({ swapped: swap.checked }));
  made.body.append(
    themeChoice(now, (theme) => set({ theme })),
    h("label", { class: "check" }, swap, "Exchange the two colours"),
    choice(
      "Light or dark",
      "mode",
      [
        { value: "auto", label: "As the system" },
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
      ],
      now.mode,
      (mode) => set({ mode: /** @type {Settings["mode"]} */ (mode) }),
    ),
    choice(
      "Motion",
      "motion",
      [
        { value: "auto", label: "As the system" },
        { value: "on", label: "Pieces fall" },
        { value: "off", label: "None" },
      ],
      now.motion,
      (motion) => set({ motion: /** @type {Settings["motion"]} */ (motion) }),
    ),
    field("Your name", name, "For new games. Leave it empty to be called by your colour."),
  );
  made.open();
}

// @ts-check
// The settings: colours, light or dark, motion, pace, sound, your name.
import { createCheck, createChoice, createField, createLink, createSelect } from "../dom/controls.js";
import { createDialog } from "./dialog.js";
import { h } from "../dom/elements.js";
import { drawSwatch } from "../board/pieces.js";
import { BREATHS } from "../state/storage.js";

/** @typedef {import("../types.d.ts").Settings} Settings */

/**
 * The three themes, each shown in its own colours.
 * @param {Settings} settings
 * @param {(theme: Settings["theme"]) => void} change
 */
export function createThemeChoice(settings, change) {
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
      drawSwatch("FIRST"),
      drawSwatch("SECOND"),
    ),
  }));
  return createChoice("Colours", "theme", themes, settings.theme, (theme) =>
    change(/** @type {Settings["theme"]} */ (theme)),
  );
}

/**
 * @param {Settings} settings
 * @param {(settings: Settings) => void} change
 * @param {(path: string) => void} go
 */
export function openSettings(settings, change, go) {
  const handle = createDialog("Settings");
  if (!handle) return;
  let now = { ...settings };
  const set = (/** @type {Partial<Settings>} */ changes) => {
    now = { ...now, ...changes };
    change(now);
  };
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: now.name });
  name.addEventListener("change", () => set({ name: name.value.trim() }));
  const check = (/** @type {string} */ label, /** @type {"swapped" | "landing" | "sound" | "vibration" | "emotes"} */ setting) =>
    createCheck(label, now[setting], (on) => set({ [setting]: on }));
  const breaths = BREATHS.toSorted((a, b) => a - b).map((seconds) => ({
    value: String(seconds),
    label: seconds ? `${seconds} s` : "none",
  }));
  const breath = createSelect(breaths, String(now.breath), (value) => set({ breath: Number(value) }));
  /** @template {"mode" | "motion"} K @param {string} legend @param {K} setting @param {Record<Settings[K], string>} labels */
  const choose = (legend, setting, labels) => {
    const choices = Object.entries(labels).map(([value, label]) => ({ value, label: String(label) }));
    return createChoice(legend, setting, choices, now[setting], (value) => set({ [setting]: value }));
  };
  handle.body.append(
    createThemeChoice(now, (theme) => set({ theme })),
    check("Swap the two colours", "swapped"),
    choose("Light or dark", "mode", { auto: "Like the system", light: "Light", dark: "Dark" }),
    choose("Motion", "motion", { auto: "Like the system", on: "Pieces fall", off: "None" }),
    check("The answer waits until my piece has landed", "landing"),
    createField("Pause before the answer", breath, "Games with a clock have none."),
    check("Sounds", "sound"),
    ...("vibrate" in navigator ? [check("Vibration", "vibration")] : []),
    check("Show the emotes of people who play by link", "emotes"),
    createField("Your name", name, "For new games. Leave it empty to be called by your colour."),
    h("p", {}, createLink("history/browser", go, {}, "Be the same player on another device")),
  );
  handle.open();
}

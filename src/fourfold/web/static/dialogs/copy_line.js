// @ts-check
// A line with a text and a button that copies it.
import { createButton } from "../dom/controls.js";
import { h, setText } from "../dom/elements.js";

/**
 * @param {string} label
 * @param {string} text
 * @param {string} [help]
 */
export function createCopyLine(label, text, help) {
  const input = h("input", { type: "text", readonly: true, value: text, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const done = h("span", { class: "copied", role: "status" });
  const copy = createButton(`Copy: ${label}`, () => void copyText(input, done), { icon: "copy", bare: true });
  return h(
    "div",
    { class: "copy" },
    h("span", { class: "field-label" }, label, done),
    h("span", { class: "copy-line" }, input, copy),
    help ? h("span", { class: "field-help" }, help) : null,
  );
}

/** @param {HTMLInputElement} input @param {HTMLElement} done */
async function copyText(input, done) {
  try {
    await navigator.clipboard.writeText(input.value);
    setText(done, "Copied");
  } catch {
    // A page without HTTPS may not write to the clipboard: select the text instead.
    input.focus();
    input.select();
    setText(done, "Press Ctrl C to copy");
  }
  window.setTimeout(() => setText(done, ""), 2500);
}

// @ts-check
// Dialogs: the browser's own <dialog>, which keeps the focus inside and gives it back at the end.
import { createButton } from "../dom/controls.js";
import { h } from "../dom/elements.js";

/** @typedef {{dialog: HTMLDialogElement, body: HTMLElement, open: () => void, close: () => void}} DialogHandle */

let number = 0;

/**
 * @param {string} title
 * @param {{class?: string, closed?: () => void}} [how]
 * @returns {DialogHandle | null} null if a dialog is open already
 */
export function createDialog(title, how = {}) {
  if (document.querySelector("dialog[open]")) return null;
  const id = `dialog-${++number}`;
  const body = h("div", { class: "dialog-body" });
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: `dialog ${how.class ?? ""}`, "aria-labelledby": id },
    h(
      "header",
      { class: "dialog-top" },
      h("h2", { id }, title),
      createButton("Close", close, { icon: "close", bare: true, class: "is-quiet" }),
    ),
    body,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    how.closed?.();
  });
  // A click beside the dialog is a click on its backdrop, which counts as the dialog itself.
  let pressed = false;
  dialog.addEventListener("pointerdown", (event) => {
    pressed = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (pressed && event.target === dialog) close();
  });
  const open = () => {
    document.body.append(dialog);
    dialog.showModal();
    /** @type {HTMLElement | null} */ (body.querySelector("[data-focus]"))?.focus();
  };
  return { dialog, body, open, close };
}

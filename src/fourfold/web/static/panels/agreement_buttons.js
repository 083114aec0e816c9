// @ts-check
// The buttons with which people at two screens ask and answer each other.
import { createButton } from "../dom/controls.js";

/**
 * @param {string} kind of action
 * @param {{rematch: (accept?: boolean) => void}} handlers
 * @returns {HTMLElement | null} null if it is no such action
 */
export function createAgreementButton(kind, { rematch }) {
  switch (kind) {
    case "accept-rematch":
      return createButton("Accept the rematch", () => rematch(true), { icon: "rematch", class: "is-primary" });
    case "decline-rematch":
      return createButton("Decline", () => rematch(false));
    case "withdraw-rematch":
      return createButton("Withdraw the rematch", () => rematch(false));
    default:
      return null;
  }
}

// @ts-check
// Deleting a game of one's own, after a question: it cannot be undone.
import { api } from "../server/api.js";
import { createButton } from "../dom/controls.js";
import { createDialog } from "./dialog.js";
import { h, setText } from "../dom/elements.js";
import { secretOf } from "../state/seats.js";
import { forgetSeats, loadSeats } from "../state/storage.js";

/** @typedef {import("../types.d.ts").DeletedGame} DeletedGame */

/**
 * @param {string} id
 * @param {string} what whose game it is, such as "Ann – Ben"
 * @param {(answer: DeletedGame) => void} deleted called once the game is gone and the dialog is closed
 */
export function openDeleteGame(id, what, deleted) {
  /** @type {DeletedGame | null} */
  let answer = null;
  const handle = createDialog("Delete this game?", { closed: () => answer && deleted(answer) });
  if (!handle) return;
  const { body, close } = handle;
  const problem = h("p", { class: "problem", role: "alert" });
  const remove = async () => {
    yes.disabled = true;
    setText(problem, "");
    try {
      answer = await api.deleteGame(id, secretOf(loadSeats(id)));
      forgetSeats(id);
      close();
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
      yes.disabled = false;
      yes.focus();
    }
  };
  const keep = createButton("Keep it", close);
  keep.dataset.focus = "";
  const yes = createButton("Yes, delete", () => void remove(), { class: "is-warning" });
  body.append(
    h("p", {}, h("strong", {}, what)),
    h(
      "p",
      {},
      "It cannot be brought back. What it has counted in your statistics stays. " +
        "A game by link stays with the other person, without your name.",
    ),
    h("div", { class: "dialog-row" }, keep, yes),
    problem,
  );
  handle.open();
}

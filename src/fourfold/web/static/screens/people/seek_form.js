// @ts-check
// What somebody wants who looks for a game: the board, the clock, and who starts.
import { BoardPicker, rulesText } from "../../dialogs/board_picker.js";
import { createClockFields, createStarts, loadChoices } from "../../dialogs/game_choices.js";
import { createButton } from "../../dom/controls.js";
import { h, setText } from "../../dom/elements.js";
import { api } from "../../server/api.js";
import { boardWords } from "../../text/lobby.js";

/** @typedef {import("../../types.d.ts").NewSeek} NewSeek */

const STARTS = ["You", "The other player", "Random"];
const SIDES = /** @type {const} */ (["FIRST", "SECOND", null]);
const RANDOM = 2;

/** @param {(wanted: NewSeek) => void} look */
export function createSeekForm(look) {
  // The board and the clock of the last game; who starts is left to chance, as among strangers.
  const choices = { ...loadChoices(), starts: RANDOM };
  const words = h("span", { class: "details-words" });
  const describe = () => setText(words, boardWords({ ...choices.shape, text: "", labels: [] }));
  const randomShape = () => api.randomRules(Math.floor(Math.random() * 2 ** 31), Math.random() < 0.5);
  const board = new BoardPicker(choices.shape, randomShape, (shape) => {
    choices.shape = shape;
    describe();
  });
  describe();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { game, move, shape, starts } = choices;
    const clock = game || move ? { ...(game ? { game } : {}), ...(move ? { move } : {}) } : null;
    look({ rules: rulesText(shape), clock, side: SIDES[starts] });
  };
  return h(
    "form",
    { class: "form-part seek-form", on: { submit } },
    createClockFields(choices),
    createStarts(choices, STARTS),
    h("details", { class: "details" }, h("summary", {}, h("span", { class: "details-name" }, "Board"), words), h("div", { class: "form-part" }, board.root)),
    createButton("Look for a game", () => {}, { class: "is-primary", type: "submit" }),
  );
}

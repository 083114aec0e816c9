// @ts-check
// What all screens of puzzles have in common: the kinds of puzzles at the top, the board, and the
// panel with who moves, what the coach says, the buttons and the player's figures.
import { drawSwatch } from "../../board/pieces.js";
import { createLink } from "../../dom/controls.js";
import { h, setText } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { setSentence } from "../../panels/cell_names.js";
import { figureTexts } from "../../text/puzzles.js";
import { changeMemory, readMemory } from "./memory.js";

/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */
/** @typedef {import("../../types.d.ts").PuzzleProgressView} PuzzleProgressView */

const KINDS = [
  ["", "Rated"],
  ["daily", "Today"],
  ["rush", "Rush"],
  ["mistakes", "My mistakes"],
];

export class PuzzleFrame {
  /**
   * @param {ScreenContext} context
   * @param {string} title
   */
  constructor(context, title) {
    const links = KINDS.map(([path, label]) => {
      const current = path === context.path ? "page" : null;
      return createLink(path ? `puzzles/${path}` : "puzzles", context.go, { "aria-current": current }, label);
    });
    this.stage = h("section", { class: "puzzle-stage", "aria-label": "Board" });
    this.heading = h("h2", { class: "puzzle-title" }, title);
    this.clock = h("div", { class: "puzzle-clock", hidden: true });
    this.swatch = h("span", { class: "puzzle-side" });
    this.turn = h("span");
    const turn = h("p", { class: "puzzle-turn", role: "status" }, this.swatch, this.turn);
    this.mark = h("p", { class: "puzzle-verdict" });
    this.words = h("p", { class: "puzzle-words" });
    this.line = h("p", { class: "puzzle-line" });
    this.result = h("p", { class: "puzzle-result" });
    this.feedback = h("div", { class: "puzzle-feedback", role: "status" }, this.mark, this.words, this.line, this.result);
    this.buttons = h("div", { class: "puzzle-buttons" });
    this.facts = h("p", { class: "puzzle-facts" });
    this.extra = h("div", { class: "puzzle-extra" });
    this.figures = h("dl", { class: "puzzle-figures" });
    const top = h("div", { class: "puzzle-top" }, this.heading, this.clock, turn);
    const panel = h(
      "section",
      { class: "puzzle-panel", "aria-label": "Coach" },
      this.feedback,
      this.buttons,
      this.facts,
      this.extra,
      this.figures,
    );
    const kinds = h("nav", { class: "puzzle-kinds", "aria-label": "Kinds of puzzles" }, ...links);
    context.root.append(kinds, h("div", { class: "puzzle-room" }, top, this.stage, panel));
    this.showProgress(readMemory().progress);
  }

  /** @param {import("../../types.d.ts").Side | null} side @param {string} text */
  setTurn(side, text) {
    this.swatch.replaceChildren(...(side && text ? [drawSwatch(side)] : []));
    setText(this.turn, text);
  }

  /**
   * @param {"" | "right" | "wrong"} kind
   * @param {string} verdict
   * @param {string} words
   * @param {string} [line]
   */
  say(kind, verdict, words, line = "") {
    this.feedback.className = `puzzle-feedback${kind ? ` is-${kind}` : ""}`;
    if (this.mark.textContent !== verdict) {
      const icon = kind ? createIcon(kind === "right" ? "check" : "close") : null;
      this.mark.replaceChildren(...(icon && verdict ? [icon] : []), verdict);
    }
    setSentence(this.words, words);
    setText(this.line, line);
  }

  /** Show how the player is doing, and keep it for a visit without the server. @param {PuzzleProgressView | null} progress */
  showProgress(progress) {
    if (!progress) return;
    changeMemory({ progress });
    this.figures.replaceChildren(
      ...figureTexts(progress).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
  }
}

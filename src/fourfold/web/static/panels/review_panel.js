// @ts-check
// The review under the board: the graph, what the shown ply was and why, and what to do with it.
import { createButton } from "../dom/controls.js";
import { byId, h, setAttribute, setText, setVisible } from "../dom/elements.js";
import { setSentence } from "./cell_names.js";
import { drawLabelMark } from "./label_mark.js";
import { ReviewGraph } from "./review_graph.js";
import { canImprove, reviewedPly, shownLine } from "../state/review_state.js";
import { headlineText, whyText } from "../text/review.js";

/** @typedef {import("../types.d.ts").State} State */

/**
 * @typedef {object} Handlers
 * @property {(ply: number) => void} goTo
 * @property {(plies: number) => void} step
 * @property {(kind: "better" | "refutation") => void} toggleLine
 * @property {(count: number) => void} showPlies
 * @property {() => void} tryAgain
 */

export class ReviewPanel {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.root = byId("review");
    this.graph = new ReviewGraph(handlers);
    this.mark = h("span", { class: "review-mark" });
    this.headline = h("span", {});
    this.why = h("p", { class: "review-why" });
    this.words = byId("review-words");
    this.words.append(h("p", { class: "review-headline" }, this.mark, this.headline), this.why);
    this.line = byId("review-line");
    this.better = createButton("Better line", () => handlers.toggleLine("better"), { icon: "branch" });
    this.refutation = createButton("Refutation", () => handlers.toggleLine("refutation"), { icon: "hurry" });
    this.again = createButton("Try again here", () => handlers.tryAgain(), { icon: "undo" });
    byId("review-tools").append(this.better, this.refutation, this.again);
    this.markKey = "";
    this.lineKey = "";
  }

  /** @param {State} state */
  update(state) {
    const { review } = state;
    setVisible(this.root, Boolean(review));
    document.documentElement.toggleAttribute("data-review", Boolean(review));
    if (!review) return;
    this.graph.update(state);
    const ply = reviewedPly(state);
    const { attempt } = review;
    setText(this.headline, headlineText(state));
    setSentence(this.why, whyText(state));
    this.words.classList.toggle("is-right", attempt?.kind === "right");
    this.#updateMark(attempt ? null : ply);
    this.#updateLine(state);
    this.better.disabled = !canImprove(ply) || !ply?.better_line.length;
    this.refutation.disabled = !ply?.refutation.length;
    this.again.disabled = !canImprove(ply);
    setAttribute(this.better, "aria-pressed", String(review.line?.kind === "better"));
    setAttribute(this.refutation, "aria-pressed", String(review.line?.kind === "refutation"));
    setAttribute(this.again, "aria-pressed", String(Boolean(attempt)));
  }

  /** @param {import("../types.d.ts").PlyReviewView | null} ply */
  #updateMark(ply) {
    const key = ply ? `${ply.label} ${ply.proven}` : "";
    if (key === this.markKey) return;
    this.markKey = key;
    this.mark.replaceChildren(...(ply ? [drawLabelMark(ply)] : []));
  }

  /** The plies of the line, each a button that shows the line up to it. @param {State} state */
  #updateLine(state) {
    const line = shownLine(state);
    const count = state.review?.line?.count ?? 0;
    const key = JSON.stringify([state.review?.line?.kind, state.review?.line?.number, line.length]);
    setVisible(this.line, line.length > 0);
    setVisible(this.why, line.length === 0);
    if (key !== this.lineKey) {
      this.lineKey = key;
      this.line.replaceChildren(
        ...line.map(({ label, kind, side }, index) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: `line-ply is-${side.toLowerCase()}`,
                "aria-label": `Show the line up to move ${index + 1}: ${kind === "ban" ? "ban in " : ""}column ${label}`,
                on: { click: () => this.handlers.showPlies(index + 1) },
              },
              label,
            ),
          ),
        ),
      );
    }
    [...this.line.querySelectorAll("button")].forEach((button, index) => {
      setAttribute(button, "aria-pressed", String(index < count));
    });
  }
}

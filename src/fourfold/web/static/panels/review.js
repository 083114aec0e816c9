// @ts-check
// Everything that a review needs, put together: loaded when the first one is opened.
import { ReviewController } from "../state/review_controller.js";
import { ReviewPanel } from "./review_panel.js";
import { ReviewSummary } from "./review_summary.js";

/** @typedef {{goTo: (ply: number) => void, step: (plies: number) => void}} Steps */

export class Review {
  /**
   * @param {import("../state/state.js").Store} store
   * @param {import("../state/study_controller.js").StudyController} study
   * @param {Steps} steps
   */
  constructor(store, study, steps) {
    this.controller = new ReviewController(store, study);
    this.panel = new ReviewPanel({
      ...steps,
      toggleLine: (kind) => this.controller.toggleLine(kind),
      showPlies: (count) => this.controller.showPlies(count),
      tryAgain: () => this.controller.tryAgain(),
    });
    this.summary = new ReviewSummary(steps);
    store.subscribe((state) => {
      this.panel.update(state);
      this.summary.update(state);
    });
  }

  /** Open the review of the game on the screen, or leave it. */
  toggle() {
    this.controller.toggle();
    // The arrow keys go through the graph, once it is drawn.
    if (this.controller.state.review) queueMicrotask(() => this.panel.graph.focus());
  }
}

// @ts-check
// One puzzle by its address, to share and to practise; it is not rated.
import { createLink } from "../../dom/controls.js";
import { puzzleApi } from "../../server/puzzles.js";
import { NO_PUZZLES } from "../../text/puzzles.js";
import { ApiError } from "../../server/api.js";
import { readMemory } from "./memory.js";
import { PuzzlePage } from "./page.js";

export class SinglePage extends PuzzlePage {
  /** @param {import("../../types.d.ts").ScreenContext} context */
  constructor(context) {
    super(context, "Puzzle");
    this.addExtra("This one is for practice. ", createLink("puzzles", context.go, {}, "Play rated puzzles"));
    void this.#load(context.path);
  }

  /** @param {string} id */
  async #load(id) {
    this.showNotice("Loading the puzzle …");
    try {
      const puzzle = await puzzleApi.puzzle(id);
      if (this.isOpen) this.play(puzzle);
    } catch (error) {
      if (!this.isOpen) return;
      const { rated, daily } = readMemory();
      const kept = [...rated, ...(daily ? [daily.puzzle] : [])].find((puzzle) => puzzle.id === id);
      if (kept) this.play(kept);
      else if (error instanceof ApiError && error.status === 404) this.showNotice("There is no such puzzle. Is the link complete?");
      else this.showNotice(NO_PUZZLES);
    }
  }
}

// @ts-check
// Rated puzzles: near the player's rating, a few loaded ahead, so that they can be played without
// the server.
import { createField, createSelect } from "../../dom/controls.js";
import { h } from "../../dom/elements.js";
import { puzzleApi } from "../../server/puzzles.js";
import { NO_PUZZLES, WAITING, boardText, ratingText, themeText } from "../../text/puzzles.js";
import { changeMemory, readMemory, utcDay } from "./memory.js";
import { outbox } from "./outbox.js";
import { PuzzlePage } from "./page.js";

/** @typedef {import("../../types.d.ts").PuzzleView} PuzzleView */

const AHEAD = 5; // puzzles that are loaded
const MOST_BOARDS = 12; // that are listed one by one

export class RatedPage extends PuzzlePage {
  /** @param {import("../../types.d.ts").ScreenContext} context */
  constructor(context) {
    super(context, "Rated puzzles");
    /** @type {Set<string>} those that were tried here */
    this.tried = new Set();
    this.filters = h("div", { class: "puzzle-filters" });
    this.frame.extra.append(this.filters);
    void this.#drawFilters();
    this.next();
  }

  get canGoOn() {
    return true;
  }

  next() {
    const [puzzle] = readMemory().rated;
    if (puzzle) {
      this.play(puzzle);
      void this.#loadAhead();
    } else void this.#load();
  }

  /** @param {import("./page.js").Result} result */
  ended({ moves, solved, gave_up }) {
    const { puzzle } = this.solver;
    if (!puzzle || this.tried.has(puzzle.id)) return; // it counts once
    this.tried.add(puzzle.id);
    changeMemory({ rated: readMemory().rated.filter(({ id }) => id !== puzzle.id) });
    const body = { moves, gave_up: gave_up && !solved, mode: "rated", played: utcDay() };
    void outbox.send(`${puzzle.id}/attempts`, body).then((answer) => {
      if (!this.isOpen) return;
      if (this.solver.puzzle?.id === puzzle.id) this.showResult(answer ? ratingText(answer) : WAITING);
      void this.#loadAhead();
    });
  }

  /** Load the first puzzle alone, which is quicker. */
  async #load() {
    this.showNotice("Loading a puzzle …");
    const puzzles = await this.#fetch(1);
    if (!this.isOpen || this.solver.puzzle) return;
    if (puzzles.length) this.next();
    else this.showNotice(NO_PUZZLES);
  }

  async #loadAhead() {
    if (readMemory().rated.length < AHEAD) await this.#fetch(AHEAD);
  }

  /** Add puzzles to those that are loaded. @param {number} count */
  async #fetch(count) {
    const { filter } = readMemory();
    const isCurrent = outbox.watch();
    try {
      const { puzzles, progress } = await puzzleApi.next({ ...filter, count });
      const memory = readMemory();
      const isSame = JSON.stringify(memory.filter) === JSON.stringify(filter);
      const known = new Set([...memory.rated.map(({ id }) => id), ...this.tried]);
      const rated = [...memory.rated, ...puzzles.filter(({ id }) => !known.has(id))].slice(0, AHEAD);
      if (isSame) changeMemory({ rated });
      if (this.isOpen && isCurrent()) this.frame.showProgress(progress);
    } catch {
      // Those that are loaded can be played.
    }
    return readMemory().rated;
  }

  async #drawFilters() {
    const isCurrent = outbox.watch();
    try {
      const { themes, boards, progress } = await puzzleApi.collection();
      if (!this.isOpen) return;
      if (isCurrent()) this.frame.showProgress(progress);
      const { filter } = readMemory();
      const each = boards.length <= MOST_BOARDS ? boards.filter(({ rules }) => rules !== "7x6") : [];
      const theme = createSelect(
        [{ value: "", label: "Any theme" }, ...themes.map(({ name }) => ({ value: name, label: themeText(name) }))],
        filter.theme,
        (value) => this.#choose({ ...readMemory().filter, theme: value }),
      );
      const board = createSelect(
        [
          { value: "", label: "Any board" },
          { value: "7x6", label: boardText("7x6") },
          { value: "other", label: "Other boards" },
          ...each.map(({ rules }) => ({ value: rules, label: boardText(rules) })),
        ],
        filter.rules,
        (value) => this.#choose({ ...readMemory().filter, rules: value }),
      );
      this.filters.replaceChildren(createField("Theme", theme), createField("Board", board));
    } catch {
      // Without the server there is nothing to choose from.
    }
  }

  /** @param {{theme: string, rules: string}} filter */
  #choose(filter) {
    changeMemory({ filter, rated: [] });
    this.next();
  }
}

// @ts-check
// My mistakes: positions from own games, which come back after growing intervals.
import { createLink } from "../../dom/controls.js";
import { h, setVisible } from "../../dom/elements.js";
import { puzzleApi } from "../../server/puzzles.js";
import { MISTAKES_OFF, NO_PUZZLES, WAITING, dueText, nothingDueText } from "../../text/puzzles.js";
import { changeMemory, readMemory, utcDay } from "./memory.js";
import { outbox } from "./outbox.js";
import { PuzzlePage } from "./page.js";

export class MistakesPage extends PuzzlePage {
  /** @param {import("../../types.d.ts").ScreenContext} context */
  constructor(context) {
    super(context, "My mistakes");
    /** @type {import("../../types.d.ts").MistakeView[]} */
    this.due = [];
    this.switch = h("input", { type: "checkbox", role: "switch", on: { change: () => void this.#toggle() } });
    this.game = h("p", { class: "puzzle-game" });
    this.frame.extra.append(
      this.game,
      h("label", { class: "check" }, this.switch, "Collect my mistakes"),
      h("p", { class: "puzzle-help" }, MISTAKES_OFF),
    );
    void this.#load();
  }

  get canGoOn() {
    return this.due.length > 1;
  }

  next() {
    this.due.shift();
    this.#show();
  }

  async #load() {
    this.showNotice("Loading …");
    try {
      await outbox.flush(); // what was solved without the server is not due
      const { mistakes, progress } = await puzzleApi.mistakes();
      changeMemory({ mistakes, progress });
    } catch {
      // What was loaded before can be played.
    }
    if (!this.isOpen) return;
    const { mistakes, progress } = readMemory();
    this.due = [...mistakes];
    this.switch.checked = progress?.collects_mistakes ?? false;
    this.frame.showProgress(progress);
    this.#show();
  }

  #show() {
    const [first] = this.due;
    const { progress } = readMemory();
    setVisible(this.game, Boolean(first?.game));
    if (!first) {
      const text = progress ? nothingDueText(progress) : NO_PUZZLES;
      this.frame.setTurn(null, "");
      this.showNotice(progress?.mistakes || progress?.collects_mistakes ? text : "");
      return;
    }
    const played = first.puzzle.rules.labels[first.played];
    this.game.replaceChildren(`In your game you played column ${played}. `);
    if (first.game) this.game.append(createLink(`game/${first.game}`, this.context.go, {}, "See the game"));
    this.play(first.puzzle);
  }

  /** @param {import("./page.js").Result} result */
  ended({ moves, solved, gave_up }) {
    const { puzzle } = this.solver;
    const kept = readMemory().mistakes;
    if (!puzzle || !kept.some((each) => each.puzzle.id === puzzle.id)) return; // it counts once
    changeMemory({ mistakes: kept.filter((each) => each.puzzle.id !== puzzle.id) });
    const body = { moves, gave_up: gave_up && !solved, mode: "mistake", played: utcDay() };
    void outbox.send(`${puzzle.id}/attempts`, body).then((answer) => {
      if (!this.isOpen || this.solver.puzzle?.id !== puzzle.id) return;
      this.showResult(answer?.due ? dueText(answer.due) : answer ? "" : WAITING);
    });
  }

  async #toggle() {
    try {
      this.frame.showProgress(await puzzleApi.collectMistakes(this.switch.checked));
      if (!this.due.length) this.#show();
    } catch (error) {
      this.switch.checked = !this.switch.checked;
      this.frame.say("wrong", "", error instanceof Error ? error.message : "");
    }
  }
}

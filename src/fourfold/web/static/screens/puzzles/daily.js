// @ts-check
// The puzzle of the day, the same for everybody, and those of earlier days.
import { createLink } from "../../dom/controls.js";
import { h, setText } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { puzzleApi } from "../../server/puzzles.js";
import { NO_PUZZLES, WAITING, dayText, streakText } from "../../text/puzzles.js";
import { changeMemory, readMemory, utcDay } from "./memory.js";
import { outbox } from "./outbox.js";
import { PuzzlePage } from "./page.js";

/** @typedef {import("../../types.d.ts").DailyPuzzle} DailyPuzzle */

const FIRST_DAY = "2026-01-01";
/** @type {Record<"solved" | "tried" | "shown", string>} */
const MARKS = { solved: "Solved", tried: "Not solved yet", shown: "Solution shown" };

export class DailyPage extends PuzzlePage {
  /** @param {import("../../types.d.ts").ScreenContext} context */
  constructor(context) {
    super(context, "Puzzle of the day");
    /** @type {DailyPuzzle | null} */
    this.daily = null;
    this.mark = h("p", { class: "puzzle-day-mark" });
    this.days = h("p", { class: "puzzle-days" });
    this.frame.heading.after(this.mark);
    this.frame.extra.append(this.days);
    void this.#load(new URLSearchParams(location.search).get("date"));
  }

  /** @param {string | null} date */
  async #load(date) {
    this.showNotice("Loading the puzzle …");
    const kept = readMemory().daily;
    const isCurrent = outbox.watch();
    try {
      const daily = await puzzleApi.daily(date);
      if (this.isOpen && isCurrent()) this.frame.showProgress(daily.progress);
      if (!date) changeMemory({ daily });
      if (this.isOpen) this.#begin(daily);
    } catch (error) {
      if (!this.isOpen) return;
      if (kept && kept.day === (date ?? utcDay())) this.#begin(kept);
      else this.showNotice(error instanceof Error && date ? error.message : NO_PUZZLES);
    }
  }

  /** @param {DailyPuzzle} daily */
  #begin(daily) {
    this.daily = daily;
    const { day, today, puzzle } = daily;
    setText(this.frame.heading, day === today ? "Puzzle of the day" : `Puzzle of ${dayText(day)}`);
    const before = day > FIRST_DAY ? dayLink(this.context, shiftDay(day, -1), "previous", "The day before") : null;
    const after = day < today ? dayLink(this.context, shiftDay(day, 1), "next", "The day after") : null;
    this.days.replaceChildren(...[before, after].filter((link) => link !== null));
    this.#drawMark();
    this.play(puzzle);
  }

  #drawMark() {
    const { daily } = this;
    if (!daily) return;
    const words = [dayText(daily.day), daily.mark ? MARKS[daily.mark] : ""].filter(Boolean).join(" · ");
    this.mark.replaceChildren(...(daily.mark === "solved" ? [createIcon("check")] : []), words);
  }

  /** @param {import("./page.js").Result} result */
  ended({ moves, solved, gave_up }) {
    const { daily } = this;
    if (!daily || daily.mark === "solved" || daily.mark === "shown") return;
    const mark = solved ? "solved" : gave_up ? "shown" : "tried";
    this.daily = { ...daily, mark };
    if (readMemory().daily?.day === daily.day) changeMemory({ daily: this.daily });
    this.#drawMark();
    const body = { moves, gave_up, mode: "daily", day: daily.day, played: utcDay() };
    void outbox.send(`${daily.puzzle.id}/attempts`, body).then((answer) => {
      if (!this.isOpen || !solved) return;
      this.showResult(answer ? streakText(answer.progress.streak) : WAITING);
    });
  }
}

/** @param {import("../../types.d.ts").ScreenContext} context @param {string} day @param {string} icon @param {string} label */
function dayLink(context, day, icon, label) {
  const path = `puzzles/daily?date=${day}`;
  const parts = icon === "next" ? [label, createIcon(icon)] : [createIcon(icon), label];
  return createLink(path, context.go, { class: "button is-quiet" }, ...parts);
}

/** @param {string} day @param {number} by */
function shiftDay(day, by) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

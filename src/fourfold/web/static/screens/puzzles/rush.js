// @ts-check
// The rush: as many puzzles as possible in three minutes. All that is needed is loaded before the
// clock starts, and the rest while it runs.
import { createButton, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { puzzleApi } from "../../server/puzzles.js";
import { fullText } from "../../text/lessons.js";
import { formatClock } from "../../text/numbers.js";
import { NO_PUZZLES, RUSH_RULES, WAITING, goalText, replyText, rushEndText } from "../../text/puzzles.js";
import { PuzzleFrame } from "./frame.js";
import { outbox } from "./outbox.js";
import { PuzzleSolver } from "./solver.js";

/** @typedef {import("../../types.d.ts").PuzzleView} PuzzleView */
/** @typedef {import("../../types.d.ts").RushPuzzles} RushPuzzles */

const SECONDS = 180;
const LIVES = 3;
const AHEAD = 20; // puzzles that are loaded at once
const REPLY_DELAY = 250; // milliseconds: quicker than elsewhere
const TICK = 100; // milliseconds
/** @type {Record<string, string>} of the button */
const LABELS = { failed: "Try again", over: "Another rush" };
const WARNING = 10; // seconds before the end that are read out

export class RushPage {
  /** @type {"loading" | "failed" | "ready" | "running" | "over"} */
  phase = "loading";

  /** @param {import("../../types.d.ts").ScreenContext} context */
  constructor(context) {
    this.context = context;
    this.title = "Puzzle rush";
    this.isOpen = true;
    /** @type {RushPuzzles | null} */
    this.batch = null;
    /** @type {PuzzleView[]} */
    this.puzzles = [];
    /** @type {string[][]} what was played in each of them */
    this.answers = [];
    /** @type {PuzzleView[]} */
    this.missed = [];
    this.score = 0;
    this.began = 0;
    this.timer = 0;
    this.isLoadingMore = false;

    this.frame = new PuzzleFrame(context, this.title);
    this.time = h("span", { class: "rush-time" });
    this.points = h("span", { class: "rush-score" });
    this.lives = h("span", { class: "rush-lives" });
    this.frame.clock.append(this.time, this.points, this.lives);
    this.start = createButton("Start", () => this.press(), { icon: "play", class: "is-primary", key: "Enter" });
    this.frame.buttons.append(this.start);
    this.missedList = h("ul", { class: "rush-missed", "aria-label": "Puzzles that you missed" });
    this.frame.extra.append(this.missedList);
    this.solver = new PuzzleSolver(
      this.frame.stage,
      {
        settings: () => context.store.state.settings,
        changed: () => this.drawWords(),
        ended: (result) => this.count(result),
        refused: (label) => this.frame.say("", "", fullText(label)),
      },
      REPLY_DELAY,
    );
    this.unsubscribe = context.store.subscribe((state, before) => {
      if (state.settings === before.settings) return;
      this.solver.task.draw(false);
      this.drawWords();
    });
    outbox.received = (answer) => this.isOpen && this.frame.showProgress(answer?.progress ?? null);
    void this.load();
  }

  close() {
    this.isOpen = false;
    window.clearInterval(this.timer);
    outbox.received = null;
    this.solver.close();
    this.unsubscribe();
  }

  // Before

  async load() {
    this.phase = "loading";
    this.draw();
    this.frame.say("", "", "Loading the puzzles …");
    const isCurrent = outbox.watch();
    try {
      const batch = await puzzleApi.rush({ count: AHEAD });
      if (!this.isOpen) return;
      this.batch = batch;
      this.puzzles = batch.puzzles;
      if (isCurrent()) this.frame.showProgress(batch.progress);
      this.phase = "ready";
      this.frame.say("", "", RUSH_RULES);
    } catch {
      if (!this.isOpen) return;
      this.phase = "failed";
      this.frame.say("", "", NO_PUZZLES);
    }
    this.draw();
  }

  /** What the button does. */
  press() {
    if (this.phase === "ready") this.begin();
    else if (this.phase === "failed") void this.load();
    else if (this.phase === "over") this.again();
  }

  begin() {
    if (this.phase !== "ready") return;
    this.answers = [];
    this.missed = [];
    this.score = 0;
    this.phase = "running";
    this.began = performance.now();
    this.timer = window.setInterval(() => this.tick(), TICK);
    this.missedList.replaceChildren();
    this.frame.say("", "", "");
    this.draw();
    this.solver.play(this.puzzles[0]);
    this.solver.task.focus();
  }

  // While the clock runs

  get secondsLeft() {
    return Math.max(0, SECONDS - (performance.now() - this.began) / 1000);
  }

  tick() {
    if (this.phase !== "running") return;
    if (this.secondsLeft <= 0) this.end("time");
    else this.drawClock();
  }

  /** A puzzle is solved or failed: on to the next one. @param {{moves: string[], solved: boolean}} result */
  count({ moves, solved }) {
    const { puzzle } = this.solver;
    if (this.phase !== "running" || !puzzle) return;
    if (this.secondsLeft <= 0) {
      this.end("time");
      return;
    }
    this.answers.push(moves);
    if (solved) this.score++;
    else this.missed.push(puzzle);
    this.drawClock();
    const following = this.puzzles[this.answers.length];
    if (this.missed.length === LIVES || !following) {
      this.end(following ? "mistakes" : "all");
      return;
    }
    void this.loadMore();
    this.solver.play(following);
    const verdict = solved ? "Right." : "Wrong.";
    this.frame.say(solved ? "right" : "wrong", verdict, `${this.score} solved, ${LIVES - this.missed.length} lives left.`);
  }

  async loadMore() {
    const { batch, puzzles } = this;
    if (!batch || this.isLoadingMore || puzzles.length >= batch.total) return;
    if (puzzles.length - this.answers.length > AHEAD / 2) return;
    this.isLoadingMore = true;
    try {
      const more = await puzzleApi.rush({ seed: batch.seed, skip: puzzles.length, count: AHEAD });
      this.puzzles = [...puzzles, ...more.puzzles];
    } catch {
      // Tried again with the next puzzle.
    }
    this.isLoadingMore = false;
  }

  // After

  /** @param {"time" | "mistakes" | "all" | "stopped"} reason */
  end(reason) {
    window.clearInterval(this.timer);
    this.phase = "over";
    this.solver.close();
    const { batch, score } = this;
    this.draw();
    this.frame.setTurn(null, "");
    this.frame.say("", rushEndText(score, reason), "");
    this.missedList.replaceChildren(...this.missed.map((puzzle) => this.missedItem(puzzle)));
    this.start.focus();
    if (!batch) return;
    void outbox.send("rush", { seed: batch.seed, answers: this.answers }).then((answer) => {
      if (!this.isOpen || this.phase !== "over") return;
      const best = answer?.is_best ? "Your best rush so far." : answer ? `Your best: ${answer.progress.rush_best}.` : WAITING;
      setText(this.frame.result, best);
    });
  }

  /** @param {PuzzleView} puzzle */
  missedItem(puzzle) {
    const label = `Look at the puzzle rated ${puzzle.rating}`;
    return h("li", {}, createLink(`puzzles/${puzzle.id}`, this.context.go, {}, label));
  }

  again() {
    setText(this.frame.result, "");
    this.missedList.replaceChildren();
    void this.load().then(() => this.begin());
  }

  // What is shown

  draw() {
    const { frame, phase } = this;
    frame.stage.hidden = phase !== "running";
    setVisible(frame.clock, phase === "running" || phase === "over");
    setVisible(this.start, phase !== "loading" && phase !== "running");
    const label = this.start.querySelector(".button-text");
    if (label) setText(label, LABELS[phase] ?? "Start");
    this.drawClock();
  }

  drawClock() {
    const left = this.phase === "running" ? this.secondsLeft : 0;
    setText(this.time, formatClock(left));
    this.time.classList.toggle("is-urgent", this.phase === "running" && left <= WARNING);
    setText(this.points, `${this.score} solved`);
    const lost = this.missed.length;
    if (this.lives.childElementCount !== LIVES - lost + 1) {
      const icons = Array.from({ length: LIVES - lost }, () => createIcon("heart"));
      this.lives.replaceChildren(...icons, h("span", { class: "unseen" }, `${LIVES - lost} lives`));
    }
  }

  drawWords() {
    const { puzzle, step, replies } = this.solver;
    if (this.phase !== "running" || !puzzle) return;
    const { settings } = this.context.store.state;
    this.frame.setTurn(puzzle.side, goalText(settings, puzzle, step));
    if (step > 0) this.frame.say("", "", replyText(settings, replies));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.key === "Escape") {
      if (this.phase === "running") this.end("stopped");
      else this.context.go("puzzles");
      return true;
    }
    if (this.phase === "running") return this.solver.handleKey(event);
    if (event.key !== "Enter" || this.start.hidden) return false;
    if (event.target instanceof HTMLElement && event.target.matches("button, a")) return false;
    this.start.click();
    return true;
  }
}

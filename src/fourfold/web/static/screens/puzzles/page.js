// @ts-check
// A page on which one puzzle after the other is played without a clock: rated puzzles, that of the
// day, mistakes and single ones differ only in where the puzzles come from and what a result means.
import { createButton, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { fullText, lineText } from "../../text/lessons.js";
import { ASKING, coachText, factsText, goalText, replyText, solutionText, wrongText } from "../../text/puzzles.js";
import { PuzzleFrame } from "./frame.js";
import { outbox } from "./outbox.js";
import { PuzzleSolver, rightAnswer } from "./solver.js";

/** @typedef {import("../../types.d.ts").PuzzleView} PuzzleView */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */
/** @typedef {{moves: string[], solved: boolean, gave_up: boolean}} Result */

export class PuzzlePage {
  /**
   * @param {ScreenContext} context
   * @param {string} title
   */
  constructor(context, title) {
    this.context = context;
    this.title = title;
    this.isOpen = true;
    this.frame = new PuzzleFrame(context, title);
    this.solver = new PuzzleSolver(this.frame.stage, {
      settings: () => context.store.state.settings,
      changed: () => this.draw(),
      ended: (result) => this.ended(result),
      refused: (label) => this.frame.say("", "", fullText(label)),
    });
    this.frame.stage.hidden = true;
    this.retry = createButton("Try again", () => this.tryAgain(), { icon: "undo" });
    this.reveal = createButton("Show me", () => this.solver.showSolution(), { icon: "hint", class: "is-quiet", key: "S" });
    this.following = createButton("Next puzzle", () => this.next(), { icon: "next", class: "is-primary", key: "Enter" });
    this.frame.buttons.append(this.retry, this.reveal, this.following);
    this.unsubscribe = context.store.subscribe((state, before) => {
      if (state.pointed !== before.pointed) this.solver.task.point(state.pointed);
      if (state.settings === before.settings) return;
      this.solver.task.draw(false);
      this.draw();
    });
    outbox.received = (answer) => this.isOpen && this.frame.showProgress(answer?.progress ?? null);
    this.draw();
    void outbox.flush();
  }

  close() {
    this.isOpen = false;
    outbox.received = null;
    this.solver.close();
    this.unsubscribe();
  }

  get settings() {
    return this.context.store.state.settings;
  }

  // What the kinds of puzzles do differently

  /** The puzzle has ended, for the first time or after a wrong move. @param {Result} result */
  ended(result) {
    void result;
  }

  /** Go on, if there is something to go on with. */
  next() {}

  /** Whether there is a button for that. */
  get canGoOn() {
    return false;
  }

  // What is shown

  /** @param {PuzzleView} puzzle */
  play(puzzle) {
    // A button that is gone would leave the focus nowhere.
    const hadFocus = this.frame.buttons.contains(document.activeElement);
    this.frame.stage.hidden = false;
    setText(this.frame.result, "");
    this.solver.play(puzzle);
    if (hadFocus) this.solver.task.focus();
  }

  /** Show a sentence instead of a puzzle. @param {string} text */
  showNotice(text) {
    this.frame.stage.hidden = true;
    this.solver.puzzle = null;
    this.draw();
    this.frame.say("", "", text);
  }

  /** @param {string} text */
  showResult(text) {
    setText(this.frame.result, text);
  }

  draw() {
    const { frame, solver } = this;
    const { puzzle } = solver;
    this.#drawButtons();
    if (!puzzle) return;
    frame.setTurn(puzzle.side, goalText(this.settings, puzzle, solver.step));
    this.#drawWords(puzzle);
    this.#drawFacts(solver.isOver ? puzzle : null);
  }

  #drawButtons() {
    const { phase, puzzle, hasFailed, isOver } = this.solver;
    setVisible(this.retry, Boolean(puzzle) && phase === "wrong");
    setVisible(this.reveal, Boolean(puzzle) && !isOver);
    setVisible(this.following, Boolean(puzzle) && (isOver || hasFailed) && this.canGoOn);
    this.following.classList.toggle("is-primary", isOver);
  }

  /** @param {PuzzleView} puzzle */
  #drawWords(puzzle) {
    const { frame, settings } = this;
    const { phase, answer, step, hasFailed, replies } = this.solver;
    if (phase === "wrong" && answer) {
      frame.say("wrong", "Not this one.", wrongText(settings, puzzle, answer), lineText(settings, answer));
    } else if (phase === "shown") {
      const right = rightAnswer(puzzle, step);
      frame.say("", solutionText(puzzle, step), coachText(settings, puzzle, right));
    } else if (phase === "solved" && answer) {
      const verdict = hasFailed ? "Solved, after a wrong move." : "Solved.";
      frame.say("right", verdict, coachText(settings, puzzle, answer));
    } else if (phase === "replying" && answer) {
      frame.say("right", "Right.", coachText(settings, puzzle, answer));
    } else if (step > 0) {
      const before = rightAnswer(puzzle, step - 1);
      const words = `${coachText(settings, puzzle, before)} ${replyText(settings, replies)}`;
      frame.say("right", "Right. And now?", words.trim());
    } else frame.say("", "", ASKING);
  }

  /** What the puzzle was about, and where it can be found again. @param {PuzzleView | null} puzzle */
  #drawFacts(puzzle) {
    const { facts } = this.frame;
    facts.replaceChildren();
    if (!puzzle) return;
    const { go } = this.context;
    facts.append(`${factsText(puzzle)} `);
    if (puzzle.rating) facts.append(createLink(`puzzles/${puzzle.id}`, go, {}, "Link to this puzzle"), " · ");
    facts.append(createLink(`position/${puzzle.position}`, go, {}, "Study the position"));
  }

  // What can be done

  tryAgain() {
    this.solver.retry();
    this.solver.task.focus();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const { phase, puzzle } = this.solver;
    if (event.key === "Escape") {
      this.context.go(this.context.path ? "puzzles" : "");
      return true;
    }
    if (!puzzle) return false;
    if (event.key === "Enter") {
      // A button or a link that has the focus is pressed; a column too, while there is something to drop.
      if (target?.matches("button:not(.board-column), a, summary")) return false;
      if (!this.following.hidden && this.solver.isOver) this.next();
      else if (phase === "wrong" && !target?.matches(".board-column")) this.tryAgain();
      else return false;
      return true;
    }
    if (event.key.toLowerCase() === "s" && !this.reveal.hidden) {
      this.solver.showSolution();
      return true;
    }
    return this.solver.handleKey(event);
  }

  /** A paragraph for the place below the puzzle. @param {...(Node | string)} children */
  addExtra(...children) {
    const paragraph = h("p", {}, ...children);
    this.frame.extra.append(paragraph);
    return paragraph;
  }
}

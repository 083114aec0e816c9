// @ts-check
// Plays one puzzle: step by step, the opponent's replies in between. A puzzle holds the answer to
// every column, so that nothing here asks the server.
import { isMotionOn } from "../../dom/appearance.js";
import { FindMove } from "../find_move.js";

/** @typedef {import("../../types.d.ts").AnswerView} AnswerView */
/** @typedef {import("../../types.d.ts").ExerciseView} ExerciseView */
/** @typedef {import("../../types.d.ts").LinePlyView} LinePlyView */
/** @typedef {import("../../types.d.ts").PuzzleView} PuzzleView */

/**
 * @typedef {object} Handlers
 * @property {() => import("../../types.d.ts").Settings} settings
 * @property {() => void} changed called whenever there is something else to say
 * @property {(result: {moves: string[], solved: boolean, gave_up: boolean}) => void} ended called when
 *   the puzzle is solved, at the first wrong move, and when the solution is shown
 * @property {(label: string) => void} [refused] called when a column has no room
 */

const NO_THREATS = { FIRST: [], SECOND: [] };
const REPLY_DELAY = 750; // milliseconds: the own piece has landed by then

export class PuzzleSolver {
  /** @type {"asking" | "replying" | "wrong" | "solved" | "shown"} */
  phase = "asking";
  /** @type {PuzzleView | null} */
  puzzle = null;

  /**
   * @param {HTMLElement} container
   * @param {Handlers} handlers
   * @param {number} [delay] before the opponent replies
   */
  constructor(container, handlers, delay = REPLY_DELAY) {
    this.handlers = handlers;
    this.delay = delay;
    this.step = 0;
    /** @type {string[]} the own moves of this attempt */
    this.moves = [];
    this.hasFailed = false;
    this.timer = 0;
    this.task = new FindMove(container, {
      settings: handlers.settings,
      answered: (answer) => this.#receive(answer),
      refused: handlers.refused,
    });
  }

  /** The last answer to a column, or null. */
  get answer() {
    return this.task.answer;
  }

  get isOver() {
    return this.phase === "solved" || this.phase === "shown";
  }

  /** The opponent's plies before this step. @returns {LinePlyView[]} */
  get replies() {
    return this.puzzle?.steps[this.step - 1]?.replies ?? [];
  }

  /** @param {PuzzleView} puzzle */
  play(puzzle) {
    window.clearTimeout(this.timer);
    this.puzzle = puzzle;
    this.step = 0;
    this.moves = [];
    this.hasFailed = false;
    this.#ask(false);
  }

  /** Take a wrong piece back and ask again. */
  retry() {
    if (this.phase !== "wrong") return;
    this.task.retry();
    this.#set("asking");
  }

  /** Give up: show the rest of the solution as ghost pieces. */
  showSolution() {
    const { puzzle } = this;
    if (!puzzle || this.isOver) return;
    window.clearTimeout(this.timer);
    const right = rightAnswer(puzzle, this.step);
    /** @type {LinePlyView[]} */
    const line = [];
    for (let step = this.step; step < puzzle.steps.length; step++) {
      if (step > this.step) line.push(ownPly(puzzle, step));
      line.push(...puzzle.steps[step].replies);
    }
    const { line_cells } = rightAnswer(puzzle, puzzle.steps.length - 1);
    this.task.show(this.#exercise(puzzle), { ...right, line, line_cells });
    const ended = !this.hasFailed;
    this.hasFailed = true;
    this.#set("shown");
    if (ended) this.handlers.ended({ moves: this.moves, solved: false, gave_up: true });
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    return this.task.handleKey(event);
  }

  close() {
    window.clearTimeout(this.timer);
    this.task.close();
  }

  /** @param {AnswerView} answer */
  #receive(answer) {
    const { puzzle } = this;
    if (!puzzle) return;
    const label = puzzle.rules.labels[answer.column];
    if (!answer.right) {
      const ended = !this.hasFailed;
      this.hasFailed = true;
      this.#set("wrong");
      if (ended) this.handlers.ended({ moves: [...this.moves, label], solved: false, gave_up: false });
      return;
    }
    this.moves = [...this.moves, label];
    if (this.step === puzzle.steps.length - 1) {
      this.#set("solved");
      this.handlers.ended({ moves: this.moves, solved: true, gave_up: false });
      return;
    }
    this.#set("replying");
    const hasReply = puzzle.steps[this.step].replies.length > 0; // else it is one's own ban
    const delay = hasReply && isMotionOn(this.handlers.settings()) ? this.delay : 0;
    const goOn = () => {
      this.step++;
      this.#ask(true);
    };
    if (delay) this.timer = window.setTimeout(goOn, delay);
    else goOn();
  }

  /** @param {boolean} motion */
  #ask(motion) {
    const { puzzle } = this;
    if (!puzzle) return;
    this.task.show(this.#exercise(puzzle), null, motion);
    this.#set("asking");
  }

  /** @param {PuzzleSolver["phase"]} phase */
  #set(phase) {
    this.phase = phase;
    this.handlers.changed();
  }

  /** The board before this step. @param {PuzzleView} puzzle @returns {ExerciseView} */
  #exercise(puzzle) {
    const pieces = [...puzzle.pieces];
    for (let step = 0; step < this.step; step++) {
      const plies = [ownPly(puzzle, step), ...puzzle.steps[step].replies];
      for (const { column, row, side, kind } of plies) pieces.push({ column, row, owner: kind === "ban" ? "BAN" : side });
    }
    const { position, rules, side } = puzzle;
    const { kind, answers } = puzzle.steps[this.step];
    const what = { position, rules, pieces, answers, turn: side, must_ban: kind === "ban" };
    return { ...what, prompt: "", study: false, threat_cells: NO_THREATS };
  }
}

/** @param {PuzzleView} puzzle @param {number} step */
export function rightAnswer(puzzle, step) {
  const found = puzzle.steps[step].answers.find((each) => each.right);
  if (!found) throw new Error("a puzzle without a solution");
  return found;
}

/** The right ply of a step. @param {PuzzleView} puzzle @param {number} step @returns {LinePlyView} */
function ownPly(puzzle, step) {
  const { column, row } = rightAnswer(puzzle, step);
  return { column, row, label: puzzle.rules.labels[column], side: puzzle.side, kind: puzzle.steps[step].kind };
}

// @ts-check
// "Find the move": a board on which one column is tried after another until the right one is found.
// Lessons and puzzles use it. It knows no rules: an exercise says where each piece lands and what
// every column leads to.
//
//     const task = new FindMove(place, {
//       settings: () => store.state.settings,
//       answered: (answer) => …,               // right or wrong: say its sentences
//     });
//     task.show(exercise);                     // an ExerciseView, see server/types.d.ts
//     task.handleKey(event);                   // digits and letters drop; true if the key was used
//
// `task.phase` is "asking", "judging", "wrong" or "right". A wrong piece stays with its refutation as
// ghost pieces until `retry()`, or until another column is tried. Style sheet: css/find_move.css.
import { Board, boardSize } from "../board/board.js";
import { drawChips } from "../board/chips.js";
import { isMotionOn } from "../dom/appearance.js";
import { h } from "../dom/elements.js";
import { columnOf } from "../dom/keyboard.js";
import { pieceNames } from "../text/names.js";

/** @typedef {import("../types.d.ts").AnswerView} Answer */
/** @typedef {import("../types.d.ts").ExerciseView} Exercise */
/** @typedef {import("../types.d.ts").BoardView} BoardView */

/**
 * @typedef {object} Handlers
 * @property {() => import("../types.d.ts").Settings} settings
 * @property {(answer: Answer) => void} answered called when a column was tried
 * @property {(label: string) => void} [refused] called when a column has no room
 * @property {(column: number) => Answer | Promise<Answer>} [judge] what a column leads to; by default
 *   what the exercise says. If it fails, the piece is taken back.
 * @property {(error: unknown) => void} [failed] called when `judge` has failed
 */

const FALL = 550; // milliseconds: the line is shown when the piece has landed
const NEXT_PLY = 420; // milliseconds between two pieces of the line

export class FindMove {
  /** @type {"asking" | "judging" | "wrong" | "right"} */
  phase = "asking";
  /** @type {Exercise | null} */
  exercise = null;
  /** @type {Answer | null} */
  answer = null;

  /**
   * @param {HTMLElement} container
   * @param {Handlers} handlers
   */
  constructor(container, handlers) {
    this.handlers = handlers;
    this.box = h("div", { class: "find-move-board" });
    this.chips = h("ul", { class: "chips", "aria-label": "Scores of the columns", hidden: true });
    this.fit = h("div", { class: "find-move-fit" }, this.box, this.chips);
    this.root = h("div", { class: "find-move" }, this.fit);
    container.append(this.root);
    this.board = new Board(this.box, { choose: (column) => void this.drop(column) });
    /** @type {Answer | null} a piece whose answer is not there yet, or null */
    this.tried = null;
    this.pliesShown = 0; // of the line of the answer
    this.isFalling = false; // whether the last of them has just been dropped
    /** @type {import("../types.d.ts").Cell | null} the cell that a sentence names and the mouse points at */
    this.pointed = null;
    this.timer = 0;
    this.shown = 0; // counts what was shown and tried: a late answer to something else is dropped
  }

  /**
   * Ask for the move of an exercise.
   * @param {Exercise} exercise
   * @param {Answer | null} [solved] the right answer, if it is known already
   * @param {boolean} [motion] whether a piece that is new falls
   */
  show(exercise, solved = null, motion = false) {
    const { rules } = exercise;
    this.exercise = exercise;
    const { width, height } = boardSize(rules);
    this.fit.style.setProperty("--board-width", String(width));
    this.fit.style.setProperty("--board-height", String(height));
    this.#drawChips(exercise);
    this.#set(solved ? "right" : "asking", solved, true);
    this.pliesShown = solved?.line.length ?? 0;
    this.draw(motion && isMotionOn(this.handlers.settings()));
  }

  /** Try a column. @param {number} column */
  async drop(column) {
    const { exercise } = this;
    if (!exercise || this.phase === "right" || this.phase === "judging") return;
    const known = exercise.answers.find((each) => each.column === column);
    if (!known) {
      this.handlers.refused?.(exercise.rules.labels[column]);
      return;
    }
    const mine = this.#set("judging", null);
    this.tried = known;
    let answer = known;
    if (this.handlers.judge) {
      this.draw();
      try {
        answer = await this.handlers.judge(column);
      } catch (error) {
        if (mine !== this.shown) return;
        this.retry();
        this.handlers.failed?.(error);
        return;
      }
      if (mine !== this.shown) return;
    }
    this.#set(answer.right ? "right" : "wrong", answer);
    const wait = isMotionOn(this.handlers.settings()) && answer.line.length > 0;
    this.pliesShown = wait ? 0 : answer.line.length;
    this.draw();
    if (wait) this.timer = window.setTimeout(() => this.#showPly(answer), FALL);
    this.handlers.answered(answer);
  }

  /** Take a wrong piece back and ask again. */
  retry() {
    if (this.phase === "right") return;
    this.#set("asking", null);
    this.draw();
  }

  /** Drop by a digit or a letter. @param {KeyboardEvent} event */
  handleKey(event) {
    const column = this.exercise ? columnOf(event, this.exercise.rules.columns) : null;
    if (column === null) return false;
    void this.drop(column);
    return true;
  }

  /** Mark a cell that a sentence names. @param {import("../types.d.ts").Cell | null} cell */
  point(cell) {
    this.pointed = cell;
    this.draw();
  }

  /** Put the focus on the board. */
  focus() {
    this.board.focus();
  }

  /** End what is still to come. */
  close() {
    this.shown++;
    window.clearTimeout(this.timer);
  }

  /** Draw the board, for example with other colours. @param {boolean} [motion] */
  draw(motion = isMotionOn(this.handlers.settings())) {
    const { exercise } = this;
    if (exercise) this.board.update(this.#view(exercise, motion));
  }

  /**
   * @param {FindMove["phase"]} phase
   * @param {Answer | null} answer
   */
  #set(phase, answer, fresh = false) {
    window.clearTimeout(this.timer);
    this.phase = phase;
    this.answer = answer;
    if (fresh) this.tried = null;
    this.pliesShown = 0;
    this.isFalling = false;
    return ++this.shown;
  }

  /** Show one more ply of the line, and soon the next. @param {Answer} answer */
  #showPly(answer) {
    this.pliesShown++;
    this.isFalling = true;
    this.draw();
    if (this.pliesShown < answer.line.length) this.timer = window.setTimeout(() => this.#showPly(answer), NEXT_PLY);
  }

  /**
   * @param {Exercise} exercise
   * @param {boolean} motion
   * @returns {BoardView}
   */
  #view(exercise, motion) {
    const { rules, turn, must_ban, answers, threat_cells } = exercise;
    const { columns, rows, labels, forbidden, bonus } = rules;
    const next = must_ban ? /** @type {const} */ ("BAN") : turn;
    const dropped = this.answer ?? (this.phase === "judging" ? this.tried : null);
    const pieces = [...exercise.pieces];
    if (dropped) pieces.push({ column: dropped.column, row: dropped.row, owner: next });
    /** @type {(number | null)[]} */
    const landing = Array(columns).fill(null);
    for (const { column, row } of answers) landing[column] = row;
    const whole = this.answer?.line ?? [];
    const line = whole.slice(0, this.pliesShown);
    return {
      columns,
      rows,
      labels,
      forbidden,
      bonus,
      pieces,
      ghosts: line.map(({ column, row, side, kind }, index) => ({
        column,
        row,
        owner: kind === "ban" ? /** @type {const} */ ("BAN") : side,
        text: String(index + 1),
        falls: motion && this.isFalling && index === line.length - 1,
      })),
      landing,
      playable: this.phase === "asking" || this.phase === "wrong",
      next,
      line: line.length === whole.length ? (this.answer?.line_cells ?? []) : [],
      marks: exercise.study && !dropped ? threat_cells : null,
      hint: null,
      pointed: this.pointed,
      names: pieceNames(this.handlers.settings()),
      motion,
    };
  }

  /** Show the score of every column, if the exercise does. @param {Exercise} exercise */
  #drawChips({ study, rules, answers }) {
    this.chips.hidden = !study;
    const columns = rules.labels.map((label, column) => {
      const found = answers.find((each) => each.column === column);
      return { label, full: !found, proven: true, ...found };
    });
    drawChips(this.chips, study ? columns : []);
  }
}

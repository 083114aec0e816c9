// @ts-check
// One lesson: a position after the other, in each of which the right column is to be found.
import { drawSwatch } from "../../board/pieces.js";
import { createButton, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { setSentence } from "../../panels/cell_names.js";
import { api } from "../../server/api.js";
import { loadLessons, saveLesson } from "../../state/storage.js";
import { answerText, fullText, lessonText, lineText, sideText, stepText } from "../../text/lessons.js";
import { FindMove } from "../find_move.js";
import { createHead, setTitle } from "./parts.js";

/** @typedef {import("../../types.d.ts").AnswerView} AnswerView */
/** @typedef {import("../../types.d.ts").LessonView} LessonView */
/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

/** @param {ScreenContext} context @returns {Screen} */
export function openLesson(context) {
  const page = new LessonPage(context);
  return {
    title: "Lesson",
    close: () => page.close(),
    handleKey: (event) => page.handleKey(event),
  };
}

class LessonPage {
  /** @param {ScreenContext} context */
  constructor(context) {
    this.context = context;
    /** @type {LessonView | null} */
    this.lesson = null;
    this.step = 0;
    /** @type {Map<number, AnswerView>} the right answers that were found, by step */
    this.found = new Map();
    this.isOpen = true;

    const { head, heading } = createHead(context, "Lesson", { path: "learn", label: "All lessons" });
    this.heading = heading;
    this.steps = h("ol", { class: "lesson-steps", "aria-hidden": "true" });
    this.count = h("p", { class: "lesson-count" }, "Loading the lesson …");
    this.intro = h("p", { class: "lesson-intro" });
    this.side = h("p", { class: "lesson-side" });
    this.prompt = h("p", { class: "lesson-prompt" });
    const ask = h("div", { class: "lesson-ask", "aria-live": "polite" }, this.count, this.intro, this.side, this.prompt);
    this.mark = h("span", { class: "lesson-verdict" });
    this.words = h("p", { class: "lesson-words" });
    this.line = h("p", { class: "lesson-line" });
    this.feedback = h("div", { class: "lesson-feedback", role: "status" }, this.mark, this.words, this.line);
    this.end = h("div", { class: "lesson-end" });
    this.back = createButton("Back", () => this.go(-1), { icon: "previous", class: "is-quiet", key: "←" });
    this.retry = createButton("Try again", () => this.tryAgain(), { icon: "undo" });
    this.next = createButton("Next", () => this.go(1), { icon: "next", class: "is-primary", key: "→" });
    const buttons = h("div", { class: "lesson-buttons" }, this.back, this.retry, this.next);
    this.talk = h("div", { class: "lesson-talk" }, this.feedback, this.end, buttons);
    const stage = h("div", { class: "lesson-stage" });
    this.body = h("div", { class: "lesson" }, h("div", { class: "lesson-top" }, this.steps, ask), stage, this.talk);
    this.body.hidden = true;
    this.notice = h("p", { class: "learn-intro", role: "status" }, "Loading the lesson …");
    context.root.append(head, this.notice, this.body);

    this.task = new FindMove(stage, {
      settings: () => context.store.state.settings,
      answered: (answer) => this.answered(answer),
      refused: (label) => this.say("", fullText(label), ""),
    });
    this.unsubscribe = context.store.subscribe((state, before) => {
      if (state.pointed !== before.pointed) this.task.point(state.pointed);
      if (state.settings === before.settings || !this.lesson) return;
      this.task.draw(false);
      this.drawWords();
    });
    api.lesson(context.path).then(
      (lesson) => this.isOpen && this.begin(lesson),
      (error) => setText(this.notice, error.message),
    );
  }

  close() {
    this.isOpen = false;
    this.task.close();
    this.unsubscribe();
  }

  get exercise() {
    const { lesson } = this;
    if (!lesson) throw new Error("the lesson is not there yet");
    return lesson.exercises[this.step];
  }

  get isFinished() {
    return this.lesson !== null && this.found.size === this.lesson.exercises.length;
  }

  /** @param {LessonView} lesson */
  begin(lesson) {
    this.lesson = lesson;
    setTitle(lesson.title);
    setText(this.heading, lesson.title);
    this.notice.remove();
    this.body.hidden = false;
    // What was solved on an earlier visit can be walked back to; a finished lesson begins anew.
    const solved = loadLessons()[lesson.id] ?? 0;
    if (solved < lesson.exercises.length) {
      lesson.exercises.slice(0, solved).forEach((exercise, step) => {
        const right = exercise.answers.find((each) => each.right);
        if (right) this.found.set(step, right);
      });
      this.step = this.found.size;
    }
    this.show();
  }

  /** Show the position of this step. */
  show() {
    this.task.show(this.exercise, this.found.get(this.step) ?? null);
    this.drawWords();
  }

  /** @param {AnswerView} answer */
  answered(answer) {
    const { lesson } = this;
    if (!lesson) return;
    if (answer.right) {
      this.found.set(this.step, answer);
      let solved = 0;
      while (this.found.has(solved)) solved++;
      saveLesson(lesson.id, solved);
    }
    this.drawWords();
    this.talk.scrollIntoView({ block: "nearest" });
  }

  drawWords() {
    const { lesson, task, exercise } = this;
    const { settings } = this.context.store.state;
    if (!lesson) return;
    const all = lesson.exercises.length;
    setText(this.count, stepText(this.step, all));
    setText(this.intro, this.step === 0 ? lesson.intro : "");
    this.side.replaceChildren(drawSwatch(exercise.turn), sideText(settings, exercise));
    setSentence(this.prompt, lessonText(settings, exercise, exercise.prompt));
    this.steps.replaceChildren(
      ...lesson.exercises.map((_, step) =>
        h("li", { class: `${step === this.step ? "is-here" : ""} ${this.found.has(step) ? "is-done" : ""}` }),
      ),
    );
    const { answer } = task;
    if (answer) this.say(answer.right ? "right" : "wrong", answerText(settings, exercise, answer), lineText(settings, answer));
    else this.say("", "", "");
    const isLast = this.step === all - 1;
    setVisible(this.back, this.step > 0);
    setVisible(this.retry, task.phase === "wrong");
    setVisible(this.next, task.phase === "right" && !isLast);
    this.drawEnd(task.phase === "right" && isLast);
  }

  /**
   * @param {"" | "right" | "wrong"} kind
   * @param {string} text
   * @param {string} line
   */
  say(kind, text, line) {
    this.feedback.className = `lesson-feedback${kind ? ` is-${kind}` : ""}`;
    const verdict = kind === "right" ? [createIcon("check"), "Right."] : kind ? [createIcon("close"), "Not this one."] : [];
    this.mark.replaceChildren(...verdict);
    setSentence(this.words, text);
    setText(this.line, line);
  }

  /** @param {boolean} visible */
  drawEnd(visible) {
    const { lesson, context } = this;
    this.end.replaceChildren();
    if (!visible || !lesson) return;
    const following = lesson.next;
    const words = this.isFinished ? "Lesson finished." : "That was the last position.";
    this.end.append(h("p", { class: "lesson-finished", role: "status" }, words));
    if (following) {
      const path = `learn/${following.id}`;
      this.end.append(
        createLink(path, context.go, { class: "button is-primary lesson-following" }, `Next: ${following.title}`, createIcon("next")),
      );
    } else {
      this.end.append(createLink("", context.go, { class: "button is-primary lesson-following" }, "Play a game", createIcon("next")));
    }
  }

  tryAgain() {
    this.task.retry();
    this.drawWords();
    this.task.focus();
  }

  /** Go to another position, or after the last one to the next lesson. @param {number} by */
  go(by) {
    const { lesson, task, context } = this;
    if (!lesson || (by > 0 && task.phase !== "right")) return false;
    const step = this.step + by;
    if (step < 0) return false;
    if (step === lesson.exercises.length) {
      context.go(lesson.next ? `learn/${lesson.next.id}` : "");
      return true;
    }
    const hadFocus = this.talk.contains(document.activeElement);
    this.step = step;
    this.show();
    // A button that is gone would leave the focus nowhere.
    if (hadFocus) (this.next.hidden ? this.task : this.next).focus();
    return true;
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isControl = target.matches?.("button:not(.board-column), a");
    switch (event.key) {
      case "Escape":
        this.context.go("learn");
        return true;
      case "ArrowRight":
        return this.go(1);
      case "ArrowLeft":
        return this.go(-1);
      case "Enter":
        if (isControl) return false;
        if (this.task.phase === "right") return this.go(1);
        if (this.task.phase !== "wrong" || target.matches?.(".board-column")) return false;
        this.tryAgain();
        return true;
      default:
        return this.task.handleKey(event);
    }
  }
}

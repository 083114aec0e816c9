// @ts-check
// The list of lessons, with what is done of each.
import { createLink } from "../../dom/controls.js";
import { h } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { api } from "../../server/api.js";
import { loadLessons } from "../../state/storage.js";
import { progressText } from "../../text/lessons.js";
import { createHead } from "./parts.js";

/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */
/** @typedef {import("../../types.d.ts").LessonSummary} LessonSummary */

/** @param {ScreenContext} context @returns {Screen} */
export function openList(context) {
  const { root, go } = context;
  const { head } = createHead(context, "Learn", { path: "", label: "Back to the game" });
  const words = h("p", { class: "learn-intro", role: "status" }, "Loading the lessons …");
  const list = h("ol", { class: "lessons", "aria-label": "Lessons" });
  root.append(head, words, list);
  let isOpen = true;
  api.lessons().then(
    ({ lessons }) => {
      if (!isOpen) return;
      const solved = loadLessons();
      const done = lessons.filter((each) => (solved[each.id] ?? 0) >= each.steps).length;
      words.textContent = introText(done, lessons.length);
      const next = lessons.find((each) => (solved[each.id] ?? 0) < each.steps);
      list.append(
        createRulesItem(go, done === 0),
        ...lessons.map((each, index) => createItem(each, index, solved[each.id] ?? 0, each === next && done > 0, go)),
      );
    },
    (error) => {
      words.textContent = error.message;
    },
  );
  return {
    title: "Learn",
    close: () => {
      isOpen = false;
    },
    handleKey: (event) => {
      if (event.key !== "Escape") return false;
      go("");
      return true;
    },
  };
}

/** @param {number} done @param {number} all */
function introText(done, all) {
  if (done === all) return "You have finished every lesson. Any of them can be taken again.";
  if (done) return `${done} of ${all} lessons finished.`;
  return "Each lesson is a few positions in which you find the move. Start anywhere.";
}

/** @param {(path: string) => void} go @param {boolean} isNext */
function createRulesItem(go, isNext) {
  return createCard("rules", "The rules", "How pieces fall, what wins, forbidden cells and the star.", "", {
    go,
    isNext,
  });
}

/**
 * @param {LessonSummary} lesson
 * @param {number} index
 * @param {number} solved
 * @param {boolean} isNext
 * @param {(path: string) => void} go
 */
function createItem({ id, title, summary, steps }, index, solved, isNext, go) {
  return createCard(id, title, summary, progressText(solved, steps), { go, isNext, number: index + 1, isDone: solved >= steps });
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string} summary
 * @param {string} progress
 * @param {{go: (path: string) => void, isNext: boolean, number?: number, isDone?: boolean}} how
 */
function createCard(id, title, summary, progress, { go, isNext, number, isDone }) {
  const mark = isDone ? createIcon("check") : number ? String(number) : createIcon("learn");
  return h(
    "li",
    {},
    createLink(
      `learn/${id}`,
      go,
      { class: `lesson-card${isNext ? " is-next" : ""}${isDone ? " is-done" : ""}` },
      h("span", { class: "lesson-mark", "aria-hidden": "true" }, mark),
      h("span", { class: "lesson-name" }, title),
      h("span", { class: "lesson-summary" }, summary),
      h("span", { class: "lesson-progress" }, progress || (isNext ? "Start here" : "")),
    ),
  );
}

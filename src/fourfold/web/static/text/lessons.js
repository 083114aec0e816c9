// @ts-check
// What the lessons say beside their own sentences.
import { colourName, withColours } from "./names.js";

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").AnswerView} AnswerView */
/** @typedef {import("../types.d.ts").ExerciseView} ExerciseView */

/** How much of a lesson is done, for the list. @param {number} solved @param {number} steps */
export function progressText(solved, steps) {
  if (solved >= steps) return "Done";
  return solved ? `${solved} of ${steps}` : "";
}

/** @param {number} step from 0 @param {number} steps */
export const stepText = (step, steps) => `Position ${step + 1} of ${steps}`;

/** Who the visitor plays. @param {Settings} settings @param {ExerciseView} exercise */
export function sideText(settings, exercise) {
  const colour = colourName(settings, exercise.turn);
  return exercise.must_ban ? `You play ${colour}. You took the star: drop the ban.` : `You play ${colour}.`;
}

/** A sentence of a lesson with colours. @param {Settings} settings @param {ExerciseView} exercise @param {string} text */
export function lessonText(settings, exercise, text) {
  return withColours(settings, exercise.turn, text);
}

/** What a column leads to, in sentences. @param {Settings} settings @param {ExerciseView} exercise @param {AnswerView} answer */
export function answerText(settings, exercise, answer) {
  return lessonText(settings, exercise, answer.sentences.join(" "));
}

/**
 * How play goes on after an answer; the numbers are those of the ghost pieces.
 * @param {Settings} settings
 * @param {AnswerView} answer
 */
export function lineText(settings, answer) {
  const { line, line_cells } = answer;
  if (!line.length) return "";
  const plies = line.map(({ side, kind, label }, index) => {
    const who = colourName(settings, side);
    return `${index + 1}. ${kind === "ban" ? `${who}’s ban` : who} in ${label}`;
  });
  const end = line_cells.length ? ": four in a row." : " …";
  return `It goes on: ${plies.join(", ")}${end}`;
}

/** @param {string} label */
export const fullText = (label) => `Column ${label} is full. Try another one.`;

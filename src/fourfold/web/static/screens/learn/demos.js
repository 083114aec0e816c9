// @ts-check
// The small games that the rules show, ply by ply: where each piece comes to lie, and what is said.
// tests/web/page/test_learn.py plays them by the rules.

/** @typedef {import("../../types.d.ts").Cell} Cell */
/** @typedef {import("../../types.d.ts").Side} Side */

/**
 * @typedef {object} Demo
 * @property {string} position all of it in the notation
 * @property {number} columns
 * @property {number} rows
 * @property {Cell[]} forbidden
 * @property {Cell | null} bonus
 * @property {Cell[]} line the four at the end
 * @property {[number, number, Side | "BAN", string][]} plies column, row, whose, and the words
 */

/** @type {Record<"four" | "forbidden" | "star", Demo>} */
export const DEMOS = {
  four: {
    position: "6x5:3344562",
    columns: 6,
    rows: 5,
    forbidden: [],
    bonus: null,
    line: [[1, 0], [2, 0], [3, 0], [4, 0]],
    plies: [
      [2, 0, "FIRST", "A piece falls to the lowest free cell of its column."],
      [2, 1, "SECOND", "The next one in that column lands on top of it."],
      [3, 0, "FIRST", "You take turns, one piece each."],
      [3, 1, "SECOND", "You take turns, one piece each."],
      [4, 0, "FIRST", "Three in a row, free at both ends."],
      [5, 0, "SECOND", "One end is blocked …"],
      [1, 0, "FIRST", "… but not the other. Four in a row: that wins."],
    ],
  },
  forbidden: {
    position: "5x4-xc2:333",
    columns: 5,
    rows: 4,
    forbidden: [[2, 1]],
    bonus: null,
    line: [],
    plies: [
      [2, 0, "FIRST", "The piece falls past the forbidden cell, to the free cell below it."],
      [2, 2, "SECOND", "Nothing is free below now, so the next piece lands right above it."],
      [2, 3, "FIRST", "The column is full after three pieces instead of four."],
    ],
  },
  star: {
    position: "5x4-bd2:334425",
    columns: 5,
    rows: 4,
    forbidden: [],
    bonus: [3, 1],
    line: [],
    plies: [
      [2, 0, "FIRST", "The star waits on its cell."],
      [2, 1, "SECOND", "The star waits on its cell."],
      [3, 0, "FIRST", "Two in a row. The star can be reached now."],
      [3, 1, "SECOND", "A piece lands on the star: the same player drops a ban at once."],
      [1, 0, "BAN", "The ban belongs to nobody and stays. Here it blocks the row."],
      [4, 0, "FIRST", "Three in a row, and no place for a fourth."],
    ],
  },
};

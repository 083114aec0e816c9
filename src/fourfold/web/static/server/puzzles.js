// @ts-check
// Requests about puzzles; loaded with their screen.
import { request } from "./api.js";

/** @typedef {import("../types.d.ts").PuzzleView} PuzzleView */

const encode = encodeURIComponent;

/** @param {Record<string, string | number | null | undefined>} query those without a value are left out */
function queryText(query) {
  const parts = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return parts.map(([name, value]) => `${name}=${encode(String(value))}`).join("&");
}

export const puzzleApi = {
  /** @returns {Promise<import("../types.d.ts").PuzzleCollection>} */
  collection: () => request("GET", "api/puzzles"),
  /** @param {boolean} collects_mistakes @returns {Promise<import("../types.d.ts").PuzzleProgressView>} */
  collectMistakes: (collects_mistakes) => request("POST", "api/puzzles", { body: { collects_mistakes } }),
  /** @param {{theme?: string, rules?: string, count: number}} query @returns {Promise<import("../types.d.ts").NextPuzzles>} */
  next: (query) => request("GET", `api/puzzles/next?${queryText(query)}`),
  /** @param {string | null} date @returns {Promise<import("../types.d.ts").DailyPuzzle>} */
  daily: (date) => request("GET", `api/puzzles/daily?${queryText({ date })}`),
  /** @param {{seed?: number, skip?: number, count?: number}} query @returns {Promise<import("../types.d.ts").RushPuzzles>} */
  rush: (query) => request("GET", `api/puzzles/rush?${queryText(query)}`),
  /** @returns {Promise<import("../types.d.ts").Mistakes>} */
  mistakes: () => request("GET", "api/puzzles/mistakes"),
  /** @param {string} id @returns {Promise<PuzzleView>} */
  puzzle: (id) => request("GET", `api/puzzles/${encode(id)}`),
  /** @param {string} path below api/puzzles/ @param {any} body @returns {Promise<any>} */
  post: (path, body) => request("POST", `api/puzzles/${path}`, { body }),
};

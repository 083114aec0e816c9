// @ts-check
// The stream of a review: its plies as they are reviewed, and the whole of it at the end.
import { ApiError, address, readError } from "./api.js";
import { EventParser } from "./events.js";
import { playerCode } from "../state/identity.js";

/** @typedef {import("../types.d.ts").ReviewEvents} ReviewEvents */

/**
 * @typedef {object} Handlers
 * @property {(progress: ReviewEvents["progress"]) => void} progress
 * @property {(review: ReviewEvents["review"]) => void} review
 */

/**
 * Read a review until it ends; aborting the signal ends the work on the server.
 * @param {string} path
 * @param {Handlers} handlers
 * @param {AbortSignal} signal
 */
export async function readReview(path, handlers, signal) {
  const headers = { Accept: "text/event-stream", "X-Fourfold-Player": playerCode() };
  let response;
  try {
    response = await fetch(address(path), { headers, signal, cache: "no-store" });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError("The server is not answering. Please try again.", 0);
  }
  if (!response.ok || !response.body) throw await readError(response);
  const reader = response.body.getReader();
  const parser = new EventParser();
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (signal.aborted) throw error;
      return { value: undefined, done: true }; // the server is gone: the review is not complete
    });
    if (done || signal.aborted || !value) return;
    for (const { name, data } of parser.push(value)) {
      if (name === "progress" || name === "review") handlers[name](data);
    }
  }
}

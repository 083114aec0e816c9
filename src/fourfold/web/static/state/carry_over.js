// @ts-check
// Carrying a player over to another browser: everything that this one remembers, as a small file.
import { parsePlayerCode, playerCode, setPlayerCode } from "./identity.js";
import { dumpStorage, restoreStorage } from "./storage.js";
import { NO_FILE } from "../text/history.js";

/** @typedef {{code: string, kept: Record<string, unknown>}} Carried */

const FORMAT = 1;
const LONGEST = 4_000_000; // characters

/** The file of this browser's player, as text. */
export function writePlayerFile() {
  return `${JSON.stringify({ fourfold: "player", format: FORMAT, code: playerCode(), kept: dumpStorage() }, null, 1)}\n`;
}

/** Read such a file; an Error has a sentence for people. @param {string} text @returns {Carried} */
export function readPlayerFile(text) {
  let data = null;
  try {
    if (text.length <= LONGEST) data = JSON.parse(text);
  } catch {
    // Refused below.
  }
  const code = typeof data?.code === "string" ? parsePlayerCode(data.code) : null;
  const kept = data?.kept;
  if (data?.fourfold !== "player" || !code || !kept || typeof kept !== "object" || Array.isArray(kept)) throw new Error(NO_FILE);
  if (data.format > FORMAT) throw new Error("This file comes from a newer version of this page.");
  return { code, kept };
}

/** Be the player of a file from now on. The page is to be loaded again. @param {Carried} carried */
export function becomePlayer({ code, kept }) {
  restoreStorage(kept);
  setPlayerCode(code);
}

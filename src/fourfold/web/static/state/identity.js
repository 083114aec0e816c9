// @ts-check
// Who this browser is: a code that it makes up once and keeps. Whoever has the code is the same
// player; the server stores only its hash.
import { loadPlayerCode, savePlayerCode } from "./storage.js";

const ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz"; // without 0, 1, l and o
const LENGTH = 26; // 130 bits

let code = "";

/** Return this browser's code, a new one on the first visit. */
export function playerCode() {
  if (!code) {
    code = parsePlayerCode(loadPlayerCode() ?? "") ?? createPlayerCode();
    savePlayerCode(code);
  }
  return code;
}

/** Be another player from now on: the one of a code that was carried over. @param {string} text */
export function setPlayerCode(text) {
  code = text;
  savePlayerCode(text);
}

/** Read a code as people write it; null if it is none. @param {string} text */
export function parsePlayerCode(text) {
  const plain = text.trim().toLowerCase().replaceAll(/[\s-]/g, "");
  return plain.length === LENGTH && [...plain].every((letter) => ALPHABET.includes(letter)) ? plain : null;
}

function createPlayerCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

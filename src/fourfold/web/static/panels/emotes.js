// @ts-check
// Emotes: a few signs that two people at two screens can send each other. Each is a small face with
// its words; it stands at its player's card for a few seconds.
import { h, s } from "../dom/elements.js";
import { EMOTE_WORDS } from "../text/emotes.js";

/** @typedef {import("../types.d.ts").Emote} Emote */
/** @typedef {import("../types.d.ts").EmoteView} EmoteView */

const DURATION = 5000; // milliseconds
const HEAD = "M21 12a9 9 0 1 1-18 0a9 9 0 1 1 18 0";
const EYES = "M9 10h.01M15 10h.01";
const SMILE = "M8 14c1.8 2.4 6.2 2.4 8 0";

/** @type {Record<Emote, string>} the strokes of each face, on a grid of 24 */
const FACES = {
  hello: HEAD + EYES + SMILE,
  good_move: `${HEAD}${EYES}M7.5 13.5h9a4.5 4.5 0 0 1-9 0z`,
  oops: `${HEAD}${EYES}M12 17.5a2 2 0 1 0 0-4a2 2 0 1 0 0 4`,
  thinking: `${HEAD}${EYES}M9 15.5h5M13.5 6.8l3 .8`,
  well_played: `${HEAD}M7.8 10h2.4M15 10h.01${SMILE}`,
  thanks: "M12 20s-7.5-4.6-7.5-9.8a4 4 0 0 1 7.5-2a4 4 0 0 1 7.5 2c0 5.2-7.5 9.8-7.5 9.8z",
};

/** @param {Emote} emote */
function drawFace(emote) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: FACES[emote] }));
}

/** The row of buttons. @param {(emote: Emote) => void} send */
export function createEmoteRow(send) {
  const buttons = Object.entries(EMOTE_WORDS).map(([name, words]) => {
    const emote = /** @type {Emote} */ (name);
    const label = `Send: ${words}`;
    return h("button", { type: "button", class: "button is-quiet emote", title: words, "aria-label": label, on: { click: () => send(emote) } }, drawFace(emote));
  });
  return h("div", { class: "emotes", role: "group", "aria-label": "Send a sign" }, ...buttons);
}

/** Stand an emote at its player's card for a while, in the place of an earlier one. @param {EmoteView} sent */
export function showEmote({ side, emote }) {
  const card = document.querySelector(`.player-${side.toLowerCase()}`);
  if (!card) return;
  card.querySelector(".emote-bubble")?.remove();
  const bubble = h("span", { class: "emote-bubble", "aria-hidden": "true" }, drawFace(emote), EMOTE_WORDS[emote]);
  card.append(bubble);
  window.setTimeout(() => bubble.remove(), DURATION);
}

/** Take away what is shown: another game is on the screen. */
export function clearEmotes() {
  for (const bubble of document.querySelectorAll(".emote-bubble")) bubble.remove();
}

// @ts-check
// What the emotes say.

/** @type {Record<import("../types.d.ts").Emote, string>} */
export const EMOTE_WORDS = {
  hello: "Hello",
  good_move: "Good move",
  oops: "Oops",
  thinking: "Hmm …",
  well_played: "Well played",
  thanks: "Thanks",
};

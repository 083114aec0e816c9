// @ts-check
// The links to seats: the invitation for the other player of a game by link, and, folded away, the
// own seat for another device. Whoever has such a link moves for the seat, so the two never stand
// side by side.
import { createButton } from "../dom/controls.js";
import { createCopyLine } from "./copy_line.js";
import { h } from "../dom/elements.js";
import { drawQrCode } from "../dom/qr_code.js";
import { address } from "../server/api.js";
import { SIDES, otherSide, playerOf } from "../state/state.js";
import { colourName } from "../text/names.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").Side} Side */

/** @param {State} state @param {Side} side */
function seatLink({ game, seats }, side) {
  return address(`game/${game?.id}#${seats[side]}`);
}

/** The side that someone is invited to; null if there is none, or not from here. @param {State} state @returns {Side | null} */
function invitedSide({ game, seats }) {
  const side = seats.home ? otherSide(seats.home) : null;
  return game?.link && side && seats[side] ? side : null;
}

/** The invitation, while the other player is awaited. @param {State} state @returns {HTMLElement[]} */
export function createInvitation(state) {
  const side = invitedSide(state);
  if (!state.game || !side || playerOf(state.game, side).joined) return [];
  const link = seatLink(state, side);
  const colour = colourName(state.settings, side);
  const code = drawQrCode(link, "QR code of the invitation");
  const how = code ? "Send the link, or let them scan the code with a phone." : "Send the link to the person you want to play with.";
  return [
    h(
      "section",
      { class: "invitation", "aria-label": "Invitation" },
      code,
      h(
        "div",
        { class: "invitation-words" },
        createCopyLine("Invitation for the other player", link, `Whoever opens it first plays ${colour}. ${how}`),
        createSendButton(link),
      ),
    ),
  ];
}

/** On phones: hand the link to another app. @param {string} link */
function createSendButton(link) {
  if (!navigator.share) return null;
  const send = () => void navigator.share({ title: "A game of fourfold", url: link }).catch(() => {});
  return createButton("Send the link …", send, { icon: "share" });
}

/** The seats of this browser, for another device. @param {State} state @returns {HTMLElement[]} */
export function createSeats(state) {
  const { game, seats, settings } = state;
  if (!game?.id) return [];
  const invited = invitedSide(state);
  const own = SIDES.filter((side) => seats[side] && side !== invited && !playerOf(game, side).agent);
  if (!own.length) return [];
  const lines = own.map((side) => {
    const link = seatLink(state, side);
    const code = drawQrCode(link, `QR code of the seat of ${colourName(settings, side)}`);
    const help = "Whoever has this link moves for you: keep it to yourself.";
    return h("div", { class: "invitation" }, code, createCopyLine(`Seat of ${colourName(settings, side)}`, link, help));
  });
  // They have opened it already; another browser of theirs may need it again.
  if (invited && playerOf(game, invited).joined) {
    lines.push(createCopyLine("Invitation for the other player", seatLink(state, invited), "If they have lost it: it opens their seat again."));
  }
  return [
    h("details", { class: "seat-links" }, h("summary", {}, "Play on from another device"), h("div", { class: "seat-list" }, ...lines)),
  ];
}

// @ts-check
// Sharing and keeping: links, the moves as text, the record as a file to download or upload.
import { address, api } from "../server/api.js";
import { createButton } from "../dom/controls.js";
import { createDialog } from "./dialog.js";
import { h, setText } from "../dom/elements.js";
import { showNotice } from "../state/notices.js";
import { canReview } from "../state/review_state.js";
import { saveSeats } from "../state/storage.js";
import { SIDES, playerOf, shownPosition } from "../state/state.js";
import { colourName } from "../text/names.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../state/game_controller.js").GameController} GameController */

/**
 * A line with a text and a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {string} [help]
 */
function createCopyLine(label, text, help) {
  const input = h("input", { type: "text", readonly: true, value: text, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const done = h("span", { class: "copied", role: "status" });
  const copy = createButton(`Copy: ${label}`, () => void copyText(input, done), { icon: "copy", bare: true });
  return h(
    "div",
    { class: "copy" },
    h("span", { class: "field-label" }, label, done),
    h("span", { class: "copy-line" }, input, copy),
    help ? h("span", { class: "field-help" }, help) : null,
  );
}

/**
 * The link to a seat: for the other player, or for oneself on another device.
 * @param {State} state
 * @param {import("../types.d.ts").Side} side
 * @param {string} link
 */
function createSeatLine(state, side, link) {
  if (state.game?.link && state.seats.home && side !== state.seats.home) {
    return createCopyLine("Invitation for the other player", link, "Send it to the person you want to play with.");
  }
  const help = "Anyone with this link can move for this seat, for example you on another device.";
  return createCopyLine(`Seat of ${colourName(state.settings, side)}`, link, help);
}

/** @param {HTMLInputElement} input @param {HTMLElement} done */
async function copyText(input, done) {
  try {
    await navigator.clipboard.writeText(input.value);
    setText(done, "Copied");
  } catch {
    // A page without HTTPS may not write to the clipboard: select the text instead.
    input.focus();
    input.select();
    setText(done, "Press Ctrl C to copy");
  }
  window.setTimeout(() => setText(done, ""), 2500);
}

/**
 * @param {State} state
 * @param {GameController} games
 */
export function openShare(state, games) {
  const handle = createDialog("Share and keep");
  if (!handle) return;
  const { game, seats } = state;
  const { body, close } = handle;
  if (game) {
    const position = shownPosition(state);
    const id = game.id;
    const lines = SIDES.filter((side) => id && seats[side] && !playerOf(game, side).agent).map((side) =>
      createSeatLine(state, side, address(`game/${id}#${seats[side]}`)),
    );
    const path = id ? `game/${id}` : `position/${game.position}`;
    const review = canReview(state) ? [createCopyLine("Link to the review", address(`${path}/review`))] : [];
    const watch = id ? [createCopyLine("Link to watch", address(`game/${id}`), "Anyone with this link can watch.")] : [];
    // While the other player is awaited, their invitation comes first.
    const isInviting = game.link && game.players.some((each) => each.joined === false);
    if (isInviting && seats.home === "FIRST") lines.reverse();
    body.append(
      ...(isInviting ? [...lines, ...watch] : [...watch, ...lines]),
      ...review,
      createCopyLine("Link to this position", address(`position/${position}`)),
      createCopyLine("Moves", position),
    );
    body.querySelector("input")?.setAttribute("data-focus", "");
  }
  const problem = h("p", { class: "problem", role: "alert" });
  const row = h("div", { class: "dialog-row" });
  if (game?.id) {
    row.append(
      h("a", { class: "button", href: api.recordAddress(game.id), download: `${game.id}.jsonl` }, "Download the record"),
    );
  }
  row.append(createUploadButton(games, problem, close));
  body.append(row, problem);
  handle.open();
}

/**
 * @param {GameController} games
 * @param {HTMLElement} problem
 * @param {() => void} close
 */
export function createUploadButton(games, problem, close) {
  const file = h("input", { type: "file", class: "unseen", tabindex: -1, accept: ".jsonl,.json,.txt" });
  file.setAttribute("aria-label", "A file of games");
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const { games: uploaded, seats } = await api.upload(await chosen.text());
      for (const [id, secrets] of Object.entries(seats ?? {})) saveSeats(id, /** @type {any} */ (secrets));
      close();
      if (uploaded[0]) await games.openGame(uploaded[0].id);
      if (uploaded.length > 1) showNotice(games.store, `${uploaded.length} games were read. The others are in the history.`);
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
    }
    file.value = "";
  });
  const upload = createButton("Upload a record", () => file.click(), { icon: "upload" });
  return h("span", {}, upload, file);
}

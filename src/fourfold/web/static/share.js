// @ts-check
// Sharing and keeping: links, the moves as text, the record as a file, and a file to be read.
import { address, api } from "./api.js";
import { button } from "./controls.js";
import { makeDialog } from "./dialogs.js";
import { h, setText } from "./dom.js";
import { keepSeats } from "./keep.js";
import { SIDES, player, shownPosition } from "./state.js";
import { colour } from "./words.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./game.js").GamePlay} GamePlay */

/**
 * A line with a text and a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {string} [help]
 */
function copyLine(label, text, help) {
  const input = h("input", { type: "text", readonly: true, value: text, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const done = h("span", { class: "copied", role: "status" });
  const copy = button(`Copy: ${label}`, () => void copyText(input, done), { icon: "copy", bare: true });
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
 * @param {import("./types.d.ts").Side} side
 * @param {string} link
 */
function seatLine(state, side, link) {
  if (state.game?.link && state.seats.home && side !== state.seats.home) {
    return copyLine("Invitation for the other player", link, "Send it to whom you want to play with.");
  }
  const help = "Whoever has this link moves for this seat, for instance you on another device.";
  return copyLine(`Seat of ${colour(state.settings, side)}`, link, help);
}

/** @param {HTMLInputElement} input @param {HTMLElement} done */
async function copyText(input, done) {
  try {
    await navigator.clipboard.writeText(input.value);
    setText(done, "Copied");
  } catch {
    // Not every browser lets a page without encryption write there: then people copy themselves.
    input.focus();
    input.select();
    setText(done, "Press Ctrl C to copy");
  }
  window.setTimeout(() => setText(done, ""), 2500);
}

/**
 * @param {State} state
 * @param {GamePlay} play
 */
export function openShare(state, play) {
  const made = makeDialog("Share and keep");
  if (!made) return;
  const { game, seats } = state;
  const { body, close } = made;
  if (game) {
    const position = shownPosition(state);
    const id = game.id;
    const lines = SIDES.filter((side) => id && seats[side] && !player(game, side).agent).map((side) =>
      seatLine(state, side, address(`game/${id}#${seats[side]}`)),
    );
    const watch = id ? [copyLine("Link to watch", address(`game/${id}`), "Anybody may look on.")] : [];
    // The link that somebody waits for comes first.
    const isInviting = game.link && game.players.some((each) => each.joined === false);
    if (isInviting && seats.home === "FIRST") lines.reverse();
    body.append(
      ...(isInviting ? [...lines, ...watch] : [...watch, ...lines]),
      copyLine("Link to this position", address(`position/${position}`)),
      copyLine("Moves", position),
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
  row.append(uploadButton(play, problem, close));
  body.append(row, problem);
  made.open();
}

/**
 * @param {GamePlay} play
 * @param {HTMLElement} problem
 * @param {() => void} close
 */
export function uploadButton(play, problem, close) {
  const file = h("input", { type: "file", class: "unseen", tabindex: -1, accept: ".jsonl,.json,.txt" });
  file.setAttribute("aria-label", "A file of games");
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const { games, seats } = await api.upload(await chosen.text());
      for (const [id, secrets] of Object.entries(seats ?? {})) keepSeats(id, /** @type {any} */ (secrets));
      close();
      if (games[0]) await play.openGame(games[0].id);
      if (games.length > 1) play.tell(`${games.length} games were read: the others are in the history.`);
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
    }
    file.value = "";
  });
  const upload = button("Upload a record", () => file.click(), { icon: "upload" });
  return h("span", {}, upload, file);
}

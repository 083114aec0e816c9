// @ts-check
// Sharing and keeping: links, the moves as text, the record as a file to download or upload.
import { address, api } from "../server/api.js";
import { createButton } from "../dom/controls.js";
import { createCopyLine } from "./copy_line.js";
import { openDeleteGame } from "./delete_game.js";
import { createDialog } from "./dialog.js";
import { createInvitation, createSeats } from "./invitation.js";
import { h, setText } from "../dom/elements.js";
import { showNotice } from "../state/notices.js";
import { canReview } from "../state/review_state.js";
import { treeOf } from "../state/move_tree.js";
import { saveSeats } from "../state/storage.js";
import { secretOf } from "../state/seats.js";
import { SIDES, shownPosition } from "../state/state.js";
import { deletedText } from "../text/history.js";
import { playerName } from "../text/names.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../state/game_controller.js").GameController} GameController */

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
    const path = id ? `game/${id}` : `position/${game.position}`;
    const review = canReview(state) ? [createCopyLine("Link to the review", address(`${path}/review`))] : [];
    const watch = id ? [createCopyLine("Link to watch", address(`game/${id}`), "Anyone with this link can watch.")] : [];
    body.append(
      ...createInvitation(state),
      ...watch,
      ...review,
      createCopyLine("Link to this position", address(`position/${position}`)),
      createCopyLine("Moves", position),
      ...createSeats(state),
    );
    body.querySelector("input")?.setAttribute("data-focus", "");
  }
  const problem = h("p", { class: "problem", role: "alert" });
  const row = h("div", { class: "dialog-row" });
  if (game) {
    const [main, ...lines] = treeOf(state);
    const position = `${game.rules.text}:${main}`;
    const href = game.id ? api.recordAddress(game.id) : api.positionRecordAddress(position, lines);
    const download = `${game.id ?? position.replace(":", "-")}.jsonl`;
    row.append(h("a", { class: "button", href, download }, "Download the record"));
  }
  row.append(createUploadButton(games, problem, close));
  if (game?.id && secretOf(seats) && (game.result || !game.link)) {
    const { id } = game;
    const ask = () => {
      close();
      const what = SIDES.map((side) => playerName(state, side)).join(" – ");
      openDeleteGame(id, what, (answer) => games.leaveDeleted(id, deletedText(answer)));
    };
    row.append(createButton("Delete this game", ask, { icon: "delete" }));
  }
  body.append(row, problem);
  handle.open();
}

/**
 * @param {GameController} games
 * @param {HTMLElement} problem
 * @param {() => void} close
 * @param {(id: string) => unknown} [open] shows the first of the games
 */
export function createUploadButton(games, problem, close, open = (id) => games.openGame(id)) {
  const file = h("input", { type: "file", class: "unseen", tabindex: -1, accept: ".jsonl,.json,.txt" });
  file.setAttribute("aria-label", "A file of games");
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const { games: uploaded, seats } = await api.upload(await chosen.text());
      for (const [id, secrets] of Object.entries(seats ?? {})) saveSeats(id, /** @type {any} */ (secrets));
      close();
      if (uploaded[0]) await open(uploaded[0].id);
      if (uploaded.length > 1) showNotice(games.store, `${uploaded.length} games were read. The others are in the history.`);
    } catch (error) {
      setText(problem, error instanceof Error ? error.message : String(error));
    }
    file.value = "";
  });
  const upload = createButton("Upload a record", () => file.click(), { icon: "upload" });
  return h("span", {}, upload, file);
}

// @ts-check
// The rematch: by link it begins when both agree, elsewhere at once; whoever looks at the old game is
// taken along.
import { api } from "../server/api.js";
import { showError, showNotice } from "./notices.js";
import { secretOf, swapSeats } from "./seats.js";
import { saveSeats } from "./storage.js";

/** @typedef {import("./game_controller.js").GameController} GameController */
/** @typedef {import("../types.d.ts").Seats} Seats */

/**
 * Ask for a rematch of the game on the screen, or answer the player who does.
 * @param {GameController} games
 * @param {boolean} [accept]
 */
export async function askForRematch(games, accept) {
  const { game, seats } = games.state;
  if (!game?.id) return;
  try {
    const body = typeof accept === "boolean" ? { accept } : {};
    const answer = await api.act(game.id, "rematch", body, secretOf(seats));
    if (answer.game.id === game.id) games.receive(answer.game);
    else await followRematch(games, answer.game.id, seats);
  } catch (error) {
    showError(games.store, error);
  }
}

/**
 * @param {GameController} games
 * @param {string} id
 * @param {Seats} seats those of the game before
 * @param {string | null} [news]
 */
export async function followRematch(games, id, seats, news = null) {
  const kept = swapSeats(seats);
  if (kept.FIRST || kept.SECOND) saveSeats(id, kept);
  await games.openGame(id);
  if (news) showNotice(games.store, news);
}

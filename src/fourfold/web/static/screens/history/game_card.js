// @ts-check
// A game in the list: its last position, who played, how it ended, and how well.
import { drawFace } from "../../board/faces.js";
import { drawSmallBoard } from "../../board/small_board.js";
import { createButton, createLink } from "../../dom/controls.js";
import { h } from "../../dom/elements.js";
import { opponentOf } from "../../state/opponents.js";
import { accuracyText, factTexts, playerNames, resultOf } from "../../text/history.js";

/** @typedef {import("../../types.d.ts").GameSummary} GameSummary */

/**
 * @param {GameSummary} game
 * @param {(path: string) => void} go
 * @param {((what: string) => void) | null} remove asks whether to delete the game; null if it is not ours
 */
export function createGameCard(game, go, remove) {
  const names = playerNames(game);
  const { text, kind } = resultOf(game);
  const faces = game.players.map((player) => {
    const opponent = opponentOf(player);
    return opponent ? drawFace(opponent) : null;
  });
  const review = `game/${game.id}/review`;
  const accuracy = game.result
    ? createLink(
        review,
        go,
        { class: "game-review", "aria-label": `${accuracyText(game)}, review: ${names.join(" – ")}` },
        h("span", {}, accuracyText(game)),
        game.accuracy ? null : h("span", { class: "game-review-go" }, "Review"),
      )
    : null;
  const what = names.join(" – ");
  const deletion = remove
    ? createButton(`Delete: ${what}`, () => remove(what), { icon: "delete", bare: true, class: "is-quiet game-delete" })
    : null;
  return h(
    "li",
    { class: "game-card", "data-game": game.id },
    createLink(
      `game/${game.id}`,
      go,
      { class: "game-link" },
      h("span", { class: "game-board" }, drawSmallBoard(game.board, game.line_cells)),
      h(
        "span",
        { class: "game-text" },
        h("span", { class: "game-names" }, ...faces, h("span", {}, what)),
        h("span", { class: `game-result is-${kind}` }, text),
        h("span", { class: "game-facts" }, ...factTexts(game).map((fact) => h("span", {}, fact))),
      ),
    ),
    accuracy,
    deletion,
  );
}

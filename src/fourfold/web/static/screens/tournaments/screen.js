// @ts-check
// /tournaments: all of them; /tournaments/NAME: one as it fills in, with ?games=0-1 those of two
// players; /tournaments/NAME/watch: two of its games side by side; /tournaments/NAME/games/12: opens
// that game with its review.
import { createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { loadStyles } from "../../dom/styles.js";
import { openGame, tournamentPath } from "../../server/tournaments.js";
import { setAddress } from "../../state/router.js";
import { pagePath } from "../../state/state.js";
import { TournamentTable } from "./tournament.js";
import { TournamentList } from "./list.js";

/** @typedef {import("../../types.d.ts").Screen} Screen */
/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

/** @param {ScreenContext} context @returns {Screen} */
export function openScreen(context) {
  const { root, path, go, store } = context;
  const [name, part, number] = path.split("/");
  const leave = () => go(name ? "tournaments" : pagePath(store.state));
  const handleKey = (/** @type {KeyboardEvent} */ { key }) => {
    if (key !== "Escape") return false;
    leave();
    return true;
  };
  const body = h("div", { class: "tournaments", hidden: true });
  root.append(body);
  void loadStyles("fields", "dialogs", "new_game", "ladder", "history", "small_board", "tournament_tables", "tournaments", "watched_games").then(() => setVisible(body, true));
  if (part === "games" && number) {
    void openOne(context, body, name, number);
    return { title: "Tournament", handleKey };
  }
  const back = createLink("", leave, { class: "tournaments-back" }, createIcon("previous"), name ? "All tournaments" : "Back to the game");
  const screen = name ? new TournamentTable(context, name, part === "watch") : new TournamentList(context);
  body.append(h("header", { class: "tournaments-head" }, back, h("h2", {}, name || "Tournaments")), screen.root);
  return { title: name || "Tournaments", close: () => screen.close(), handleKey };
}

/** @param {ScreenContext} context @param {HTMLElement} body @param {string} name @param {string} number */
async function openOne({ go }, body, name, number) {
  const words = h("p", { role: "status" }, "Opening the game …");
  body.append(words, createLink(tournamentPath(name), go, {}, "Back to the tournament"));
  try {
    const { id } = await openGame(name, number);
    setAddress(`game/${id}/review`, true);
    go(`game/${id}/review`);
  } catch (error) {
    setText(words, error instanceof Error ? error.message : String(error));
  }
}

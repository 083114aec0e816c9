// @ts-check
// The finished games of a tournament, or of two of its players, those that ended last first. Each opens
// on the board, with its review.
import { createButton, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { loadGames, tournamentPath } from "../../server/tournaments.js";
import { comparisonWords, countOf, gameFacts, resultWords } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").TournamentGame} TournamentGame */
/** @typedef {import("../../types.d.ts").TournamentView} TournamentView */

const PAGE = 20;
const MOST = 100; // the server sends no more at once
const PAUSE = 700; // milliseconds between two looks while games come in

export class GamesOfPlayers {
  /**
   * @param {string} name of the tournament
   * @param {(path: string) => void} go
   * @param {() => void} showAll
   */
  constructor(name, go, showAll) {
    this.name = name;
    this.go = go;
    /** @type {number[]} the places of those whose games are shown; all games if there are none */
    this.players = [];
    /** @type {TournamentView | null} */
    this.view = null;
    this.played = -1;
    this.limit = PAGE;
    this.asked = 0; // an answer that comes too late is not shown
    /** @type {number | undefined} */
    this.timer = undefined;
    this.heading = h("h3", { tabindex: -1 }, "Games");
    this.words = h("p", { class: "field-help" });
    this.list = h("ol", { class: "tournament-games", "aria-label": "Games" });
    this.all = createButton("All games", showAll, { class: "is-quiet", icon: "close" });
    this.more = createButton("More games", () => this.#showMore(), { icon: "plus" });
    this.root = h("section", { class: "tournament-part is-whole-row", "aria-label": "Games" }, h("div", { class: "games-head" }, this.heading, this.all), this.words, this.list, this.more);
    setVisible(this.more, false);
  }

  close() {
    window.clearTimeout(this.timer);
    this.asked++;
  }

  /** @param {number[]} players */
  choose(players) {
    this.players = players;
    this.limit = PAGE;
    if (this.view) void this.#load();
  }

  /** @param {TournamentView} view */
  update(view) {
    const isFirst = this.view === null;
    this.view = view;
    if (view.played === this.played) return;
    this.played = view.played;
    if (isFirst) void this.#load();
    else this.timer ??= window.setTimeout(() => void this.#load(), PAUSE);
  }

  #showMore() {
    this.limit = Math.min(MOST, this.limit + 40);
    void this.#load();
  }

  async #load() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    const mine = ++this.asked;
    const chosen = this.players.filter((place) => place < (this.view?.players.length ?? 0));
    try {
      const found = await loadGames(this.name, chosen, this.limit);
      if (mine === this.asked) this.#show(found, chosen);
    } catch (error) {
      if (mine === this.asked) setText(this.words, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {import("../../types.d.ts").TournamentGames} found @param {number[]} chosen */
  #show({ games, total, next, comparison }, chosen) {
    const players = this.view?.players ?? [];
    const names = chosen.map((place) => players[place].name);
    setText(this.heading, names.length ? `Games of ${names.join(" and ")}` : "Games");
    setText(this.words, comparison && total ? comparisonWords(comparison, names[0]) : total ? countOf(total, "game") : "No game is over yet.");
    setVisible(this.all, chosen.length > 0);
    setVisible(this.more, next !== null && this.limit < MOST);
    const focused = document.activeElement?.getAttribute("data-game");
    this.list.replaceChildren(...games.map((game) => this.#createItem(game, players)));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-game="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {TournamentGame} game @param {import("../../types.d.ts").TournamentPlayer[]} players */
  #createItem(game, players) {
    return h(
      "li",
      {},
      createLink(
        tournamentPath(this.name, `/games/${game.number}`),
        this.go,
        { class: "tournament-game", "data-game": game.number },
        h("span", { class: "tournament-result" }, resultWords(game, players)),
        h("span", { class: "tournament-facts" }, gameFacts(game, players), game.detail ? ` · ${game.detail}` : null),
      ),
    );
  }
}

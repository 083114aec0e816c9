// @ts-check
// The finished games of a tournament, or of two of its players, those that ended last first. Each opens
// on the board, with its review.
import { createButton, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { loadGames, tournamentPath } from "../../server/tournaments.js";
import { comparisonWords, countOf, gameFacts, resultWords } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").TournamentGame} TournamentGame */
/** @typedef {import("../../types.d.ts").TournamentView} TournamentView */

const PAGE = 24; // games at once
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
    this.skip = 0;
    this.asked = 0; // an answer that comes too late is not shown
    /** @type {number | undefined} */
    this.timer = undefined;
    this.heading = h("h3", { tabindex: -1 }, "Games");
    this.words = h("p", { class: "field-help" });
    this.range = h("span", { class: "tournament-facts", role: "status" });
    this.list = h("ol", { class: "tournament-games", "aria-label": "Games" });
    this.all = createButton("All games", showAll, { class: "is-quiet", icon: "close" });
    this.newer = createButton("Newer games", () => void this.#turn(-PAGE), { icon: "previous" });
    this.older = createButton("Older games", () => void this.#turn(PAGE), { icon: "next" });
    this.pages = h("div", { class: "dialog-row", role: "group", "aria-label": "More games" }, this.newer, this.older, this.range);
    this.root = h("section", { class: "tournament-part is-whole-row", "aria-label": "Games" }, h("div", { class: "games-head" }, this.heading, this.all), this.words, this.list, this.pages);
    setVisible(this.pages, false);
  }

  close() {
    window.clearTimeout(this.timer);
    this.asked++;
  }

  /** @param {number[]} players */
  choose(players) {
    this.players = players;
    this.skip = 0;
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

  /** @param {number} games */
  async #turn(games) {
    this.skip = Math.max(0, this.skip + games);
    await this.#load();
    this.heading.scrollIntoView({ block: "nearest" });
  }

  async #load() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    const mine = ++this.asked;
    const chosen = this.players.filter((place) => place < (this.view?.players.length ?? 0));
    try {
      const found = await loadGames(this.name, chosen, this.skip, PAGE);
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
    const range = total > PAGE ? `${this.skip + 1} to ${this.skip + games.length}` : "";
    setText(this.range, range && `${range} of ${total}`);
    setVisible(this.all, chosen.length > 0);
    setVisible(this.pages, total > PAGE);
    this.newer.disabled = this.skip === 0;
    this.older.disabled = next === null;
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

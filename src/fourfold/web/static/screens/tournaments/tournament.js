// @ts-check
// One tournament as it fills in: ratings, who beats whom, faults, games, and two games to watch.
import { createButton } from "../../dom/controls.js";
import { h, setAttribute, setText, setVisible } from "../../dom/elements.js";
import { changeTournament, createTournamentStream, tournamentPath } from "../../server/tournaments.js";
import { setAddress } from "../../state/router.js";
import { factWords, faultWords, progressWords } from "../../text/tournaments.js";
import { CrossTable } from "./cross_table.js";
import { GamesOfPlayers } from "./games.js";
import { RatingTable } from "./rating_table.js";
import { WatchedGames } from "./watched_games.js";

/** @typedef {import("../../types.d.ts").TournamentView} TournamentView */

export class TournamentTable {
  /**
   * @param {import("../../types.d.ts").ScreenContext} context
   * @param {string} name
   * @param {boolean} isWatching
   */
  constructor({ go }, name, isWatching) {
    this.name = name;
    /** @type {TournamentView | null} */
    this.view = null;
    this.isBusy = false;
    this.words = h("p", { class: "tournaments-words", role: "status" }, "One moment …");
    this.facts = h("p", { class: "tournament-facts" });
    this.bar = h("progress", { class: "tournament-bar", max: 1, value: 0, "aria-label": "Games played" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.watch = createButton("Watch", () => this.#toggleWatch(), { icon: "watch" });
    this.stop = createButton("Stop", () => void this.#change("stop"), { icon: "close" });
    this.resume = createButton("Go on", () => void this.#change("resume"), { icon: "play", class: "is-primary" });
    this.watched = new WatchedGames();
    this.ratings = new RatingTable();
    this.table = new CrossTable((players) => this.#choose(players));
    this.faults = h("section", { class: "tournament-part", "aria-label": "Faults", hidden: true });
    this.games = new GamesOfPlayers(name, go, () => this.#choose([]));
    this.body = h("div", { class: "tournament", hidden: true }, this.watched.root, this.ratings.root, this.table.root, this.faults, this.games.root);
    this.root = h(
      "div",
      { class: "tournaments-body" },
      this.facts,
      this.bar,
      this.words,
      h("div", { class: "dialog-row" }, this.watch, this.stop, this.resume),
      this.problem,
      this.body,
    );
    for (const button of [this.watch, this.stop, this.resume]) setVisible(button, false);
    this.#setWatching(isWatching);
    this.games.choose(chosenPlayers());
    const handlers = {
      tournament: (/** @type {TournamentView} */ view) => this.#show(view),
      live: (/** @type {import("../../types.d.ts").LiveGames} */ live) => this.watched.show(live),
    };
    this.stream = createTournamentStream(
      name,
      handlers,
      (online) => this.#setOnline(online),
      (status) => status === 404 && this.#leave(),
    );
    this.stream.open();
  }

  close() {
    this.stream.close();
    this.games.close();
  }

  /** There is no such tournament, and trying again does not help. */
  #leave() {
    this.stream.close();
    setText(this.words, `There is no tournament ${this.name}.`);
  }

  /** @param {boolean} online */
  #setOnline(online) {
    if (!online) setText(this.words, "The server is not answering. The page reconnects by itself.");
    else if (this.view) setText(this.words, progressWords(this.view));
  }

  /** @param {TournamentView} view */
  #show(view) {
    this.view = view;
    setVisible(this.body, true);
    setText(this.words, progressWords(view));
    setText(this.facts, factWords(view));
    setText(this.problem, view.problem);
    this.bar.max = Math.max(1, view.planned);
    this.bar.value = view.played;
    setVisible(this.stop, view.can_stop);
    setVisible(this.resume, view.can_resume);
    setVisible(this.watch, view.progress === "running" || this.watched.isOpen);
    this.watched.update(view);
    this.ratings.update(view);
    this.table.update(view);
    this.games.update(view);
    this.#showFaults(view);
  }

  /** @param {TournamentView} view */
  #showFaults({ players }) {
    const faulty = players.filter(({ faults }) => faults.length);
    setVisible(this.faults, faulty.length > 0);
    const key = JSON.stringify(faulty.map(({ faults }) => faults));
    if (key === this.faults.dataset.key) return;
    this.faults.dataset.key = key;
    this.faults.replaceChildren(
      h("h3", {}, "Faults"),
      ...faulty.map((player) =>
        h(
          "details",
          { class: "tournament-fault" },
          h("summary", {}, faultWords(player)),
          h("pre", { tabindex: 0, "aria-label": `Why ${player.name} failed first` }, player.cause.join("\n") || "No cause was told."),
        ),
      ),
    );
  }

  /** @param {number[]} players */
  #choose(players) {
    const query = players.length ? `?games=${players.join("-")}` : "";
    setAddress(tournamentPath(this.name, query));
    this.games.choose(players);
    this.games.root.scrollIntoView({ block: "nearest" });
    this.games.heading.focus({ preventScroll: true });
  }

  #toggleWatch() {
    this.#setWatching(!this.watched.isOpen);
    setAddress(tournamentPath(this.name, this.watched.isOpen ? "/watch" : ""));
  }

  /** @param {boolean} isWatching */
  #setWatching(isWatching) {
    this.watched.toggle(isWatching);
    setAttribute(this.watch, "aria-pressed", String(isWatching));
  }

  /** @param {"stop" | "resume"} action */
  async #change(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.#show(await changeTournament(this.name, action));
      (action === "stop" ? this.resume : this.stop).focus();
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    this.isBusy = false;
  }
}

/** The players whose games the address asks for. */
function chosenPlayers() {
  const text = new URLSearchParams(location.search).get("games") ?? "";
  return /^\d{1,3}(-\d{1,3})?$/.test(text) ? text.split("-").map(Number) : [];
}

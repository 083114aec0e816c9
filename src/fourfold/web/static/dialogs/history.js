// @ts-check
// The games that were played, searched by player, agent, rules and result, and how people fared
// against each agent.
import { address, api } from "../server/api.js";
import { createButton, createField, createSelect } from "../dom/controls.js";
import { createDialog } from "./dialog.js";
import { h, setText, setVisible } from "../dom/elements.js";
import { setAddress } from "../state/router.js";
import { createUploadButton } from "./share.js";

/** @typedef {import("../types.d.ts").GameSummary} GameSummary */
/** @typedef {import("../types.d.ts").Tally} Tally */
/** @typedef {import("../state/game_controller.js").GameController} GameController */

const RESULTS = [
  { value: "", label: "any" },
  { value: "FIRST", label: "first player won" },
  { value: "SECOND", label: "second player won" },
  { value: "draw", label: "draw" },
  { value: "open", label: "not finished" },
];

/**
 * @param {GameController} games
 * @param {() => void} closed
 */
export function openHistory(games, closed) {
  let chosen = false;
  const handle = createDialog("History", { class: "is-wide", closed: () => chosen || closed() });
  if (!handle) return;
  setAddress("history");
  const view = new History(games, (id) => {
    chosen = true;
    handle.close();
    void games.openGame(id);
  });
  const problem = h("p", { class: "problem", role: "alert" });
  const upload = createUploadButton(games, problem, () => {
    chosen = true;
    handle.close();
  });
  handle.body.append(view.root, problem, h("div", { class: "dialog-row" }, upload));
  handle.open();
  void view.search();
}

class History {
  /** @param {GameController} games @param {(id: string) => void} open */
  constructor(games, open) {
    this.games = games;
    this.open = open;
    this.asked = 0;
    /** @type {string | null} */
    this.before = null;
    const text = (/** @type {string} */ placeholder) => h("input", { type: "search", placeholder, autocomplete: "off" });
    this.player = text("any");
    this.rules = text("any, such as 7x6");
    this.agent = createSelect([{ value: "", label: "any" }], "", () => void this.search());
    this.result = createSelect(RESULTS, "", () => void this.search());
    for (const input of [this.player, this.rules]) {
      input.addEventListener("change", () => void this.search());
      input.addEventListener("search", () => void this.search());
    }
    this.player.dataset.focus = "";
    this.list = h("ul", { class: "games" });
    this.words = h("p", { class: "field-help", role: "status" });
    this.more = createButton("More", () => void this.search(true));
    this.tally = h("section", { class: "tally", "aria-label": "Statistics" });
    this.root = h(
      "div",
      { class: "history" },
      h(
        "form",
        { class: "filters", on: { submit: (/** @type {Event} */ e) => this.#submit(e) } },
        createField("Player", this.player),
        createField("Agent", this.agent),
        createField("Rules", this.rules),
        createField("Result", this.result),
      ),
      h("div", { class: "history-parts" }, h("div", {}, this.words, this.list, this.more), this.tally),
    );
    void api.agents().then((agents) => {
      for (const { name, title } of agents) this.agent.append(h("option", { value: name }, title));
    }, () => {});
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    void this.search();
  }

  /** @param {boolean} [more] go on where the list ends */
  async search(more = false) {
    const mine = ++this.asked;
    const query = new URLSearchParams({ limit: "20" });
    const values = { player: this.player.value, agent: this.agent.value, rules: this.rules.value };
    for (const [name, value] of Object.entries(values)) if (value.trim()) query.set(name, value.trim());
    if (this.result.value === "open") query.set("finished", "false");
    else if (this.result.value) query.set("result", this.result.value);
    if (more && this.before) query.set("before", this.before);
    try {
      const [found, statistics] = await Promise.all([
        api.games(query.toString()),
        more ? null : api.statistics(values.player.trim()),
      ]);
      if (mine !== this.asked) return;
      const items = found.games.map((/** @type {GameSummary} */ game) => this.#item(game));
      if (more) this.list.append(...items);
      else this.list.replaceChildren(...items);
      this.before = found.before;
      setText(this.words, this.list.childElementCount ? "" : "No games found.");
      if (statistics) this.#drawTally(statistics.agents);
    } catch (error) {
      if (mine !== this.asked) return;
      if (!more) this.list.replaceChildren();
      this.before = null;
      setText(this.words, error instanceof Error ? error.message : String(error));
    }
    setVisible(this.more, this.before !== null);
  }

  /** @param {GameSummary} game */
  #item(game) {
    const names = game.players.map(({ title, name }) => title || name);
    const winner = game.result?.winner;
    const result = !game.result ? "not finished" : winner ? `${names[winner === "FIRST" ? 0 : 1]} won` : "draw";
    const when = new Date(game.updated || game.created);
    const day = when.toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
    const link = h(
      "a",
      { class: "game-link", href: address(`game/${game.id}`) },
      h("span", { class: "game-names" }, names.join(" – ")),
      h("span", { class: "game-result" }, result),
      h("span", { class: "game-facts" }, `${game.rules} · ${game.plies} ${game.plies === 1 ? "move" : "moves"} · ${day}`),
    );
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.open(game.id);
    });
    return h("li", {}, link);
  }

  /** @param {Tally[]} tallies */
  #drawTally(tallies) {
    const rows = tallies.map((each) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, each.agent),
        ...[each.games, each.wins, each.draws, each.losses].map((value) => h("td", {}, value)),
      ),
    );
    const heads = ["Agent", "Games", "Won", "Drawn", "Lost"].map((text) => h("th", { scope: "col" }, text));
    this.tally.replaceChildren(
      h("h3", {}, "People against agents"),
      rows.length
        ? h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows))
        : h("p", { class: "field-help" }, "No finished games yet."),
    );
  }
}

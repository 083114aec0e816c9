// @ts-check
// The games that were played: searched by player, agent, rules and result, and what came of those
// against each agent.
import { address, api } from "./api.js";
import { button, field, select } from "./controls.js";
import { makeDialog } from "./dialogs.js";
import { h, setText, show } from "./dom.js";
import { go } from "./router.js";
import { uploadButton } from "./share.js";

/** @typedef {import("./types.d.ts").Summary} Summary */
/** @typedef {import("./types.d.ts").Tally} Tally */
/** @typedef {import("./game.js").GamePlay} GamePlay */

const RESULTS = [
  { value: "", label: "any" },
  { value: "FIRST", label: "first player won" },
  { value: "SECOND", label: "second player won" },
  { value: "draw", label: "draw" },
  { value: "open", label: "not finished" },
];

/**
 * @param {GamePlay} play
 * @param {() => void} closed
 */
export function openHistory(play, closed) {
  let chosen = false;
  const made = makeDialog("History", { class: "is-wide", closed: () => chosen || closed() });
  if (!made) return;
  go("history");
  const view = new History(play, (id) => {
    chosen = true;
    made.close();
    void play.openGame(id);
  });
  const problem = h("p", { class: "problem", role: "alert" });
  const upload = uploadButton(play, problem, () => {
    chosen = true;
    made.close();
  });
  made.body.append(view.root, problem, h("div", { class: "dialog-row" }, upload));
  made.open();
  void view.search();
}

class History {
  /** @param {GamePlay} play @param {(id: string) => void} open */
  constructor(play, open) {
    this.play = play;
    this.open = open;
    this.asked = 0;
    /** @type {string | null} */
    this.before = null;
    const text = (/** @type {string} */ placeholder) => h("input", { type: "search", placeholder, autocomplete: "off" });
    this.player = text("any");
    this.rules = text("any, such as 7x6");
    this.agent = select([{ value: "", label: "any" }], "", () => void this.search());
    this.result = select(RESULTS, "", () => void this.search());
    for (const input of [this.player, this.rules]) {
      input.addEventListener("change", () => void this.search());
      input.addEventListener("search", () => void this.search());
    }
    this.player.dataset.focus = "";
    this.list = h("ul", { class: "games" });
    this.words = h("p", { class: "field-help", role: "status" });
    this.more = button("More", () => void this.search(true));
    this.tally = h("section", { class: "tally", "aria-label": "Statistics" });
    this.root = h(
      "div",
      { class: "history" },
      h(
        "form",
        { class: "filters", on: { submit: (/** @type {Event} */ e) => this.#submit(e) } },
        field("Player", this.player),
        field("Agent", this.agent),
        field("Rules", this.rules),
        field("Result", this.result),
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
      const [found, told] = await Promise.all([
        api.games(query.toString()),
        more ? null : api.statistics(values.player.trim()),
      ]);
      if (mine !== this.asked) return;
      const items = found.games.map((/** @type {Summary} */ game) => this.#item(game));
      if (more) this.list.append(...items);
      else this.list.replaceChildren(...items);
      this.before = found.before;
      setText(this.words, this.list.childElementCount ? "" : "No games found.");
      if (told) this.#drawTally(told.agents);
    } catch (error) {
      if (mine !== this.asked) return;
      if (!more) this.list.replaceChildren();
      this.before = null;
      setText(this.words, error instanceof Error ? error.message : String(error));
    }
    show(this.more, this.before !== null);
  }

  /** @param {Summary} game */
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

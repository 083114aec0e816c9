// @ts-check
// Who beats whom: a row and a column for each player, the best first. A cell says won-drawn-lost of the
// player at its left, and opens the games.
import { h, setAttribute, setText, setVisible } from "../../dom/elements.js";
import { percent, share, tallyText, tallyWords } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").TournamentView} TournamentView */
/** @typedef {{won: number, drawn: number, lost: number}} Tally */

const MOST_BESIDE = 8; // players of a table that stands beside the ratings

export class CrossTable {
  /** @param {(players: number[]) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.key = "";
    /** @type {Map<string, HTMLButtonElement>} */
    this.cells = new Map();
    this.scroller = h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Table of who beats whom" });
    this.root = h(
      "section",
      { class: "tournament-part", "aria-label": "Who beats whom" },
      h("h3", {}, "Who beats whom"),
      h("p", { class: "field-help" }, "Won, drawn and lost by the player at the left against the one above. A cell opens its games."),
      this.scroller,
    );
  }

  /** @param {TournamentView} view */
  update(view) {
    setVisible(this.root, view.cells.length > 0);
    this.root.classList.toggle("is-whole-row", view.players.length > MOST_BESIDE);
    const key = JSON.stringify([view.ranking, view.players.map(({ name }) => name)]);
    if (key !== this.key) this.#build(view, key);
    const met = new Set();
    for (const { one, two, won, drawn, lost } of view.cells) {
      this.#set(view, one, two, { won, drawn, lost });
      this.#set(view, two, one, { won: lost, drawn, lost: won });
      met.add(`${one}-${two}`).add(`${two}-${one}`);
    }
    for (const [place, button] of this.cells) setVisible(button, met.has(place));
  }

  /** @param {TournamentView} view @param {number} one @param {number} two @param {Tally} tally */
  #set({ players }, one, two, tally) {
    const button = this.cells.get(`${one}-${two}`);
    if (!button) return;
    const part = share(tally);
    setText(button, tallyText(tally));
    setAttribute(button, "aria-label", `${players[one].name} against ${players[two].name}: ${tallyWords(tally)}`);
    setAttribute(button, "title", percent(part));
    setAttribute(button, "data-side", part > 0.5 ? "up" : part < 0.5 ? "down" : "even");
    button.style.setProperty("--strength", String(Math.abs(part - 0.5) * 2));
  }

  /** @param {TournamentView} view @param {string} key */
  #build({ players, ranking }, key) {
    this.key = key;
    const focused = document.activeElement?.getAttribute("data-cell");
    this.cells.clear();
    const heads = ranking.map((player, place) =>
      h("th", { scope: "col", title: players[player].name }, h("span", { "aria-hidden": "true" }, place + 1), h("span", { class: "unseen" }, players[player].name)),
    );
    const rows = ranking.map((one, place) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, h("span", { class: "place" }, place + 1), h("span", { class: "player-name", title: players[one].name }, players[one].name)),
        ...ranking.map((two) => (one === two ? h("td", { class: "is-self" }) : h("td", {}, this.#createCell(one, two)))),
      ),
    );
    this.scroller.replaceChildren(
      h("table", { class: "cross-table" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), ...heads)), h("tbody", {}, ...rows)),
    );
    if (focused) this.cells.get(focused)?.focus();
  }

  /** @param {number} one @param {number} two */
  #createCell(one, two) {
    const button = h("button", { type: "button", class: "heat", "data-cell": `${one}-${two}`, on: { click: () => this.choose([one, two]) } });
    this.cells.set(`${one}-${two}`, button);
    return button;
  }
}

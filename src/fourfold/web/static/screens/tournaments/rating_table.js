// @ts-check
// The rating list: each player with its rating, the error bar, the score and the games.
import { h, s, setVisible } from "../../dom/elements.js";
import { percent, ratingText, share, signed, tallyText } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").TournamentPlayer} TournamentPlayer */
/** @typedef {import("../../types.d.ts").TournamentView} TournamentView */
/** @typedef {{low: number, high: number}} Scale */

export class RatingTable {
  constructor() {
    this.key = "";
    this.first = h("p", { class: "field-help" });
    this.body = h("tbody", {});
    const heads = ["", "Player", "Rating", "", "Score", "Won-drawn-lost"];
    const classes = ["place", "", "number", "bars", "number", "number tally"];
    this.root = h(
      "section",
      { class: "tournament-part", "aria-label": "Ratings" },
      h("h3", {}, "Ratings"),
      h(
        "table",
        { class: "rating-table" },
        h("thead", {}, h("tr", {}, ...heads.map((text, place) => h(text ? "th" : "td", { scope: text ? "col" : null, class: classes[place] }, text)))),
        this.body,
      ),
      this.first,
    );
  }

  /** @param {TournamentView} view */
  update({ players, ranking, format, first_move: firstMove }) {
    const key = JSON.stringify([players, ranking]);
    if (key === this.key) return;
    this.key = key;
    const scale = scaleOf(players);
    this.body.replaceChildren(
      ...ranking.map((place, rank) => createRow(players[place], rank + 1, scale, format === "swiss")),
    );
    setVisible(this.first, firstMove !== null);
    if (firstMove) {
      this.first.textContent =
        `Ratings in Elo with their 95 % errors; their mean is 0. Moving first is worth ${signed(firstMove.elo)} ± ${Math.round(firstMove.error)}.`;
    }
  }
}

/** @param {TournamentPlayer} player @param {number} place @param {Scale} scale @param {boolean} isSwiss */
function createRow(player, place, scale, isSwiss) {
  const points = isSwiss ? `${player.points} points` : percent(share(player));
  return h(
    "tr",
    {},
    h("td", { class: "place" }, place),
    h("th", { scope: "row" }, h("span", { class: "player-name", title: player.agent ?? player.name }, player.name)),
    h("td", { class: "number" }, ratingText(player)),
    h("td", { class: "bars" }, player.elo === null ? null : drawBar(player.elo, player.error ?? 0, scale)),
    h("td", { class: "number" }, player.games ? points : ""),
    h("td", { class: "number tally" }, tallyText(player)),
  );
}

/** The range of all ratings with their errors. @param {TournamentPlayer[]} players @returns {Scale} */
function scaleOf(players) {
  const ends = players.flatMap(({ elo, error }) => (elo === null ? [] : [elo - (error ?? 0), elo + (error ?? 0)]));
  return { low: Math.min(-50, ...ends), high: Math.max(50, ...ends) };
}

/** @param {number} elo @param {number} error @param {Scale} scale */
function drawBar(elo, error, { low, high }) {
  const place = (/** @type {number} */ value) => `${(4 + (92 * (value - low)) / (high - low)).toFixed(2)}%`;
  const [left, right] = [place(elo - error), place(elo + error)];
  return s(
    "svg",
    { class: "rating-bar", "aria-hidden": "true", focusable: "false" },
    s("line", { class: "rating-zero", x1: place(0), x2: place(0), y1: 0, y2: "100%" }),
    s("line", { class: "rating-error", x1: left, x2: right, y1: "50%", y2: "50%" }),
    s("line", { class: "rating-error", x1: left, x2: left, y1: "28%", y2: "72%" }),
    s("line", { class: "rating-error", x1: right, x2: right, y1: "28%", y2: "72%" }),
    s("circle", { class: "rating-dot", cx: place(elo), cy: "50%", r: 4.5 }),
  );
}

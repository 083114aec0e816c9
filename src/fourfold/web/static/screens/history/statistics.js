// @ts-check
// What my games add up to: rating, streaks, days, and the results by opponent.
import { drawFace } from "../../board/faces.js";
import { h, s } from "../../dom/elements.js";
import { loadOpponents, opponentOf } from "../../state/opponents.js";
import { countText, dayText } from "../../text/history.js";

/** @typedef {import("../../types.d.ts").Me} Me */

const WEEKS = 26;
const DAY = 86_400_000;

/** @param {Promise<Me>} loading */
export function createStatistics(loading) {
  const root = h("div", { class: "statistics" }, h("p", { class: "history-words", role: "status" }, "Counting …"));
  Promise.all([loading, loadOpponents().catch(() => [])]).then(
    ([me]) => root.replaceChildren(...drawStatistics(me)),
    (error) => root.replaceChildren(h("p", { class: "history-words", role: "alert" }, error.message)),
  );
  return root;
}

/** @param {Me} me */
function drawStatistics(me) {
  const { rating, wins_in_a_row: wins, days } = me;
  const doubt = rating?.provisional ? ", still uncertain" : "";
  return [
    h(
      "dl",
      { class: "figures" },
      createFigure("Rating", rating ? String(rating.rating) : "–", rating ? `± ${2 * rating.deviation}${doubt}` : "no rated game yet"),
      createFigure("Games", String(me.games), `${me.wins} won, ${me.draws} drawn, ${me.losses} lost`),
      createFigure("Wins in a row", String(wins.current), `best ${wins.best}`),
      createFigure("Days played", String(days.played), `${days.streak.current} in a row, best ${days.streak.best}`),
    ),
    h("section", { class: "calendar", "aria-label": "Days" }, h("h3", {}, "The last half year"), drawCalendar(me)),
    h("section", { class: "by-opponent", "aria-label": "By opponent" }, h("h3", {}, "By opponent"), drawTable(me)),
    h(
      "p",
      { class: "field-help" },
      "A game counts once, when it ends; what is taken back afterwards, or read from a file, changes nothing. " +
        "Games of two people at one screen do not count. The rating comes from games on 7x6 against the opponents " +
        "of the ladder in which no move was taken back.",
    ),
  ];
}

/** @param {string} label @param {string} value @param {string} more */
function createFigure(label, value, more) {
  return h("div", { class: "figure" }, h("dt", {}, label), h("dd", {}, h("b", {}, value), h("span", {}, more)));
}

/** A square for each day, a column for each week. @param {Me} me */
function drawCalendar({ days }) {
  const games = new Map(days.recent.map((day) => [day.date, day.games]));
  const today = Date.parse(days.today);
  const weekday = (new Date(today).getUTCDay() + 6) % 7; // Monday is the first
  const first = today - ((WEEKS - 1) * 7 + weekday) * DAY;
  const picture = s("svg", {
    class: "days",
    viewBox: `0 0 ${WEEKS} 7`,
    role: "img",
    "aria-label": `You finished games on ${countText(games.size, "day")} of the last half year.`,
  });
  for (let time = first, place = 0; time <= today; time += DAY, place++) {
    const date = new Date(time).toISOString().slice(0, 10);
    const count = games.get(date) ?? 0;
    const square = s("rect", {
      class: `day${count ? ` is-played${count > 2 ? " is-busy" : ""}` : ""}`,
      x: Math.floor(place / 7) + 0.1,
      y: (place % 7) + 0.1,
      width: 0.8,
      height: 0.8,
      rx: 0.18,
    });
    if (count) square.append(s("title", {}, `${dayText(`${date}T12:00:00Z`)}: ${countText(count, "game")}`));
    picture.append(square);
  }
  return picture;
}

/** @param {Me} me */
function drawTable({ opponents }) {
  if (!opponents.length) return h("p", { class: "history-words" }, "No finished games yet.");
  const heads = ["Opponent", "Games", "Won", "Drawn", "Lost", "Last game"];
  const rows = opponents.map((each) => {
    const known = opponentOf(each);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("span", { class: "tally-name" }, known ? drawFace(known) : null, each.title)),
      ...[each.games, each.wins, each.draws, each.losses].map((value) => h("td", {}, value)),
      h("td", {}, dayText(each.last)),
    );
  });
  return h(
    "table",
    { class: "tally" },
    h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows),
  );
}

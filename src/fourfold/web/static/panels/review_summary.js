// @ts-check
// The summary of a review: how far it has got, the accuracy of both, their labels, the turning points.
import { byId, h, setAttribute, setText, setVisible } from "../dom/elements.js";
import { drawSwatch } from "../board/pieces.js";
import { drawLabelMark } from "./label_mark.js";
import { SIDES } from "../state/state.js";
import { playerName } from "../text/names.js";
import { LABELS, accuracyText, progressText } from "../text/review.js";

/** @typedef {import("../types.d.ts").State} State */

export class ReviewSummary {
  /** @param {{goTo: (ply: number) => void}} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.root = byId("summary");
    this.words = h("p", {});
    this.news = h("p", { class: "unseen", role: "status" }); // not every ply, only the end
    this.bar = h("progress", { class: "summary-bar", "aria-label": "Moves reviewed" });
    this.points = h("p", { class: "summary-points" });
    const head = LABELS.map(({ label, letter }) => {
      const name = h("span", { class: "unseen" }, label);
      return h("th", { scope: "col", title: label }, drawLabelMark({ label, letter }), name);
    });
    const heads = ["Accuracy", "Best in a row"].map((text) => h("th", { scope: "col" }, text));
    this.rates = h("tbody");
    this.counts = h("tbody");
    const corner = () => h("td");
    this.root.append(
      this.words,
      this.news,
      this.bar,
      h("table", { class: "summary-rates" }, h("thead", {}, h("tr", {}, corner(), ...heads)), this.rates),
      h("table", { class: "summary-counts" }, h("thead", {}, h("tr", {}, corner(), ...head)), this.counts),
      this.points,
    );
    this.key = "";
  }

  /** @param {State} state */
  update(state) {
    const { review, game } = state;
    setVisible(this.root, Boolean(review));
    if (!review || !game) return;
    setText(this.words, progressText(state));
    setText(this.news, review.whole ? "The review is finished." : "");
    setAttribute(this.bar, "max", String(review.total));
    setAttribute(this.bar, "value", String(review.done));
    this.bar.classList.toggle("is-done", Boolean(review.whole));
    const names = SIDES.map((side) => playerName(state, side));
    const key = JSON.stringify([review.key, review.done, Boolean(review.whole), names]);
    if (key === this.key) return;
    this.key = key;
    this.#fill(state, names);
  }

  /** @param {State} state @param {string[]} names */
  #fill({ game, review }, names) {
    const plies = Object.values(review?.plies ?? {});
    const rows = SIDES.map((side, index) => {
      const player = review?.whole?.players[index];
      const own = plies.filter((ply) => ply.side === side);
      const won = game?.result?.winner === side ? h("span", { class: "summary-won" }, " won") : null;
      const name = h("span", { class: "summary-name" }, names[index], won);
      const who = h("span", { class: "summary-player" }, drawSwatch(side), name);
      const rates = [accuracyText(player?.accuracy), player?.longest_streak ?? "–"];
      const counts = LABELS.map(({ label }) => own.filter((ply) => ply.label === label).length);
      return {
        rates: h("tr", {}, h("th", { scope: "row" }, who), ...rates.map((rate) => h("td", {}, rate))),
        counts: h(
          "tr",
          {},
          h("th", { scope: "row" }, h("span", { class: "summary-name" }, names[index])),
          ...counts.map((count) => h("td", {}, count || "·")),
        ),
      };
    });
    this.rates.replaceChildren(...rows.map((row) => row.rates));
    this.counts.replaceChildren(...rows.map((row) => row.counts));
    const turning = plies.filter((ply) => ply.label === "mistake" || ply.label === "blunder");
    const links = turning.map((ply) =>
      h(
        "button",
        {
          type: "button",
          class: "turning-point",
          "aria-label": `Turning point: move ${ply.number}, ${ply.label}`,
          on: { click: () => this.handlers.goTo(ply.number) },
        },
        drawLabelMark(ply),
        `${ply.number}`,
      ),
    );
    const none = review?.whole ? "none" : "…";
    this.points.replaceChildren("Turning points: ", ...(links.length ? links : [none]));
  }
}

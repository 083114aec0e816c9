// @ts-check
// Two games that are being played, side by side. A game stays in its place until it is over.
import { drawSwatch } from "../../board/pieces.js";
import { drawSmallBoard } from "../../board/small_board.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { formatClock } from "../../text/numbers.js";
import { countOf, watchWords } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").LiveGameView} LiveGameView */

const SHOWN = 2;

export class WatchedGames {
  constructor() {
    /** @type {(LiveGameView | null)[]} what each place shows */
    this.games = Array.from({ length: SHOWN }, () => null);
    /** @type {import("../../types.d.ts").TournamentView | null} */
    this.view = null;
    /** @type {LiveGameView[]} what the server has sent last */
    this.live = [];
    this.words = h("p", { class: "field-help" });
    this.places = h("div", { class: "watched" });
    this.root = h("section", { class: "tournament-part is-whole-row", "aria-label": "Games being played", hidden: true }, h("h3", {}, "Being played"), this.words, this.places);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** @param {boolean} isOpen */
  toggle(isOpen) {
    setVisible(this.root, isOpen);
    this.#draw();
  }

  /** @param {import("../../types.d.ts").TournamentView} view */
  update(view) {
    this.view = view;
    this.#arrange();
  }

  /** @param {import("../../types.d.ts").LiveGames} live */
  show({ games }) {
    this.live = games;
    this.#arrange();
  }

  /** Give each game its place. */
  #arrange() {
    const { live } = this;
    const waiting = live.filter(({ number }) => !this.games.some((each) => each?.number === number));
    // What is over is shown until another game takes its place, so that quick games do not flicker.
    this.games = this.games.map((shown) => live.find(({ number }) => number === shown?.number) ?? waiting.shift() ?? shown);
    // A process that was killed leaves its games behind.
    if (this.view?.progress !== "running") this.games.fill(null);
    this.#draw();
  }

  #draw() {
    if (!this.isOpen) return;
    const shown = /** @type {LiveGameView[]} */ (this.games.filter(Boolean));
    setText(this.words, watchWords(this.view, shown.length > 0));
    this.places.replaceChildren(...shown.map(createCard));
  }
}

/** @param {LiveGameView} game */
function createCard({ number, players, turn, plies, board, last, line_cells: line, clocks }) {
  const names = players.map((name, place) => {
    const side = place ? "SECOND" : "FIRST";
    const isNext = side === turn && !line.length;
    return h(
      "span",
      { class: `watched-player${isNext ? " is-next" : ""}` },
      drawSwatch(side),
      h("span", { class: "player-name", title: name }, name),
      h("span", { class: "watched-clock" }, formatClock(clocks[place])),
      isNext ? h("span", { class: "unseen" }, " to move") : null,
    );
  });
  return h(
    "article",
    { class: "watched-game", "aria-label": `Game ${number}` },
    h("div", { class: "watched-players" }, ...names),
    h("div", { class: "watched-board" }, drawSmallBoard(board, line.length ? line : last ? [last] : [])),
    h("p", { class: "tournament-facts" }, `game ${number} · ${countOf(plies, "move")}`),
  );
}

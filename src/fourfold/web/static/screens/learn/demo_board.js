// @ts-check
// A small board that plays a short game by itself: twice, then it rests. It can be paused and stepped
// through, and does not move while it is out of sight or where motion is switched off.
import { Board, boardSize } from "../../board/board.js";
import { isMotionOn } from "../../dom/appearance.js";
import { createButton } from "../../dom/controls.js";
import { h, setAttribute, setText } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { pieceNames } from "../../text/names.js";

/** @typedef {import("./demos.js").Demo} Demo */
/** @typedef {import("../../types.d.ts").Settings} Settings */

const PACE = 1800; // milliseconds a ply, which is time to read a sentence
const REST = 4000; // at the end
const ROUNDS = 2;

export class DemoBoard {
  /**
   * @param {string} name what it shows, for its buttons
   * @param {Demo} demo
   * @param {() => Settings} settings
   */
  constructor(name, demo, settings) {
    this.demo = demo;
    this.settings = settings;
    this.shown = 0; // plies
    this.round = 0;
    this.timer = 0;
    this.isPlaying = false;
    this.isInSight = false;
    // The words say all that the picture does: it takes no focus and is not read out.
    const box = h("div", { class: "demo-board", inert: true, "aria-hidden": "true" });
    this.board = new Board(box);
    const { width, height } = boardSize(demo);
    box.style.setProperty("--demo-width", String(width));
    box.style.setProperty("--demo-height", String(height));
    this.words = h("p", { class: "demo-words" });
    this.play = createButton("Play", () => this.toggle(), { icon: "play" });
    setAttribute(this.play, "aria-label", `Play: ${name}`);
    this.name = name;
    this.step = createButton("Step", () => this.stepOnce(), { icon: "step", class: "is-quiet" });
    setAttribute(this.step, "aria-label", `Step: ${name}`);
    const buttons = h("div", { class: "demo-buttons" }, this.play, this.step);
    this.root = h("figure", { class: "demo" }, box, h("figcaption", {}, this.words, buttons));
    this.observer = new IntersectionObserver(
      (entries) => this.#setInSight(entries.some((entry) => entry.isIntersecting)),
      { threshold: 0.6 },
    );
    this.observer.observe(this.root);
    this.isPlaying = isMotionOn(settings());
    this.shown = this.isPlaying ? 0 : demo.plies.length; // without motion: the end of it
    this.draw();
  }

  close() {
    this.observer.disconnect();
    window.clearTimeout(this.timer);
  }

  toggle() {
    this.isPlaying = !this.isPlaying;
    this.round = 0;
    if (this.isPlaying && this.shown === this.demo.plies.length) this.shown = 0;
    this.draw();
    this.#schedule();
  }

  /** Show one ply more; after the last one, the empty board. */
  stepOnce() {
    this.isPlaying = false;
    window.clearTimeout(this.timer);
    this.shown = (this.shown + 1) % (this.demo.plies.length + 1);
    setAttribute(this.words, "aria-live", "polite"); // read out only what the visitor asks for
    this.draw();
  }

  /** @param {boolean} isInSight */
  #setInSight(isInSight) {
    this.isInSight = isInSight;
    this.#schedule();
  }

  #schedule() {
    window.clearTimeout(this.timer);
    if (!this.isPlaying || !this.isInSight) return;
    const isAtEnd = this.shown === this.demo.plies.length;
    this.timer = window.setTimeout(() => this.#advance(), isAtEnd ? REST : PACE);
  }

  #advance() {
    setAttribute(this.words, "aria-live", null);
    if (this.shown < this.demo.plies.length) this.shown++;
    else if (++this.round < ROUNDS) this.shown = 0;
    else this.isPlaying = false;
    this.draw();
    this.#schedule();
  }

  draw() {
    const { columns, rows, forbidden, bonus, plies, line } = this.demo;
    const settings = this.settings();
    const shown = plies.slice(0, this.shown);
    this.board.update({
      columns,
      rows,
      labels: Array.from({ length: columns }, (_, column) => String(column + 1)),
      forbidden,
      bonus,
      pieces: shown.map(([column, row, owner]) => ({ column, row, owner })),
      landing: Array(columns).fill(null),
      playable: false,
      next: "FIRST",
      line: this.shown === plies.length ? line : [],
      marks: null,
      hint: null,
      names: pieceNames(settings),
      motion: isMotionOn(settings),
    });
    setText(this.words, shown.at(-1)?.[3] ?? "The board is empty.");
    const label = this.isPlaying ? "Pause" : "Play";
    this.play.replaceChildren(createIcon(label.toLowerCase()), h("span", { class: "button-text" }, label));
    setAttribute(this.play, "aria-label", `${label}: ${this.name}`);
  }
}

// @ts-check
// On a narrow screen the study tools and the moves share one place: two buttons choose.
import { byId, h, setAttribute } from "../dom/elements.js";

/** @typedef {"study" | "moves"} Tab */

export class Tabs {
  constructor() {
    const make = (/** @type {Tab} */ tab, /** @type {string} */ label) =>
      h("button", { type: "button", class: "tab", on: { click: () => this.choose(tab) } }, label);
    this.buttons = { study: make("study", "Study"), moves: make("moves", "Moves") };
    this.isStudying = false;
    byId("tabs").append(this.buttons.study, this.buttons.moves);
    this.choose("moves");
  }

  /** @param {Tab} tab */
  choose(tab) {
    document.documentElement.dataset.tab = tab;
    for (const [name, button] of Object.entries(this.buttons)) {
      setAttribute(button, "aria-pressed", String(name === tab));
    }
  }

  /** Show the study tab when the study tools are switched on. @param {boolean} isStudying */
  update(isStudying) {
    if (isStudying === this.isStudying) return;
    this.isStudying = isStudying;
    this.choose(isStudying ? "study" : "moves");
  }
}

// @ts-check
// On a narrow screen the study tools, the explorer and the moves share one place: buttons choose.
import { byId, h, setAttribute, setVisible } from "../dom/elements.js";

/** @typedef {"study" | "explorer" | "moves"} Tab */

export class Tabs {
  constructor() {
    const make = (/** @type {Tab} */ tab, /** @type {string} */ label) =>
      h("button", { type: "button", class: `tab tab-${tab}`, on: { click: () => this.choose(tab) } }, label);
    this.buttons = { study: make("study", "Study"), explorer: make("explorer", "Explorer"), moves: make("moves", "Moves") };
    this.on = { study: false, explorer: false };
    byId("tabs").append(...Object.values(this.buttons));
    this.choose("moves");
  }

  /** @param {Tab} tab */
  choose(tab) {
    document.documentElement.dataset.tab = tab;
    for (const [name, button] of Object.entries(this.buttons)) {
      setAttribute(button, "aria-pressed", String(name === tab));
    }
  }

  /** Show the tab of what is switched on. @param {{study: boolean, explorer: boolean}} on */
  update({ study, explorer }) {
    setVisible(this.buttons.study, study);
    setVisible(this.buttons.explorer, explorer);
    setAttribute(document.documentElement, "data-tabs", study && explorer ? "both" : study || explorer ? "one" : null);
    const before = this.on;
    if (study === before.study && explorer === before.explorer) return;
    this.on = { study, explorer };
    if (study && !before.study) this.choose("study");
    else if (explorer && !before.explorer) this.choose("explorer");
    else this.choose(study ? "study" : explorer ? "explorer" : "moves");
  }
}

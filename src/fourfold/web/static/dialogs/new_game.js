// @ts-check
// The dialog for a new game: presets and opponents first, a form with everything behind them.
import { AdvancedGame } from "./advanced_game.js";
import { api } from "../server/api.js";
import { createDialog } from "./dialog.js";
import { h, setText } from "../dom/elements.js";
import { loadChoices } from "./game_choices.js";
import { loadOpponents, suggestedOpponent } from "../state/opponents.js";
import { QuickStart } from "./quick_start.js";
import { saveNewGame } from "../state/storage.js";

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../state/game_controller.js").GameController} GameController */
/** @typedef {{settings: Settings, games: GameController, change: (settings: Settings) => void, go: (path: string) => void, start?: string}} How */

/** @param {How} how */
export function openNewGame(how) {
  const handle = createDialog("New game", { class: "is-wide" });
  if (!handle) return;
  handle.body.append(h("p", { class: "field-help" }, "One moment …"));
  handle.open();
  Promise.all([api.agents(), loadOpponents()]).then(
    ([agents, opponents]) => handle.dialog.open && new NewGameDialog(handle, agents, opponents, how),
    (error) => setText(handle.body, error.message),
  );
}

class NewGameDialog {
  /**
   * @param {import("./dialog.js").DialogHandle} handle
   * @param {import("../types.d.ts").AgentView[]} agents
   * @param {import("../types.d.ts").OpponentView[]} opponents
   * @param {How} how
   */
  constructor(handle, agents, opponents, how) {
    this.handle = handle;
    this.agents = agents;
    this.opponents = opponents;
    this.how = how;
    this.choices = loadChoices();
    this.isBeginning = false;
    this.problem = h("p", { class: "problem", role: "alert" });
    this.showPresets();
  }

  showPresets() {
    const { how, choices, opponents } = this;
    const view = new QuickStart({
      choices,
      opponents,
      suggested: suggestedOpponent(),
      name: how.settings.name,
      start: how.start,
      begin: (wanted, home) => void this.#begin(wanted, home),
      randomShape: () => randomRules(false),
      surpriseRules: () => randomRules(Math.random() < 0.5).then(({ text }) => text),
      showAdvanced: () => this.#showAdvanced(),
      findSomeone: () => how.go("people"),
    });
    this.handle.body.replaceChildren(this.problem, view.root);
    /** @type {HTMLElement | null} */ (view.root.querySelector("[data-focus]"))?.focus();
  }

  #showAdvanced() {
    const { how, choices, agents } = this;
    const view = new AdvancedGame({
      choices,
      agents,
      settings: () => how.settings,
      change: (settings) => {
        how.settings = settings;
        how.change(settings);
      },
      start: how.start,
      begin: (wanted, home) => void this.#begin(wanted, home),
      randomShape: () => randomRules(false),
      showPresets: () => this.showPresets(),
    });
    this.handle.body.replaceChildren(this.problem, view.root);
    view.focus();
  }

  /** @param {NewGame} wanted @param {Side} [home] the only seat of this screen */
  async #begin(wanted, home) {
    if (this.isBeginning) return;
    this.isBeginning = true;
    setText(this.problem, "");
    saveNewGame(this.choices);
    try {
      await this.how.games.create(wanted, { home });
      this.handle.close();
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    this.isBeginning = false;
  }
}

/** @param {boolean} bonus a star in place of a forbidden cell @returns {Promise<import("../types.d.ts").RulesView>} */
function randomRules(bonus) {
  return api.randomRules(Math.floor(Math.random() * 2 ** 31), bonus);
}

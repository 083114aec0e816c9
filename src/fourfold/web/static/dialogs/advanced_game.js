// @ts-check
// The form with everything: who plays, every agent with all its options, the board, the clock, the
// colours.
import { AgentPicker } from "./agent_picker.js";
import { BoardPicker } from "./board_picker.js";
import { createButton, createChoice, createField } from "../dom/controls.js";
import { buildGame, createClockFields, createStarts, playsSecond } from "./game_choices.js";
import { h, setText } from "../dom/elements.js";
import { createThemeChoice } from "./settings.js";

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").Side} Side */

/**
 * @typedef {object} How
 * @property {import("./game_choices.js").Choices} choices
 * @property {import("../types.d.ts").AgentView[]} agents
 * @property {() => Settings} settings
 * @property {(settings: Settings) => void} change
 * @property {string} [start] the position to begin with
 * @property {(wanted: NewGame, home?: Side) => void} begin
 * @property {() => Promise<import("./board_picker.js").Shape>} randomShape
 * @property {() => void} showPresets
 */

const MODES = [
  { value: "human-ai", label: "Against an agent" },
  { value: "human-human", label: "Two people here" },
  { value: "link", label: "With a friend, by link" },
  { value: "ai-ai", label: "Watch two agents" },
];
const STARTS = {
  "human-ai": ["You", "The agent", "Random"],
  link: ["You", "Your friend", "Random"],
};

export class AdvancedGame {
  /** @param {How} how */
  constructor(how) {
    this.how = how;
    const { choices, agents, start } = how;
    if (!MODES.some(({ value }) => value === choices.mode)) choices.mode = MODES[0].value;
    const [one, two] = choices.agents;
    this.first = new AgentPicker("First agent", agents, one);
    this.second = new AgentPicker("Second agent", agents, two ?? one);
    this.board = new BoardPicker(choices.shape, how.randomShape, (shape) => {
      choices.shape = shape;
    });
    this.name = createTextField("Your name", how.settings().name);
    this.otherName = createTextField("Second player’s name", choices.other ?? "");
    this.starts = h("div");
    this.who = h("div", { class: "form-part" });
    this.root = h(
      "form",
      { class: "new-game", on: { submit: (/** @type {Event} */ event) => this.#submit(event) } },
      h(
        "div",
        { class: "form-side" },
        createChoice("Who plays", "game-mode", MODES, choices.mode, (mode) => {
          choices.mode = mode;
          this.#draw();
        }),
        this.who,
        createClockFields(choices),
        createThemeChoice(how.settings(), (theme) => how.change({ ...how.settings(), theme })),
      ),
      h(
        "div",
        { class: "form-side" },
        start ? h("p", { class: "field-help" }, `The game continues from ${start}.`) : this.board.root,
      ),
      h(
        "div",
        { class: "form-end" },
        createButton("Opponents", how.showPresets, { icon: "previous", class: "is-quiet" }),
        createButton("Start", () => {}, { class: "is-primary", type: "submit" }),
      ),
    );
    this.#draw();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.root.querySelector("input:checked"))?.focus();
  }

  #draw() {
    const { choices } = this.how;
    const { mode } = choices;
    const words = STARTS[/** @type {keyof typeof STARTS} */ (mode)];
    setLabel(this.first.root, mode === "ai-ai" ? "First agent" : "Agent");
    setLabel(this.name, mode === "human-human" ? "First player’s name" : "Your name");
    this.starts.replaceChildren(...(words ? [createStarts(choices, words)] : []));
    /** @type {Record<string, HTMLElement[]>} */
    const parts = {
      "human-ai": [this.first.root, this.starts],
      "human-human": [this.name, this.otherName],
      link: [this.name, this.starts],
      "ai-ai": [this.first.root, this.second.root],
    };
    this.who.replaceChildren(...parts[mode]);
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const { choices, settings, change, begin } = this.how;
    choices.agents = [this.first.chosen, this.second.chosen];
    choices.other = valueOf(this.otherName);
    const name = valueOf(this.name);
    if (name !== settings().name && choices.mode !== "human-ai") change({ ...settings(), name });
    const { wanted, home } = this.#build(name);
    begin(wanted, home);
  }

  /** @param {string} name @returns {{wanted: NewGame, home?: Side}} */
  #build(name) {
    const { choices, start } = this.how;
    const you = { name: name || undefined };
    const isSecond = playsSecond(choices);
    const build = (/** @type {import("../types.d.ts").NewPlayer[]} */ ...players) => buildGame(choices, players, { start });
    switch (choices.mode) {
      case "human-human":
        return { wanted: build(you, { name: choices.other || undefined }) };
      case "link": {
        const players = isSecond ? [{}, you] : [you, {}];
        return { wanted: { ...build(...players), link: true }, home: isSecond ? "SECOND" : "FIRST" };
      }
      case "ai-ai":
        return { wanted: { ...build({ agent: this.first.spec }, { agent: this.second.spec }), move_delay: 0.5 } };
      default: {
        const agent = { agent: this.first.spec };
        return { wanted: isSecond ? build(agent, you) : build(you, agent) };
      }
    }
  }
}

/** @param {string} label @param {string} value */
function createTextField(label, value) {
  return createField(label, h("input", { type: "text", maxlength: 40, autocomplete: "off", value }));
}

/** @param {HTMLElement} field @param {string} label */
function setLabel(field, label) {
  setText(/** @type {Element} */ (field.querySelector(".field-label")), label);
}

/** @param {HTMLElement} field */
function valueOf(field) {
  return field.querySelector("input")?.value.trim() ?? "";
}

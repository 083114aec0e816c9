// @ts-check
// The dialog for a new game: who plays, on which board, with what clock and colours.
import { AgentPicker } from "./agent_picker.js";
import { api } from "../server/api.js";
import { BoardPicker, rulesText } from "./board_picker.js";
import { createButton, createChoice, createField, createSelect } from "../dom/controls.js";
import { createDialog } from "./dialog.js";
import { h, setText } from "../dom/elements.js";
import { loadNewGame, saveNewGame } from "../state/storage.js";
import { createThemeChoice } from "./settings.js";

/** @typedef {import("../types.d.ts").Settings} Settings */
/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("../state/game_controller.js").GameController} GameController */
/** @typedef {{settings: Settings, games: GameController, change: (settings: Settings) => void, start?: string}} How */

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
const GAME_TIMES = [0, 60, 180, 300, 600, 1800];
const MOVE_TIMES = [0, 5, 10, 30, 60];

const DEFAULTS = {
  mode: "human-ai",
  shape: { columns: 7, rows: 6, forbidden: [], bonus: null },
  agents: [
    { name: "classic", level: "easy", options: {} },
    { name: "threat", level: "", options: {} },
  ],
  starts: 0,
  game: 0,
  move: 0,
  other: "",
};

/** @param {How} how */
export function openNewGame(how) {
  const handle = createDialog("New game", { class: "is-wide" });
  if (!handle) return;
  handle.body.append(h("p", { class: "field-help" }, "One moment …"));
  handle.open();
  api.agents().then(
    (agents) => handle.dialog.open && new NewGameForm(handle, agents, how),
    (error) => setText(handle.body, error.message),
  );
}

class NewGameForm {
  /**
   * @param {import("./dialog.js").DialogHandle} handle
   * @param {import("../types.d.ts").AgentView[]} agents
   * @param {How} how
   */
  constructor(handle, agents, how) {
    this.how = how;
    this.close = handle.close;
    this.choices = { ...DEFAULTS, ...(loadNewGame() ?? {}) };
    if (!MODES.some(({ value }) => value === this.choices.mode)) this.choices.mode = DEFAULTS.mode;
    const [one, two] = Array.isArray(this.choices.agents) ? this.choices.agents : DEFAULTS.agents;
    this.first = new AgentPicker("First agent", agents, one ?? DEFAULTS.agents[0]);
    this.second = new AgentPicker("Second agent", agents, two ?? DEFAULTS.agents[1]);
    this.board = new BoardPicker(this.choices.shape, async () => {
      const rules = await api.randomRules(Math.floor(Math.random() * 2 ** 31));
      const { columns, rows, forbidden, bonus } = rules;
      return { columns, rows, forbidden, bonus };
    });
    this.name = createTextField("Your name", how.settings.name);
    this.otherName = createTextField("Second player’s name", this.choices.other ?? "");
    this.starts = h("div");
    this.who = h("div", { class: "form-part" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.begin = createButton("Start", () => {}, { class: "is-primary", type: "submit" });
    const form = h("form", { class: "new-game", on: { submit: (/** @type {Event} */ e) => this.#submit(e) } });
    form.append(
      h(
        "div",
        { class: "form-side" },
        createChoice("Who plays", "game-mode", MODES, this.choices.mode, (mode) => {
          this.choices.mode = mode;
          this.#draw();
        }),
        this.who,
        this.#clock(),
        createThemeChoice(how.settings, (theme) => {
          this.how.settings = { ...this.how.settings, theme };
          how.change(this.how.settings);
        }),
      ),
      h(
        "div",
        { class: "form-side" },
        how.start
          ? h("p", { class: "field-help" }, `The game continues from ${how.start}.`)
          : this.board.root,
      ),
      h("div", { class: "form-end" }, this.problem, this.begin),
    );
    handle.body.replaceChildren(form);
    this.#draw();
    /** @type {HTMLElement | null} */ (form.querySelector("input:checked"))?.focus();
  }

  #draw() {
    const { mode } = this.choices;
    const words = STARTS[/** @type {keyof typeof STARTS} */ (mode)];
    const label = mode === "ai-ai" ? "First agent" : "Agent";
    setText(/** @type {Element} */ (this.first.root.querySelector(".field-label")), label);
    setText(/** @type {Element} */ (this.name.querySelector(".field-label")), mode === "human-human" ? "First player’s name" : "Your name");
    setText(/** @type {Element} */ (this.otherName.querySelector(".field-label")), "Second player’s name");
    this.starts.replaceChildren();
    if (words) {
      const items = words.map((text, index) => ({ value: String(index), label: text }));
      this.starts.append(
        createChoice("Who starts", "starts", items, String(this.choices.starts), (value) => {
          this.choices.starts = Number(value);
        }),
      );
    }
    /** @type {Record<string, HTMLElement[]>} */
    const parts = {
      "human-ai": [this.first.root, this.starts],
      "human-human": [this.name, this.otherName],
      link: [this.name, this.starts],
      "ai-ai": [this.first.root, this.second.root],
    };
    this.who.replaceChildren(...parts[mode]);
  }

  #clock() {
    const words = (/** @type {number} */ seconds) =>
      seconds === 0 ? "no limit" : seconds < 60 ? `${seconds} s` : `${seconds / 60} min`;
    const box = (/** @type {"game" | "move"} */ which, /** @type {number[]} */ times) =>
      createSelect(
        times.map((seconds) => ({ value: String(seconds), label: words(seconds) })),
        String(this.choices[which]),
        (value) => {
          this.choices[which] = Number(value);
        },
      );
    return h(
      "div",
      { class: "agent-line" },
      createField("Time for the game", box("game", GAME_TIMES)),
      createField("Time for a move", box("move", MOVE_TIMES)),
    );
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    setText(this.problem, "");
    this.begin.disabled = true;
    const { choices } = this;
    choices.agents = [this.first.chosen, this.second.chosen];
    choices.shape = this.board.shape;
    choices.other = valueOf(this.otherName);
    saveNewGame(choices);
    const name = valueOf(this.name);
    if (name !== this.how.settings.name && choices.mode !== "human-ai") {
      this.how.settings = { ...this.how.settings, name };
      this.how.change(this.how.settings);
    }
    try {
      const { wanted, home } = this.#wanted(name);
      await this.how.games.create(wanted, { home });
      this.close();
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    this.begin.disabled = false;
  }

  /** @param {string} name @returns {{wanted: NewGame, home?: Side}} */
  #wanted(name) {
    const { choices, how } = this;
    const { mode, game, move } = choices;
    const you = { name: name || undefined };
    /** @type {NewGame} */
    const wanted = { players: [you, { name: choices.other || undefined }] };
    /** @type {Side | undefined} */
    let home;
    if (how.start) wanted.start = how.start;
    else wanted.rules = rulesText(this.board.shape);
    if (game || move) wanted.clock = { ...(game ? { game } : {}), ...(move ? { move } : {}) };
    const isSecond = choices.starts === 2 ? Math.random() < 0.5 : choices.starts === 1;
    if (mode === "human-ai") {
      const agent = { agent: this.first.spec };
      wanted.players = isSecond ? [agent, you] : [you, agent];
    } else if (mode === "ai-ai") {
      wanted.players = [{ agent: this.first.spec }, { agent: this.second.spec }];
      wanted.move_delay = 0.5;
    } else if (mode === "link") {
      wanted.link = true;
      wanted.players = isSecond ? [{}, you] : [you, {}];
      home = isSecond ? "SECOND" : "FIRST";
    }
    return { wanted, home };
  }
}

/** @param {string} label @param {string} value */
function createTextField(label, value) {
  const input = h("input", { type: "text", maxlength: 40, autocomplete: "off", value });
  return createField(label, input);
}

/** @param {HTMLElement} fieldElement */
function valueOf(fieldElement) {
  return fieldElement.querySelector("input")?.value.trim() ?? "";
}

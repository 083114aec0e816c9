// @ts-check
// Choosing an agent, its level and its options, as the server lists them.
import { createField, createSelect } from "../dom/controls.js";
import { h, setText } from "../dom/elements.js";

/** @typedef {import("../types.d.ts").AgentView} AgentView */
/** @typedef {import("../types.d.ts").OptionView} OptionView */
/** @typedef {{name: string, level: string, options: Record<string, string>}} AgentChoice */

const NO_LEVEL = ""; // the agent's own defaults

export class AgentPicker {
  /**
   * @param {string} label
   * @param {AgentView[]} agents
   * @param {AgentChoice} chosen
   */
  constructor(label, agents, chosen) {
    this.agents = agents;
    const known = agents.find((each) => each.name === chosen.name);
    this.agent = known ?? agents[0];
    this.level = known ? chosen.level : NO_LEVEL;
    /** @type {Record<string, string>} */
    this.options = known ? { ...chosen.options } : {};

    const names = agents.map(({ name, title }) => ({ value: name, label: title }));
    const who = createSelect(names, this.agent.name, (name) => this.#choose(name));
    this.levels = h("span", { class: "agent-level" });
    this.summary = h("p", { class: "field-help" });
    this.fields = h("div", { class: "agent-options" });
    this.details = h("details", { class: "agent-details" }, h("summary", {}, "Options"), this.fields);
    const line = h("div", { class: "agent-line" }, createField(label, who), this.levels);
    this.root = h("div", { class: "agent" }, line, this.summary, this.details);
    this.#draw();
  }

  /** What is remembered. @returns {AgentChoice} */
  get chosen() {
    return { name: this.agent.name, level: this.level, options: this.options };
  }

  /** The agent as text: `name:option=value,…`. */
  get spec() {
    const level = this.agent.levels?.find((each) => each.name === this.level);
    const base = level ? (level.agent.split(":")[1] ?? "") : "";
    const pairs = base ? base.split(",").map((pair) => pair.split("=")) : [];
    const values = { ...Object.fromEntries(pairs), ...this.options };
    const text = Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(",");
    return text ? `${this.agent.name}:${text}` : this.agent.name;
  }

  /** @param {string} name */
  #choose(name) {
    this.agent = this.agents.find((each) => each.name === name) ?? this.agents[0];
    this.level = NO_LEVEL;
    this.options = {};
    this.#draw();
  }

  #draw() {
    const { agent } = this;
    const levels = agent.levels ?? [];
    const hasOwnLevel = agent.options.find((each) => each.name === "level");
    const normal = hasOwnLevel ? String(hasOwnLevel.default) : NO_LEVEL;
    if (!levels.some((each) => each.name === this.level)) this.level = normal;
    const choices = levels.map(({ name }) => ({ value: name, label: capitalise(name) }));
    if (!hasOwnLevel) choices.unshift({ value: NO_LEVEL, label: "Default" });
    this.levels.replaceChildren(
      ...(levels.length
        ? [
            createField(
              "Level",
              createSelect(choices, this.level, (level) => {
                this.level = level;
              }),
            ),
          ]
        : []),
    );
    setText(this.summary, toSentence(agent.summary));
    const shown = agent.options.filter((each) => each.name !== "level");
    this.fields.replaceChildren(...shown.map((option) => this.#option(option)));
    this.details.hidden = shown.length === 0;
  }

  /** @param {OptionView} option */
  #option(option) {
    const value = this.options[option.name] ?? "";
    const set = (/** @type {string} */ text) => {
      if (text === "") delete this.options[option.name];
      else this.options[option.name] = text;
    };
    const words = option.type === "bool" ? ["true", "false"] : (option.choices ?? []);
    const normal = option.default === null ? "not set" : wordOf(String(option.default), option);
    let control;
    if (words.length) {
      const choices = words.map((word) => ({ value: word, label: wordOf(word, option) }));
      control = createSelect([{ value: "", label: `Default (${normal})` }, ...choices], value, set);
    } else {
      const isNumber = option.type === "int" || option.type === "float";
      const input = h("input", {
        type: isNumber ? "number" : "text",
        step: option.type === "float" ? "any" : isNumber ? 1 : null,
        min: isNumber ? option.minimum : null,
        max: isNumber ? option.maximum : null,
        placeholder: normal,
        value,
      });
      input.addEventListener("input", () => set(input.value.trim()));
      control = input;
    }
    return createField(option.label, control, toSentence(option.description));
  }
}

/** How a value is read. @param {string} value @param {OptionView} option */
function wordOf(value, option) {
  if (option.type === "bool") return value === "true" ? "yes" : "no";
  return value;
}

/** @param {string} text */
function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} text */
function toSentence(text) {
  return capitalise(text).replace(/([^.!?…])$/, "$1.");
}

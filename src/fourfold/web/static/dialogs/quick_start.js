// @ts-check
// The first page of the dialog for a new game: presets that begin at once, the ladder of opponents, and
// the board, the start and the clock behind a line of words.
import { drawFace } from "../board/faces.js";
import { BoardPicker, rulesText } from "./board_picker.js";
import { buildGame, clockWords, createClockFields, createStarts, playsSecond } from "./game_choices.js";
import { createButton } from "../dom/controls.js";
import { createIcon } from "../dom/icons.js";
import { h, setText } from "../dom/elements.js";
import { createLadderList, createRating } from "./ladder_list.js";

/** @typedef {import("../types.d.ts").NewGame} NewGame */
/** @typedef {import("../types.d.ts").OpponentView} OpponentView */
/** @typedef {import("../types.d.ts").Side} Side */
/** @typedef {import("./board_picker.js").Shape} Shape */

/**
 * @typedef {object} How
 * @property {import("./game_choices.js").Choices} choices
 * @property {OpponentView[]} opponents the weakest first
 * @property {OpponentView | null} suggested
 * @property {string} name of the person here
 * @property {string} [start] the position to begin with
 * @property {(wanted: NewGame, home?: Side) => void} begin
 * @property {() => Promise<Shape>} randomShape
 * @property {() => Promise<NewGame["rules"]>} surpriseRules
 * @property {() => void} showAdvanced
 * @property {() => void} findSomeone opens the lobby
 */

const STARTS = ["You", "Opponent", "Random"];
const START_WORDS = ["you start", "opponent starts", "random start"];

export class QuickStart {
  /** @param {How} how */
  constructor(how) {
    this.how = how;
    this.summary = h("span", { class: "details-words" });
    this.board = new BoardPicker(how.choices.shape, how.randomShape, (shape) => {
      how.choices.shape = shape;
      this.#describe();
    });
    this.root = h(
      "div",
      { class: "quick" },
      h("div", { class: "quick-side" }, this.#createPresets(), this.#createDetails(), this.#createAdvanced()),
      h(
        "section",
        { class: "quick-side", "aria-label": "Opponents" },
        createLadderList(how.opponents, how.suggested, (opponent) => this.#play(opponent)),
      ),
    );
    this.#describe();
  }

  // --- presets ----------------------------------------------------------------------------------

  #createPresets() {
    const { suggested, start } = this.how;
    const friend = this.#createFriend();
    return h(
      "div",
      { class: "presets", role: "group", "aria-label": "Start at once" },
      suggested && this.#createSuggested(suggested),
      ...friend,
      createPreset("Watch two", "Two opponents play each other", "watch", () => this.#watch()),
      start ? null : createPreset("Surprise board", "Another size, a forbidden cell or a star", "dice", () => void this.#surprise()),
    );
  }

  /** @param {OpponentView} opponent */
  #createSuggested(opponent) {
    const words = h(
      "span",
      { class: "preset-words" },
      h("span", { class: "preset-name" }, `Play ${opponent.name}`),
      h("span", { class: "preset-about" }, opponent.sentence),
    );
    const props = { type: "button", class: "preset is-suggested", "data-focus": "", on: { click: () => this.#play(opponent) } };
    return h("button", props, drawFace(opponent), words, createRating(opponent));
  }

  /** The friend is elsewhere or here: a second tap says which. */
  #createFriend() {
    const { choices, name, start } = this.how;
    const you = { name: name || undefined };
    const byLink = () => {
      const isSecond = playsSecond(choices);
      const players = isSecond ? [{}, you] : [you, {}];
      this.how.begin({ ...buildGame(choices, players, { start }), link: true }, isSecond ? "SECOND" : "FIRST");
    };
    const here = () => this.how.begin(buildGame(choices, [you, { name: choices.other || undefined }], { start }));
    const row = h(
      "div",
      { class: "preset-choices", id: "friend-choices", hidden: true },
      createButton("By link", byLink, { icon: "share" }),
      createButton("On this screen", here, { icon: "friends" }),
      createButton("Find someone", this.how.findSomeone, { icon: "search" }),
    );
    const preset = createPreset("With a friend", "On this screen, by link, or find someone here", "friends", () => {
      row.hidden = !row.hidden;
      preset.setAttribute("aria-expanded", String(!row.hidden));
      if (!row.hidden) row.querySelector("button")?.focus();
    });
    preset.setAttribute("aria-expanded", "false");
    preset.setAttribute("aria-controls", row.id);
    return [preset, row];
  }

  /** @param {OpponentView} opponent @param {string} [rules] of another board than the chosen one */
  #play(opponent, rules) {
    const { choices, name, start, begin } = this.how;
    const you = { name: name || undefined };
    const other = { opponent: opponent.id };
    begin(buildGame(choices, playsSecond(choices) ? [other, you] : [you, other], { start, rules }));
  }

  /** Let two neighbours of the ladder play, in either order. */
  #watch() {
    const { choices, opponents, start, begin } = this.how;
    const below = Math.floor(Math.random() * (opponents.length - 1));
    const pair = [opponents[below], opponents[below + 1]].map(({ id }) => ({ opponent: id }));
    if (Math.random() < 0.5) pair.reverse();
    begin({ ...buildGame(choices, pair, { start }), move_delay: 0.5 });
  }

  async #surprise() {
    const { suggested, opponents, surpriseRules } = this.how;
    const rules = await surpriseRules();
    this.#play(suggested ?? opponents[0], rules ?? undefined);
  }

  // --- behind -----------------------------------------------------------------------------------

  #createDetails() {
    const { choices, start } = this.how;
    const changed = () => this.#describe();
    return h(
      "details",
      { class: "details" },
      h("summary", {}, h("span", { class: "details-name" }, start ? "Start and clock" : "Board, start and clock"), this.summary),
      h(
        "div",
        { class: "form-part" },
        createStarts(choices, STARTS, changed),
        createClockFields(choices, changed),
        start ? null : this.board.root,
      ),
    );
  }

  #createAdvanced() {
    return createButton("Advanced", this.how.showAdvanced, { icon: "settings", class: "is-quiet quick-advanced" });
  }

  #describe() {
    const { choices, start } = this.how;
    const board = start ? `from ${start}` : rulesText(choices.shape);
    setText(this.summary, `${board} · ${START_WORDS[choices.starts]} · ${clockWords(choices)}`);
  }
}

/**
 * @param {string} name
 * @param {string} about
 * @param {string} icon
 * @param {() => void} click
 */
function createPreset(name, about, icon, click) {
  return h(
    "button",
    { type: "button", class: "preset", on: { click } },
    h("span", { class: "preset-icon" }, createIcon(icon)),
    h("span", { class: "preset-words" }, h("span", { class: "preset-name" }, name), h("span", { class: "preset-about" }, about)),
  );
}

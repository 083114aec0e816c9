// @ts-check
// A list of games that is filtered as one types: answers are shown in the order of the questions, and
// more games come as one scrolls.
import { ApiError, api } from "../../server/api.js";
import { createButton, createField, createSelect } from "../../dom/controls.js";
import { deletedText } from "../../text/history.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { loadOpponents } from "../../state/opponents.js";
import { openDeleteGame } from "../../dialogs/delete_game.js";
import { secretOf } from "../../state/seats.js";
import { loadSeats } from "../../state/storage.js";
import { createGameCard } from "./game_card.js";

/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */

const PAUSE = 200; // milliseconds without a key before the list is asked for
const PAGE = "24";
const MY_RESULTS = [
  { value: "", label: "any" },
  { value: "win", label: "I won" },
  { value: "loss", label: "I lost" },
  { value: "draw", label: "draw" },
  { value: "open", label: "not finished" },
];
const RESULTS = [
  { value: "", label: "any" },
  { value: "FIRST", label: "first player won" },
  { value: "SECOND", label: "second player won" },
  { value: "draw", label: "draw" },
  { value: "open", label: "not finished" },
];
/** What was filled in last, for both lists: coming back from a game finds it again. */
const filled = { player: "", agent: "", rules: "", result: "" };

export class GamesList {
  /** @param {ScreenContext} context @param {boolean} isMine */
  constructor(context, isMine) {
    this.go = context.go;
    this.isMine = isMine;
    /** @type {AbortController | null} */
    this.asking = null;
    this.timer = 0;
    /** @type {string | null} */
    this.before = null;
    const results = isMine ? MY_RESULTS : RESULTS;
    if (!results.some(({ value }) => value === filled.result)) filled.result = "";
    const text = (/** @type {"player" | "rules"} */ name, /** @type {string} */ placeholder) => {
      const input = h("input", { type: "search", placeholder, autocomplete: "off", spellcheck: "false", value: filled[name] });
      input.addEventListener("input", () => {
        filled[name] = input.value.trim();
        this.#searchSoon();
      });
      return input;
    };
    const choose = (/** @type {"agent" | "result"} */ name) => (/** @type {string} */ value) => {
      filled[name] = value;
      void this.search();
    };
    this.agent = createSelect([{ value: "", label: "any" }], "", choose("agent"));
    this.words = h("p", { class: "history-words", role: "status", tabindex: -1 });
    this.list = h("ul", { class: "game-cards", "aria-label": isMine ? "My games" : "All games" });
    this.more = createButton("More", () => void this.search(true));
    this.more.hidden = true;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.search();
    };
    this.root = h(
      "div",
      { class: "history-list" },
      h(
        "form",
        { class: "filters", role: "search", on: { submit } },
        createField("Player", text("player", "any name")),
        createField("Opponent", this.agent),
        createField("Board", text("rules", "any, such as 7x6")),
        createField("Result", createSelect(results, filled.result, choose("result"))),
      ),
      this.words,
      this.list,
      this.more,
    );
    this.scrolling = new IntersectionObserver((seen) => {
      if (seen.some((each) => each.isIntersecting) && this.before && !this.asking) void this.search(true);
    }, { rootMargin: "300px" });
    this.scrolling.observe(this.more);
    void this.#fillAgents();
    void this.search();
  }

  close() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.scrolling.disconnect();
  }

  #searchSoon() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.search(), PAUSE);
  }

  async #fillAgents() {
    try {
      const [opponents, agents] = await Promise.all([loadOpponents(), api.agents()]);
      const group = (/** @type {string} */ label, /** @type {{value: string, label: string}[]} */ choices) =>
        h("optgroup", { label }, ...choices.map((each) => h("option", { value: each.value }, each.label)));
      this.agent.append(
        group("Opponents", opponents.map(({ agent, name }) => ({ value: agent, label: name }))),
        group("Agents", agents.map(({ name, title }) => ({ value: name, label: title }))),
      );
      this.agent.value = filled.agent;
    } catch {
      // The list works without the choice.
    }
  }

  #query() {
    const query = new URLSearchParams({ limit: PAGE });
    if (this.isMine) query.set("mine", "true");
    const { player, agent, rules, result } = filled;
    for (const [name, value] of Object.entries({ player, agent, rules })) if (value) query.set(name, value);
    if (result === "open") query.set("finished", "false");
    else if (result) query.set("result", result);
    return query;
  }

  /** @param {boolean} [more] go on where the list ends */
  async search(more = false) {
    window.clearTimeout(this.timer);
    this.asking?.abort(); // an older question is not answered any more
    const asking = new AbortController();
    this.asking = asking;
    const query = this.#query();
    if (more && this.before) query.set("before", this.before);
    try {
      // The opponents first: their faces are drawn beside their names.
      const [found] = await Promise.all([api.games(query.toString(), asking.signal), loadOpponents().catch(() => [])]);
      if (this.asking !== asking) return;
      const cards = found.games.map((game) => this.#createCard(game));
      if (more) this.list.append(...cards);
      else this.list.replaceChildren(...cards);
      this.before = found.before;
      setText(this.words, this.list.childElementCount ? "" : this.#emptyText());
    } catch (error) {
      if (this.asking !== asking) return;
      if (!more) this.list.replaceChildren();
      this.before = null;
      setText(this.words, error instanceof ApiError ? error.message : "The games could not be loaded.");
    }
    this.asking = null;
    setVisible(this.more, this.before !== null);
  }

  /** @param {import("../../types.d.ts").GameSummary} game */
  #createCard(game) {
    const isOurs = game.you.length > 0 || Boolean(secretOf(loadSeats(game.id)));
    const remove = (/** @type {string} */ what) => openDeleteGame(game.id, what, (answer) => this.#remove(game.id, answer));
    return createGameCard(game, this.go, isOurs ? remove : null);
  }

  /**
   * Take a deleted game from the list; the focus goes on to the next one.
   * @param {string} id
   * @param {import("../../types.d.ts").DeletedGame} answer
   */
  #remove(id, answer) {
    const card = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-game="${id}"]`));
    const next = card?.nextElementSibling ?? card?.previousElementSibling;
    card?.remove();
    setText(this.words, deletedText(answer));
    const link = /** @type {HTMLElement | null | undefined} */ (next?.querySelector(".game-link"));
    (link ?? this.words).focus();
  }

  #emptyText() {
    if (Object.values(filled).some(Boolean)) return "No games found.";
    return this.isMine ? "No games yet. They are here as soon as you have made a move." : "No games yet.";
  }
}

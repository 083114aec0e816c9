// @ts-check
// The dialog for a new tournament: who plays, on which board, how many games, how long for a move.
import { BoardPicker, rulesText } from "../../dialogs/board_picker.js";
import { createDialog } from "../../dialogs/dialog.js";
import { createButton, createField, createSelect } from "../../dom/controls.js";
import { h, setText } from "../../dom/elements.js";
import { api } from "../../server/api.js";
import { beginTournament } from "../../server/tournaments.js";
import { loadOpponents } from "../../state/opponents.js";
import { boardWords } from "../../text/lobby.js";
import { FORMATS, sizeWords } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").TournamentLimits} TournamentLimits */
/** @typedef {{label: string, group: string, entrant: import("../../types.d.ts").TournamentEntrant}} Choice */

const GAMES = [2, 4, 10, 20, 50, 100, 200];
const SECONDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1];
const FIRST_CHOSEN = [2, 4, 6]; // of the opponents

/** @param {TournamentLimits} limits @param {(name: string) => void} begun */
export function openNewTournament(limits, begun) {
  const handle = createDialog("New tournament");
  if (!handle) return;
  handle.body.append(h("p", { class: "field-help" }, "One moment …"));
  handle.open();
  loadPlayers().then(
    (players) => handle.dialog.open && new NewTournamentDialog(handle, limits, players, begun),
    (error) => setText(handle.body, error.message),
  );
}

/** Everybody who can play: the opponents, and the agents with their levels. @returns {Promise<Choice[]>} */
async function loadPlayers() {
  const [agents, opponents] = await Promise.all([api.agents(), loadOpponents()]);
  const people = opponents.map(({ id, name }) => ({ label: name, group: "Opponents", entrant: { opponent: id } }));
  const kinds = agents.flatMap(({ name, title, levels }) => [
    { label: title, group: "Agents", entrant: { agent: name } },
    ...(levels ?? []).map((level) => ({ label: `${title}, ${level.name}`, group: "Agents", entrant: { agent: level.agent } })),
  ]);
  return [...people, ...kinds];
}

class NewTournamentDialog {
  /**
   * @param {import("../../dialogs/dialog.js").DialogHandle} handle
   * @param {TournamentLimits} limits
   * @param {Choice[]} players
   * @param {(name: string) => void} begun
   */
  constructor(handle, limits, players, begun) {
    this.handle = handle;
    this.limits = limits;
    this.players = players;
    this.begun = begun;
    this.chosen = FIRST_CHOSEN.filter((place) => place < players.length);
    this.format = "round-robin";
    this.games = 10;
    this.seconds = 0.1;
    this.isBusy = false;
    /** @type {import("../../dialogs/board_picker.js").Shape} */
    this.shape = { columns: 7, rows: 6, forbidden: [], bonus: null };
    this.list = h("ul", { class: "entrants", "aria-label": "Players of the tournament" });
    this.words = h("p", { class: "field-help", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.name = h("input", { type: "text", maxlength: 40, placeholder: "The date and time", "data-focus": true });
    this.begin = createButton("Begin", () => {}, { class: "is-primary", icon: "play", type: "submit" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#begin();
    };
    handle.body.replaceChildren(h("form", { class: "form-part", on: { submit } }, ...this.#createFields(), this.words, this.problem, this.begin));
    this.#update();
    this.name.focus();
  }

  #createFields() {
    const who = h("select", {}, ...["Opponents", "Agents"].map((group) => h("optgroup", { label: group }, ...this.players.flatMap((each, place) => (each.group === group ? [h("option", { value: place }, each.label)] : [])))));
    this.add = createButton("Add", () => this.#change([...this.chosen, Number(who.value)]), { icon: "plus" });
    const formats = Object.entries(FORMATS).map(([value, label]) => ({ value, label }));
    const games = GAMES.map((number) => ({ value: String(number), label: String(number) }));
    const seconds = SECONDS.map((number) => ({ value: String(number), label: `${number} s` }));
    const words = h("span", { class: "details-words" }, "7×6");
    const randomShape = () => api.randomRules(Math.floor(Math.random() * 2 ** 31), Math.random() < 0.5);
    const board = new BoardPicker(this.shape, randomShape, (shape) => {
      this.shape = shape;
      setText(words, boardWords({ ...shape, text: "", labels: [] }));
      this.#update();
    });
    const set = (/** @type {() => void} */ change) => {
      change();
      this.#update();
    };
    return [
      createField("Name", this.name),
      h("div", { class: "entrants-part" }, h("span", { class: "field-label" }, "Players"), this.list, h("div", { class: "entrants-add" }, createField("Add a player", who), this.add)),
      createField("Format", createSelect(formats, this.format, (value) => set(() => (this.format = value)))),
      h(
        "div",
        { class: "entrants-row" },
        createField("Games a pairing", createSelect(games, String(this.games), (value) => set(() => (this.games = Number(value))))),
        createField("Time a move", createSelect(seconds, String(this.seconds), (value) => set(() => (this.seconds = Number(value))))),
      ),
      h("details", { class: "details" }, h("summary", {}, h("span", { class: "details-name" }, "Board"), words), h("div", { class: "form-part" }, board.root)),
    ];
  }

  /** @param {number[]} chosen */
  #change(chosen) {
    this.chosen = chosen;
    this.#update();
  }

  #update() {
    const { chosen, limits } = this;
    this.list.replaceChildren(
      ...chosen.map((player, place) => {
        const { label } = this.players[player];
        const remove = createButton(`Remove ${label}`, () => {
          this.#change(chosen.filter((_, other) => other !== place));
          /** @type {HTMLElement} */ (this.list.querySelectorAll("button")[Math.min(place, chosen.length - 2)] ?? this.add).focus();
        }, { icon: "close", bare: true, class: "is-quiet" });
        return h("li", { class: "entrant" }, label, remove);
      }),
    );
    const size = sizeWords({ ...this, players: chosen.length, cells: this.shape.columns * this.shape.rows });
    const isTooLarge = size.games > limits.all_games;
    setText(this.words, isTooLarge ? `These would be ${size.games} games, but ${limits.all_games} is the most: take fewer players or games.` : size.words);
    if (this.add) this.add.disabled = chosen.length >= limits.players;
    this.begin.disabled = chosen.length < 2 || isTooLarge;
  }

  async #begin() {
    if (this.isBusy || this.begin.disabled) return;
    this.isBusy = true;
    setText(this.problem, "");
    try {
      const { name } = await beginTournament({
        name: this.name.value.trim() || null,
        players: this.chosen.map((place) => this.players[place].entrant),
        format: /** @type {"round-robin"} */ (this.format),
        rules: rulesText(this.shape),
        games: this.games,
        seconds: this.seconds,
        seed: Math.floor(Math.random() * 2 ** 31),
      });
      this.handle.close();
      this.begun(name);
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    this.isBusy = false;
  }
}

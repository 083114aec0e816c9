// @ts-check
// The tournaments of the server, the newest first, and how far each is.
import { createButton, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { loadStyles } from "../../dom/styles.js";
import { listTournaments, tournamentPath } from "../../server/tournaments.js";
import { FORMATS, countOf, progressWords } from "../../text/tournaments.js";

/** @typedef {import("../../types.d.ts").TournamentList} Listed */
/** @typedef {import("../../types.d.ts").TournamentSummary} TournamentSummary */

const PERIOD = 2000; // milliseconds between two looks

export class TournamentList {
  /** @param {import("../../types.d.ts").ScreenContext} context */
  constructor({ go }) {
    this.go = go;
    this.key = "";
    this.isClosed = false;
    this.words = h("p", { class: "tournaments-words", role: "status" }, "One moment …");
    this.list = h("ul", { class: "tournament-list", "aria-label": "Tournaments" });
    this.begin = createButton("New tournament", () => void this.#openDialog(), { icon: "plus", class: "is-primary" });
    /** @type {Listed | null} */
    this.listed = null;
    setVisible(this.begin, false);
    this.root = h("div", { class: "tournaments-body" }, this.words, this.begin, this.list);
    void this.#load();
  }

  close() {
    this.isClosed = true;
    window.clearTimeout(this.timer);
  }

  async #load() {
    if (document.visibilityState === "visible") {
      try {
        const listed = await listTournaments();
        if (this.isClosed) return;
        this.#show(listed);
      } catch (error) {
        setText(this.words, error instanceof Error ? error.message : String(error));
      }
    }
    if (!this.isClosed) this.timer = window.setTimeout(() => void this.#load(), PERIOD);
  }

  /** @param {Listed} listed */
  #show(listed) {
    const key = JSON.stringify(listed);
    if (key === this.key) return;
    this.key = key;
    this.listed = listed;
    const { tournaments, left_out: leftOut, allowed, running } = listed;
    setVisible(this.begin, allowed);
    this.begin.disabled = running !== null;
    const none = allowed ? "There is no tournament yet." : "There is no tournament yet. fourfold tournament begins one.";
    const more = leftOut ? ` ${countOf(leftOut, "older one")} in the folder.` : "";
    const busy = running === null ? "" : ` ${running} is being played; the next one can begin after it.`;
    setText(this.words, tournaments.length ? `${countOf(tournaments.length, "tournament")}.${more}${busy}` : none);
    const focused = document.activeElement?.getAttribute("data-name");
    this.list.replaceChildren(...tournaments.map((each) => this.#createItem(each)));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-name="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {TournamentSummary} tournament */
  #createItem(tournament) {
    const { name, players, format, rules, played, planned, progress, updated } = tournament;
    const board = rules.length > 2 ? `${rules.length} boards` : rules.join(", ");
    const when = new Date(updated).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
    return h(
      "li",
      { class: `tournament-item is-${progress}` },
      createLink(
        tournamentPath(name),
        this.go,
        { class: "tournament-link", "data-name": name },
        h("span", { class: "tournament-name" }, name),
        h("span", { class: "tournament-progress" }, progressWords(tournament)),
        h("span", { class: "tournament-players" }, players.join(", ")),
        h("span", { class: "tournament-facts" }, [FORMATS[format] ?? format, board, when].filter(Boolean).join(" · ")),
        h("span", { class: "tournament-bar", "aria-hidden": "true" }, h("span", { style: { width: `${(100 * played) / Math.max(1, planned)}%` } })),
      ),
    );
  }

  async #openDialog() {
    const { listed } = this;
    if (!listed) return;
    try {
      const [{ openNewTournament }] = await Promise.all([import("./new_tournament.js"), loadStyles("new_tournament")]);
      openNewTournament(listed.limits, (name) => this.go(tournamentPath(name)));
    } catch {
      setText(this.words, "This part of the page could not be loaded. Is the server running?");
    }
  }
}

// @ts-check
// What two people at two screens have besides the board: whether hints are allowed, and emotes. It is
// loaded with the first game by link.
import { createButton } from "../dom/controls.js";
import { byId, h, setText, setVisible } from "../dom/elements.js";
import { loadStyles } from "../dom/styles.js";
import { clearEmotes, createEmoteRow, showEmote } from "./emotes.js";
import { api } from "../server/api.js";
import { showError } from "../state/notices.js";
import { secretOf } from "../state/seats.js";
import { linkSide } from "../state/state.js";
import { hintsText } from "../text/agreements.js";
import { EMOTE_WORDS } from "../text/emotes.js";
import { playerName } from "../text/names.js";

/** @typedef {import("../types.d.ts").State} State */
/** @typedef {import("../types.d.ts").Emote} Emote */

export class PeoplePanel {
  /**
   * @param {import("../state/state.js").Store} store
   * @param {(action: string, body?: any) => void} act
   */
  constructor(store, act) {
    void loadStyles("people");
    this.store = store;
    this.act = act;
    this.box = byId("people");
    this.words = h("p", { class: "people-words", id: "hints-words" });
    this.answers = h("div", { class: "people-answers", role: "group", "aria-labelledby": "hints-words" });
    this.agreement = h("div", { class: "people-hints" }, this.words, this.answers);
    this.emotes = createEmoteRow((emote) => void this.#sendEmote(emote));
    this.news = h("p", { class: "unseen", role: "status" });
    this.box.append(this.agreement, this.emotes, this.news);
    this.key = "";
    /** @type {import("../types.d.ts").EmoteView | null} */
    this.shown = null;
  }

  /** @param {State} state */
  update(state) {
    const { game, settings } = state;
    const isPlayed = Boolean(game?.link && game.players.every((each) => each.joined));
    setVisible(this.box, isPlayed && !state.review);
    if (!game || !isPlayed) {
      this.#showEmote(state);
      return;
    }
    setVisible(this.agreement, !game.result);
    if (!game.result) {
      setText(this.words, hintsText(state));
      this.#updateAnswers(state);
    }
    setVisible(this.emotes, linkSide(state) !== null && settings.emotes);
    this.#showEmote(state);
  }

  /** @param {State} state */
  #updateAnswers(state) {
    const mine = linkSide(state);
    const { hints_allowed: isAllowed, hints_offer: offer } = /** @type {import("../types.d.ts").GameView} */ (state.game);
    const key = String([mine, isAllowed, offer]);
    if (key === this.key) return;
    this.key = key;
    const isFocused = this.answers.contains(document.activeElement);
    const ask = (/** @type {boolean} */ accept) => () => this.act("hints", { accept });
    const buttons = [];
    if (!mine || offer === mine) buttons.length = 0; // who watches, and who waits for an answer
    else if (offer) {
      buttons.push(createButton("Allow them", ask(true), { class: "is-primary" }), createButton("Keep them off", ask(false)));
    } else if (isAllowed) buttons.push(createButton("Switch them off", ask(false), { class: "is-quiet" }));
    else buttons.push(createButton("Ask to allow them", ask(true), { class: "is-quiet" }));
    this.answers.replaceChildren(...buttons);
    if (isFocused) this.answers.querySelector("button")?.focus();
  }

  /** It comes back as an event. @param {Emote} emote */
  async #sendEmote(emote) {
    const { game, seats } = this.store.state;
    if (!game?.id) return;
    await api.act(game.id, "emotes", { emote }, secretOf(seats)).catch((error) => showError(this.store, error));
  }

  /** @param {State} state */
  #showEmote(state) {
    const { emote } = state;
    if (emote === this.shown) return;
    this.shown = emote;
    if (!emote) clearEmotes();
    else if (state.settings.emotes) {
      showEmote(emote);
      if (emote.side !== linkSide(state)) setText(this.news, `${playerName(state, emote.side)}: ${EMOTE_WORDS[emote.emote]}`);
    }
    if (!emote) setText(this.news, "");
  }
}

// @ts-check
// The lobby: people on this server who look for a game. Say what you would like and wait, or join
// somebody with one tap; both land in a game by link.
import { createButton, createField, createLink } from "../../dom/controls.js";
import { h, setText, setVisible } from "../../dom/elements.js";
import { createIcon } from "../../dom/icons.js";
import { loadStyles } from "../../dom/styles.js";
import { createSeekForm } from "./seek_form.js";
import { createLobbyStream, createSeek, joinSeek, withdrawSeek } from "../../server/lobby.js";
import { saveSeats, saveSettings } from "../../state/storage.js";
import { clockWords } from "../../dialogs/game_choices.js";
import { boardWords, countWords, seekName, startWords } from "../../text/lobby.js";

/** @typedef {import("../../types.d.ts").ScreenContext} ScreenContext */
/** @typedef {import("../../types.d.ts").CreatedSeek} CreatedSeek */
/** @typedef {import("../../types.d.ts").SeekView} SeekView */
/** @typedef {import("../../types.d.ts").NewSeek} NewSeek */

/** @param {ScreenContext} context @returns {import("../../types.d.ts").Screen} */
export function openScreen(context) {
  const lobby = new LobbyScreen(context);
  return {
    title: "Find someone to play",
    close: () => lobby.close(),
    handleKey: (event) => {
      if (event.key !== "Escape" || lobby.created) return false; // who waits does not leave by chance
      context.go("");
      return true;
    },
  };
}

class LobbyScreen {
  /** @param {ScreenContext} context */
  constructor({ root, store, games, go, openDialog }) {
    void loadStyles("dialogs", "fields", "new_game", "ladder", "lobby");
    this.store = store;
    this.games = games;
    /** @type {CreatedSeek | null} the own wish, while it waits */
    this.created = null;
    /** @type {SeekView[]} */
    this.seeks = [];
    this.key = "";
    this.isBusy = false;
    this.name = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", value: store.state.settings.name });
    this.form = createSeekForm((wanted) => void this.#look(wanted));
    this.problem = h("p", { class: "problem", role: "alert" });
    this.wish = h("p", { class: "lobby-wish" });
    this.stop = createButton("Stop looking", () => this.#stopLooking(), { icon: "close" });
    this.waiting = h(
      "div",
      { class: "lobby-waiting", hidden: true },
      h("p", { class: "lobby-looking", role: "status" }, "You are looking for a game."),
      this.wish,
      h("p", { class: "field-help" }, "The game opens as soon as someone joins. Keep this page open."),
      this.stop,
    );
    this.count = h("p", { class: "lobby-count", role: "status" }, "One moment …");
    this.list = h("ul", { class: "seeks", "aria-label": "People who look for a game" });
    root.append(
      h(
        "header",
        { class: "lobby-head" },
        createLink("", go, { class: "lobby-back" }, createIcon("previous"), "Back to the game"),
        h("h2", { class: "lobby-title" }, "Find someone to play"),
      ),
      h(
        "div",
        { class: "lobby" },
        h("section", { class: "lobby-part", "aria-label": "Who is here" }, this.count, this.list),
        h(
          "section",
          { class: "lobby-part", "aria-label": "What you would like" },
          createField("Your name", this.name, "The others see it. Leave it empty to stay unnamed."),
          this.form,
          this.waiting,
          this.problem,
          createButton("Invite a friend by link", () => openDialog("newGame"), { icon: "share", class: "is-quiet lobby-invite" }),
        ),
      ),
    );
    const online = (/** @type {boolean} */ isOnline) => {
      if (!isOnline) setText(this.count, "The server is not answering. The page reconnects by itself.");
      else this.#updateCount();
    };
    const handlers = {
      lobby: (/** @type {import("../../types.d.ts").LobbyView} */ { seeks }) => this.#show(seeks),
      match: (/** @type {{game: string}} */ { game }) => this.#begin(game),
    };
    this.stream = createLobbyStream(handlers, online);
    this.stream.open();
    this.leave = () => void this.#withdraw();
    window.addEventListener("pagehide", this.leave);
  }

  close() {
    window.removeEventListener("pagehide", this.leave);
    this.stream.close();
    void this.#withdraw();
  }

  // --- looking ---------------------------------------------------------------------------------

  /** @param {NewSeek} wanted */
  async #look(wanted) {
    await this.#busily(async () => {
      this.created = await createSeek({ ...wanted, name: this.#keepName() });
      this.stream.open(this.created.secret);
      this.#update();
      this.stop.focus();
    });
  }

  #stopLooking() {
    void this.#withdraw();
    this.stream.open();
    this.#update();
    /** @type {HTMLElement | null} */ (this.form.querySelector("[type=submit]"))?.focus();
  }

  async #withdraw() {
    const { created } = this;
    this.created = null;
    if (created) await withdrawSeek(created);
  }

  /** Someone has joined: the secret of the wish is that of the seat. @param {string} game */
  #begin(game) {
    const { created } = this;
    this.created = null;
    if (created) void this.games.openGame(game, { secret: created.secret });
  }

  /** @param {SeekView} seek */
  async #join(seek) {
    await this.#busily(async () => {
      const { game, seats } = await joinSeek(seek.id, this.#keepName());
      const home = /** @type {import("../../types.d.ts").Side} */ (game.you);
      saveSeats(/** @type {string} */ (game.id), { ...seats, home });
      await this.#withdraw();
      await this.games.openGame(/** @type {string} */ (game.id));
    });
  }

  /** Do one thing at a time; whatever the server refuses is told. @param {() => Promise<void>} action */
  async #busily(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    setText(this.problem, "");
    try {
      await action();
    } catch (error) {
      setText(this.problem, error instanceof Error ? error.message : String(error));
    }
    this.isBusy = false;
  }

  /** The name is kept for other games, too. */
  #keepName() {
    const name = this.name.value.trim();
    const settings = { ...this.store.state.settings, name };
    if (name !== this.store.state.settings.name) {
      saveSettings(settings);
      this.store.update({ settings });
    }
    return name;
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** @param {SeekView[]} seeks */
  #show(seeks) {
    this.seeks = seeks;
    this.#update();
  }

  #update() {
    const own = this.created?.seek ?? null;
    setVisible(this.form, !own);
    setVisible(this.waiting, own !== null);
    if (own) setText(this.wish, describeSeek(own, true));
    this.#updateCount();
    const key = JSON.stringify([this.seeks, own?.id]);
    if (key === this.key) return;
    this.key = key;
    const focused = document.activeElement?.getAttribute("data-seek");
    this.list.replaceChildren(...this.seeks.map((seek) => this.#createItem(seek, seek.id === own?.id)));
    // Who is about to join stays where they are while the list changes.
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-seek="${focused}"]`))?.focus();
  }

  #updateCount() {
    const own = this.created?.seek.id;
    setText(this.count, countWords(this.seeks.filter(({ id }) => id !== own).length, Boolean(own)));
  }

  /** @param {SeekView} seek @param {boolean} isOwn */
  #createItem(seek, isOwn) {
    const name = seekName(seek);
    const play = createButton("Play", () => void this.#join(seek), { class: "is-primary", icon: "play" });
    play.setAttribute("aria-label", `Play ${name}`);
    play.setAttribute("data-seek", seek.id);
    return h(
      "li",
      { class: `seek${isOwn ? " is-own" : ""}` },
      h("span", { class: "seek-words" }, h("span", { class: "seek-name" }, isOwn ? "You" : name), h("span", { class: "seek-facts" }, describeSeek(seek, isOwn))),
      isOwn ? null : play,
    );
  }
}

/** @param {SeekView} seek @param {boolean} isOwn */
function describeSeek(seek, isOwn) {
  const clock = clockWords({ game: seek.clock?.game ?? 0, move: seek.clock?.move ?? 0 });
  return `${boardWords(seek.rules)} · ${clock} · ${startWords(seek, isOwn)}`;
}

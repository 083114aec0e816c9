// @ts-check
// Moving: dropping a piece or a ban, taking back, playing again. A piece is on the board at once,
// where the server said that it would land; if the server then refuses, it is taken back with a
// sentence. What is asked for while a request is under way is done in its turn.
import { ActionQueue } from "./action_queue.js";
import { api } from "../server/api.js";
import { showError, showNotice } from "./notices.js";
import { setAddress } from "./router.js";
import { canBranch, isPlayable, isShared, pagePath, shownPath, shownPosition, shownView } from "./state.js";
import { refusalText } from "../text/status.js";

export class MoveController {
  /**
   * @param {import("./state.js").Store} store
   * @param {import("./game_controller.js").GameController} games
   */
  constructor(store, games) {
    this.store = store;
    this.games = games;
    this.queue = new ActionQueue();
    store.subscribe(({ game }, before) => {
      if (game?.id !== before.game?.id) this.queue.clear();
      else if (game && game !== before.game) this.queue.receive(game);
    });
  }

  get state() {
    return this.store.state;
  }

  /**
   * Drop a piece or a ban, once everything that was asked for before has been answered.
   * @param {number} column
   */
  drop(column) {
    const { state } = this;
    const before = this.queue.last;
    // Against an agent or someone elsewhere it is their turn after a move: nothing to wait for.
    if (before?.kind === "move" && state.game?.mode !== "study" && !canBranch(state) && !isShared(state)) {
      this.#refuse(column);
      return;
    }
    let ply = NaN; // not played yet
    this.queue.add({
      kind: "move",
      run: async () => {
        await this.games.refreshing;
        ply = this.state.game?.plies.length ?? 0;
        const isTry = this.state.game?.mode === "study" || canBranch(this.state);
        return isTry ? this.#tryOut(column) : this.#move(column, before);
      },
      isSeenIn: (game) => game.plies[ply]?.column === column,
    });
  }

  /**
   * @param {number} column
   * @param {import("./action_queue.js").Action | null} before what was under way at the click
   * @returns {Promise<boolean>}
   */
  async #move(column, before) {
    const { state } = this;
    const { game } = state;
    const target = game?.legal.find((each) => each.column === column);
    if (!game || !isPlayable(state) || !target) return this.#refuse(column);
    // Clicked before anybody knew that the move before took the star: not meant as its ban.
    if (game.must_ban && before?.kind === "move") return false;
    const kind = game.must_ban ? "ban" : "piece";
    const pending = { column, row: target.row, side: game.turn, kind, ply: game.plies.length };
    this.store.update({ pending: /** @type {any} */ (pending), notice: null });
    this.games.pace.noteDrop(state, target.row);
    const body = { column: target.label, version: game.version, kind };
    return this.games.act("moves", body, game.turn);
  }

  /**
   * Play a move on the study board, or in a variation of a finished game.
   * @param {number} column
   * @returns {Promise<boolean>}
   */
  async #tryOut(column) {
    const mine = ++this.games.opening;
    try {
      if (this.state.game && !shownView(this.state)) {
        const earlier = await api.position(shownPosition(this.state)); // just stepped to
        if (mine !== this.games.opening) return false;
        this.store.update({ earlier });
      }
      const target = shownView(this.state)?.legal.find((each) => each.column === column);
      if (!isPlayable(this.state) || !target) return this.#refuse(column);
      const { game, tree } = this.state;
      if (tree || game?.id || shownPath(this.state) !== game?.position.split(":")[1]) {
        const { playVariation } = await import("./variations.js");
        if (mine !== this.games.opening) return false;
        return await playVariation(this, target.label);
      }
      const next = await api.position(shownPosition(this.state) + target.label);
      if (mine !== this.games.opening) return false;
      this.store.update({ game: next, shown: null, earlier: null, hint: null, notice: null });
      setAddress(pagePath(this.state), true);
      return true;
    } catch (error) {
      if (mine === this.games.opening) showError(this.store, error);
      return false;
    }
  }

  /** Go to a place in the tree of variations. @param {string} path @param {number} [ply] */
  async walk(path, ply) {
    const { walk } = await import("./variations.js");
    return walk(this, path, ply);
  }

  /** Say why a click in this column does nothing. @param {number} column */
  #refuse(column) {
    const words = refusalText(this.state, column);
    if (words) showNotice(this.store, words, "refusal");
    return false;
  }

  undo() {
    this.#changePlies("undo", (plies, before) => plies < before);
  }

  redo() {
    this.#changePlies("redo", (plies, before) => plies > before);
  }

  /**
   * @param {"undo" | "redo"} kind
   * @param {(plies: number, before: number) => boolean} isChanged
   */
  #changePlies(kind, isChanged) {
    let before = NaN; // not running yet
    this.queue.add({
      kind,
      run: async () => {
        await this.games.refreshing;
        before = this.state.game?.plies.length ?? 0;
        return (await this.games.act(kind)) && isChanged(this.state.game?.plies.length ?? 0, before);
      },
      isSeenIn: (game) => isChanged(game.plies.length, before),
    });
  }
}

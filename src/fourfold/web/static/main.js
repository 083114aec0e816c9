// @ts-check
// Puts the parts together: state -> what is drawn; clicks and keys -> what is done.
import { api } from "./server/api.js";
import { Board, boardSize } from "./board/board.js";
import { createButton } from "./dom/controls.js";
import { byId } from "./dom/elements.js";
import { listenToKeys } from "./dom/keyboard.js";
import { GameController } from "./state/game_controller.js";
import { MoveController } from "./state/move_controller.js";
import { openHistory } from "./dialogs/history.js";
import { loadSettings, saveSettings } from "./state/storage.js";
import { openKeyList } from "./dialogs/keys.js";
import { drawLegend } from "./panels/legend.js";
import { MoveList } from "./panels/move_list.js";
import { showError } from "./state/notices.js";
import { openNewGame } from "./dialogs/new_game.js";
import { GamePanel } from "./panels/game_panel.js";
import { readRoute } from "./state/router.js";
import { applySettings, isMotionOn, openSettings } from "./dialogs/settings.js";
import { openShare } from "./dialogs/share.js";
import { Store, boardView, initialState, isLatest, isSeated, shownPosition } from "./state/state.js";
import { StudyController } from "./state/study_controller.js";
import { StudyPanel } from "./panels/study_panel.js";
import { Tabs } from "./panels/tabs.js";
import { pieceNames } from "./text/names.js";

/** @typedef {import("./types.d.ts").Settings} Settings */

const store = new Store(initialState(loadSettings()));
const games = new GameController(store);
const moves = new MoveController(store, games);
const study = new StudyController(store, games, moves.queue);

const dialogs = {
  newGame: () => newGame(),
  share: () => openShare(store.state, games),
  history: () => openHistory(games, leaveHistory),
  settings: () => openSettings(store.state.settings, changeSettings),
  keys: () => openKeyList(),
};

const actions = {
  undo: () => {
    if (store.state.game?.mode === "study") study.step(-1);
    else moves.undo();
  },
  redo: () => {
    if (store.state.game?.mode === "study") study.step(1);
    else moves.redo();
  },
  hint: () => study.hint(),
  study: () => study.toggle(),
  newGame: dialogs.newGame,
  rematch: () => void games.rematch(),
  share: dialogs.share,
  playOn: () => {
    const { game } = store.state;
    if (!game) return;
    if (game.mode !== "study") void study.playOn();
    else newGame(shownPosition(store.state));
  },
  /** @param {string} action @param {any} [body] */
  act: (action, body) => void games.act(action, body ?? {}),
};

const fit = byId("fit");
const board = new Board(byId("board"), { choose: (column) => moves.drop(column) });
const panel = new GamePanel(actions);
const moveList = new MoveList({ goTo: (ply) => study.goTo(ply), step: (plies) => study.step(plies) });
const studyPanel = new StudyPanel();
const tabs = new Tabs();

store.subscribe((state, before) => {
  const names = pieceNames(state.settings);
  const view = boardView(state, names, isMotionOn(state.settings));
  if (view) {
    // The pieces of another game are simply there.
    if (before.game && before.game.id !== state.game?.id) view.motion = false;
    board.update(view);
    const { width, height } = boardSize(view);
    fit.style.setProperty("--board-width", String(width));
    fit.style.setProperty("--board-height", String(height));
  }
  panel.update(state, before);
  moveList.update(state);
  studyPanel.update(state);
  tabs.update(state.study);
});

/** @param {string} [start] the position to begin with */
function newGame(start) {
  openNewGame({ settings: store.state.settings, games, change: changeSettings, start });
}

/** @param {Settings} settings */
function changeSettings(settings) {
  saveSettings(settings);
  applySettings(settings);
  store.update({ settings });
}

/** Whether two agents play here, who can be paused. */
function isWatchable() {
  const { state } = store;
  return state.game?.mode === "ai-ai" && !state.game.result && isSeated(state) && isLatest(state);
}

function leaveHistory() {
  if (readRoute().page === "history") history.back();
}

/** Back and forward: often only another move of the same game, or the history over it. */
function revisit() {
  const { page, what, secret, ply } = readRoute();
  const { game } = store.state;
  document.querySelector("dialog")?.close();
  if (page === "history" && game) dialogs.history();
  else if (game && !secret && what === (page === "game" ? game.id : game.position)) {
    study.goTo(ply ?? Infinity);
  } else void openRoute();
}

async function openRoute() {
  const { page, what, secret, ply } = readRoute();
  if (page === "game" && what) await games.openGame(what, { secret, ply, replace: true });
  else if (page === "position") await games.openPosition(what || "7x6:", ply);
  else {
    await games.openCurrent();
    if (page === "history") dialogs.history();
  }
}

drawLegend();
applySettings(store.state.settings);
byId("nav").append(
  createButton("New game", dialogs.newGame, { icon: "plus", key: "N" }),
  createButton("Share", dialogs.share, { icon: "share", class: "is-quiet" }),
  createButton("History", dialogs.history, { icon: "history", class: "is-quiet" }),
  createButton("Settings", dialogs.settings, { icon: "settings", class: "is-quiet" }),
  createButton("Keys", dialogs.keys, { icon: "keys", class: "is-quiet", key: "?" }),
);
listenToKeys({
  ...actions,
  ...dialogs,
  drop: (column) => moves.drop(column),
  step: (plies) => study.step(plies),
  goTo: (ply) => study.goTo(ply),
  pause: () => {
    if (isWatchable()) actions.act(store.state.game?.paused ? "resume" : "pause");
  },
  oneStep: () => {
    if (isWatchable()) actions.act("step");
  },
  columns: () => store.state.game?.rules.columns ?? 0,
});
window.addEventListener("popstate", revisit);
window.matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => {
  applySettings(store.state.settings);
});
openRoute().then(
  () => api.agents().catch(() => {}), // so that the dialog for a new game is there at once
  (error) => showError(store, error),
);

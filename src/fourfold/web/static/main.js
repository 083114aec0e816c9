// @ts-check
// Puts the parts together: state -> what is drawn; clicks and keys -> what is done.
import { api } from "./api.js";
import { Board, boardSize } from "./board.js";
import { button } from "./controls.js";
import { byId } from "./dom.js";
import { GamePlay } from "./game.js";
import { openHistory } from "./history.js";
import { loadSettings, saveSettings } from "./keep.js";
import { listenToKeys, openKeys } from "./keys.js";
import { drawLegend } from "./legend.js";
import { Moves } from "./moves.js";
import { openNewGame } from "./new_game.js";
import { Panel } from "./panel.js";
import { currentRoute } from "./router.js";
import { applySettings, isMoving, openSettings } from "./settings.js";
import { openShare } from "./share.js";
import { Store, boardView, emptyState, isLatest, isSeated, shownPosition } from "./state.js";
import { Study } from "./study.js";
import { StudyPanel } from "./study_panel.js";
import { Tabs } from "./tabs.js";
import { pieceNames } from "./words.js";

/** @typedef {import("./types.d.ts").Settings} Settings */

const store = new Store(emptyState(loadSettings()));
const play = new GamePlay(store);
const study = new Study(store, play);

const dialogs = {
  newGame: () => newGame(),
  share: () => openShare(store.state, play),
  history: () => openHistory(play, leaveHistory),
  settings: () => openSettings(store.state.settings, changeSettings),
  keys: () => openKeys(),
};

const deeds = {
  undo: () => {
    if (store.state.game?.mode === "study") study.step(-1);
    else void play.act("undo");
  },
  redo: () => {
    if (store.state.game?.mode === "study") study.step(1);
    else void play.act("redo");
  },
  hint: () => study.hint(),
  study: () => study.toggle(),
  newGame: dialogs.newGame,
  rematch: () => void play.rematch(),
  share: dialogs.share,
  playOn: () => {
    const { game } = store.state;
    if (!game) return;
    if (game.mode !== "study") void study.playOn();
    else newGame(shownPosition(store.state));
  },
  /** @param {string} action @param {any} [body] */
  act: (action, body) => void play.act(action, body ?? {}),
};

const fit = byId("fit");
const board = new Board(byId("board"), { choose: (column) => void play.drop(column) });
const panel = new Panel(deeds);
const moves = new Moves({ goTo: (ply) => study.goTo(ply), step: (plies) => study.step(plies) });
const studyPanel = new StudyPanel();
const tabs = new Tabs();

store.subscribe((state, before) => {
  const names = pieceNames(state.settings);
  const view = boardView(state, names, isMoving(state.settings));
  if (view) {
    // The pieces of another game are simply there.
    if (before.game && before.game.id !== state.game?.id) view.motion = false;
    board.update(view);
    const { width, height } = boardSize(view);
    fit.style.setProperty("--board-width", String(width));
    fit.style.setProperty("--board-height", String(height));
  }
  panel.update(state, before);
  moves.update(state);
  studyPanel.update(state);
  tabs.update(state.study);
});

/** @param {string} [start] the position to begin with */
function newGame(start) {
  openNewGame({ settings: store.state.settings, play, change: changeSettings, start });
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
  if (currentRoute().page === "history") history.back();
}

/** Back and forward: often only another move of the same game, or the history over it. */
function revisit() {
  const { page, what, secret, ply } = currentRoute();
  const { game } = store.state;
  document.querySelector("dialog")?.close();
  if (page === "history" && game) dialogs.history();
  else if (game && !secret && what === (page === "game" ? game.id : game.position)) {
    study.goTo(ply ?? Infinity);
  } else void openRoute();
}

async function openRoute() {
  const { page, what, secret, ply } = currentRoute();
  if (page === "game" && what) await play.openGame(what, { secret, ply, replace: true });
  else if (page === "position") await play.openPosition(what || "7x6:", ply);
  else {
    await play.openCurrent();
    if (page === "history") dialogs.history();
  }
}

drawLegend();
applySettings(store.state.settings);
byId("nav").append(
  button("New game", dialogs.newGame, { icon: "plus", key: "N" }),
  button("Share", dialogs.share, { icon: "share", class: "is-quiet" }),
  button("History", dialogs.history, { icon: "history", class: "is-quiet" }),
  button("Settings", dialogs.settings, { icon: "settings", class: "is-quiet" }),
  button("Keys", dialogs.keys, { icon: "keys", class: "is-quiet", key: "?" }),
);
listenToKeys({
  ...deeds,
  ...dialogs,
  drop: (column) => void play.drop(column),
  step: (plies) => study.step(plies),
  goTo: (ply) => study.goTo(ply),
  pause: () => {
    if (isWatchable()) deeds.act(store.state.game?.paused ? "resume" : "pause");
  },
  oneStep: () => {
    if (isWatchable()) deeds.act("step");
  },
  columns: () => store.state.game?.rules.columns ?? 0,
});
window.addEventListener("popstate", revisit);
window.matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => {
  applySettings(store.state.settings);
});
openRoute().then(
  () => api.agents().catch(() => {}), // so that the dialog for a new game is there at once
  (error) => play.complain(error),
);

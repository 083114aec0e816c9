// @ts-check
// Puts the parts together: state -> what is drawn; clicks and keys -> what is done.
import { Board, boardSize } from "./board/board.js";
import { createButton } from "./dom/controls.js";
import { applySettings, isMotionOn } from "./dom/appearance.js";
import { byId } from "./dom/elements.js";
import { listenToKeys } from "./dom/keyboard.js";
import { ignoreSecondClicks } from "./dom/second_click.js";
import { loadStyles } from "./dom/styles.js";
import { GameController } from "./state/game_controller.js";
import { MoveController } from "./state/move_controller.js";
import { loadOpponents, rememberResult } from "./state/opponents.js";
import { loadSettings, saveSettings } from "./state/storage.js";
import { drawLegend } from "./panels/legend.js";
import { NOT_LOADED, watchExplorer, watchPeople, watchResult } from "./panels/late_panels.js";
import { MoveList } from "./panels/move_list.js";
import { showError } from "./state/notices.js";
import { GamePanel } from "./panels/game_panel.js";
import { listenToCellNames } from "./panels/cell_names.js";
import { registerApp } from "./state/app.js";
import { boardView } from "./state/board_view.js";
import { PremoveController } from "./state/premove.js";
import { askForRematch } from "./state/rematch.js";
import { readRoute, setAddress } from "./state/router.js";
import { Screens, isScreen } from "./screens/screens.js";
import { Store, initialState, isLatest, isSeated, mySides, shownPosition } from "./state/state.js";
import { StudyController } from "./state/study_controller.js";
import { StudyPanel } from "./panels/study_panel.js";
import { Tabs } from "./panels/tabs.js";
import { pieceNames } from "./text/names.js";

/** @typedef {import("./types.d.ts").Settings} Settings */

const store = new Store(initialState(loadSettings()));
store.subscribe(rememberResult); // before everything that suggests an opponent
const games = new GameController(store);
const moves = new MoveController(store, games);
const premoves = new PremoveController(store, moves);
const study = new StudyController(store, games, moves.queue);
/** @type {import("./panels/review.js").Review | null} */
let review = null; // loaded when the first one is opened

const dialogs = {
  newGame: () => newGame(),
  share: () => void openDialog(() => import("./dialogs/share.js"), ({ openShare }) => openShare(store.state, games)),
  settings: () =>
    void openDialog(() => import("./dialogs/settings.js"), ({ openSettings }) =>
      openSettings(store.state.settings, changeSettings, go),
    ),
  keys: () => void openDialog(() => import("./dialogs/keys.js"), ({ openKeyList }) => openKeyList()),
};

const actions = {
  undo: () => {
    if (store.state.review) return;
    if (store.state.game?.mode === "study") study.step(-1);
    else moves.undo();
  },
  redo: () => {
    if (store.state.review) return;
    if (store.state.game?.mode === "study") study.step(1);
    else moves.redo();
  },
  hint: () => store.state.review || study.hint(),
  study: () => store.state.review || study.toggle(),
  explorer: () => study.toggleExplorer(),
  review: () => void withReview((tools) => tools.toggle()),
  newGame: dialogs.newGame,
  /** @param {boolean} [accept] */
  rematch: (accept) => void askForRematch(games, accept),
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

const board = new Board(byId("board"), { choose: (column, isRepeated) => games.deferred.run(() => drop(column, isRepeated)) });
const panel = new GamePanel(actions);
const steps = { goTo: (/** @type {number} */ ply) => study.goTo(ply), step: (/** @type {number} */ plies) => study.step(plies) };
const moveList = new MoveList({ ...steps, explorer: actions.explorer }, moves);
const studyPanel = new StudyPanel(go);
listenToCellNames(document.body, (pointed) => store.update({ pointed }));
const tabs = new Tabs();
watchPeople(store, actions.act);
watchExplorer(store, { ...steps, drop, explorer: actions.explorer });
watchResult(store, byId("result"), (opponent) => void playNext(opponent));

const loadEffects = () => import("./effects/effects.js");
store.subscribe((state, before) => {
  if (!state.settings.sound && !state.settings.vibration) return;
  loadEffects().then(({ playEffects }) => playEffects(state, before), () => {});
});

const screens = new Screens(byId("room"), {
  store,
  games,
  go,
  openDialog: (name) => dialogs[name](),
});

store.subscribe((state, before) => {
  // A game that was begun or opened on a screen is shown.
  if (screens.isOpen && !isScreen(readRoute().page)) screens.close();
  const names = pieceNames(state.settings);
  const view = boardView(state, names, isMotionOn(state.settings));
  if (view) {
    // The pieces of another game are simply there.
    if (before.game && before.game.id !== state.game?.id) view.motion = false;
    board.update(view);
    const { width, height } = boardSize(view);
    document.body.style.setProperty("--board-width", String(width));
    document.body.style.setProperty("--board-height", String(height));
  }
  panel.update(state, before);
  moveList.update(state);
  studyPanel.update(state);
  tabs.update(state);
});

/**
 * In a review a column is an answer to "Try again here".
 * @param {number} column
 * @param {boolean} [isRepeated] the second click of a double click
 */
function drop(column, isRepeated = false) {
  if (review?.controller.isAsking) void review.controller.attempt(column);
  else if (!premoves.choose(column, isRepeated)) moves.drop(column);
}

const loadReview = () => import("./panels/review.js");

/** Do something with the review's tools, which are loaded first. @param {(tools: import("./panels/review.js").Review) => void} action */
async function withReview(action) {
  try {
    const [{ Review }] = await Promise.all([loadReview(), loadStyles("labels", "review", "ghosts")]);
    review ??= new Review(store, study, steps);
  } catch {
    showError(store, new Error(NOT_LOADED));
    return;
  }
  action(review);
}

/**
 * Open a dialog, which is loaded with its style sheets when it is first needed.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(module: T) => void} open
 */
async function openDialog(load, open) {
  try {
    const [module] = await Promise.all([load(), loadStyles("dialogs", "fields", "new_game", "ladder")]);
    open(module);
  } catch {
    showError(store, new Error(NOT_LOADED));
  }
}

/** @param {string} [start] the position to begin with */
function newGame(start) {
  void openDialog(() => import("./dialogs/new_game.js"), ({ openNewGame }) =>
    openNewGame({ settings: store.state.settings, games, change: changeSettings, go, start }),
  );
}

/** Go to an address of the page, as a link would. @param {string} path relative to the base */
function go(path) {
  setAddress(path);
  revisit();
}

/** Play another opponent on the same board, at the same side. @param {import("./types.d.ts").OpponentView} opponent */
async function playNext(opponent) {
  const { game, settings } = store.state;
  const you = { name: settings.name || undefined };
  const players = mySides(store.state)[0] === "SECOND" ? [{ opponent: opponent.id }, you] : [you, { opponent: opponent.id }];
  const rules = game?.rules.text ?? "7x6";
  await games.create({ rules, players }).catch((error) => showError(store, error));
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

/** Back and forward: often only another move of the same game. */
function revisit() {
  const { page, what, review: isReview, secret, ply, line } = readRoute();
  const { game } = store.state;
  document.querySelector("dialog")?.close();
  if (isScreen(page)) {
    void screens.open(page, what);
    return;
  }
  screens.close();
  if (game && !secret && !line && !store.state.line && what === (page === "game" ? game.id : game.position)) {
    if (isReview !== Boolean(store.state.review)) store.update({ review: null });
    study.goTo(ply ?? Infinity);
    if (isReview && !store.state.review) void withReview((tools) => tools.controller.open(true));
  } else void games.deferred.during(openRoute);
}

async function openRoute() {
  const { page, what, review: isReview, secret, ply, line, lines } = readRoute();
  if (isScreen(page)) {
    await screens.open(page, what);
    return;
  }
  if (page === "game" && what) await games.openGame(what, { secret, ply, replace: true });
  else if (page === "position") await games.openPosition(what || "7x6:", ply, lines);
  else await games.openCurrent();
  if (line && store.state.game) await moves.walk(line, ply ?? line.length);
  if (isReview && store.state.game) await withReview((tools) => tools.controller.open(true));
}

drawLegend();
applySettings(store.state.settings);
byId("nav").append(
  createButton("New game", dialogs.newGame, { icon: "plus", key: "N" }),
  createButton("Learn", () => go("learn"), { icon: "learn", class: "is-quiet" }),
  createButton("Puzzles", () => go("puzzles"), { icon: "puzzle", class: "is-quiet" }),
  createButton("Tournaments", () => go("tournaments"), { icon: "cup", class: "is-quiet" }),
  createButton("Share", dialogs.share, { icon: "share", class: "is-quiet" }),
  createButton("History", () => go("history"), { icon: "history", class: "is-quiet" }),
  createButton("Settings", dialogs.settings, { icon: "settings", class: "is-quiet" }),
  createButton("Keys", dialogs.keys, { icon: "keys", class: "is-quiet", key: "?" }),
);
ignoreSecondClicks(document);
listenToKeys({
  ...actions,
  ...dialogs,
  ...steps,
  drop,
  whenOpen: (action) => games.deferred.run(action),
  handleScreenKey: (event) => screens.handleKey(event),
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
void loadOpponents().then(() => store.update({}), () => {}); // their faces are drawn as soon as they are there
games.deferred
  .during(openRoute)
  .catch((error) => showError(store, error))
  .finally(registerApp);

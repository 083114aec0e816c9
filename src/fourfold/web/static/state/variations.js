// @ts-check
// Variations: a move from an earlier position of a study board or of a finished game begins one. They
// are walked, promoted and deleted; those of a game are saved with it by whoever has a seat, those of
// a study board are kept in the address. Loaded with the first one.
import { api } from "../server/api.js";
import { showError, showNotice } from "./notices.js";
import { setAddress } from "./router.js";
import { deleteLine, headOf, mainPath, orderLines, pathOf, pliesOf, promoteLine, sharedLength, treeOf } from "./move_tree.js";
import { isSeated, lineOf, pagePath, shownPath } from "./state.js";

/** @typedef {import("../types.d.ts").GameView} GameView */
/** @typedef {import("./move_controller.js").MoveController} MoveController */

const MOST_LINES = 100; // as the server allows

/**
 * Go on with a column from the position on the screen, whose next moves are known.
 * @param {MoveController} moves
 * @param {string} label
 * @returns {Promise<boolean>}
 */
export async function playVariation(moves, label) {
  const { state } = moves;
  const lines = treeOf(state);
  const path = shownPath(state) + label;
  const known = lines.find((line) => line.startsWith(path));
  if (known) return show(moves, lines, lineThrough(moves, lines, path), path.length);
  if (lines.length > MOST_LINES) {
    showNotice(moves.store, `There are ${MOST_LINES} variations already: delete one to add another.`, "refusal");
    return false;
  }
  const added = orderLines([...lines, path]);
  return (await show(moves, added, path, path.length)) && save(moves, added);
}

/**
 * Go to a place in the tree.
 * @param {MoveController} moves
 * @param {string} path
 * @param {number} [ply] how many of its moves are shown
 * @returns {Promise<boolean>}
 */
export async function walk(moves, path, ply = path.length) {
  const lines = treeOf(moves.state);
  if (path && !lines.some((line) => line.startsWith(path))) return false;
  return show(moves, lines, lineThrough(moves, lines, path), ply);
}

/** Let the variation on the screen lead the tree; the moves of a game stay its main line. @param {MoveController} moves */
export async function promote(moves) {
  const { state } = moves;
  const path = shownPath(state);
  const lines = promoteLine(treeOf(state), path);
  const kept = state.game?.id ? orderLines([pathOf(state.game), ...lines]) : lines;
  return (await show(moves, kept, lineThrough(moves, kept, path), path.length)) && save(moves, kept);
}

/** Delete the variation on the screen, and go to where it began. @param {MoveController} moves */
export async function remove(moves) {
  const lines = treeOf(moves.state);
  const head = headOf(lines, shownPath(moves.state));
  if (!head) return false;
  const kept = deleteLine(lines, head);
  const fork = head.slice(0, -1);
  const line = kept.find((each) => each.startsWith(fork)) ?? fork;
  return (await show(moves, kept, line, fork.length)) && save(moves, kept);
}

/** The line through a path: the one on the screen, if it can be. @param {MoveController} moves @param {string[]} lines @param {string} path */
function lineThrough({ state }, lines, path) {
  const here = lineOf(state);
  const current = here ? pathOf(here) : "";
  return current.startsWith(path) ? current : (lines.find((line) => line.startsWith(path)) ?? path);
}

/**
 * Show a line of a tree, up to a ply.
 * @param {MoveController} moves
 * @param {string[]} lines
 * @param {string} line
 * @param {number} ply
 * @returns {Promise<boolean>}
 */
async function show(moves, lines, line, ply) {
  const { games, store } = moves;
  const { game } = moves.state;
  if (!game) return false;
  const isStudy = game.mode === "study";
  const here = lineOf(moves.state) ?? game;
  const isMain = !isStudy && pathOf(game).startsWith(line);
  const mine = isStudy ? ++games.opening : games.opening;
  try {
    const isThere = pathOf(here) === line;
    const view = isMain ? game : isThere ? here : await api.position(`${game.rules.text}:${line}`);
    if (mine !== games.opening || moves.state.game?.id !== game.id) return false;
    const known = withVariations(moves.state.game ?? game, [view, here], lines, isStudy ? view : null);
    const shown = ply < view.plies.length ? ply : null;
    store.update({
      game: known,
      line: isStudy || isMain ? null : view,
      tree: isStudy && lines.length > 1 ? lines : null,
      shown,
      earlier: null,
      hint: null,
      notice: null,
    });
    setAddress(pagePath(moves.state), true);
    return true;
  } catch (error) {
    if (mine === games.opening) showError(store, error);
    return false;
  }
}

/**
 * A game with the variations of a tree, whose plies are those that the page has seen.
 * @param {GameView} game
 * @param {GameView[]} seen
 * @param {string[]} lines
 * @param {GameView | null} next the line of a study board that takes the place of the game
 * @returns {GameView}
 */
function withVariations(game, seen, lines, next) {
  const base = next ?? game;
  const main = pathOf(base);
  const variations = lines
    .filter((line) => !main.startsWith(line))
    .map((line) => {
      const after = sharedLength(line, main);
      const views = [...seen, game];
      const plies = views.map((view) => pliesOf(view, line)).find(Boolean) ?? [];
      return { moves: line, after, plies: plies.slice(after) };
    });
  return { ...base, variations };
}

/** Save the variations of a game with it, if the person here has a seat. @param {MoveController} moves @param {string[]} lines @returns {Promise<boolean>} */
async function save(moves, lines) {
  const { state } = moves;
  if (!state.game?.id || !isSeated(state)) return true;
  const main = mainPath(state);
  const variations = lines.filter((line) => line !== main);
  return moves.games.act("variations", { variations, version: state.game.version });
}

// What the parts of the page hand to each other, beside what the server sends. Nothing here is run.
import type {
  AnalysisView,
  Cell,
  EmoteView,
  GameView,
  Kind,
  PlyReviewView,
  ReviewView,
  SeatSecrets,
  Side,
  ThinkingView,
} from "./server/types.d.ts";

export type * from "./server/types.d.ts";

export type BySide<T> = Record<Side, T>;

/** Secrets by side; `home` is the side that this screen plays, if it plays only one. */
export type Seats = SeatSecrets & { home?: Side };

export interface Settings {
  theme: "classic" | "ink" | "sea";
  mode: "auto" | "light" | "dark";
  motion: "auto" | "on" | "off";
  swapped: boolean; // the second player has the first colour
  name: string;
  landing: boolean; // the answer waits until one's own piece has landed
  breath: number; // seconds between that and the answer
  sound: boolean;
  vibration: boolean;
  emotes: boolean; // show what the other person sends
}

/** A piece on the board that the server has not confirmed yet. */
export interface Pending {
  column: number;
  row: number;
  side: Side;
  kind: Kind;
  ply: number;
}

export interface Notice {
  text: string;
  kind: "refusal" | "news";
}

/** A better move that the visitor looks for, instead of the ply with this number. */
export interface Attempt {
  number: number;
  kind: "asking" | "checking" | "right" | "wrong";
  column: number | null; // what they tried last
  row: number;
  text: string;
}

/** A line of the ply with this number that is shown on the board, and how many of its plies. */
export interface ReviewLine {
  kind: "better" | "refutation";
  number: number;
  count: number;
}

/** The review on the screen. */
export interface ReviewState {
  key: string; // of which game
  plies: Record<number, PlyReviewView>; // by their numbers, those that have come
  done: number;
  total: number;
  whole: ReviewView | null; // once everything is reviewed
  line: ReviewLine | null;
  attempt: Attempt | null;
}

export interface State {
  game: GameView | null;
  received: number; // performance.now() when `game` arrived: the clocks run on from there
  seats: Seats;
  pending: Pending | null;
  premove: { column: number; ply: number } | null; // chosen while the opponent thinks, after this many plies
  emote: EmoteView | null; // what a player has sent last
  shown: number | null; // the ply that is shown; null: the last one, whatever comes
  line: GameView | null; // the variation of a finished game that is shown instead of its moves
  tree: string[] | null; // the lines of a study board with variations, the main line first
  earlier: GameView | null; // the earlier position that is shown, as the server sent it
  study: boolean;
  explorer: boolean;
  analysis: AnalysisView | null;
  analysing: boolean;
  hint: { position: string; column: number; text: string } | null;
  pointed: Cell | null; // the cell that a sentence names and the mouse points at
  review: ReviewState | null;
  thinking: ThinkingView | null;
  notice: Notice | null;
  online: boolean;
  missing: string | null; // why there is no game
  settings: Settings;
}

/** Everything a board needs to draw itself. */
export interface BoardView {
  columns: number;
  rows: number;
  labels: string[];
  forbidden: Cell[];
  bonus: Cell | null;
  pieces: { column: number; row: number; owner: Side | "BAN" }[];
  ghosts?: { column: number; row: number; owner: Side | "BAN"; text: string; falls?: boolean }[]; // of a line that was not played
  landing: (number | null)[]; // the row of each column's landing cell; null if the column is full
  playable: boolean;
  premovable?: boolean; // a column can be chosen ahead of its turn
  premove?: number | null; // the column that is chosen
  next: Side | "BAN";
  line: Cell[]; // the cells of the winning line
  marks: BySide<Cell[]> | null;
  hint: number | null;
  pointed?: Cell | null;
  names: Record<Side | "BAN", string>;
  motion: boolean;
}

/** What a screen gets. */
export interface ScreenContext {
  root: HTMLElement; // its place on the page
  path: string; // the rest of its address, such as "daily" of /puzzles/daily
  store: import("./state/state.js").Store;
  games: import("./state/game_controller.js").GameController;
  /** Go to an address of the page, relative to its base: "learn/blocking", "game/ID", "". */
  go: (path: string) => void;
  openDialog: (name: "newGame" | "settings" | "keys") => void;
}

/** A screen that is open. */
export interface Screen {
  title: string;
  /** Called when the screen is left: end its timers and requests. */
  close?: () => void;
  /** Called with every key that is pressed outside of text fields; true if it was used. */
  handleKey?: (event: KeyboardEvent) => boolean;
}

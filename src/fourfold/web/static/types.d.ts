// What the server sends, and what the parts of the page hand to each other. Nothing here is run.

export type Side = "FIRST" | "SECOND";
export type Cell = [column: number, row: number]; // counted from 0, row 0 at the bottom
export type Kind = "piece" | "ban";
export type Outcome = "win" | "draw" | "loss";
export type BySide<T> = Record<Side, T>;
/** Secrets by side; `home` is the side of whoever sits here, if only one of them is for this screen. */
export type Seats = Partial<BySide<string>> & { home?: Side };

// --- from the server -------------------------------------------------------------------------

export interface RulesView {
  text: string;
  columns: number;
  rows: number;
  forbidden: Cell[];
  bonus: Cell | null;
  labels: string[];
}

export interface PlayerView {
  side: Side;
  name: string;
  agent: string | null;
  options?: Record<string, unknown> | null;
  title: string;
  joined?: boolean;
  present?: boolean;
}

export interface PlyView {
  column: number;
  row: number;
  label: string;
  side: Side;
  kind: Kind;
  seconds?: number | null;
  outcome?: Outcome | null;
  in_plies?: number | null;
  evaluation?: number | null;
  nodes?: number | null;
  depth?: number | null;
  reason?: string;
  opening?: boolean;
}

export interface ResultView {
  winner: Side | null;
  reason: string;
  detail?: string;
  cells?: Cell[];
}

export interface ClockView {
  game: number | null;
  move: number | null;
  left: [number | null, number | null];
  running: Side | null;
  spent: number;
}

export interface Thinking {
  side: Side;
  seconds: number;
  depth?: number | null;
  nodes?: number | null;
  evaluation?: number | null;
  line?: string[];
  queued?: boolean;
}

export interface GameView {
  id: string | null;
  version: number;
  mode: "human-ai" | "human-human" | "ai-ai" | "study";
  link: boolean;
  rules: RulesView;
  position: string;
  start: string;
  players: [PlayerView, PlayerView];
  turn: Side;
  must_ban: boolean;
  legal: { column: number; label: string; row: number }[];
  plies: PlyView[];
  result: ResultView | null;
  can_undo: boolean;
  can_redo: boolean;
  offer: Side | null;
  undo_offer: Side | null;
  clock: ClockView | null;
  thinking: Thinking | null;
  paused: boolean;
  breath: number;
  winning_cells: BySide<Cell[]>;
  previous: string | null;
  next: string | null;
  created: string;
  watchers?: number;
  you?: Side | null;
}

export interface ColumnAnalysis {
  column: number;
  label: string;
  full: boolean;
  proven?: boolean;
  outcome?: Outcome | null;
  in_plies?: number | null;
  moves?: number | null;
  score?: number | null;
  chance?: number | null;
}

export interface Analysis {
  position: string;
  turn: Side;
  columns: ColumnAnalysis[];
  best: number | null;
  line: string[];
  chance: number | null;
  outcome: Outcome | null;
  in_plies: number | null;
  winning_cells: BySide<Cell[]>;
  nodes?: number | null;
  seconds?: number | null;
  complete: boolean;
}

export interface AgentOption {
  name: string;
  type: "bool" | "int" | "float" | "str";
  default: boolean | number | string | null;
  choices?: string[] | null;
  minimum?: number | null;
  maximum?: number | null;
  description: string;
}

export interface AgentView {
  name: string;
  title: string;
  summary: string;
  rules: string;
  options: AgentOption[];
  levels?: { name: string; agent: string }[];
}

export interface Summary {
  id: string;
  mode: GameView["mode"];
  rules: string;
  position: string;
  players: [PlayerView, PlayerView];
  plies: number;
  result: { winner: Side | null; reason: string } | null;
  created: string;
  updated: string;
}

export interface Tally {
  agent: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

export interface NewGame {
  rules?: string;
  start?: string;
  players: [{ name?: string; agent?: string }, { name?: string; agent?: string }];
  clock?: { game?: number | null; move?: number | null };
  link?: boolean;
  breath?: number;
  paused?: boolean;
}

export interface Created {
  game: GameView;
  seats: Seats;
}

// --- inside the page -------------------------------------------------------------------------

export interface Settings {
  theme: "classic" | "ink" | "sea";
  mode: "auto" | "light" | "dark";
  motion: "auto" | "on" | "off";
  swapped: boolean; // the second player has the first colour
  name: string;
}

/** A piece that fell here and that the server has not confirmed yet. */
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

export interface State {
  game: GameView | null;
  received: number; // performance.now() when `game` came: the clocks tick from there
  seats: Seats;
  pending: Pending | null;
  shown: number | null; // the ply that is shown; null: the last one, whatever comes
  look: GameView | null; // the earlier position that is shown, as the server tells it
  study: boolean;
  analysis: Analysis | null;
  analysing: boolean;
  hint: { position: string; column: number; text: string } | null;
  thinking: Thinking | null;
  notice: Notice | null;
  online: boolean;
  missing: string | null; // why there is no game
  settings: Settings;
}

/** All that a board needs to know. */
export interface BoardView {
  columns: number;
  rows: number;
  labels: string[];
  forbidden: Cell[];
  bonus: Cell | null;
  pieces: { column: number; row: number; owner: Side | "BAN" }[];
  landing: (number | null)[]; // the row in which the next piece of each column would come to lie
  playable: boolean;
  next: Side | "BAN";
  line: Cell[]; // the winning cells
  marks: BySide<Cell[]> | null;
  hint: number | null;
  names: Record<Side | "BAN", string>;
  motion: boolean;
}

// What the server takes and sends. Written by `make types` from src/fourfold/web/api: do not edit.

/** An agent to play against. */
export interface AgentView {
  name: string;
  title: string;
  summary: string;
  rules: string;
  options: OptionView[];
  levels: LevelView[];
}

/** What is known of a position: proven where time allowed, estimated elsewhere. */
export interface AnalysisView {
  position: string;
  turn: Side;
  columns: ColumnAnalysisView[];
  best: number | null;
  line: string[];
  win_chance: number | null;
  outcome: Outcome | null;
  in_plies: number | null;
  threat_cells: ThreatCells;
  nodes: number | null;
  seconds: number;
  complete: boolean;
}

/** What a column leads to: right or wrong, why, and how play goes on. */
export interface AnswerView {
  column: number;
  /** Where the piece lands. */
  row: number;
  right: boolean;
  sentences: string[];
  /** For the player who chose the column, if it is known. */
  outcome: Outcome | null;
  /** Moves of both until the win or the loss. */
  moves: number | null;
  /** The plies after the column. */
  line: LinePlyView[];
  /** The four at the end of the line, if any. */
  line_cells: Cell[];
}

/** The ban that is due. */
export interface Ban {
  /** As the notation writes it: 4, or d. */
  column: string;
  version?: number | null;
}

/** [column, row], from 0; row 0 is at the bottom. */
export type Cell = [number, number];

/** The clocks, in seconds. */
export interface ClockView {
  game: number | null;
  move: number | null;
  increment: number;
  left: [number | null, number | null];
  running: Side | null;
  spent: number;
}

/** What is known of a column, and why. */
export interface ColumnAnalysisView {
  column: number;
  label: string;
  full: boolean;
  proven: boolean;
  outcome: Outcome | null;
  in_plies: number | null;
  moves: number | null;
  score: number | null;
  win_chance: number | null;
  /** Why it is good or bad, in sentences. */
  why: string[];
  /** The same in a few words; empty if there are none. */
  reason: string;
}

/** What the games of two players say of them, for the first of the two. */
export interface Comparison {
  won: number;
  drawn: number;
  lost: number;
  /** The difference with its error, in words. */
  elo: string;
  /** The chance that the first is stronger, 0 to 1. */
  superiority: number | null;
}

/** A new game, and the secrets of its seats. */
export interface CreatedGame {
  game: GameView;
  seats: SeatSecrets;
}

/** A new seek; its secret becomes that of the seat in the game. */
export interface CreatedSeek {
  seek: SeekView;
  secret: string;
}

/** The puzzle of a day. */
export interface DailyPuzzle {
  day: string;
  today: string;
  puzzle: PuzzleView;
  mark: DayMark | null;
  progress: PuzzleProgressView;
}

/** `tried`: wrong so far; `shown`: the solution was looked at. */
export type DayMark = "solved" | "tried" | "shown";

/** A day on which games ended. */
export interface DayView {
  date: string;
  games: number;
}

/** On which days the player has played; `recent` has those of the last half year. */
export interface DaysView {
  today: string;
  played: number;
  streak: StreakView;
  recent: DayView[];
}

/** A game that was deleted. */
export interface DeletedGame {
  id: string;
  kept_by_opponent: boolean;
}

/** The answer to the opponent's offer; without one, an offer. */
export interface Draw {
  answer?: boolean | null;
}

export type Emote = "hello" | "good_move" | "oops" | "thinking" | "well_played" | "thanks";

/** A sign that a player has just sent; the numbers of later ones are larger. */
export interface EmoteView {
  number: number;
  side: Side;
  emote: Emote;
}

/** A request with an empty body. */
export interface EmptyBody {
}

/** A refusal: one sentence. */
export interface ErrorResponse {
  error: string;
}

/** A position in which the player to move looks for the right column. */
export interface ExerciseView {
  position: string;
  rules: RulesView;
  /** In the order in which they were dropped. */
  pieces: PieceView[];
  turn: Side;
  must_ban: boolean;
  prompt: string;
  /** Whether the scores and the threats are shown. */
  study: boolean;
  threat_cells: ThreatCells;
  answers: AnswerView[];
}

/** What is known of a column, and how often it was played. */
export interface ExplorerColumn {
  column: number;
  label: string;
  full: boolean;
  proven: boolean;
  outcome: Outcome | null;
  in_plies: number | null;
  moves: number | null;
  score: number | null;
  win_chance: number | null;
  all: MoveTallyView;
  yours: MoveTallyView;
}

/** What was played in a position, by any order of moves and in its mirror image. */
export interface ExplorerView {
  position: string;
  turn: Side;
  columns: ExplorerColumn[];
  all: MoveTallyView;
  yours: MoveTallyView;
  /** Whether the scores come from the opening book. */
  book: boolean;
  /** Whether a column and its mirror image are counted together. */
  symmetric: boolean;
}

/** The face of an opponent, in words that the page knows how to draw. */
export interface FaceView {
  backdrop: string;
  skin: string;
  shape: string;
  hair: string;
  hair_colour: string;
  eyes: string;
  mouth: string;
  extra: string;
}

/** How many games a player lost by one fault of its own. */
export interface FaultCount {
  reason: string;
  games: number;
}

/** What moving first is worth, in Elo. */
export interface FirstMove {
  elo: number;
  error: number;
}

/** The events of a game's stream by their names, each with its data. */
export interface GameEvents {
  game: GameView;
  thinking: ThinkingView;
  presence: PresenceView;
  emote: EmoteView;
}

/** A game in a list. */
export interface GameSummary {
  id: string;
  mode: Mode;
  rules: string;
  position: string;
  players: [SummaryPlayer, SummaryPlayer];
  plies: number;
  result: SummaryResult | null;
  /** The last position, the top row first: `1` and `2` are pieces of FIRST and SECOND, `#` is a ban, `x` forbidden, `*` the bonus cell, `.` any other free cell. */
  board: string[];
  line_cells: Cell[];
  /** The seats of the player who asks. */
  you: Side[];
  /** Of FIRST and SECOND, in percent; null if the game was not reviewed. */
  accuracy: [number | null, number | null] | null;
  created: string;
  updated: string;
}

/** A game, or a bare position, whose id is null. */
export interface GameView {
  id: string | null;
  version: number;
  mode: Mode | "study";
  link: boolean;
  rules: RulesView;
  position: string;
  start: string;
  players: [PlayerView, PlayerView];
  turn: Side;
  must_ban: boolean;
  legal: LegalView[];
  plies: PlyView[];
  result: ResultView | null;
  can_undo: boolean;
  can_redo: boolean;
  offer: Side | null;
  undo_offer: Side | null;
  rematch_offer: Side | null;
  /** The player who has declined a rematch. */
  rematch_declined: Side | null;
  /** False in a game by link that goes on, unless both have agreed. */
  hints_allowed: boolean;
  hints_offer: Side | null;
  clock: ClockView | null;
  thinking: ThinkingView | null;
  paused: boolean;
  move_delay: number;
  threat_cells: ThreatCells;
  /** How the sides of this game have fared in all rematches. */
  series: SeriesView;
  variations: VariationView[];
  previous: string | null;
  next: string | null;
  created: string | null;
  watchers: number;
  you: Side | null;
}

/** Whether the server works. */
export interface Health {
  status: "ok";
  version: string;
}

/** Whether hints and study are to be allowed; the opponent has to agree. */
export interface Hints {
  accept?: boolean;
}

/** Games, newest first; `before` leads to the next ones. */
export interface History {
  games: GameSummary[];
  before: string | null;
}

/** The games of a file, now of this server, and the secrets of their seats by their ids. */
export interface ImportedGames {
  games: GameSummary[];
  seats: Record<string, SeatSecrets>;
}

/** The name under which a player takes their seat. */
export interface Join {
  name: string;
}

export type Kind = "piece" | "ban";

/** The opponents, the weakest first, and the id of the one whom a newcomer meets. */
export interface Ladder {
  first: string;
  opponents: OpponentView[];
}

/** A column that can be played, and where the piece lands. */
export interface LegalView {
  column: number;
  label: string;
  row: number;
}

/** The lessons in their order. */
export interface LessonList {
  lessons: LessonSummary[];
}

/** A lesson in the list. */
export interface LessonSummary {
  id: string;
  title: string;
  summary: string;
  steps: number;
}

/** A whole lesson; `next` is the lesson after it. */
export interface LessonView {
  id: string;
  title: string;
  intro: string;
  exercises: ExerciseView[];
  next: LessonSummary | null;
}

/** The agent spec of a level of strength. */
export interface LevelView {
  name: string;
  agent: string;
}

/** A ply of a line that was not played, and where its piece would lie. */
export interface LinePlyView {
  column: number;
  row: number;
  label: string;
  side: Side;
  kind: Kind;
}

/** A game that is being played. */
export interface LiveGameView {
  number: number;
  players: [string, string];
  rules: string;
  plies: number;
  turn: Side;
  /** The top row first, as in lists of games. */
  board: string[];
  /** Where the last piece lies. */
  last: Cell | null;
  line_cells: Cell[];
  clocks: [number | null, number | null];
}

/** Games that are being played, the first ones by their numbers. */
export interface LiveGames {
  games: LiveGameView[];
}

/** The events of the lobby's stream by their names, each with its data. */
export interface LobbyEvents {
  lobby: LobbyView;
  match: MatchView;
}

/** Those who look for a game now, the first who came first. */
export interface LobbyView {
  seeks: SeekView[];
}

/** The game of a seek that somebody has joined. */
export interface MatchView {
  game: string;
}

/** What the server remembers of the player who asks. Each game counts once, when it ends. */
export interface Me {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  rating: RatingView | null;
  wins_in_a_row: StreakView;
  days: DaysView;
  opponents: OpponentTally[];
}

/** A mistake from an own game that is due. */
export interface MistakeView {
  puzzle: PuzzleView;
  game: string | null;
  /** The column that was played in the game. */
  played: number;
  /** How often in a row it was solved. */
  repetitions: number;
}

/** The mistakes that are due today, the longest overdue first. */
export interface Mistakes {
  mistakes: MistakeView[];
  progress: PuzzleProgressView;
}

export type Mode = "human-human" | "human-ai" | "ai-ai";

/** A piece, or the ban that is due. */
export interface Move {
  /** As the notation writes it: 4, or d. */
  column: string;
  version?: number | null;
  kind?: "piece" | "ban" | null;
}

/** How games went on: those that the player to move won, drew and lost. */
export interface MoveTallyView {
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** Seconds for the whole game, for each ply, or both. */
export interface NewClock {
  game?: number | null;
  move?: number | null;
  /** Added to the time for the game after each own ply. */
  increment?: number;
}

/** The game to begin. */
export interface NewGame {
  rules?: string | null;
  start?: string | null;
  players: NewPlayer[];
  clock?: NewClock | null;
  link?: boolean;
  move_delay?: number;
  paused?: boolean;
}

/** A person, an agent, or an opponent of the ladder. */
export interface NewPlayer {
  name?: string | null;
  agent?: string | null;
  opponent?: string | null;
}

/** What somebody wants who looks for a game in the lobby. */
export interface NewSeek {
  name?: string;
  rules?: string | null;
  clock?: NewClock | null;
  /** The side to play; either if null. */
  side?: Side | null;
}

/** The tournament to begin. */
export interface NewTournament {
  /** The time if it is null. */
  name?: string | null;
  players: TournamentEntrant[];
  format?: "round-robin" | "gauntlet" | "swiss";
  rules?: string;
  /** For each pairing; even. */
  games?: number;
  /** For each move. */
  seconds?: number;
  seed?: number;
}

/** Rated puzzles near the player's rating, in the order in which they are to be played. */
export interface NextPuzzles {
  puzzles: PuzzleView[];
  progress: PuzzleProgressView;
}

/** A game of a tournament that can be opened like any other. */
export interface OpenedGame {
  id: string;
}

/** The results of the player against one opponent. */
export interface OpponentTally {
  title: string;
  /** The id in the ladder, if it has one. */
  opponent: string | null;
  is_agent: boolean;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  last: string;
}

/** A named agent to play against. */
export interface OpponentView {
  id: string;
  name: string;
  sentence: string;
  /** What they are, in words. */
  what: string;
  agent: string;
  rating: number;
  /** Half of the 95 % interval of the rating. */
  error: number;
  /** Games with the opponent below; 0 for the weakest. */
  games: number;
  face: FaceView;
}

export type OptionValue = boolean | number | string | null;

/** An option of an agent. */
export interface OptionView {
  name: string;
  label: string;
  type: "bool" | "int" | "float" | "str";
  default: OptionValue;
  choices: string[];
  minimum: number | null;
  maximum: number | null;
  description: string;
}

export type Outcome = "win" | "draw" | "loss";

/** The seconds between two moves of agents. */
export interface Pace {
  move_delay: number;
}

/** A piece or a ban on the board. */
export interface PieceView {
  column: number;
  row: number;
  owner: Side | "BAN";
}

/** How well a player played; no accuracy if no choice of theirs mattered. */
export interface PlayerReviewView {
  side: Side;
  /** From 0 to 100. */
  accuracy: number | null;
  longest_streak: number;
  counts: Partial<Record<ReviewLabel, number>>;
}

/** Who plays a side. */
export interface PlayerView {
  side: Side;
  name: string;
  agent: string | null;
  options: Record<string, OptionValue>;
  title: string;
  /** The id of the opponent who plays here. */
  opponent: string | null;
  joined: boolean;
  present: boolean;
}

/** What a ply kept or gave away. */
export interface PlyReviewView {
  /** Its number in the game, from 1. */
  number: number;
  column: number;
  side: Side;
  label: ReviewLabel;
  letter: string;
  proven: boolean;
  before: ProspectView;
  after: ProspectView;
  moves_lost: number | null;
  /** Of FIRST, before the ply. */
  win_chance_before: number;
  /** Of FIRST, after the ply. */
  win_chance: number;
  /** A column that would have been better. */
  better: number | null;
  better_line: LinePlyView[];
  refutation: LinePlyView[];
  sentences: string[];
}

/** A piece or a ban; outcome and evaluation are for the player who moved. */
export interface PlyView {
  column: number;
  row: number;
  label: string;
  side: Side;
  kind: Kind;
  seconds: number | null;
  outcome: Outcome | null;
  in_plies: number | null;
  evaluation: number | null;
  nodes: number | null;
  depth: number | null;
  reason: string;
  opening: boolean;
}

/** Who is there. */
export interface PresenceView {
  watchers: number;
  present: PresentSides;
}

/** Which players are there. */
export interface PresentSides {
  FIRST: boolean;
  SECOND: boolean;
}

/** What the player who moved could expect; outcome and moves are null where not proven. */
export interface ProspectView {
  outcome: Outcome | null;
  /** Moves of both until the win or the loss. */
  moves: number | null;
  /** 1, 0.5 or 0 if proven, else the win chance. */
  points: number;
}

/** What somebody played in a puzzle: their plies until the first wrong one, or all of them. */
export interface PuzzleAttempt {
  moves: string[];
  /** The solution was looked at. */
  gave_up?: boolean;
  mode?: "rated" | "daily" | "mistake" | "practice";
  /** For `daily`: whose puzzle it is. */
  day?: string | null;
  /** When it was played, if it is sent later; else today. */
  played?: string | null;
}

/** A kind of board, and how many puzzles are on it. */
export interface PuzzleBoardView {
  rules: string;
  count: number;
}

/** What there is to choose from. */
export interface PuzzleCollection {
  total: number;
  themes: PuzzleThemeView[];
  boards: PuzzleBoardView[];
  progress: PuzzleProgressView;
}

export type PuzzleGoal = "win" | "draw" | "hold";

/** Whether mistakes from own games are collected. */
export interface PuzzleOptions {
  collects_mistakes: boolean;
}

/** How a player is doing with puzzles. */
export interface PuzzleProgressView {
  rating: number;
  /** How unsure the rating is. */
  deviation: number;
  /** Rated puzzles that were tried. */
  rated: number;
  /** Those that were solved at the first try. */
  solved: number;
  day: DayMark | null;
  /** Days in a row on which the day's puzzle was solved. */
  streak: number;
  longest_streak: number;
  rush_best: number;
  rush_runs: number;
  collects_mistakes: boolean;
  /** Positions from own games. */
  mistakes: number;
  mistakes_due: number;
  /** The day on which the next one is due. */
  next_due: string | null;
}

/** What came of an attempt. */
export interface PuzzleResultView {
  id: string;
  solved: boolean;
  /** Whether it counts for the rating. */
  rated: boolean;
  /** The rating before; null if it was not rated. */
  before: number | null;
  after: number | null;
  /** When a mistake comes back. */
  due: string | null;
  progress: PuzzleProgressView;
}

/** A ply of the solver. */
export interface PuzzleStepView {
  kind: Kind;
  answers: AnswerView[];
  /** The opponent's plies after the right one. */
  replies: LinePlyView[];
}

/** A theme, and how many puzzles have it. */
export interface PuzzleThemeView {
  name: string;
  count: number;
}

/** A puzzle; the board before a step has the pieces, and the right plies and replies so far. */
export interface PuzzleView {
  id: string;
  position: string;
  rules: RulesView;
  /** The player who solves it. */
  side: Side;
  goal: PuzzleGoal;
  /** Own moves until the end, with best play. */
  moves: number;
  /** Null for a mistake from an own game. */
  rating: number | null;
  themes: string[];
  pieces: PieceView[];
  steps: PuzzleStepView[];
}

/** The rating of a player, from games on 7x6 against opponents of the ladder. */
export interface RatingView {
  rating: number;
  /** About two thirds are within this distance. */
  deviation: number;
  games: number;
  /** True while it is not sure at all. */
  provisional: boolean;
}

/** Play again what was taken back. */
export interface Redo {
  version?: number | null;
}

/** The answer to the opponent who would like a rematch; without one, the wish for it. */
export interface Rematch {
  accept?: boolean | null;
}

/** The rematch with the secret of the seat, or the game in which it is only asked for. */
export interface RematchView {
  game: GameView;
  seats: SeatSecrets;
}

/** How a game ended. */
export interface ResultView {
  winner: Side | null;
  reason: string;
  detail: string;
  line_cells: Cell[];
}

/** The events of a review's stream by their names, each with its data; `review` is the last. */
export interface ReviewEvents {
  progress: ReviewProgress;
  review: ReviewView;
}

export type ReviewLabel = "best" | "only move" | "good" | "forced" | "inaccuracy" | "missed win" | "mistake" | "blunder";

/** The plies that were reviewed since the event before, from the end of the game. */
export interface ReviewProgress {
  plies: PlyReviewView[];
  done: number;
  total: number;
}

/** The whole review of a game. */
export interface ReviewView {
  position: string;
  plies: PlyReviewView[];
  players: [PlayerReviewView, PlayerReviewView];
  /** The numbers of their plies. */
  turning_points: number[];
  proven: boolean;
  nodes: number;
  seconds: number;
}

/** A board without pieces. */
export interface RulesView {
  text: string;
  columns: number;
  rows: number;
  forbidden: Cell[];
  bonus: Cell | null;
  labels: string[];
}

/** Part of the puzzles of a rush, easy ones first, without words and refutations. */
export interface RushPuzzles {
  seed: number;
  total: number;
  puzzles: PuzzleView[];
  progress: PuzzleProgressView;
}

/** What was played in a rush: for each puzzle in order, the plies of the solver. */
export interface RushResult {
  seed: number;
  answers: string[][];
}

/** The score of a rush, as the server counts it. */
export interface RushResultView {
  score: number;
  is_best: boolean;
  progress: PuzzleProgressView;
}

/** The secrets of the seats that were given out. */
export type SeatSecrets = Partial<Record<Side, string>>;

/** Seconds for the whole game, for each ply, or both. */
export interface SeekClock {
  game: number | null;
  move: number | null;
  increment?: number;
}

/** Somebody who looks for a game. */
export interface SeekView {
  id: string;
  name: string;
  rules: RulesView;
  clock: SeekClock | null;
  /** The side that they want; null is either. */
  side: Side | null;
}

/** A sign to the other person. */
export interface SendEmote {
  emote: Emote;
}

/** The results of a game and of those before it, of which each is the rematch of another. */
export interface SeriesView {
  FIRST: number;
  SECOND: number;
  draws: number;
}

export type Side = "FIRST" | "SECOND";

/** How people fared against every agent. */
export interface Statistics {
  agents: Tally[];
}

/** How many in a row: now, and at most. */
export interface StreakView {
  current: number;
  best: number;
}

/** Who played a side. */
export interface SummaryPlayer {
  side: Side;
  name: string;
  agent: string | null;
  title: string;
  opponent: string | null;
}

/** How a game ended. */
export interface SummaryResult {
  winner: Side | null;
  reason: string;
}

/** A ply to take back, or the answer to the opponent who asks for it. */
export interface TakeBack {
  version?: number | null;
  accept?: boolean | null;
}

/** How people fared against an agent. */
export interface Tally {
  agent: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** What the thinking agent has reported so far. */
export interface ThinkingView {
  side: Side;
  seconds: number;
  depth: number | null;
  nodes: number | null;
  evaluation: number | null;
  line: string[];
  queued: boolean;
}

/** What an agent plays, and the tree of its search, if it needed one. */
export interface ThoughtView {
  agent: string;
  position: string;
  /** The board, the top row first. */
  rows: string[];
  /** Whose move it is: MAX of the tree. */
  turn: Side;
  /** The choice, as text. */
  column: string;
  reason: string;
  /** Null if it did not search. */
  tree: TreeView | null;
}

/** The free cells that would complete four, for each player. */
export interface ThreatCells {
  FIRST: Cell[];
  SECOND: Cell[];
}

/** The games of two players, counted for the first of them. */
export interface TournamentCell {
  one: number;
  two: number;
  won: number;
  drawn: number;
  lost: number;
}

/** A player of a new tournament: an agent, or an opponent of the ladder. */
export interface TournamentEntrant {
  agent?: string | null;
  opponent?: string | null;
}

/** The events of a tournament's stream by their names, each with its data. */
export interface TournamentEvents {
  tournament: TournamentView;
  live: LiveGames;
}

/** A finished game in a list. */
export interface TournamentGame {
  number: number;
  round: number | null;
  first: number;
  second: number;
  winner: Side | null;
  reason: string;
  detail: string;
  plies: number;
}

/** Finished games, those that ended last first. */
export interface TournamentGames {
  games: TournamentGame[];
  total: number;
  /** The `skip` of the next page, if there is one. */
  next: number | null;
  comparison: Comparison | null;
}

/** What a tournament that is begun on the page may have at most. */
export interface TournamentLimits {
  players: number;
  /** For each pairing. */
  games: number;
  all_games: number;
  /** For a move. */
  seconds: number;
}

/** The tournaments, the newest first. */
export interface TournamentList {
  tournaments: TournamentSummary[];
  /** Older ones that are not in the list. */
  left_out: number;
  /** Whether tournaments can be begun on the page. */
  allowed: boolean;
  limits: TournamentLimits;
  /** The one that this server runs. */
  running: string | null;
}

/** A player, what it scored, and its rating. */
export interface TournamentPlayer {
  name: string;
  agent: string | null;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** With those of rounds without an opponent. */
  points: number;
  /** Null before its first game. */
  elo: number | null;
  /** Half the 95 % interval of `elo`. */
  error: number | null;
  faults: FaultCount[];
  /** The first fault: lines of its cause. */
  cause: string[];
}

/** A tournament in the list. */
export interface TournamentSummary {
  name: string;
  players: string[];
  format: string;
  rules: string[];
  played: number;
  planned: number;
  progress: "running" | "stopped" | "finished";
  began: string;
  /** When the last game ended. */
  updated: string;
}

/** A tournament as it stands. */
export interface TournamentView {
  name: string;
  format: string;
  rules: string[];
  /** For each pairing; in Swiss, of a round. */
  games: number;
  rounds: number | null;
  /** The time for a move or a game, in words. */
  limits: string;
  /** How the test of two players stands, if there is one. */
  test: string;
  began: string;
  played: number;
  planned: number;
  progress: "running" | "stopped" | "finished";
  can_stop: boolean;
  can_resume: boolean;
  /** Why it stopped, or what is wrong with its file. */
  problem: string;
  players: TournamentPlayer[];
  /** The players, the best first. */
  ranking: number[];
  /** Empty if there are too many players for a table. */
  cells: TournamentCell[];
  first_move: FirstMove | null;
}

/** A position that was looked at. */
export interface TreeNodeView {
  /** Its place in the list; null for the root. */
  parent: number | null;
  /** The column that leads here, as text. */
  column: string;
  /** What it dropped. */
  piece: PieceView | null;
  /** Whether MAX is to move, whose move the root is. */
  maximizes: boolean;
  /** Whether it is on the line that is expected. */
  principal: boolean;
  kind: "inner" | "win" | "draw" | "leaf" | "table" | "hopeless" | "uct" | "proven";
  value: string;
  /** The window of alpha-beta, or the visits of UCT. */
  detail: string;
  /** What is known of it, in a sentence or two. */
  text: string;
  /** The columns that were cut off, as text. */
  pruned: string;
}

/** One step of the search. */
export interface TreeStepView {
  kind: "enter" | "leave" | "cut" | "select" | "expand" | "playout" | "back_up";
  /** Its place in the list of nodes, if any. */
  node: number | null;
  text: string;
  /** Dropped since the root. */
  pieces: PieceView[];
  /** What the nodes of its path have counted by now: place, value, detail. */
  counts: [number, string, string][];
}

/** What an agent looked at before it chose a column. */
export interface TreeView {
  search: "alphabeta" | "uct";
  summary: string;
  /** The root first. */
  nodes: TreeNodeView[];
  steps: TreeStepView[];
}

/** A line that was not played. */
export interface VariationView {
  /** All of its moves, with those of the game before it. */
  moves: string;
  /** How many of them are moves of the game. */
  after: number;
  /** The others. */
  plies: LinePlyView[];
}

/** All variations of a game that is over, in their order. */
export interface Variations {
  /** The moves of each, with those of the game before it. */
  variations: string[];
  version?: number | null;
}

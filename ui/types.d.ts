// What the server sends (docs/http.md), and what the page makes of it. Types only: nothing of this runs.

export type Color = "black" | "white";
export type ByColor<T> = Record<Color, T>;
export type Point = number[];

declare global {
  /** What start.js has asked for, by address and body. */
  var early: Record<string, Promise<Response>> | undefined;
}

// GET /api/about

export interface GameInfo {
  id: string;
  title: string;
  aim: string;
  /** Labels are how people call a size: `6 rings`. */
  sizes: { min: number; max: number; usual: number[]; labels: Record<string, string> };
  default_size: number;
  /** What a size counts. */
  size_meaning: string;
  /** A small picture as SVG. */
  thumbnail: string;
  swap: boolean;
  /** Strength of each level in Elo above level 1; null where it was not measured. */
  level_elo: (number | null)[];
  /** What works for it: `connections`, `inferior-cells`, `frames` and others. */
  methods: string[];
}

export interface PlayerInfo {
  name: string;
  summary: string;
  source: string;
  /** Empty where it plays all games. */
  games: string[];
}

export interface About {
  version: string;
  games: GameInfo[];
  players: PlayerInfo[];
  levels: { min: number; max: number };
}

// GET /api/levels/{game}

export interface SuitedLevel {
  level: number;
  /** The reader's strength in Elo above level 1. */
  rating: number | null;
  deviation: number | null;
  games: number;
}

// GET /api/rules/{game}

export interface RulesExample {
  caption: string;
  size: number;
  black: string[];
  white: string[];
  /** Cells that glow as a winning figure does. */
  figure: string[];
}

export interface GameRules {
  goal: string;
  points: string[];
  examples: RulesExample[];
}

// GET /api/boards/{game}/{size}

export interface BoardCell {
  name: string;
  neighbors: string[];
  ground: "corner" | "side" | null;
  outline: Point[];
}

export interface FlatCell extends BoardCell {
  center: Point;
  stone_radius: number;
  /** In the flat view of a sphere: shown in the half that it does not belong to. */
  repeated?: boolean;
}

export interface SphereCell extends BoardCell {
  at: Point;
  antipode: string;
}

export interface Plane {
  view_box: number[];
  cells: FlatCell[];
  edges: { color: Color; points: Point[] }[];
  labels: { text: string; at: Point }[];
  lines: Point[][];
}

export interface FlatBoard extends Plane {
  game: string;
  size: number;
  shape: "flat";
}

export interface SphereBoard {
  game: string;
  size: number;
  shape: "sphere";
  cells: SphereCell[];
  hemispheres: Plane;
}

export type BoardGeometry = FlatBoard | SphereBoard;

// Stored games

export interface Stones {
  [cell: string]: Color;
}

export interface StartPosition {
  black: string[];
  white: string[];
  to_move: Color;
}

export interface Review {
  before: number;
  after: number;
  best: string | null;
  pv: string[];
  loss: number;
  mistake: boolean;
  judgement: "inaccuracy" | "mistake" | "blunder" | null;
  winner_before: Color | "draw" | null;
  winner_after: Color | "draw" | null;
  refutation: string[];
  turning_point: boolean;
}

export interface Candidate {
  cell: string;
  visits: number;
  value: number;
  rave: number | null;
  prior: number | null;
  proof: Color | "draw" | null;
  pv: string[];
}

export interface Report {
  node: number;
  player: string;
  visits: number;
  playouts: number;
  elapsed: number;
  value: number;
  best: string;
  proof: Color | "draw" | null;
  candidates: Candidate[];
}

export interface TreeNode {
  id: number;
  parent: number | null;
  move: string | null;
  color: Color | null;
  comment: string;
  children: number[];
  value: number | null;
  report: Report | null;
  review: Review | null;
}

export type Nodes = Map<number, TreeNode>;

export interface Outcome {
  winner: Color | "draw" | null;
  how: string[];
  cells: string[];
  score?: ByColor<number>;
}

export interface ScoreParts {
  points: number;
  peries: number;
  quarks: number;
  stars: number;
}

/** The score of *Star as it stands. */
export interface Standing extends ByColor<ScoreParts> {
  owners: Stones;
}

export interface Position {
  node: number;
  to_move: Color;
  stones: Stones;
  last: string | null;
  legal: string[];
  can_swap: boolean;
  outcome: Outcome | null;
  standing?: Standing;
  /** Set by the page while a move or a cut is on its way. */
  pending?: boolean;
  /** The move that is on its way. */
  coming?: string;
}

export interface StoredGame {
  id: string;
  title: string;
  game: string;
  size: number;
  swap: boolean;
  players: ByColor<string>;
  /** Who played, as a record says. */
  names: ByColor<string | null>;
  time: string;
  start: StartPosition;
  nodes: TreeNode[];
  current: number;
  position: Position;
  reviewing: boolean;
  accuracy: ByColor<number | null>;
  updated: string;
}

export interface GameSummary {
  id: string;
  title: string;
  game: string;
  size: number;
  moves: number;
  result: string | null;
  players: ByColor<string>;
  updated: string;
}

/** The answer to a move. */
export interface Played {
  /** Of an engine that searches. */
  report?: Report | null;
  node: TreeNode;
  position: Position;
}

/** What a new game is asked for with. */
export interface NewGame {
  game?: string;
  size?: number;
  swap?: boolean;
  players?: ByColor<string>;
  time?: string;
  title?: string;
  moves?: string[];
  stones?: ByColor<string[]>;
  to_move?: Color;
  record?: string;
}

// GET …/connections and …/frames

export interface ColorConnections {
  captured: string[];
  winning: string[] | null;
  key: string | null;
  connections: { from: string; to: string; carrier: string[] }[];
}

export interface Connections extends ByColor<ColorConnections> {
  to_move: Color;
  must_play: string[] | null;
  dead: string[];
  inferior: { cell: string; reason: string; by: string }[];
}

export interface Frame {
  w: number;
  place: string[];
  carrier: string[];
}

export interface ColorFrames {
  fastest: "bridge" | "fork" | "ring" | "double" | null;
  bridge?: Frame | null;
  fork?: Frame | null;
  ring?: Frame | null;
  double?: Frame | null;
}

/** The evaluation frames-value, for Black, from 0 to 1. */
export interface FramesValue {
  value: number;
  low: number;
  high: number;
}

export interface Frames extends ByColor<ColorFrames | null> {
  value?: FramesValue | null;
  ahead: Color | null;
  winner: Color | null;
}

// GET /api/arena

export interface ArenaMatch {
  id: number;
  title: string;
  summary: string;
  games: number;
}

export interface ArenaTable {
  title: string;
  columns: string[];
  rows: (string | number)[][];
}

export interface ArenaDetails extends ArenaMatch {
  tables: ArenaTable[];
  plots: { title: string; url: string }[];
  games_url: string;
}

// GET /api/workers

export interface ClusterWorker {
  host: string;
  build: string;
  speed: number;
  slots: number;
  busy: number;
  games: number;
  games_per_second: number;
}

export interface ClusterStatus {
  workers: ClusterWorker[];
  queues: { queue: string; waiting: number; under_way: number }[];
  jobs: number;
  results: number;
}

// The state of the page (core/store.js)

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** Empty: that of the browser. */
  language: string;
  /** How stones look. */
  stones: "black-white" | "red-blue";
  /** Whether a rhombus stands on its acute corner. */
  diamond: boolean;
  /** Pixels; 0 is what fits. */
  treeHeight: number;
  /** Whether a blunder is told. */
  warn: boolean;
  /** Minutes and seconds a move: `15+10`. */
  clock: string;
  tab: string;
  coordinates: boolean;
  numbers: boolean;
  /** Whose chances numbers are. */
  view: Color | "mover";
  heat: HeatMode;
  visitsCap: string;
  analyst: string;
  overlays: string[];
  hideBest: boolean;
  reviewVisits: string;
  flat: boolean;
  /** Empty until a game was chosen. */
  game: string;
  sizes: Record<string, number>;
  rival: "computer" | "people" | "engines";
  human: Color;
  /** Whether the level follows the reader's results. */
  adapt: boolean;
  level: number;
  preset: string;
  level2: number;
  preset2: string;
  time: string;
  swap: boolean;
}

export type HeatMode = "visits" | "value" | "rave" | "prior";

export interface SetupState {
  stones: Stones;
  tool: Color | "erase";
  to_move: Color;
}

export interface State {
  about: About | null;
  board: BoardGeometry | null;
  storedGame: StoredGame | null;
  /** Whether another game is on its way. */
  opening: boolean;
  nodes: Nodes;
  current: number;
  position: Position | null;
  /** Whether engines answer by themselves. */
  live: boolean;
  /** The color whose engine is at work. */
  thinking: Color | null;
  online: boolean;
  notice: string;
  tab: string;
  analyzing: boolean;
  report: Report | null;
  reportNote: "" | "running" | "done" | "refused";
  /** What overlays have been answered, by path; null where the answer failed. */
  found: Map<string, any>;
  review: { running: boolean; done: number; total: number };
  /** Moves to show as numbered ghosts from the current position. */
  line: string[] | null;
  setup: SetupState | null;
  /** What was done and can be undone, or a word of advice. */
  toast: { text: string; action: string; act: () => void } | null;
  /** How each engine saw its position when it moved. */
  views: Partial<ByColor<EngineView>>;
  /** The level that suits the reader in a game. */
  suited: (SuitedLevel & { game: string }) | null;
  /** Milliseconds that are left. */
  clocks: ByColor<number> | null;
  settings: Settings;
}

export interface EngineView {
  /** For Black. */
  value: number;
  /** Its own move and those that it expects. */
  pv: string[];
}

/** The state while a game is on the board. */
export interface GameState extends State {
  board: BoardGeometry;
  storedGame: StoredGame;
  position: Position;
}

// The board widget

/** A cell as a view of the board gets it. */
export interface DrawnCell {
  name: string;
  neighbors: string[];
  ground: "repeated" | "rim" | "corner" | "inner";
  repeated?: boolean;
  at?: Point;
  outline: Point[];
}

export interface Mark {
  cell: string;
  /** Drawn by board/marks.js. */
  kind: string;
  words: string;
}

/** A picture of the board: flat, or a ball. */
export interface BoardView {
  svg: SVGSVGElement;
  cellViews: import("./board/cell_view.js").CellView[];
  /** Width by height. */
  ratio: number;
  /** Shows a winning figure. */
  figure(winning: Set<string>): void;
  /** Turns a ball as a drag over so many page pixels would. */
  drag?(dx: number, dy: number): void;
  /** Turns a ball so that one of these cells can be seen. */
  reveal?(names: string[], options?: { isAtOnce?: boolean }): void;
  /** Marks what can be seen only through a ball. */
  setFar?(marks: Map<string, Color>): void;
}

export type Layers = Record<"back" | "cells" | "heat" | "labels" | "shade" | "figure" | "tops" | "front", SVGGElement>;

/** What the board tells of clicks and pointing. */
export interface BoardEvents {
  onCell(name: string): void;
  onHover(name: string | null): void;
}

export interface Heat {
  kind: "visits" | "good" | "bad" | "unsure";
  opacity: number;
  text: string;
  small: string;
  best: boolean;
}

export interface Ghost {
  cell: string;
  color: Color;
  number?: number;
}

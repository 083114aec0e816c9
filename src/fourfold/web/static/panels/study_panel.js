// @ts-check
// The study tools: a chip under each column, the evaluation bar, and the text beside the board.
import { drawChips } from "../board/chips.js";
import { createButton } from "../dom/controls.js";
import { byId, setAttribute, setText, setVisible } from "../dom/elements.js";
import { setSentence } from "./cell_names.js";
import { chanceAfter } from "../state/review_state.js";
import { shownAnalysis, shownPly, shownPosition } from "../state/state.js";
import { formatPercent } from "../text/columns.js";
import { colourName } from "../text/names.js";
import { formatCount } from "../text/numbers.js";
import { firstShare, provenShare, verdictText, whyText } from "../text/study.js";

/** @typedef {import("../types.d.ts").State} State */

const LONGEST_LINE = 16; // columns of best play

export class StudyPanel {
  /** @param {(path: string) => void} go */
  constructor(go) {
    this.chips = byId("chips");
    this.bar = byId("bar");
    this.share = byId("bar-first");
    this.box = byId("study");
    this.verdict = byId("study-verdict");
    this.why = byId("study-why");
    this.line = byId("study-line");
    this.facts = byId("study-facts");
    this.key = "";
    this.position = "";
    const think = () => go(`tree/${this.position}`);
    byId("study-more").append(createButton("What an agent thinks here", think, { icon: "tree", class: "is-quiet" }));
  }

  /** @param {State} state */
  update(state) {
    const analysis = state.study ? shownAnalysis(state) : null;
    this.#updateChips(state, analysis);
    this.#updateBar(state, analysis);
    document.documentElement.toggleAttribute("data-study", state.study);
    setVisible(this.box, state.study);
    if (!state.study) return;
    this.position = shownPosition(state);
    setText(this.verdict, verdictText(state) || "No analysis yet.");
    setSentence(this.why, whyText(state.settings, analysis));
    const line = analysis?.line ?? [];
    setText(this.line, analysis && line.length ? bestPlayText(analysis) : "");
    const facts = [];
    if (analysis?.nodes) facts.push(`${formatCount(analysis.nodes)} positions`);
    if (analysis?.seconds && analysis.seconds >= 0.1) facts.push(`${analysis.seconds.toFixed(1)} s`);
    if (analysis && !analysis.complete) facts.push(state.analysing ? "still searching" : "not everything is proven");
    setText(this.facts, facts.join(", "));
  }

  /** @param {State} state @param {import("../types.d.ts").AnalysisView | null} analysis */
  #updateChips(state, analysis) {
    const columns = state.game?.rules.columns ?? 0;
    const key = JSON.stringify([columns, analysis?.columns, analysis?.best]);
    if (key === this.key) return;
    this.key = key;
    this.chips.style.setProperty("--columns", String(columns)); // their place is kept without chips
    drawChips(this.chips, analysis?.columns ?? [], analysis ? bestColumns(analysis) : new Set());
  }

  /** @param {State} state @param {import("../types.d.ts").AnalysisView | null} analysis */
  #updateBar(state, analysis) {
    const share = state.review && !state.line ? reviewedShare(state) : firstShare(analysis);
    this.bar.classList.toggle("is-on", state.study || Boolean(state.review));
    this.bar.classList.toggle("is-known", share !== null);
    this.bar.style.setProperty("--first-share", String(share ?? 0.5));
    const words =
      share === null
        ? "Evaluation: not known yet"
        : `Evaluation: ${formatPercent(share)} for ${colourName(state.settings, "FIRST")}`;
    setAttribute(this.bar, "aria-label", words);
    this.bar.title = words;
  }
}

/** FIRST's share of the bar in a review. @param {State} state */
function reviewedShare(state) {
  const number = shownPly(state);
  const plies = state.review?.plies ?? {};
  const [prospect, ply] = plies[number] ? [plies[number].after, number] : [plies[number + 1]?.before, number + 1];
  if (!prospect?.outcome) return chanceAfter(state, number);
  const share = provenShare(prospect.outcome, prospect.moves);
  return state.game?.plies[ply - 1]?.side === "FIRST" ? share : 1 - share;
}

/** The columns of best play, with dots if the game goes on after them. @param {import("../types.d.ts").AnalysisView} analysis */
function bestPlayText({ line, in_plies }) {
  const shown = line.slice(0, LONGEST_LINE);
  const goesOn = shown.length < (in_plies ?? Infinity);
  return `Best play: ${shown.join(" ")}${goesOn ? " …" : ""}`;
}

/** @param {import("../types.d.ts").AnalysisView} analysis @returns {Set<number>} */
function bestColumns(analysis) {
  const top = analysis.columns.find((each) => each.column === analysis.best);
  if (!top) return new Set();
  const same = analysis.columns.filter(
    (each) =>
      !each.full &&
      each.proven === top.proven &&
      each.outcome === top.outcome &&
      each.moves === top.moves &&
      each.win_chance === top.win_chance,
  );
  return new Set(same.map((each) => each.column));
}

// @ts-check
// What is said of a single column: a win, a draw, a loss or an estimate.

/** @typedef {import("../types.d.ts").ColumnAnalysisView} ColumnAnalysisView */
/** @typedef {{text: string, kind: "win" | "draw" | "loss" | "guess" | "none", long: string}} Chip */

/**
 * Describe a column: short for its chip, long for screen readers.
 * @param {Pick<ColumnAnalysisView, "label" | "full" | "proven"> & Partial<ColumnAnalysisView>} column
 * @returns {Chip}
 */
export function describeColumn(column) {
  const where = `Column ${column.label}`;
  if (column.full) return { text: "", kind: "none", long: `${where}: full` };
  if (column.proven && column.outcome) {
    const moves = column.moves ?? null;
    const number = moves === null ? "" : ` ${moves}`;
    const within = moves === null ? "" : ` in ${moves}`;
    if (column.outcome === "win") return { text: `W${number}`, kind: "win", long: `${where}: win${within}` };
    if (column.outcome === "loss") return { text: `L${number}`, kind: "loss", long: `${where}: loss${within}` };
    return { text: "=", kind: "draw", long: `${where}: draw` };
  }
  if (typeof column.win_chance === "number") {
    const text = formatPercent(column.win_chance);
    return { text, kind: "guess", long: `${where}: about ${text} (estimate)` };
  }
  return { text: "", kind: "none", long: `${where}: not known yet` };
}

/** @param {number} chance */
export function formatPercent(chance) {
  return `${Math.round(100 * Math.min(1, Math.max(0, chance)))}\u202f%`; // a narrow space that does not break
}

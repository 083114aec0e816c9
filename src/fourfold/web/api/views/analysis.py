"""Analyses as the page sees them."""

from fourfold.analysis.analyst import Analysis, ColumnAnalysis
from fourfold.analysis.explain import explain_analysis
from fourfold.rules.notation import column_label
from fourfold.search import Result
from fourfold.web.api.responses import AnalysisView, ColumnAnalysisView
from fourfold.web.api.views.games import threats_view
from fourfold.web.api.views.texts import labels, outcome_name, side_name


def analysis_view(analysis: Analysis) -> AnalysisView:
    """Show an analysis, with a row for every column of the board."""
    position = analysis.position
    columns = range(position.rules.columns)
    best = analysis.best_analysis
    return AnalysisView(
        position=position.to_text(),
        turn=side_name(position.turn),
        columns=[_column(column, analysis) for column in columns],
        best=analysis.best,
        line=labels(analysis.line, position.rules),
        win_chance=None if analysis.best is None else round(best.win_chance, 4),
        outcome=outcome_name(best.outcome),
        in_plies=None if best.score is None else best.score.plies,
        threat_cells=threats_view(position),
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 3),
        complete=analysis.is_complete,
    )


def _column(column: int, analysis: Analysis) -> ColumnAnalysisView:
    position = analysis.position
    known = analysis.columns.get(column, ColumnAnalysis())
    plies = None if known.score is None else known.score.plies
    is_full = column not in analysis.columns
    explanation = None if is_full else explain_analysis(analysis, column)
    return ColumnAnalysisView(
        column=column,
        label=column_label(column, position.rules.columns),
        full=is_full,
        proven=known.proven,
        outcome=outcome_name(known.outcome),
        in_plies=plies,
        moves=moves_to_end(known.outcome, plies),
        score=None if known.score is None else known.score.score,
        win_chance=None if is_full else round(known.win_chance, 4),
        why=[] if explanation is None else explanation.sentences,
        reason="" if explanation is None else explanation.reason,
    )


def moves_to_end(outcome: Result | None, plies: int | None) -> int | None:
    """Return in how many moves of both players a game is won or lost; None for a draw."""
    return None if outcome is None or outcome is Result.DRAW else plies

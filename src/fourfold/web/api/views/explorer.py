"""Fills the explorer's answers."""

from collections.abc import Mapping

from fourfold.analysis.results import ColumnAnalysis
from fourfold.rules import Position
from fourfold.rules.board_key import board_key
from fourfold.rules.notation import column_label
from fourfold.store import MoveTally
from fourfold.web.api.explorer_responses import ExplorerColumn, ExplorerView, MoveTallyView
from fourfold.web.api.views.analysis import moves_to_end
from fourfold.web.api.views.texts import outcome_name, side_name

Tallies = Mapping[int, MoveTally]
_NONE = MoveTally(0, 0, 0)


def explorer_view(
    position: Position,
    known: Mapping[int, ColumnAnalysis],
    everybody: Tallies,
    yours: Tallies,
    *,
    is_book: bool,
) -> ExplorerView:
    """Show what was played in a position.

    known: what is proven or estimated of its columns.
    """
    is_symmetric = board_key(position).is_symmetric
    return ExplorerView(
        position=position.to_text(),
        turn=side_name(position.turn),
        columns=[
            _column(position, column, known.get(column), everybody, yours)
            for column in range(position.rules.columns)
        ],
        all=_total(position, everybody, is_symmetric),
        yours=_total(position, yours, is_symmetric),
        book=is_book,
        symmetric=is_symmetric,
    )


def _column(
    position: Position,
    column: int,
    known: ColumnAnalysis | None,
    everybody: Tallies,
    yours: Tallies,
) -> ExplorerColumn:
    score = None if known is None else known.score
    plies = None if score is None else score.plies
    outcome = None if known is None else known.outcome
    return ExplorerColumn(
        column=column,
        label=column_label(column, position.rules.columns),
        full=column not in position.legal_columns,
        proven=outcome is not None,
        outcome=outcome_name(outcome),
        in_plies=plies,
        moves=moves_to_end(outcome, plies),
        score=None if score is None else score.score,
        win_chance=None if known is None else round(known.win_chance, 4),
        all=_tally(everybody.get(column, _NONE)),
        yours=_tally(yours.get(column, _NONE)),
    )


def _total(position: Position, tallies: Tallies, is_symmetric: bool) -> MoveTallyView:
    """Add the columns up; a column and its mirror image that are counted together only once."""
    last = position.rules.columns - 1
    counted = [
        tally for column, tally in tallies.items() if not is_symmetric or column <= last - column
    ]
    return _tally(
        MoveTally(
            sum(tally.wins for tally in counted),
            sum(tally.draws for tally in counted),
            sum(tally.losses for tally in counted),
        )
    )


def _tally(tally: MoveTally) -> MoveTallyView:
    return MoveTallyView(games=tally.games, wins=tally.wins, draws=tally.draws, losses=tally.losses)

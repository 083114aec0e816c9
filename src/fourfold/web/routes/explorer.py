"""The address of the explorer: what was played in a position, and how good each column is."""

from collections.abc import Mapping

from fastapi import APIRouter

from fourfold.analysis.proofs import ProofMemory
from fourfold.analysis.results import ColumnAnalysis
from fourfold.rules import Position
from fourfold.search.book.scores import book_scores
from fourfold.web.api.explorer_responses import ExplorerView
from fourfold.web.api.views.explorer import explorer_view
from fourfold.web.routes.dependencies import PlayerDep, PositionText, limited
from fourfold.web.services import Services

Known = Mapping[int, ColumnAnalysis]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the explorer."""
    store = services.store

    @router.get("/api/explorer/{position}", dependencies=[limited("search")])
    async def explorer(position: PositionText, player: PlayerDep) -> ExplorerView:
        """What was played in a position, in all games and in the player's own.

        Scores are those that are known at once: of the opening book, or of an earlier analysis.
        """
        board = Position.parse(position)
        cached = services.analyses.known(board, 0)
        analysed = {} if cached is None else cached.columns

        def collect() -> ExplorerView:
            scores = book_scores(board)
            known: Known
            if scores is None:
                known = _merged(analysed, ProofMemory(store).recall(board))
            else:
                known = {column: ColumnAnalysis(score=score) for column, score in scores.items()}
            yours = {} if player is None else store.explore(board, player)
            return explorer_view(
                board, known, store.explore(board), yours, is_book=scores is not None
            )

        return await services.run_search(collect)


def _merged(analysed: Known, proven: Known) -> Known:
    """Return what is known of each column: of two proofs the one with a score, else any."""
    better = {
        column: proof
        for column, proof in proven.items()
        if column not in analysed or analysed[column].score is None
    }
    return {**analysed, **better}

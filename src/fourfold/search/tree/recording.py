"""Makes trees of what the native searches have written down."""

import math
from collections.abc import Callable
from typing import cast

from fourfold import _native
from fourfold.rules import FIRST, Position
from fourfold.search.score import Score, outcome_of
from fourfold.search.tree.nodes import (
    AlphaBetaNode,
    Bound,
    Cut,
    NodeKind,
    Piece,
    SearchTree,
    Simulation,
    TreeRequest,
    UctNode,
    Window,
)


def alphabeta_tree(
    position: Position,
    found: _native.AlphaBetaResult,
    request: TreeRequest,
    win: int,
    shown: Callable[[int], float],
) -> SearchTree:
    """Return the tree of the last depth that was searched to its end.

    shown: turns a value of the native search into an evaluation.
    """
    positions: list[Position] = []
    nodes: list[AlphaBetaNode] = []
    for number, of in enumerate(found.tree):
        is_root = of.parent < 0
        before = position if is_root else positions[of.parent]
        positions.append(position if is_root else before.play(of.column))
        nodes.append(
            AlphaBetaNode(
                number=number,
                parent=None if is_root else of.parent,
                path=() if is_root else (*nodes[of.parent].path, of.column),
                cell=None if is_root else positions[-1].last_cell,
                piece=None if is_root else _piece(before),
                maximizes=of.maximizes,
                kind=cast(NodeKind, of.kind),
                window=_window(of.alpha, of.beta, shown),
                table_window=_window(of.table_alpha, of.table_beta, shown),
                value=shown(of.value),
                bound=cast(Bound, of.bound),
                cut=cast(Cut, of.cut),
                order=tuple(of.order),
                searched=of.searched,
                hint=of.hint,
                nodes=of.nodes,
            )
        )
    return SearchTree(
        "alphabeta",
        position,
        found.column,
        tuple(nodes),
        request,
        searched=found.nodes,
        depth=found.depth,
        win=win,
    )


def uct_tree(
    position: Position, found: _native.UctReport, request: TreeRequest, c: float
) -> SearchTree:
    """Return the tree that a search has left behind, and the simulations that it began with."""
    visits = found.simulations + found.reused
    counted = sum(of.visits for of in found.columns)
    rate = sum(of.wins for of in found.columns) / counted if counted else None
    root = UctNode(
        number=0,
        parent=None,
        path=(),
        cell=None,
        piece=None,
        maximizes=True,
        visits=visits,
        win_rate=rate,
        proven=_proven(found.outcome, mine=True),
        plies=found.plies or None,
        ucb=None,
    )
    positions, nodes = [position], [root]
    for number, of in enumerate(found.tree, start=1):
        known, parent = of.statistics, of.parent + 1
        before = positions[parent]
        positions.append(before.play(known.column))
        mine = before.turn is position.turn
        nodes.append(
            UctNode(
                number=number,
                parent=parent,
                path=(*nodes[parent].path, known.column),
                cell=positions[-1].last_cell,
                piece=_piece(before),
                maximizes=positions[-1].turn is position.turn,
                visits=known.visits,
                win_rate=_rate(known, mine),
                proven=_proven(known.outcome, mine),
                plies=known.plies or None,
                ucb=_ucb(known, nodes[parent].visits, c),
            )
        )
    return SearchTree(
        "uct",
        position,
        found.column,
        tuple(nodes),
        request,
        searched=found.simulations,
        depth=found.depth,
        c=c,
        simulations=tuple(_simulation(position, of) for of in found.first_simulations),
    )


def _simulation(position: Position, of: _native.UctSimulation) -> Simulation:
    movers, here = [], position
    for move in of.moves:
        movers.append(here.turn)
        here = here.play(move.column)
    reward = of.reward if position.turn is FIRST else -of.reward
    return Simulation(
        path=tuple(move.column for move in of.moves),
        expanded=bool(of.moves) and of.moves[-1].visits == 1,
        playout=of.playout,
        reward=(1 + reward) / 2,
        proven=of.outcome != _native.UctColumn.no_outcome,
        visits=tuple(move.visits for move in of.moves),
        win_rates=tuple(
            _rate(move, mover is position.turn) or 0.0
            for move, mover in zip(of.moves, movers, strict=True)
        ),
    )


def _piece(before: Position) -> Piece:
    """What the next ply of a position drops."""
    if before.must_ban:
        return "ban"
    return "first" if before.turn is FIRST else "second"


def _window(alpha: int, beta: int, shown: Callable[[int], float]) -> Window:
    infinity = _native.AlphaBetaNode.infinity
    return (
        None if alpha <= -infinity else shown(alpha),
        None if beta >= infinity else shown(beta),
    )


def _rate(of: _native.UctColumn, mine: bool) -> float | None:
    if not of.visits:
        return None
    rate = of.wins / of.visits
    return rate if mine else 1 - rate


def _ucb(of: _native.UctColumn, parent_visits: int, c: float) -> float | None:
    """Q / N + c sqrt(2 ln N(parent) / N), for the player who chooses; None before the first visit.

    Columns that were never chosen come before all others, and proven ones are not compared.
    """
    if not of.visits or of.outcome != _native.UctColumn.no_outcome:
        return None
    return of.wins / of.visits + c * math.sqrt(2 * math.log(max(parent_visits, 1)) / of.visits)


def _proven(outcome: int, mine: bool) -> Score | None:
    if outcome == _native.UctColumn.no_outcome:
        return None
    return outcome_of(outcome if mine else -outcome)

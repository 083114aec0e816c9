"""The trees of real searches: they agree with the results, and steps follow from nodes."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import Limit, Position, Rules
from fourfold.errors import InvalidOption
from fourfold.rules import FIRST
from fourfold.search.alphabeta import AlphaBeta
from fourfold.search.evaluation import ClassicWeights, HardWeights
from fourfold.search.tree import AlphaBetaNode, SearchTree, TreeRequest, UctNode
from fourfold.search.uct import Uct

BOARDS = ("4x4", "5x4-xc1", "7x6", "5x5-bc2", "10x4")


def positions() -> st.SearchStrategy[Position]:
    """A few random plies on some board."""

    def play(board: str, wishes: list[int]) -> Position:
        position = Position(Rules.parse(board))
        for wish in wishes:
            after = position.play(position.legal_columns[wish % len(position.legal_columns)])
            if not after.legal_columns:
                break
            position = after
        return position

    return st.builds(play, st.sampled_from(BOARDS), st.lists(st.integers(0, 9), max_size=10))


def alphabeta(position: Position, depth: int, request: TreeRequest) -> SearchTree:
    search = AlphaBeta(position.rules, ClassicWeights(), memory_mb=1)
    plain = search.search(position, Limit(depth=depth))
    found = search.search(position, Limit(depth=depth), tree=request)
    assert plain.tree is None
    assert found.tree is not None
    assert (found.column, found.evaluations, found.nodes, found.line) == (
        plain.column,
        plain.evaluations,
        plain.nodes,
        plain.line,
    )
    roots = {node.path[0]: node for node in found.tree.nodes if node.ply == 1}
    for column, node in roots.items():
        assert cast(AlphaBetaNode, node).value == plain.evaluations[column]
    return found.tree


@given(positions(), st.integers(1, 4), st.integers(1, 4), st.integers(1, 300))
def test_the_nodes_of_alpha_beta(position: Position, depth: int, plies: int, most: int) -> None:
    tree = alphabeta(position, depth, TreeRequest(plies, most))
    assert 1 <= len(tree.nodes) <= most
    assert tree.player is position.turn
    for number, node in enumerate(cast("tuple[AlphaBetaNode, ...]", tree.nodes)):
        assert node.number == number
        assert node.ply <= min(plies, depth)
        here = tree.position_of(node)
        assert here.last_cell == node.cell or node.parent is None
        if node.parent is not None:
            before = tree.nodes[node.parent]
            assert before.path == node.path[:-1]
            assert before.number < number
            piece = "ban" if tree.position_of(before).must_ban else None
            mover = tree.position_of(before).turn
            assert node.piece == (piece or ("first" if mover is FIRST else "second"))
        if node.kind in ("win", "draw"):
            assert here.outcome is not None
        if node.kind == "inner":
            assert sorted(node.order) == list(here.legal_columns)
            assert node.maximizes == (here.turn is position.turn)
            shown = [tree.nodes[child].column for child in tree.children[number]]
            assert shown == list(node.order[: len(shown)])
        assert (node.cut != "none") == bool(node.pruned)
    # The expected line goes as far as the nodes do, and ends in the value of the root.
    root = cast(AlphaBetaNode, tree.nodes[0])
    line = [cast(AlphaBetaNode, tree.nodes[number]) for number in tree.principal]
    assert {node.value for node in line} == {root.value}


@given(positions(), st.integers(1, 3))
def test_the_steps_of_alpha_beta(position: Position, depth: int) -> None:
    """Every node is entered and left once, inside its parent, and windows follow from values."""
    tree = alphabeta(position, depth, TreeRequest(depth, 20_000))
    nodes = {node.path: cast(AlphaBetaNode, node) for node in tree.nodes}
    inside: list[tuple[int, ...]] = []
    left = set()
    for step in tree.steps:
        node = nodes[step.path]
        if step.kind == "enter":
            assert step.path[:-1] == (inside[-1] if inside else ())
            assert step.window == node.window
            inside.append(step.path)
        elif step.kind == "cut":
            assert inside[-1] == step.path
            assert step.columns == node.pruned
            assert step.window is not None
            alpha, beta = step.window
            if node.cut == "window":
                assert alpha is not None
                assert beta is not None
                assert alpha >= beta
        else:
            assert inside.pop() == step.path
            assert step.value == node.value
            left.add(step.path)
    assert not inside
    assert left == set(nodes)


def test_wins_are_told_in_plies_from_the_root() -> None:
    search = AlphaBeta(Rules(), HardWeights(), win=1_000_000)
    tree = search.search("7x6:4455", Limit(depth=5), tree=TreeRequest()).tree
    assert tree is not None
    assert tree.column == 2
    value = cast(AlphaBetaNode, tree.nodes[0]).value
    assert tree.plies_until_end(value) == 3
    assert tree.plies_until_end(-value) == 3
    assert tree.plies_until_end(12) is None


@given(positions(), st.sampled_from(["plain", "strong"]), st.integers(1, 80), st.integers(2, 60))
def test_the_tree_of_uct(position: Position, policy: str, simulations: int, most: int) -> None:
    def uct() -> Uct:
        return Uct("plain" if policy == "plain" else "strong", seed=5, memory_mb=1, threads=2)

    one = Uct("plain" if policy == "plain" else "strong", seed=5, memory_mb=1)
    plain = one.search(position, simulations=simulations)
    found = uct().search(
        position, simulations=simulations, tree=TreeRequest(plies=3, most=most, simulations=1000)
    )
    tree = found.tree
    assert plain.tree is None
    assert tree is not None
    assert found.columns == plain.columns
    assert found.column == plain.column == tree.column
    assert 1 <= len(tree.nodes) <= most
    known = {statistics.column: statistics for statistics in found.columns}
    for node in cast("tuple[UctNode, ...]", tree.nodes[1:]):
        assert node.parent is not None
        parent = cast(UctNode, tree.nodes[node.parent])
        assert parent.visits >= node.visits
        assert node.path[:-1] == parent.path
        assert node.maximizes == (tree.position_of(node).turn is position.turn)
        if node.ply == 1:
            of = known[node.path[0]]
            assert (node.visits, node.win_rate) == (of.visits, of.win_rate)
            assert (node.proven, node.plies) == (of.proven, of.plies)
    # The simulations are all of them, and counting them gives the visits.
    assert len(tree.simulations) == found.simulations
    for node in cast("tuple[UctNode, ...]", tree.nodes[1:]):
        through = [s for s in tree.simulations if s.path[: node.ply] == node.path]
        assert len(through) == node.visits
    phases = [step.kind for step in tree.steps]
    assert phases.count("select") == phases.count("back_up") == found.simulations
    assert phases.count("playout") == found.simulations


def test_ucb_is_the_formula() -> None:
    found = Uct("plain", seed=1, c=1.0).search("7x6:", simulations=500, tree=TreeRequest(1))
    assert found.tree is not None
    nodes = cast("tuple[UctNode, ...]", found.tree.nodes)
    for node in nodes[1:]:
        assert node.win_rate is not None
        assert node.ucb is not None
        explored = (2 * 6.2146 / node.visits) ** 0.5  # ln 500
        assert node.ucb == pytest.approx(node.win_rate + explored, abs=1e-4)


@pytest.mark.parametrize(
    ("request_of", "said"),
    [
        ({"plies": 0}, "the number of plies of a tree is 0, but must be .* from 1 to 12"),
        ({"most": 20_001}, "the number of nodes of a tree is 20001, but must be .* to 20000"),
        ({"simulations": "many"}, "the number of recorded simulations is 'many'"),
    ],
)
def test_refused_requests(request_of: dict[str, int], said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        TreeRequest(**request_of)

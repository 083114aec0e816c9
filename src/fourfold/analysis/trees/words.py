"""What is said of a tree, its nodes and its steps. MAX is the player whose move the root is."""

from typing import cast

from fourfold.rules.notation import column_label
from fourfold.search.tree import AlphaBetaNode, SearchTree, Step, TreeNode, UctNode
from fourfold.search.tree.nodes import Window


def title(tree: SearchTree) -> str:
    """Say what the tree shows."""
    what = "Alpha-beta" if tree.search == "alphabeta" else "Monte Carlo tree search"
    return f"{what} on {tree.position.to_text()}"


def summary(tree: SearchTree) -> str:
    """Say in two sentences what the search was, and how much of it is shown."""
    column = column_label(tree.column, tree.position.rules.columns)
    shown = f"Shown: {_count(len(tree.nodes), 'node')} of the first {tree.request.plies} plies."
    if tree.search == "uct":
        did = f"{_count(tree.searched, 'simulation')}, a tree {tree.depth} plies deep"
    else:
        did = f"{_count(tree.searched, 'position')}, {tree.depth} plies deep"
    return f"MAX is {tree.player} and plays column {column}, after {did}. {shown}"


def number(value: float) -> str:
    """Write an evaluation with a minus sign that nobody can miss."""
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
    return f"{sign}{abs(value):g}"


def value_of(tree: SearchTree, value: float) -> str:
    """Write a value of alpha-beta: an evaluation, or a win or loss so many plies from the root."""
    plies = tree.plies_until_end(value)
    if plies is None:
        return number(value)
    return f"W {plies}" if value > 0 else f"L {plies}"


def short_value(tree: SearchTree, node: TreeNode) -> str:
    """Write the value of a node: its bound for alpha-beta, the win rate or proof for UCT."""
    if isinstance(node, AlphaBetaNode):
        sign = {"exact": "", "at_least": "≥ ", "at_most": "≤ "}[node.bound]
        return sign + value_of(tree, node.value)
    node = cast(UctNode, node)
    if node.proven is not None:
        return {1: "won", 0: "drawn", -1: "lost"}[_sign(node)]
    return "not tried" if node.win_rate is None else percent(node.win_rate)


def below_value(tree: SearchTree, node: TreeNode) -> str:
    """Write what stands below the value of a node: its window, or its visits."""
    if isinstance(node, AlphaBetaNode):
        return window(tree, node.window)
    return visits(cast(UctNode, node).visits)


def visits(count: int) -> str:
    """Write how often a node was visited."""
    return _count(count, "visit")


def window(tree: SearchTree, of: Window) -> str:
    """Write a window as an interval."""
    alpha, beta = of
    low = "\N{MINUS SIGN}∞" if alpha is None else value_of(tree, alpha)
    high = "+∞" if beta is None else value_of(tree, beta)
    return f"{low} … {high}"


def percent(rate: float) -> str:
    """Write a win rate."""
    return f"{100 * rate:.0f} %"


def node(tree: SearchTree, of: TreeNode) -> str:
    """Say in one or two sentences what is known of a node."""
    where = "The root" if of.column is None else f"Column {_label(tree, of.column)}"
    if isinstance(of, AlphaBetaNode):
        return f"{where}: {_outcome(tree, of)}. Window {window(tree, of.window)}.{_more(tree, of)}"
    known = cast(UctNode, of)
    said = f"{where}: {below_value(tree, of)}"
    if known.win_rate is not None:
        said += f", MAX wins {percent(known.win_rate)}"
    if known.proven is not None:
        said += f", proven {short_value(tree, known)} for MAX"
    return said + (f", UCB {known.ucb:.2f}." if known.ucb is not None else ".")


def step(tree: SearchTree, of: Step, at: TreeNode | None) -> str:
    """Say what a step does. at: its node, if it is in the tree."""
    if tree.search == "uct":
        return _uct_step(tree, of)
    here = cast(AlphaBetaNode, at)
    match of.kind:
        case "enter" if here.parent is None:
            return f"The search begins, {tree.depth} plies deep, with the window from −∞ to +∞."
        case "enter":
            return (
                f"{_mover(tree, here)} tries column {_label(tree, here.path[-1])}, "
                f"with the window {window(tree, here.window)}."
            )
        case "cut":
            columns = _labels(tree, of.columns)
            why = (
                "nothing is better than a win at once"
                if here.cut == "win"
                else "alpha has met beta: the other player will not let it come to this"
            )
            return f"Cut: {columns} is not searched, {why}."
        case _ if here.parent is None:
            chosen = _label(tree, tree.column)
            return f"The search ends: {value_of(tree, here.value)} for MAX, with column {chosen}."
        case _:
            after = of.window
            left = "" if after is None else f" The window is now {window(tree, after)}."
            return f"Back from column {_label(tree, here.path[-1])}: {_outcome(tree, here)}.{left}"


def _uct_step(tree: SearchTree, of: Step) -> str:
    path = ", ".join(_label(tree, column) for column in of.path)
    match of.kind:
        case "select":
            does = f"goes down through {path}" if path else "stays at the root"
            return f"Simulation {of.simulation}, selection: {does}."
        case "expand":
            last = _label(tree, of.path[-1])
            return f"Simulation {of.simulation}, expansion: column {last} for the first time."
        case "playout":
            ends = {1.0: "MAX wins", 0.5: "a draw", 0.0: "MIN wins"}[of.value or 0.0]
            what = "the position is decided" if of.decided else "a random game from here"
            return f"Simulation {of.simulation}, {what}: {ends}."
        case _:
            counts = "; ".join(
                f"column {_label(tree, column)} {percent(rate)} of {visits:,}"
                for column, visits, rate in zip(of.path, of.visits, of.win_rates, strict=True)
            )
            return f"Simulation {of.simulation}, backed up: {counts}."


def _outcome(tree: SearchTree, of: AlphaBetaNode) -> str:
    value = value_of(tree, of.value)
    match of.kind:
        case "win":
            return f"{_mover(tree, of)} completes a line, {value}"
        case "draw":
            return "the board is full, a draw, 0"
        case "leaf":
            return f"evaluated, {value}"
        case "table":
            return f"known from the table, {short_value(tree, of)}"
        case "hopeless":
            return f"not searched, because not even a win at once would matter, {value}"
        case _:
            return short_value(tree, of)


def _more(tree: SearchTree, of: AlphaBetaNode) -> str:
    said = ""
    if of.table_window != of.window:
        said += f" The table narrowed it to {window(tree, of.table_window)}."
    if of.pruned:
        said += f" Cut off: {_labels(tree, of.pruned)}."
    if of.kind == "inner":
        said += f" {_count(of.nodes, 'position')} searched."
    return said


def _mover(tree: SearchTree, of: TreeNode) -> str:
    """Who made the ply that leads to a node."""
    assert of.parent is not None
    return "MAX" if tree.nodes[of.parent].maximizes else "MIN"


def _label(tree: SearchTree, column: int) -> str:
    return column_label(column, tree.position.rules.columns)


def _labels(tree: SearchTree, columns: tuple[int, ...]) -> str:
    labels = ", ".join(_label(tree, column) for column in columns)
    return f"column {labels}" if len(columns) == 1 else f"each of the columns {labels}"


def _sign(of: UctNode) -> int:
    assert of.proven is not None
    return {"win": 1, "draw": 0, "loss": -1}[str(of.proven.outcome)]


def _count(many: int, what: str) -> str:
    return f"1 {what}" if many == 1 else f"{many:,} {what}s"

"""The steps of a search with what is needed to show them: a sentence, and the dropped pieces."""

from dataclasses import dataclass

from fourfold.analysis.trees import words
from fourfold.rules import Position
from fourfold.rules.notation import format_cell
from fourfold.search.tree import SearchTree, Step

MOST_STEPS = 4_000


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a search, to be shown."""

    step: Step
    node: int | None
    """The number of its node, if the tree has it."""
    text: str
    cells: tuple[tuple[str, str], ...]
    """What was dropped since the root: cell and `first`, `second` or `ban`."""


def step_views(tree: SearchTree, most: int = MOST_STEPS) -> list[StepView]:
    """List the steps of a tree, so many of them at most."""
    numbers = {node.path: node.number for node in tree.nodes}
    shown = []
    for step in tree.steps[:most]:
        number = numbers.get(step.path)
        text = words.step(tree, step, None if number is None else tree.nodes[number])
        shown.append(StepView(step, number, text, _dropped(tree.position, step.path)))
    return shown


def _dropped(position: Position, path: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    cells = []
    for column in path:
        piece = "ban" if position.must_ban else position.turn.name.lower()
        position = position.play(column)
        assert position.last_cell is not None
        cells.append((format_cell(position.last_cell), piece))
    return tuple(cells)

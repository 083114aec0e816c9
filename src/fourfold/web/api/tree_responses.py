"""What trees of searches send: the part of `responses` that is about what agents think.

Every node and every step has its words, and the pieces that were dropped since the root, so that
the page needs no rules.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from fourfold.web.api.lesson_responses import PieceView
from fourfold.web.api.responses import Side

NodeKind = Literal["inner", "win", "draw", "leaf", "table", "hopeless", "uct", "proven"]
StepKind = Literal["enter", "leave", "cut", "select", "expand", "playout", "back_up"]


class TreeNodeView(BaseModel):
    """A position that was looked at."""

    parent: Annotated[int | None, Field(description="Its place in the list; null for the root.")]
    column: Annotated[str, Field(description="The column that leads here, as text.")]
    piece: Annotated[PieceView | None, Field(description="What it dropped.")]
    maximizes: Annotated[bool, Field(description="Whether MAX is to move, whose move the root is.")]
    principal: Annotated[bool, Field(description="Whether it is on the line that is expected.")]
    kind: NodeKind
    value: str
    detail: Annotated[str, Field(description="The window of alpha-beta, or the visits of UCT.")]
    text: Annotated[str, Field(description="What is known of it, in a sentence or two.")]
    pruned: Annotated[str, Field(description="The columns that were cut off, as text.")]


class TreeStepView(BaseModel):
    """One step of the search."""

    kind: StepKind
    node: Annotated[int | None, Field(description="Its place in the list of nodes, if any.")]
    text: str
    pieces: Annotated[list[PieceView], Field(description="Dropped since the root.")]
    counts: Annotated[
        list[tuple[int, str, str]],
        Field(description="What the nodes of its path have counted by now: place, value, detail."),
    ]


class TreeView(BaseModel):
    """What an agent looked at before it chose a column."""

    search: Literal["alphabeta", "uct"]
    summary: str
    nodes: Annotated[list[TreeNodeView], Field(description="The root first.")]
    steps: list[TreeStepView]


class ThoughtView(BaseModel):
    """What an agent plays, and the tree of its search, if it needed one."""

    agent: str
    position: str
    rows: Annotated[list[str], Field(description="The board, the top row first.")]
    turn: Annotated[Side, Field(description="Whose move it is: MAX of the tree.")]
    column: Annotated[str, Field(description="The choice, as text.")]
    reason: str
    tree: Annotated[TreeView | None, Field(description="Null if it did not search.")]

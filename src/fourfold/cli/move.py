"""`fourfold move`: prints the move of an agent."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.books import use_books
from fourfold.errors import BadAnswer, FourfoldError, InvalidOption, PlayerError, describe
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label

if TYPE_CHECKING:
    from fourfold.agents.base import Decision
    from fourfold.search import Limit


def move(
    position: options.PositionText,
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="An agent: name or name:option=value,...")
    ],
    rules: options.Board = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    book: options.Books = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also print what the agent knows, as a table.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print all that the agent knows, as JSON.")
    ] = False,
    tree: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the tree of the search: .svg, .html or .json; - prints only the JSON.",
        ),
    ] = None,
    tree_plies: Annotated[
        int | None, typer.Option(metavar="P", help="How many plies of the tree, 2 if not given.")
    ] = None,
    tree_nodes: Annotated[
        int | None, typer.Option(metavar="N", help="The most nodes of it, 400 if not given.")
    ] = None,
) -> None:
    """Print the column that an agent plays."""
    from fourfold.agents.registry import agent as make
    from fourfold.search import Limit

    board = None if rules is None else Rules.parse(rules)
    here = Position.parse(position, board)
    limit = Limit(seconds, nodes, depth)
    use_books(book, [here.rules])
    if tree is None:
        if tree_plies is not None or tree_nodes is not None:
            raise InvalidOption("--tree-plies and --tree-nodes are for --tree, which is not given")
        with _own_errors_told(agent):
            decision = make(agent).choose(here, limit)
    else:
        decision = _with_tree(agent, here, limit, tree, tree_plies, tree_nodes)
        if tree == files.STANDARD_OUTPUT:
            return
    if json:
        from json import dumps

        from fourfold.cli.decision import as_json

        print(dumps(as_json(here, agent, decision), indent=2))
        return
    print(column_label(decision.column, here.rules.columns))
    if explain:
        from rich.console import Console

        from fourfold.cli.decision import table

        print()
        Console(highlight=False).print(table(here, decision))


@contextmanager
def _own_errors_told(spec: str) -> Iterator[None]:
    """Tell what a player raises in one sentence, with its own part of the traceback below."""
    from fourfold.agents.external.faults import error_text, own_traceback

    try:
        yield
    except BadAnswer as error:
        raise PlayerError(f"the player {describe(spec)} {error}") from None
    except (FourfoldError, KeyboardInterrupt):
        raise
    except BaseException as error:  # sys.exit() of a player is a failure, too
        cause = own_traceback(error, __file__)
        raise PlayerError(
            f"the player {describe(spec)} raised {error_text(error)}\n{cause}"
        ) from None


_FORMS = (".json", ".svg", ".html")


def _with_tree(
    spec: str, position: Position, limit: "Limit", target: str, plies: int | None, most: int | None
) -> "Decision":
    """Let the agent choose, and write the tree of its search."""
    from json import dumps

    from fourfold.agents.registry import agent as make
    from fourfold.agents.trees import check_shows_tree, decide_with_tree
    from fourfold.search.tree import TreeRequest

    given = {"plies": plies, "most": most}
    request = TreeRequest(**{name: value for name, value in given.items() if value is not None})
    form = ".json" if target == files.STANDARD_OUTPUT else Path(target).suffix.lower()
    if form not in _FORMS:
        raise InvalidOption(
            f"the file of the tree is {describe(target)}, but must end in .json, .svg or .html"
        )
    with _own_errors_told(spec):
        player = make(spec)
        check_shows_tree(spec, player)
    files.check_result(target)
    decision, found = decide_with_tree(spec, player, position, limit, request=request)
    if form == ".json":
        files.write_result(target, dumps({"agent": spec, **found.to_json()}, indent=1) + "\n")
    else:
        from fourfold.analysis import trees

        text = trees.draw(found) + "\n" if form == ".svg" else trees.page(found, spec)
        files.write_result(target, text)
    return decision

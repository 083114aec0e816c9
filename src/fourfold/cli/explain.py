"""`fourfold explain`: says why a column is good or bad."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import options
from fourfold.cli.books import use_books
from fourfold.errors import InvalidNotation, describe
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label, parse_moves

if TYPE_CHECKING:
    from fourfold.analysis.explain import Explanation


def explain(
    position: options.PositionText,
    column: Annotated[
        str | None,
        typer.Argument(
            metavar="COLUMN", help="The column to explain; all of them if it is left out."
        ),
    ] = None,
    rules: options.Board = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="The most seconds to analyse the position.")
    ] = None,
    book: options.Books = None,
    short: Annotated[bool, typer.Option("--short", help="Say it in few words.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print every fact that was found, as JSON.")
    ] = False,
) -> None:
    """Say in sentences why a column is good or bad, the best column first."""
    from fourfold.analysis.analyst import analyse
    from fourfold.analysis.explain import explain_analysis
    from fourfold.search import Limit

    board = None if rules is None else Rules.parse(rules)
    here = Position.parse(position, board)
    chosen = None if column is None else _column(column)
    if chosen is not None:
        here.play_text(column or "")  # refuses what cannot be played, before the work
    use_books(book, [here.rules])
    analysis = analyse(here, Limit(seconds))
    columns = [chosen] if chosen is not None else analysis.ranked_columns
    found = [explain_analysis(analysis, each) for each in columns]
    if json:
        from json import dumps

        print(dumps([_as_dict(each) for each in found], indent=2))
        return
    if not found:
        print(f"The game is over: {here.outcome}.")
    for each in found:
        label = column_label(each.column, here.rules.columns)
        print(f"{label}: {' '.join(each.short_sentences if short else each.sentences)}")


def _column(text: str) -> int:
    columns = parse_moves(text)
    if len(columns) != 1:
        raise InvalidNotation(
            f"the column to explain is {describe(text)}, but must be one column such as 4 or d"
        )
    return columns[0]


def _as_dict(explanation: "Explanation") -> dict[str, object]:
    return {
        "column": explanation.column,
        "sentences": explanation.sentences,
        "facts": [fact.as_dict() for fact in explanation.facts],
    }

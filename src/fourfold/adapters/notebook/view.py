"""What the widget's page is told: values that JSON can hold. Python knows the rules, not the page.

`board` is what the page's own board draws, a `BoardView` of `web/static/types.d.ts`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fourfold.adapters.notebook.seats import Seat
from fourfold.analysis.analyst import Analysis, ColumnAnalysis
from fourfold.rules import Player, Position
from fourfold.rules.notation import column_label
from fourfold.rules.text import status_in_words
from fourfold.search import Result
from fourfold.support.plain_text import printable


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that the page shows."""

    position: Position
    plies: int
    """How long the game is that the position belongs to: it may be an earlier one of it."""
    seats: Mapping[Player, Seat]
    is_record: bool = False
    is_thinking: bool = False
    analysis: Analysis | None = None
    show_scores: bool = False
    is_analysing: bool = False
    message: str = ""
    """Why the last click did nothing, or what went wrong."""
    answered: int = 0
    """The number of the page's last request that has been answered."""

    @property
    def is_latest(self) -> bool:
        """Return True if nothing was played after the position that is shown."""
        return self.position.ply == self.plies

    @property
    def is_playable(self) -> bool:
        """Return True if a person can drop something now."""
        over = self.position.outcome is not None
        return not over and self.seats[self.position.turn].is_person

    @property
    def can_undo(self) -> bool:
        """Return True if a person's own ply can be taken back."""
        return undo_to(self.position, self.seats) is not None

    def to_json(self) -> dict[str, Any]:
        """Return it as the page takes it."""
        return {
            "board": _board(self),
            "position": self.position.to_text(),
            "players": [
                {"side": side.name, "name": printable(seat.name), "agent": not seat.is_person}
                for side, seat in sorted(self.seats.items(), key=lambda item: item[0].value)
            ],
            "turn": None if self.position.outcome is not None else self.position.turn.name,
            "status": status(self),
            "message": printable(self.message),
            "ply": self.position.ply,
            "plies": self.plies,
            "undo": self.can_undo,
            "record": self.is_record,
            "thinking": self.is_thinking,
            "show_scores": self.show_scores,
            "analysing": self.is_analysing,
            "chips": _chips(self.analysis) if self.show_scores else [],
            "best": _best(self.analysis) if self.show_scores else [],
            "answered": self.answered,
        }


def status(shown: Shown) -> str:
    """Say in a sentence what is going on."""
    position = shown.position
    who = shown.seats[position.turn]
    said = status_in_words(position)
    if position.outcome is None and shown.is_thinking:
        said = f"{printable(who.name)} is thinking"
    elif position.outcome is None and who.is_person and not shown.is_record and _is_alone(shown):
        said = "Drop the ban" if position.must_ban else "Your move"
    where = "" if shown.is_latest else f"Ply {position.ply} of {shown.plies}. "
    return f"{where}{said}."


def undo_to(position: Position, seats: Mapping[Player, Seat]) -> int | None:
    """Return after how many plies a person is to move again, one ply back at least; else None."""
    before = Position(position.rules)
    found = None
    for column in position.moves:
        if seats[before.turn].is_person:
            found = before.ply
        before = before.play(column)
    return found


def _is_alone(shown: Shown) -> bool:
    return sum(seat.is_person for seat in shown.seats.values()) == 1


def _board(shown: Shown) -> dict[str, Any]:
    position, rules = shown.position, shown.position.rules
    return {
        "columns": rules.columns,
        "rows": rules.rows,
        "labels": [column_label(column, rules.columns) for column in range(rules.columns)],
        "forbidden": [list(cell) for cell in rules.forbidden],
        "bonus": None if rules.bonus is None else list(rules.bonus),
        "pieces": _pieces(position),
        "landing": [
            position.landing_row(column) if position.outcome is None else None
            for column in range(rules.columns)
        ],
        "playable": shown.is_playable,
        "next": "BAN" if position.must_ban else position.turn.name,
        "line": [list(cell) for cell in position.winning_cells],
        "marks": None,
        "hint": None,
        "names": {"FIRST": "FIRST", "SECOND": "SECOND", "BAN": "ban"},
    }


def _pieces(position: Position) -> list[dict[str, Any]]:
    """Return the pieces and bans in the order in which they were dropped."""
    before, found = Position(position.rules), []
    for column in position.moves:
        owner = "BAN" if before.must_ban else before.turn.name
        found.append({"column": column, "row": before.landing_row(column), "owner": owner})
        before = before.play(column)
    return found


def _chips(analysis: Analysis | None) -> list[dict[str, Any]]:
    if analysis is None or not analysis.columns:
        return []
    width = analysis.position.rules.columns
    return [_chip(column, width, analysis.columns.get(column)) for column in range(width)]


def _chip(column: int, width: int, known: ColumnAnalysis | None) -> dict[str, Any]:
    label = column_label(column, width)
    if known is None:
        return {"label": label, "full": True, "proven": False}
    won_or_lost = known.score is not None and known.outcome is not Result.DRAW
    return {
        "label": label,
        "full": False,
        "proven": known.proven,
        "outcome": None if known.outcome is None else str(known.outcome),
        "moves": known.score.plies if won_or_lost and known.score is not None else None,
        "win_chance": round(known.win_chance, 4),
    }


def _best(analysis: Analysis | None) -> list[int]:
    """Return the best column and those that are as good."""
    if analysis is None or analysis.best is None:
        return []
    top = analysis.best_analysis
    return [
        column
        for column, known in analysis.columns.items()
        if (known.proven, known.promise) == (top.proven, top.promise)
    ]

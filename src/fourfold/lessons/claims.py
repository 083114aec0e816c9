"""Claims: what a step says about its position, in a form that can be checked.

A kind of claim is a class here with the fields that its table in a lesson has, and `find`, which
returns what is true instead; docs/lessons.md lists them all. A claim about columns or cells is
about exactly those: it is false if there are more.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from fourfold.lessons.board import Board, Cells, Columns, Line, Side, winning_columns
from fourfold.rules.notation import column_label, format_cell
from fourfold.rules.position import Content
from fourfold.search import Result, Score


@dataclass(frozen=True)
class Claim(ABC):
    """One thing that a step says."""

    kind: ClassVar[str]
    """Its name in the files."""

    @abstractmethod
    def find(self, board: Board) -> object:
        """Find out what is true, to be compared with `stated`."""

    @property
    @abstractmethod
    def stated(self) -> object:
        """What the claim says, in the form of `find`."""

    @property
    def cells(self) -> Cells:
        """The cells that sentences may name because of this claim."""
        return ()

    def check(self, board: Board) -> str | None:
        """Return None if the claim is true, else a sentence that says what is."""
        found = self.find(board)
        if found == self.stated:
            return None
        width = board.position.rules.columns
        return f"'{self.kind}' says {_show(self.stated, width)}, but it is {_show(found, width)}"


def _show(value: object, width: int) -> str:
    if isinstance(value, frozenset | tuple):
        items = sorted(value) if isinstance(value, frozenset) else value
        names = [
            column_label(each, width)
            if isinstance(each, int)
            else format_cell(each)
            if isinstance(each, tuple)
            else str(each)
            for each in items
        ]
        return " ".join(names) or "none"
    return str(value)


# What a column leads to


@dataclass(frozen=True)
class _ColumnsClaim(Claim):
    columns: Columns

    @property
    def stated(self) -> object:
        return frozenset(self.columns)


@dataclass(frozen=True)
class _OutcomeClaim(_ColumnsClaim):
    outcome: ClassVar[Result]

    def find(self, board: Board) -> object:
        return frozenset(board.with_outcome(self.outcome))


class Wins(_OutcomeClaim):
    """Exactly these columns win."""

    kind = "wins"
    outcome = Result.WIN


class Draws(_OutcomeClaim):
    """Exactly these columns draw."""

    kind = "draws"
    outcome = Result.DRAW


class Loses(_OutcomeClaim):
    """Exactly these columns lose."""

    kind = "loses"
    outcome = Result.LOSS


@dataclass(frozen=True)
class WinsAtOnce(_ColumnsClaim):
    """Exactly these columns complete four for the player to move, after a line if there is one."""

    after: Line = ()
    kind = "wins at once"

    def find(self, board: Board) -> object:
        return frozenset(winning_columns(board.after(self.after)))


@dataclass(frozen=True)
class LetsWin(_ColumnsClaim):
    """After exactly these columns the opponent completes four with the next piece."""

    kind = "lets win at once"

    def find(self, board: Board) -> object:
        position = board.position
        return frozenset(
            column for column in position.legal_columns if winning_columns(position.play(column))
        )


@dataclass(frozen=True)
class _CountClaim(Claim):
    columns: Columns
    moves: int
    outcome: ClassVar[Result]

    def find(self, board: Board) -> object:
        return tuple(self._count(board.scores.get(column)) for column in self.columns)

    def _count(self, score: Score | None) -> str:
        if score is None or score.plies is None or score.outcome is not self.outcome:
            return "not so"
        return f"in {score.plies}"

    @property
    def stated(self) -> object:
        return tuple(f"in {self.moves}" for _ in self.columns)


class WinsIn(_CountClaim):
    """Each of these columns wins with that move of the game, counted from 1, its own."""

    kind = "wins in"
    outcome = Result.WIN


class LosesIn(_CountClaim):
    """Each of these columns loses with that move of the game, counted in the same way."""

    kind = "loses in"
    outcome = Result.LOSS


@dataclass(frozen=True)
class Forces(_ColumnsClaim):
    """After a line, exactly these replies do not lose to the very next piece."""

    after: Line
    kind = "forces"

    def find(self, board: Board) -> object:
        position = board.after(self.after)
        return frozenset(
            column
            for column in position.legal_columns
            if not winning_columns(position.play(column))
        )


@dataclass(frozen=True)
class BestLine(Claim):
    """Every ply of this line is a best one; `after` comes before it and may be anything."""

    line: Line
    after: Line = ()
    kind = "best line"

    def find(self, board: Board) -> object:
        for number, column in enumerate(self.line):
            before = board.after(self.after + self.line[:number])
            if column not in board.best_columns(before):
                return f"not best at ply {number + 1}"
        return "best"

    @property
    def stated(self) -> object:
        return "best"


# What lies on the board


@dataclass(frozen=True)
class Lands(Claim):
    """A piece in this column lands on this cell, after a line if there is one."""

    column: Columns
    cell: Cells
    after: Line = ()
    kind = "lands"

    def find(self, board: Board) -> object:
        position = board.after(self.after)
        return tuple((column, position.landing_row(column)) for column in self.column)

    @property
    def stated(self) -> object:
        return self.cell

    @property
    def cells(self) -> Cells:
        return self.cell


@dataclass(frozen=True)
class Holds(Claim):
    """A player has pieces on these cells, after a line if there is one."""

    player: Side
    pieces: Cells
    after: Line = ()
    kind = "holds"

    def find(self, board: Board) -> object:
        position = board.after(self.after)
        mine = Content[board.player(self.player).name]
        return tuple(cell for cell in self.pieces if position.cell(*cell) is mine)

    @property
    def stated(self) -> object:
        return self.pieces

    @property
    def cells(self) -> Cells:
        return self.pieces


@dataclass(frozen=True)
class HasThreats(Claim):
    """A player's threats are exactly these cells, after a line if there is one."""

    player: Side
    threats: Cells
    after: Line = ()
    kind = "threats"

    def find(self, board: Board) -> object:
        found = board.threats(self.after).of(board.player(self.player))
        return frozenset(each.cell for each in found)

    @property
    def stated(self) -> object:
        return frozenset(self.threats)

    @property
    def cells(self) -> Cells:
        return self.threats


class HasOpenThreats(HasThreats):
    """Those of a player's threats that can be played now are exactly these cells."""

    kind = "open threats"

    def find(self, board: Board) -> object:
        found = board.threats(self.after).of(board.player(self.player))
        return frozenset(each.cell for each in found if each.is_landing)


class IsStacked(HasThreats):
    """A player's threats that lie right above each other are exactly these cells."""

    kind = "stacked"

    def find(self, board: Board) -> object:
        player = board.player(self.player)
        pairs = board.threats(self.after).stacked
        return frozenset(each.cell for pair in pairs if pair[0].player is player for each in pair)


@dataclass(frozen=True)
class Favours(Claim):
    """Filling all other columns first leaves this threat to that player."""

    threat: Cells
    player: Side
    after: Line = ()
    kind = "favours"

    def find(self, board: Board) -> object:
        told = board.threats(self.after)
        for each in (*told.first, *told.second):
            if (each.cell,) == self.threat:
                return board.side(each.favours)
        return "nobody: there is no threat"

    @property
    def stated(self) -> object:
        return self.player

    @property
    def cells(self) -> Cells:
        return self.threat


@dataclass(frozen=True)
class InZugzwang(Claim):
    """Once all other cells are filled, this player has to play below a threat."""

    player: Side
    after: Line = ()
    kind = "zugzwang"

    def find(self, board: Board) -> object:
        found = board.threats(self.after).zugzwang
        return "nobody" if found is None else board.side(found.player)

    @property
    def stated(self) -> object:
        return self.player


@dataclass(frozen=True)
class HasPlan(Claim):
    """After a line, the player who has just moved can follow a plan of this name to the end."""

    plan: str
    after: Line
    wins: bool
    kind = "plan"

    def find(self, board: Board) -> object:
        return frozenset(
            f"{each.kind}, {'wins' if each.wins else 'draws'}"
            for each in board.threats(self.after).plans
            if each.kind == self.plan
        )

    @property
    def stated(self) -> object:
        return frozenset({f"{self.plan}, {'wins' if self.wins else 'draws'}"})


@dataclass(frozen=True)
class EarnsBan(Claim):
    """After a line, the player who has just moved must drop a ban."""

    after: Line
    kind = "earns a ban"

    def find(self, board: Board) -> object:
        return board.after(self.after).must_ban

    @property
    def stated(self) -> object:
        return True


KINDS: dict[str, type[Claim]] = {
    each.kind: each
    for each in (
        Wins,
        Draws,
        Loses,
        WinsAtOnce,
        LetsWin,
        WinsIn,
        LosesIn,
        Forces,
        BestLine,
        Lands,
        Holds,
        HasThreats,
        HasOpenThreats,
        IsStacked,
        Favours,
        InZugzwang,
        HasPlan,
        EarnsBan,
    )
}

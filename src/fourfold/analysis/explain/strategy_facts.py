"""The facts about the rest of the game: each is what `strategy` may find."""

from collections.abc import Iterator
from dataclasses import dataclass

from fourfold.analysis.explain.fact import (
    CellName,
    ColumnName,
    Fact,
    Move,
    Part,
    Solve,
    cell_names,
    listed,
)
from fourfold.analysis.threats import Plan, PlanKind, may_ban
from fourfold.analysis.threats.threats import favoured_player
from fourfold.rules import Position
from fourfold.rules.notation import Cell
from fourfold.rules.position import Content


@dataclass(frozen=True)
class KeepsAPlan(Fact):
    """One of the solver's static proofs holds for the mover, and says how to go on."""

    kind = "keeps a plan"
    plan: Plan

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        plan = self.plan
        gain = "wins" if plan.wins else "draws at least"
        if short:
            return (f"Keeps a plan that {gain}.",)
        if plan.kind is PlanKind.NO_LINES_LEFT:
            return (
                "Leaves the opponent upright lines only: whoever answers each move right above it "
                "draws at least.",
            )
        parts: tuple[Part, ...] = (f"Keeps a plan that {gain}: answer every move right above it",)
        if plan.odd_columns:
            width = self.move.position.rules.columns
            names = listed(ColumnName(column, width) for column in plan.odd_columns)
            parts += (", but a first move in one of the columns ", *names, " in another of them")
        if plan.threats:
            parts += (". The opponent has to open ", *_either(plan.threats), " in the end")
        return (*parts, ".")

    def holds(self, solve: Solve) -> bool:
        score = solve(self.move.after)  # of the opponent
        return self.plan.player is self.move.mover and -score.score >= self.plan.score_at_least


def _either(cells: tuple[Cell, ...]) -> tuple[Part, ...]:
    if len(cells) == 1:
        return cell_names(cells)
    parts: list[Part] = []
    for place, cell in enumerate(cells):
        if place:
            parts.append(" or " if place == len(cells) - 1 else ", ")
        parts.append(CellName(cell))
    return tuple(parts)


@dataclass(frozen=True)
class MakesAThreat(Fact):
    """The mover would complete four on a cell that cannot be played yet."""

    kind = "makes a threat"
    threat: Cell

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        row = "an odd" if self.threat[1] % 2 == 0 else "an even"
        if short:
            return ("Makes a threat at ", CellName(self.threat), ".")
        parts: tuple[Part, ...] = (
            "Makes a threat at ",
            CellName(self.threat),
            f", on {row} row",
        )
        if may_ban(self.move.after):
            return (*parts, ".")
        favoured = favoured_player(self.move.after, self.threat)
        who = "the mover" if favoured is self.move.mover else "the opponent"
        return (*parts, f": if all other columns fill up first, {who} gets there.")

    def holds(self, solve: Solve) -> bool:
        after = self.move.after
        column, row = self.threat
        if not _completes(after, self.threat, self.move) or after.landing_row(column) == row:
            return False
        if may_ban(after):
            return True
        # Count the plies until everything but the cell and those above it is filled.
        rules = after.rules
        plies = sum(
            after.cell(c, r) is None and not (c == column and r >= row)
            for c in range(rules.columns)
            for r in range(rules.rows)
        )
        gets = after.turn if plies % 2 == 0 else after.turn.other
        return gets is favoured_player(after, self.threat)


@dataclass(frozen=True)
class AvoidsGifts(Fact):
    """In other columns the opponent could win right above the move."""

    kind = "avoids gifts"
    gifts: tuple[int, ...]

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        width = self.move.position.rules.columns
        names = listed(ColumnName(column, width) for column in self.gifts)
        subject = "Column " if len(self.gifts) == 1 else "Columns "
        return (subject, *names, " would open a win for the opponent.")

    def holds(self, solve: Solve) -> bool:
        for column in self.gifts:
            after = self.move.position.play(column)
            if after.turn is not self.move.opponent or column not in after.legal_columns:
                return False
            outcome = after.play(column).outcome
            if outcome is None or outcome.winner is not self.move.opponent:
                return False
        return self.move.column not in self.gifts


@dataclass(frozen=True)
class CutsLines(Fact):
    """The piece or ban lies on lines on which only the opponent had pieces, two or more."""

    kind = "cuts lines"
    count: int

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        lines = "a line" if self.count == 1 else f"{self.count} lines"
        if short:
            return (f"Cuts {lines} of the opponent.",)
        return (f"Cuts {lines} on which the opponent already had two pieces or more.",)

    def holds(self, solve: Solve) -> bool:
        _, theirs = _contents(self.move)
        lines = [
            contents
            for contents in _line_contents(self.move)
            if contents.count(theirs) >= 2 and contents.count(None) == 4 - contents.count(theirs)
        ]
        return len(lines) == self.count


@dataclass(frozen=True)
class BuildsLines(Fact):
    """The piece joins others of the mover on lines that can still become four."""

    kind = "builds lines"
    count: int

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        lines = "a line" if self.count == 1 else f"{self.count} lines"
        if short:
            return (f"Builds on {lines}.",)
        return (f"Joins own pieces on {lines} that can still become four.",)

    def holds(self, solve: Solve) -> bool:
        mine, _ = _contents(self.move)
        lines = [
            contents
            for contents in _line_contents(self.move)
            if contents.count(mine) >= 1 and contents.count(None) == 4 - contents.count(mine)
        ]
        return len(lines) == self.count


@dataclass(frozen=True)
class HasMostLines(Fact):
    """No other cell to play now lies on more lines that can still become four for the mover."""

    kind = "has most lines"
    count: int
    is_alone: bool

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        cell = CellName(self.move.cell)
        if short:
            return (cell, f" lies on {self.count} lines that can become four.")
        than = "more than" if self.is_alone else "as many as"
        end = "any other cell to play now" if self.is_alone else "the best of the others"
        return (cell, f" lies on {self.count} lines that can still become four, {than} {end}.")

    def holds(self, solve: Solve) -> bool:
        counts = {}
        for column in self.move.position.legal_columns:
            move = Move(self.move.position, column)
            mine, _ = _contents(move)
            counts[column] = sum(
                all(content in (None, mine) for content in contents)
                for contents in _line_contents(move)
            )
        others = [count for column, count in counts.items() if column != self.move.column]
        return (
            counts[self.move.column] == self.count
            and max(others, default=0) <= self.count
            and self.is_alone == (max(others, default=0) < self.count)
        )


# Checks that use nothing of the above


_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def _contents(move: Move) -> tuple[Content, Content]:
    """Return what the mover's and the opponent's pieces are called."""
    return Content[move.mover.name], Content[move.opponent.name]


def _lines_through(position: Position, cell: Cell) -> Iterator[list[Cell]]:
    rules = position.rules
    for right, up in _DIRECTIONS:
        for place in range(4):
            line = [(cell[0] + (i - place) * right, cell[1] + (i - place) * up) for i in range(4)]
            if all(0 <= c < rules.columns and 0 <= r < rules.rows for c, r in line):
                yield line


def _line_contents(move: Move) -> list[list[Content | None]]:
    """Return what lies on the cells of every line through the cell of a move, before it."""
    return [
        [move.position.cell(*cell) for cell in line]
        for line in _lines_through(move.position, move.cell)
    ]


def _completes(position: Position, cell: Cell, move: Move) -> bool:
    """Whether a piece of the mover on a free cell would complete four."""
    mine, _ = _contents(move)
    return position.cell(*cell) is None and any(
        all(each == cell or position.cell(*each) is mine for each in line)
        for line in _lines_through(position, cell)
    )

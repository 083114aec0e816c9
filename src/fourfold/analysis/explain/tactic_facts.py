"""The facts about the next plies: each is what `tactics` may find."""

from dataclasses import dataclass

from fourfold.agents.tactics import winning_columns
from fourfold.analysis.explain.fact import (
    CellName,
    Fact,
    Move,
    Part,
    Solve,
    cell_names,
    line_names,
)
from fourfold.analysis.threats import may_ban
from fourfold.rules import Player, Position
from fourfold.rules.notation import Cell
from fourfold.search import Result


@dataclass(frozen=True)
class WinsAtOnce(Fact):
    """The move completes four."""

    kind = "wins at once"
    line: tuple[Cell, ...]

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Wins at once.",)
        return ("Wins at once: ", *cell_names(self.line), " are in a row.")

    def holds(self, solve: Solve) -> bool:
        outcome = self.move.after.outcome
        wins = winning_columns(self.move.position, self.move.mover)
        return (
            self.move.column in wins
            and outcome is not None
            and outcome.winner is self.move.mover
            and self.move.cell in self.line
        )


@dataclass(frozen=True)
class FillsTheBoard(Fact):
    """The move ends the game in a draw."""

    kind = "fills the board"

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        return ("Fills the board: a draw.",)

    def holds(self, solve: Solve) -> bool:
        outcome = self.move.after.outcome
        return outcome is not None and outcome.winner is None


@dataclass(frozen=True)
class OnlyColumn(Fact):
    """No other column can be played."""

    kind = "only column"

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        return ("It is the only column left.",)

    def holds(self, solve: Solve) -> bool:
        return self.move.position.legal_columns == (self.move.column,)


@dataclass(frozen=True)
class Blocks(Fact):
    """The piece or ban lies where the opponent would have won at once."""

    kind = "blocks"
    is_only_threat: bool

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        cell = CellName(self.move.cell)
        if short:
            return ("Blocks ", cell, ".")
        if self.is_only_threat:
            return ("Blocks ", cell, ", the only cell where the opponent would win at once.")
        return ("Blocks ", cell, ", one of the cells where the opponent would win at once.")

    def holds(self, solve: Solve) -> bool:
        wins = winning_columns(self.move.position, self.move.opponent)
        return self.move.column in wins and self.is_only_threat == (len(wins) == 1)


@dataclass(frozen=True)
class TakesTheStar(Fact):
    """The piece lands on the bonus cell, and the same player drops a ban."""

    kind = "takes the star"

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Takes the star.",)
        return ("Takes the star at ", CellName(self.move.cell), ": now a ban must be dropped.")

    def holds(self, solve: Solve) -> bool:
        after = self.move.after
        return after.must_ban and after.turn is self.move.mover


@dataclass(frozen=True)
class LeavesAWin(Fact):
    """The opponent could win at once before the move, and still can."""

    kind = "leaves a win"
    win: Cell

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Leaves ", CellName(self.win), " to the opponent.")
        return ("Leaves ", CellName(self.win), " free: the opponent wins there at once.")

    def holds(self, solve: Solve) -> bool:
        column, row = self.win
        could = column in winning_columns(self.move.position, self.move.opponent)
        lands = self.move.position.landing_row(column) == row
        return could and lands and _wins(self.move.after, column, self.move.opponent)


@dataclass(frozen=True)
class OpensAWin(Fact):
    """The move lets the opponent play right above it, and win there."""

    kind = "opens a win"
    win: Cell

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Opens ", CellName(self.win), " for the opponent.")
        return ("Opens ", CellName(self.win), " for the opponent, who wins there at once.")

    def holds(self, solve: Solve) -> bool:
        column, row = self.win
        after = self.move.after
        return (
            column == self.move.column
            and after.landing_row(column) == row
            and _wins(after, column, self.move.opponent)
        )


@dataclass(frozen=True)
class MakesTwoThreats(Fact):
    """The mover can win in two places or more, and the opponent stops one at most."""

    kind = "makes two threats"
    wins: tuple[Cell, ...]

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        many = "two threats" if len(self.wins) == 2 else f"{len(self.wins)} threats"
        if short:
            return (f"Makes {many} at once.",)
        names = cell_names(self.wins)
        return (f"Makes {many} at once, at ", *names, ": the opponent cannot stop them all.")

    def holds(self, solve: Solve) -> bool:
        wins = winning_columns(self.move.after, self.move.mover)
        return {column for column, _ in self.wins} == set(wins) and _lost_at_once(self.move, solve)


@dataclass(frozen=True)
class ForcesAndWins(Fact):
    """The opponent has to block, and the mover wins right above."""

    kind = "forces and wins"
    forced: Cell
    win: Cell

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        forced, win = CellName(self.forced), CellName(self.win)
        if short:
            return ("Forces ", forced, ", then wins at ", win, ".")
        return ("Forces the opponent to ", forced, ", then wins right above it, at ", win, ".")

    def holds(self, solve: Solve) -> bool:
        after = self.move.after
        answered = after.play(self.forced[0])
        others = [column for column in after.legal_columns if column != self.forced[0]]
        return (
            all(_wins(after.play(column), self.forced[0], self.move.mover) for column in others)
            and answered.outcome is None
            and answered.landing_row(self.win[0]) == self.win[1]
            and _wins(answered, self.win[0], self.move.mover)
            and _lost_at_once(self.move, solve)
        )


@dataclass(frozen=True)
class WinsByForce(Fact):
    """A line of threats that ends in a win; every reply in it is forced."""

    kind = "wins by force"
    line: tuple[int, ...]

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        names = line_names(self.line, self.move.position.rules.columns)
        if short:
            return ("Wins by force: ", *names, ".")
        return ("Wins by force: ", *names, ". Every reply is forced.")

    def holds(self, solve: Solve) -> bool:
        position = self.move.position
        for column in self.line:
            if position.turn is not self.move.mover:
                for other in set(position.legal_columns) - {column}:
                    reply = position.play(other)
                    if reply.outcome is not None or not winning_columns(reply, self.move.mover):
                        return False
            position = position.play(column)
        outcome = position.outcome
        return (
            self.line[0] == self.move.column
            and outcome is not None
            and outcome.winner is self.move.mover
            and solve(self.move.position).outcome is Result.WIN
        )


@dataclass(frozen=True)
class LeavesNoSafeReply(Fact):
    """Wherever the opponent plays, the mover can win right after it."""

    kind = "leaves no safe reply"

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Leaves no safe reply.",)
        return ("Leaves the opponent no safe column: every reply lets the mover win at once.",)

    def holds(self, solve: Solve) -> bool:
        wins = winning_columns(self.move.after, self.move.mover)
        return not wins and _lost_at_once(self.move, solve)


@dataclass(frozen=True)
class ForcesAReply(Fact):
    """The opponent loses at once unless they play one cell."""

    kind = "forces a reply"
    forced: Cell

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Forces ", CellName(self.forced), ".")
        return ("Forces the opponent to answer at ", CellName(self.forced), ".")

    def holds(self, solve: Solve) -> bool:
        after = self.move.after
        others = [column for column in after.legal_columns if column != self.forced[0]]
        return after.landing_row(self.forced[0]) == self.forced[1] and all(
            after.play(column).outcome is None
            and _wins(after.play(column), self.forced[0], self.move.mover)
            for column in others
        )


@dataclass(frozen=True)
class GivesUpAThreat(Fact):
    """The move lies right below a threat of the mover's own, which the opponent can now take."""

    kind = "gives up a threat"
    threat: Cell

    def parts(self, short: bool = False) -> tuple[Part, ...]:
        if short:
            return ("Gives up ", CellName(self.threat), ".")
        return (
            "Gives up the threat at ",
            CellName(self.threat),
            ": the opponent can block it now.",
        )

    def holds(self, solve: Solve) -> bool:
        column, row = self.threat
        after = self.move.after
        return (
            column == self.move.column
            and after.turn is self.move.opponent
            and after.landing_row(column) == row
            and column in winning_columns(after, self.move.mover)
        )


def _wins(position: Position, column: int, player: Player) -> bool:
    """Whether a player who is to move wins with this column."""
    if position.turn is not player or column not in position.legal_columns:
        return False
    outcome = position.play(column).outcome
    return outcome is not None and outcome.winner is player


def _lost_at_once(move: Move, solve: Solve) -> bool:
    """Whether the opponent loses on the mover's next move, whatever they do."""
    score = solve(move.after)
    most = 3 if may_ban(move.after) else 2  # a reply may take the star
    return score.outcome is Result.LOSS and score.plies is not None and score.plies <= most

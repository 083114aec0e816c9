"""The game once more, slowly: a grid of cells, filled and searched one cell at a time.

It shares no idea with the bitboards that it checks, and is written straight from the rules as
docs/rules.md tells them.
"""

from fourfold import FIRST, SECOND, Player, Rules

BAN = "ban"


class NaiveGame:
    """A game that changes as it is played."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.grid: dict[tuple[int, int], Player | str] = {}
        self.turn = FIRST
        self.must_ban = False
        self.winner: Player | None = None

    def landing_row(self, column: int) -> int | None:
        if self.winner is not None:
            return None
        for row in range(self.rules.rows):
            if (column, row) not in self.grid and (column, row) not in self.rules.forbidden:
                return row
        return None

    def legal_columns(self) -> list[int]:
        return [c for c in range(self.rules.columns) if self.landing_row(c) is not None]

    def is_over(self) -> bool:
        return not self.legal_columns()

    def play(self, column: int) -> None:
        row = self.landing_row(column)
        assert row is not None
        if self.must_ban:
            self.grid[column, row] = BAN
            self.must_ban = False
        else:
            self.grid[column, row] = self.turn
            if self.winning_cells():
                self.winner = self.turn
            elif (column, row) == self.rules.bonus and self.legal_columns():
                self.must_ban = True
                return
        self.turn = SECOND if self.turn == FIRST else FIRST

    def winning_cells(self) -> set[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        for column, row in self.grid:
            for across, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                line = [(column + i * across, row + i * up) for i in range(4)]
                owners = {self.grid.get(cell) for cell in line}
                if owners in ({FIRST}, {SECOND}):
                    found.update(line)
        return found

"""How well players moved, judged by the solver: what no rating from results can tell.

A ply is *perfect* if no other column has a better score: the quickest win, a draw, or the slowest
loss. On a board with a bonus cell best play goes by plies, everywhere else both give the same
order. What a ply *gives away* is the best score less the score of the column played, in points of
the solver's score (18 for the quickest win on 7x6, 0 for a draw), not of the table. A *mistake* is
a ply that changed the outcome: it turned a win into a draw or a loss, or a draw into a loss.

Each position of a game is solved once, from the last to the first, so that one search prepares the
next:

    position k      score, for the player to move: the best that they can reach
        |  ply      the column played is worth what the next position is worth to the same player
    position k+1    score

A ply is judged if both scores are proven within the limit. Not judged are the plies of an opening,
which nobody chose, and those without a choice. How many were judged is part of every result.
"""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from enum import StrEnum

from fourfold.analysis.review.prospects import Prospect
from fourfold.game import Record
from fourfold.rules import FIRST, Position
from fourfold.rules.board_key import board_key
from fourfold.search import Limit, Score, Solver
from fourfold.search.score import Unproven
from fourfold.support.lru import LruCache

LIMIT = Limit(nodes=1_000_000)
"""For each position: about a tenth of a second, enough for nearly every position of 7x6."""
_REMEMBERED = 200_000  # positions
_IN_VAIN = 4  # positions in a row that are not proven: earlier ones are only looked up
_LOOK_UP = Limit(nodes=1_000)  # enough for what a book or an earlier search knows


class Phase(StrEnum):
    """A third of a game, by the share of the playable cells that are occupied before a ply."""

    OPENING = "opening"
    MIDDLE = "middle"
    END = "end"

    @classmethod
    def of(cls, position: Position) -> "Phase":
        """Return the phase of the ply that is played in a position."""
        thirds = 3 * position.ply // position.rules.playable_cells
        return (cls.OPENING, cls.MIDDLE, cls.END)[min(thirds, 2)]


@dataclass(frozen=True, slots=True)
class PlyCounts:
    """Plies of one player, and what the solver says of them."""

    plies: int = 0
    """With a choice: two columns or more could be played."""
    judged: int = 0
    perfect: int = 0
    mistakes: int = 0
    points_given_away: int = 0

    @property
    def perfect_rate(self) -> float | None:
        """The share of perfect plies among the judged ones; None if none was judged."""
        return self.perfect / self.judged if self.judged else None

    def __add__(self, other: "PlyCounts") -> "PlyCounts":
        return PlyCounts(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        if self.perfect_rate is None:
            return f"none of {self.plies} plies judged"
        return f"{self.perfect_rate:.1%} perfect ({self.judged} of {self.plies} plies judged)"


@dataclass(frozen=True, slots=True)
class Quality:
    """How well one player moved in some games."""

    games: int = 0
    opening: PlyCounts = PlyCounts()
    middle: PlyCounts = PlyCounts()
    end: PlyCounts = PlyCounts()

    @property
    def total(self) -> PlyCounts:
        """All phases together."""
        return self.opening + self.middle + self.end

    @property
    def perfect_rate(self) -> float | None:
        """The share of perfect plies among the judged ones; None if none was judged."""
        return self.total.perfect_rate

    @property
    def points_per_game(self) -> float | None:
        """The points given away by judged plies, for each game; None if none was judged."""
        return self.total.points_given_away / self.games if self.total.judged else None

    def __add__(self, other: "Quality") -> "Quality":
        return Quality(
            self.games + other.games,
            self.opening + other.opening,
            self.middle + other.middle,
            self.end + other.end,
        )

    def __str__(self) -> str:
        points = self.points_per_game
        given = "" if points is None else f", {points:.1f} points given away per game"
        return f"{self.total}{given}"


class QualityJudge:
    """Judges games by a solver, and remembers the scores of the positions it has seen.

    limit: for each position; seconds make the result depend on the machine.
    """

    def __init__(self, solver: Solver | None = None, limit: Limit | None = LIMIT) -> None:
        self._solver = Solver() if solver is None else solver
        self._limit = limit
        self._scores: LruCache[str, Score] = LruCache(_REMEMBERED)
        self._unproven: set[str] = set()  # within the limit: not tried again

    def judge(self, record: Record) -> tuple[Quality, Quality]:
        """Judge the plies of FIRST and of SECOND in one game, finished or not."""
        positions = [record.start]
        for ply in record.plies:
            positions.append(positions[-1].play(ply.column))
        counts = [{phase: PlyCounts() for phase in Phase} for _ in record.players]
        after: Score | None = None
        in_vain = 0
        for place in reversed(range(len(positions))):
            position = positions[place]
            best = self._score(position, look_up=in_vain >= _IN_VAIN)
            in_vain = in_vain + 1 if best is None else 0
            if place < len(record.plies) and len(position.legal_columns) > 1:
                same_player = positions[place + 1].turn is position.turn
                own = counts[0 if position.turn is FIRST else 1]
                own[Phase.of(position)] += _judged(best, after, same_player)
            after = best
        first, second = (
            Quality(1, phases[Phase.OPENING], phases[Phase.MIDDLE], phases[Phase.END])
            for phases in counts
        )
        return first, second

    def judge_all(
        self, games: Iterable[tuple[Record, int, int]], players: int
    ) -> tuple[Quality, ...]:
        """Judge many games, each with the numbers of its players, and sum up for each player."""
        found = [Quality()] * players
        for record, first, second in games:
            for player, quality in zip((first, second), self.judge(record), strict=True):
                found[player] += quality
        return tuple(found)

    def _score(self, position: Position, look_up: bool) -> Score | None:
        key = board_key(position).text
        if key in self._unproven:
            return None
        score = self._scores.get(key)
        if score is None:
            limit = _LOOK_UP.and_also(self._limit) if look_up else self._limit
            try:
                score = self._solver.solve(position, limit=limit)
            except Unproven:
                if not look_up:
                    self._unproven.add(key)
                return None
            self._scores.put(key, score)
        return score


def _judged(best: Score | None, after: Score | None, same_player: bool) -> PlyCounts:
    """Judge one ply by the scores before and after it, each for the player to move there."""
    if best is None or after is None:
        return PlyCounts(plies=1)
    played = Prospect(after, after.outcome, 0.0).before_ply(same_player).score
    assert played is not None
    return judge_column(best, played)


def judge_column(best: Score, played: Score) -> PlyCounts:
    """Judge one ply by the score of the column played and of the best, both for its player."""
    return PlyCounts(
        plies=1,
        judged=1,
        perfect=int(played.rank == best.rank),
        mistakes=int(played.outcome is not best.outcome),
        points_given_away=best.score - played.score,
    )

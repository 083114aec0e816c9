"""The review of a game: its plies, and what follows from them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fourfold.analysis.review.accuracy import accuracy, longest_streak
from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.game import Record
from fourfold.rules import Player

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """What is known of a game's plies.

    A review that is still being made, or that was stopped, has the last plies of the game only:
    it is made from the end.

    >>> review = ff.review("7x6:4455362")
    >>> for ply in review.plies:
    ...     print(ply.column, ply.label)
    3 only move
    3 best
    4 blunder
    4 blunder
    2 best
    5 best
    1 best
    >>> round(review.accuracy[ff.FIRST]), round(review.accuracy[ff.SECOND])
    (80, 5)
    """

    game: Record
    """The game that is reviewed."""
    plies: tuple[PlyReview, ...] = ()
    """In the order of the game. The moves of an opening, which nobody chose, are not reviewed."""
    win_chances: tuple[float, ...] = ()
    """Of FIRST, in the position before the first of the plies and after each of them."""
    proven_chances: tuple[bool, ...] = ()
    """Whether each of these is proven: 1, 0.5 or 0."""
    nodes: int = 0
    """How many positions the searches visited."""
    seconds: float = 0.0
    """How long it took."""

    @property
    def is_complete(self) -> bool:
        """Return True if every ply is reviewed."""
        return len(self.plies) == len(self.game.plies) and bool(self.win_chances)

    @property
    def proven(self) -> bool:
        """Return True if every label follows from proofs."""
        return all(ply.proven for ply in self.plies)

    def plies_of(self, player: Player) -> tuple[PlyReview, ...]:
        """Return the plies of one player, bans among them."""
        return tuple(ply for ply in self.plies if ply.player is player)

    @property
    def accuracy(self) -> dict[Player, float | None]:
        """How well each player played, from 0 to 100; None if no choice of theirs mattered."""
        return {player: accuracy(self.plies_of(player)) for player in Player}

    @property
    def longest_streak(self) -> dict[Player, int]:
        """The longest run of best moves of each player; forced plies neither count nor end it."""
        return {player: longest_streak(self.plies_of(player)) for player in Player}

    @property
    def turning_points(self) -> tuple[PlyReview, ...]:
        """The plies that changed the outcome: see their `better_line` and `refutation`."""
        return tuple(ply for ply in self.plies if ply.changes_outcome)

    @property
    def counts(self) -> dict[Player, Mapping[Label, int]]:
        """How many plies of each player have each label."""
        return {player: Counter(ply.label for ply in self.plies_of(player)) for player in Player}

    def __repr__(self) -> str:
        ratings = ", ".join(
            f"{player} {'none' if rating is None else round(rating)}"
            for player, rating in self.accuracy.items()
        )
        done = f"{len(self.plies)} of {len(self.game.plies)} plies"
        return f"<Review of {self.game.to_text()}: {done}, accuracy {ratings}>"

    # For people and programs. Each form has a module of its own, imported when it is asked for.

    def to_json(self) -> dict[str, Any]:
        """Return the review as values that `json.dumps` takes; docs/review.md describes them."""
        from fourfold.analysis.review.json_form import as_json

        return as_json(self)

    def graph_svg(self) -> str:
        """Draw the win chances of FIRST as an SVG picture."""
        from fourfold.analysis.review.graph import draw

        return draw(self)

    def to_html(self) -> str:
        """Return a page of its own, which needs no server, to step through the game."""
        from fourfold.analysis.review.html_page import page

        return page(self)

    def _repr_html_(self) -> str:
        from fourfold.analysis.review.html_parts import notebook

        return notebook(self)

    def __rich__(self) -> "RenderableType":
        from fourfold.analysis.review.table import table

        return table(self)

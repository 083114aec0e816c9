"""Reviews of games: what every ply kept or gave away. docs/review.md describes them.

    review       goes through a game, from its last position to its first
    Reviewer     the same step by step, with other work in between
    Review       what it has found out: a PlyReview for each ply, and what follows from them
    Label        what a ply was, in a word

The scores come from an `Analyst`; sentences about the moves come from an explainer.
"""

from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.analysis.review.reviewer import Reviewer, review

__all__ = ["Label", "PlyReview", "Review", "Reviewer", "review"]

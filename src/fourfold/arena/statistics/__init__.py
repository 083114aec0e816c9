"""What the games of a match or tournament say of its players; docs/statistics.md has the formulas.

    elo            the difference in strength of two players, from pairs of games
    superiority    the chance that one of them is the stronger
    sprt           a test of two players that ends as soon as it is decided
    ratings        one rating list for many players
    quality        how many moves were perfect, judged by the solver

All of it takes plain numbers or records; nothing here plays or schedules a game.
"""

from fourfold.arena.statistics.elo import Estimate, Pairs, Tally, count_pairs, elo_of, estimate
from fourfold.arena.statistics.ratings import GameScore, Rating, RatingList, rate
from fourfold.arena.statistics.sprt import Sprt, SprtState, Verdict, normalised_elo
from fourfold.arena.statistics.superiority import superiority

__all__ = [
    "Estimate",
    "GameScore",
    "Pairs",
    "Rating",
    "RatingList",
    "Sprt",
    "SprtState",
    "Tally",
    "Verdict",
    "count_pairs",
    "elo_of",
    "estimate",
    "normalised_elo",
    "rate",
    "superiority",
]

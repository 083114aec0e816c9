"""Matches and tournaments between agents, from the schedule to the report.

    settings, schedule, swiss     which games are played
    runner, adjudication          one game
    tournament_run, ..._file      all of them, saved as they end
    results, counting, report     what they say

docs/match.md and docs/tournament.md explain how games are played and what the numbers mean.
"""

from fourfold.arena.api import match, tournament
from fourfold.arena.results import Pairing, PlayedGame, TournamentResult
from fourfold.arena.statistics import Estimate, Tally

__all__ = [
    "Estimate",
    "Pairing",
    "PlayedGame",
    "Tally",
    "TournamentResult",
    "match",
    "tournament",
]

"""Matches between agents: scheduling, playing, statistics and reports, each in a file.

docs/match.md explains how a match is played and what its numbers mean.
"""

from fourfold.arena.results import MatchResult, Pairing, PlayedGame
from fourfold.arena.statistics import Estimate, Tally
from fourfold.arena.tournament import match

__all__ = ["Estimate", "MatchResult", "Pairing", "PlayedGame", "Tally", "match"]

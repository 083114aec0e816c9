"""Puzzles: positions in which exactly one ply is right, proven by the solver.

    load_puzzles, get_puzzle                      the puzzles that come with the package
    daily_puzzle, choose_puzzle, rush_puzzles     which one to show
    judge                                         whether a ply is right, and why
    make, verify, difficulty                      modules that make puzzles, prove and rate them
    glicko2                                       ratings of players

What the terminal and the page show of a puzzle is not here. docs/puzzles.md describes the themes.
"""

from fourfold.puzzles.collection import (
    choose_puzzle,
    daily_puzzle,
    find_puzzles,
    get_puzzle,
    list_rules,
    load_puzzles,
    rush_puzzles,
)
from fourfold.puzzles.judge import Verdict, judge
from fourfold.puzzles.puzzle import Goal, Puzzle
from fourfold.puzzles.themes import THEMES

__all__ = [
    "THEMES",
    "Goal",
    "Puzzle",
    "Verdict",
    "choose_puzzle",
    "daily_puzzle",
    "find_puzzles",
    "get_puzzle",
    "judge",
    "list_rules",
    "load_puzzles",
    "rush_puzzles",
]

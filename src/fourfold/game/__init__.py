"""One game: players, clocks, undo, events, agents that think, and files that keep it.

`Game` is the state, without threads. `Turn` lets an agent think beside it, and `GameSession` runs a
whole game of people and agents, for interfaces that poll. `Record` is what is kept of a game, and
`load`, `save` and `GameFile` are its files, which docs/records.md describes.
"""

from fourfold.game.clock import NO_CLOCK, Clock, TimeControl
from fourfold.game.events import (
    ClockPaused,
    ClockResumed,
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    HintGiven,
    PliesRedone,
    PliesUndone,
    PlyPlayed,
    Subscriber,
)
from fourfold.game.files import GameFile, LoadResult, load, save
from fourfold.game.game import Game
from fourfold.game.players import Participant
from fourfold.game.record import FAULTS, Ending, EndReason, Ply, Record
from fourfold.game.runner import Thought, Turn, answer_offer, hint, play_out, play_turn
from fourfold.game.session import GameSession, Mode, check_players
from fourfold.game.variations import MoveTree

__all__ = [
    "FAULTS",
    "NO_CLOCK",
    "Clock",
    "ClockPaused",
    "ClockResumed",
    "DrawDeclined",
    "DrawOffered",
    "EndReason",
    "Ending",
    "Event",
    "Game",
    "GameEnded",
    "GameFile",
    "GameSession",
    "HintGiven",
    "LoadResult",
    "Mode",
    "MoveTree",
    "Participant",
    "PliesRedone",
    "PliesUndone",
    "Ply",
    "PlyPlayed",
    "Record",
    "Subscriber",
    "Thought",
    "TimeControl",
    "Turn",
    "answer_offer",
    "check_players",
    "hint",
    "load",
    "play_out",
    "play_turn",
    "save",
]

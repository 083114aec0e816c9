"""One game: players, clocks, undo, events, agents that think, and files that keep it.

`Game` is the state, without threads. `Turn` lets an agent think beside it. `Record` is what is
kept; `load`, `save` and `GameFile` are the files, which docs/records.md describes.
"""

from fourfold.game.clock import NO_CLOCK, Clock, TimeControl
from fourfold.game.events import (
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Follower,
    Hinted,
    Moved,
    Paused,
    Redone,
    Resumed,
    Undone,
)
from fourfold.game.files import GameFile, Loaded, load, save
from fourfold.game.game import Game
from fourfold.game.players import Participant
from fourfold.game.record import FAULTS, Ending, EndReason, Ply, Record
from fourfold.game.runner import Thought, Turn, answer_offer, hint, play_out, play_turn

__all__ = [
    "FAULTS",
    "NO_CLOCK",
    "Clock",
    "DrawDeclined",
    "DrawOffered",
    "EndReason",
    "Ended",
    "Ending",
    "Event",
    "Follower",
    "Game",
    "GameFile",
    "Hinted",
    "Loaded",
    "Moved",
    "Participant",
    "Paused",
    "Ply",
    "Record",
    "Redone",
    "Resumed",
    "Thought",
    "TimeControl",
    "Turn",
    "Undone",
    "answer_offer",
    "hint",
    "load",
    "play_out",
    "play_turn",
    "save",
]

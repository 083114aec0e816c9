"""One game: players, clocks, undo, events, agents that think, and files that keep it.

`Game` is the state, without threads. `Turn` lets an agent think beside it, and `Table` seats
everybody, for interfaces that poll. `Record` is what is kept; `load`, `save` and `GameFile` are
the files, which docs/records.md describes.
"""

from fourfold.game.adviser import Adviser
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
from fourfold.game.table import Mode, Table, check_seats

__all__ = [
    "FAULTS",
    "NO_CLOCK",
    "Adviser",
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
    "Mode",
    "Moved",
    "Participant",
    "Paused",
    "Ply",
    "Record",
    "Redone",
    "Resumed",
    "Table",
    "Thought",
    "TimeControl",
    "Turn",
    "Undone",
    "answer_offer",
    "check_seats",
    "hint",
    "load",
    "play_out",
    "play_turn",
    "save",
]

"""How much may be kept: the longest texts of a game, and the largest rows.

Texts are cut where a game comes in, by `cut_texts`; what is larger all the same is refused by the
store with a sentence. A game whose texts are within their limits always fits.
"""

from dataclasses import replace

from fourfold.errors import TooLarge
from fourfold.game import Record

LONGEST_REASON = 200
"""Characters of an agent's reason for a move, and of the detail of an ending."""
LONGEST_CAUSE = 2_000
"""Characters of the cause of an agent's failure: the last ones."""
LONGEST_MOMENT = 40
"""Characters of the time when a game began."""
LARGEST_GAME = 400_000
"""Characters of a game's record and state, as they are kept. Most have two thousand."""
LARGEST_PROFILE = 400_000
"""Characters of a player's profile."""
LARGEST_PROOFS = 40_000
"""Characters of the proofs of one position; they are about a thousand."""
LARGEST_WISHES = 4_000
"""Characters of what somebody wants who looks for a game."""


def cut_texts(record: Record) -> Record:
    """Cut what agents and files tell to the lengths that are kept."""
    plies = record.plies
    if any(len(ply.reason) > LONGEST_REASON for ply in plies):
        plies = tuple(replace(ply, reason=ply.reason[:LONGEST_REASON]) for ply in plies)
    ending = record.ending
    if ending is not None:
        ending = replace(
            ending, detail=ending.detail[:LONGEST_REASON], cause=ending.cause[-LONGEST_CAUSE:]
        )
    began = record.began
    if began is not None and len(began) > LONGEST_MOMENT:
        began = None
    return replace(record, plies=plies, ending=ending, began=began)


def check_size(text: str, most: int, what: str) -> str:
    """Return a text; TooLarge if it is too large to be kept."""
    if len(text) > most:
        raise TooLarge(f"{what} would take {len(text):,} characters, but at most {most:,} fit")
    return text

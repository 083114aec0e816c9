"""Emotes: short signs that two people send each other while they play.

They are kept for a minute only, so that the processes of a database can pass them on, and so that
nobody sends too many. A game and its record know nothing of them.
"""

from typing import NamedTuple

from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection

from fourfold.rules import Player
from fourfold.store.schema import EMOTES

KEPT_SECONDS = 60.0


class Emote(NamedTuple):
    """An emote that was sent; the number is that of the change, and grows."""

    number: int
    game: str
    side: Player
    emote: str


def add(connection: Connection, emote: Emote, most: int, seconds: float, now: float) -> bool:
    """Keep an emote; False if its side has sent as many as `most` in the last seconds.

    The caller has taken its number, so that there is one writer at a time.

    now: the database's time.
    """
    sent = EMOTES.c
    connection.execute(delete(EMOTES).where(sent.sent < now - KEPT_SECONDS))
    recent = select(func.count()).where(
        sent.game == emote.game, sent.side == str(emote.side), sent.sent > now - seconds
    )
    if connection.execute(recent).scalar_one() >= most:
        return False
    row = {"number": emote.number, "game": emote.game, "side": str(emote.side)}
    connection.execute(insert(EMOTES).values(**row, emote=emote.emote, sent=now))
    return True


def since(connection: Connection, number: int) -> list[Emote]:
    """Return the emotes after a number, in their order."""
    wanted = select(EMOTES).where(EMOTES.c.number > number).order_by(EMOTES.c.number)
    return [
        Emote(row.number, row.game, Player[row.side], row.emote)
        for row in connection.execute(wanted)
    ]

"""Identities: a browser makes up a code once and sends it with every request.

Whoever has the code is the same player, on another device too. Only its hash is stored.
"""

import hashlib
import re

from fourfold.errors import InvalidOption

HEADER = "X-Fourfold-Player"
_CODE = re.compile(r"[2-9a-km-np-z]{26}")  # 130 bits, without 0, 1, l and o: people copy these


def player_id(code: str | None) -> str | None:
    """Return the id of the player who has a code; None without one, InvalidOption for no code."""
    if code is None or not code.strip():
        return None
    plain = code.strip().lower().replace("-", "")
    if not _CODE.fullmatch(plain):
        raise InvalidOption(
            "this is not a player's code: it has 26 letters and digits, without 0, 1, l and o"
        )
    return hashlib.sha256(f"fourfold player {plain}".encode()).hexdigest()[:32]

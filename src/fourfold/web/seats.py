"""Seats: whoever has a seat's secret acts for it. The secrets themselves are kept nowhere."""

import hashlib
import hmac
import secrets

from fourfold.rules import Player
from fourfold.store import StoredGame
from fourfold.web.errors import Forbidden


def new_secret() -> str:
    """What a seat is opened with."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "backslashreplace")).hexdigest()


def bearer(header: str | None) -> str | None:
    """The secret in an Authorization header; None if there is none."""
    kind, _, secret = (header or "").partition(" ")
    return secret.strip() or None if kind.lower() == "bearer" else None


def find_seat(stored: StoredGame, secret: str | None) -> Player | None:
    """The side that a secret is for, or None."""
    if secret is None:
        return None
    found = digest(secret)
    for side in Player:
        kept = stored.seats[side.value]
        if kept and hmac.compare_digest(found, kept):
            return side
    return None


def seat_of(stored: StoredGame, secret: str | None) -> Player:
    """The side that a secret is for; Forbidden if it is for none."""
    side = find_seat(stored, secret)
    if side is None:
        raise Forbidden(
            "only who has the secret link of a seat can do that: you are watching this game"
            if secret is None
            else "the secret is not that of a seat in this game"
        )
    return side

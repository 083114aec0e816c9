"""Seats: whoever has a seat's secret acts for it. Only hashes of the secrets are stored."""

import hashlib
import hmac
import secrets

from fourfold.rules import Player
from fourfold.store import StoredGame
from fourfold.web.errors import Forbidden


def new_secret() -> str:
    """Return a new secret, of 128 random bits."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """Return the hash of a secret, which is what the database has."""
    return hashlib.sha256(secret.encode("utf-8", "backslashreplace")).hexdigest()


def bearer(header: str | None) -> str | None:
    """Return the secret in an Authorization header; None if there is none."""
    kind, _, secret = (header or "").partition(" ")
    return secret.strip() or None if kind.lower() == "bearer" else None


def find_seat(stored: StoredGame, secret: str | None) -> Player | None:
    """Return the side that a secret is for; None if it is for none."""
    if secret is None:
        return None
    found = digest(secret)
    for side in Player:
        kept = stored.seats[side.value]
        if kept and hmac.compare_digest(found, kept):
            return side
    return None


def seat_of(stored: StoredGame, secret: str | None) -> Player:
    """Return the side that a secret is for; Forbidden if it is for none."""
    side = find_seat(stored, secret)
    if side is None:
        raise Forbidden(
            "you are watching this game: only who has the secret link of a seat can do that"
            if secret is None
            else "this secret is for no seat in this game"
        )
    return side

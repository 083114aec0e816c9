"""Paths as they may be logged: without the secret of a seat, also where a link was mangled.

A link to a seat is /game/ID#SECRET, and no browser sends what follows the #. But programs that
pass links on write %23 for it, or a / or nothing at all, and then the secret is in the path.
"""

import re

_PAGE = re.compile(r"(/game/[0-9A-Za-z]{1,10}+).+", re.DOTALL)
_AFTER_HASH = re.compile(r"#.*", re.DOTALL)
# A secret has 22 of these. What follows a colon are the moves of a position.
_SECRET = re.compile(r"(?<![:0-9A-Za-z_-])[0-9A-Za-z_-]{20,}")
HIDDEN = "…"


def loggable(path: str) -> str:
    """Return a path with everything hidden that could be a secret: `/game/k3JxTq7aBc…`."""
    path = _PAGE.sub(rf"\1{HIDDEN}", path)
    path = _AFTER_HASH.sub(HIDDEN, path)
    return _SECRET.sub(HIDDEN, path)

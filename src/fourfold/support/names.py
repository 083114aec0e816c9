"""Names of people: which characters may stand in one, so that every name can be seen and read.

Letters of every script, digits, signs and emoji may. Characters that show nothing, that turn the
text beside them round, or that pile up above it may not, except where a script or an emoji is
written with them.
"""

import re
import unicodedata

MOST_MARKS = 4
"""Combining marks on one letter."""

_ZWNJ, _ZWJ = "\u200c", "\u200d"
# Letters and signs by their category that show nothing all the same.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS = re.compile("[\ufe0e\ufe0f]")
# The flags of England, Scotland and Wales are a black flag and invisible letters.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
# Scripts that join letters, from Arabic to Mongolian.
_JOINING = range(0x0600, 0x18B0)


def is_readable(name: str) -> bool:
    """Return True if nothing in a name is hidden, and something can be seen."""
    text = _SELECTORS.sub("", _FLAG.sub("\U0001f3f4", name))
    marks = 0
    for place, character in enumerate(text):
        if not _may_stand(text, place):
            return False
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks > MOST_MARKS:
            return False
    return not name.strip() or any(unicodedata.category(c)[0] in "LNPS" for c in text)


def readable_part(name: str, longest: int) -> str:
    """Return what can be shown of a name, cut to a length; empty if that is nothing."""
    cut = " ".join("".join(c if _is_plain(c) else " " for c in name[: 4 * longest]).split())
    cut = cut[:longest].rstrip()
    return cut if is_readable(cut) else ""


def _is_plain(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LMNPSZ" and category not in ("Zl", "Zp") and character not in _BLANK


def _may_stand(text: str, place: int) -> bool:
    character = text[place]
    if character in (_ZWJ, _ZWNJ):
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        return bool(before and after) and (
            (_joins(before) and _joins(after)) or (character == _ZWJ and _is_emoji(before, after))
        )
    return _is_plain(character)


def _joins(character: str) -> bool:
    return ord(character) in _JOINING


def _is_emoji(before: str, after: str) -> bool:
    return unicodedata.category(before) in ("So", "Sk") and unicodedata.category(after) in (
        "So",
        "Sm",
    )

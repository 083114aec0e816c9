"""The record of a game as HTML for a notebook: its last position, and who played what."""

from fourfold.game.record import Record
from fourfold.rules import FIRST, SECOND, picture
from fourfold.rules.notation import format_moves
from fourfold.support import html


def as_html(record: Record) -> str:
    """Return the last position beside the facts of the game."""
    width = record.rules.columns
    first, second = record.players
    end = record.ending
    named = {
        str(FIRST): first.name,
        str(SECOND): second.name,
        "result": "not finished" if end is None else f"{end} ({end.reason})",
        "": "" if end is None else end.detail,
        "rules": str(record.rules),
        "opening": format_moves(record.opening, width),
        "moves": format_moves([ply.column for ply in record.plies], width),
        "time": str(record.control) if record.control else "",
        "began": record.began or "",
        **record.tags,
    }
    shown = {name: text for name, text in named.items() if text}
    return html.value(html.picture(picture.draw(record.position)), html.facts(shown))

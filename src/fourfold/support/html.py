"""Pieces of HTML with which values show themselves in notebooks.

A piece uses the colour of the text around it, and where it has colours of its own they are text and
ground together, so that it can be read in a light notebook and in a dark one. Every rule of the
style begins with a class of ours, nothing has an id, and nothing refers to anything outside.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

STYLE = """
.fourfold-value { display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start;
  line-height: 1.4; }
.fourfold-value > div { flex: 0 1 auto; min-width: 0; max-width: 100%; overflow-x: auto; }
.fourfold-value svg { max-width: 100%; height: auto; }
.fourfold-value .fourfold-board > svg { width: 22em; }
.fourfold-value p { margin: .2em 0 .5em; }
.fourfold-value table { border-collapse: collapse; margin: 0 0 .5em; font-size: inherit; }
.fourfold-value table tr > * { padding: .2em .8em; text-align: left !important; font-weight: normal;
  vertical-align: baseline; background: none; }
.fourfold-value thead th { border-bottom: 1px solid rgb(128 128 128 / 50%); opacity: .8; }
.fourfold-value tbody th { opacity: .8; }
.fourfold-value table .chosen > * { font-weight: bold; opacity: 1; }
.fourfold-value pre { margin: 0; white-space: pre-wrap; }
.fourfold-badge { display: inline-block; padding: .05em .5em; border-radius: .4em;
  color: #fff; background: #4d545f; white-space: nowrap; font-weight: 600; }
.fourfold-badge.win { background: #12703f; }
.fourfold-badge.loss { background: #a42a1c; }
.fourfold-badge.estimate { background: none; color: inherit; font-weight: normal; padding: 0; }
"""


class Markup(str):
    """A text that is HTML already; any other text is escaped."""

    __slots__ = ()


def markup(content: str) -> Markup:
    """Return a text as HTML, escaped unless it is `Markup`; control characters become dots."""
    if isinstance(content, Markup):
        return content
    shown = "".join(sign if sign.isprintable() or sign == "\n" else "·" for sign in content)
    return Markup(escape(shown))


def value(*parts: str) -> str:
    """Return parts, which are HTML, side by side as one piece with its style."""
    inner = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div class="fourfold-value"><style>{STYLE}</style>{inner}</div>'


def picture(svg: str) -> Markup:
    """Return a picture of a board as a part of `value`."""
    return Markup(f'<div class="fourfold-board">{svg}</div>')


def paragraph(content: str, *, strong: bool = False) -> Markup:
    """Return a paragraph."""
    inner = markup(content)
    return Markup(f"<p><strong>{inner}</strong></p>" if strong else f"<p>{inner}</p>")


def badge(content: str, kind: str) -> Markup:
    """Return a word with its colour: of a `win`, a `draw`, a `loss` or an `estimate`."""
    return Markup(f'<span class="fourfold-badge {escape(kind)}">{markup(content)}</span>')


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, chosen: int | None = None
) -> Markup:
    """Return a table with a head; `chosen` is the index of the row that stands out."""
    head = "".join(f'<th scope="col">{markup(each)}</th>' for each in heads)
    body = []
    for number, (first, *rest) in enumerate(rows):
        kind = ' class="chosen"' if number == chosen else ""
        cells = "".join(f"<td>{markup(each)}</td>" for each in rest)
        body.append(f'<tr{kind}><th scope="row">{markup(first)}</th>{cells}</tr>')
    return Markup(f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>")


def facts(named: Mapping[str, str]) -> Markup:
    """Return a table of names and what they have."""
    rows = "".join(
        f'<tr><th scope="row">{markup(name)}</th><td>{markup(each)}</td></tr>'
        for name, each in named.items()
    )
    return Markup(f"<table><tbody>{rows}</tbody></table>")

"""Who beats whom: the score of every player against every other, in a coloured table."""

from collections.abc import Mapping, Sequence

from fourfold.arena.pictures.frame import MARGIN, document, label_width, short, text
from fourfold.arena.statistics import Tally

_CELL_WIDTH, _CELL_HEIGHT = 62, 36
_TOP, _BOTTOM = 52, 42
_STRONG = 0.75  # from this much colour on the figure is white


def heat_map(
    names: Sequence[str],
    tallies: Mapping[tuple[int, int], Tally],
    order: Sequence[int] | None = None,
) -> str:
    """Draw the score of each player (row) against each other (column).

    tallies: the games of the first of two players against the second; one direction is enough.
    order: the players from top to bottom; if None, as they are numbered.
    """
    players = list(range(len(names)) if order is None else order)
    left = MARGIN + label_width(names) + 44
    width = left + _CELL_WIDTH * len(players) + MARGIN
    height = _TOP + _CELL_HEIGHT * len(players) + _BOTTOM
    parts = [text(width / 2, height - 12, "score of the row against the column", anchor="middle")]
    for row, player in enumerate(players):
        y = _TOP + _CELL_HEIGHT * row
        middle = y + _CELL_HEIGHT / 2 + 5
        number = str(row + 1)
        parts.append(text(left - 38, middle, short(names[player]), "name", "end"))
        parts.append(text(left - 10, middle, number, "axis", "end"))
        parts.append(
            text(left + _CELL_WIDTH * (row + 0.5), _TOP - 12, number, "axis", anchor="middle")
        )
        for column, other in enumerate(players):
            tally = _tally(tallies, player, other)
            if player != other and tally.games:
                parts += _cell(left + _CELL_WIDTH * column, y, tally)
    games = sum(tally.games for tally in tallies.values())
    said = "; ".join(
        f"{names[one]} - {names[two]} {tally}" for (one, two), tally in sorted(tallies.items())
    )
    return document(width, height, f"Who beats whom in {games} games", f"{said}.", parts)


def _tally(tallies: Mapping[tuple[int, int], Tally], one: int, two: int) -> Tally:
    if (one, two) in tallies:
        return tallies[one, two]
    turned = tallies.get((two, one), Tally())
    return Tally(turned.losses, turned.draws, turned.wins)


def _cell(x: float, y: float, tally: Tally) -> list[str]:
    share = tally.points / tally.games
    colour = abs(2 * share - 1)
    kind = "win" if share > 0.5 else "loss"
    box = (
        f'x="{x + 1:.1f}" y="{y + 1}" width="{_CELL_WIDTH - 2}" height="{_CELL_HEIGHT - 2}" rx="5"'
    )
    figure = text(
        x + _CELL_WIDTH / 2,
        y + _CELL_HEIGHT / 2 + 5,
        f"{100 * share:.0f} %",
        "name strong" if colour >= _STRONG else "name",
        "middle",
    )
    return [
        f'<rect class="even" {box}/>',
        f'<rect class="{kind}" opacity="{colour:.2f}" {box}/>',
        figure,
    ]

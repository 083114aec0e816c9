"""Each evaluation on positions worked out by hand, point by point of its source.

Each docstring quotes the point (docs/sources.md). The numbers are sums that a reader can redo on
paper.
"""

import dataclasses
import random

import pytest

from fourfold import FIRST, SECOND, Player, Position, Rules, _native
from fourfold.search.evaluation import (
    ClassicWeights,
    HardWeights,
    ThreatWeights,
    WindowWeights,
    evaluate,
    features,
)

from ..cross.twins import native_rules
from .plain_evaluation import Board

# Two open ends of a three on the bottom row:
#   2  .  .  @  @  .  .  .
#   1  .  .  O  O  O  .  .
OPEN_THREE = Position.parse("7x6:33445")

# FIRST has won on the bottom row, SECOND has three above:
#   2  @  @  @  .  .  .  .
#   1  O  O  O  O  .  .  .
WON = Position.parse("7x6:1122334")

# The same before FIRST's last move.
THREES = Position.parse("7x6:112233")

# FIRST threatens f2 and f3, one on top of the other:
#   4  .  .  .  .  .  .  O
#   3  .  .  .  @  .  .  @
#   2  .  .  .  O  O  .  O
#   1  .  .  .  O  @  .  @
STACKED = Position.parse("7x6:477547547")

# SECOND threatens d2, and FIRST d3 above it:
#   3  .  O  O  .  O  .  .
#   2  @  @  @  .  @  .  .
#   1  O  @  O  .  O  .  .
GUARDED = Position.parse("7x6:55325311322")


THREAT_NAMES = [field.name for field in dataclasses.fields(ThreatWeights)][1:]


# hard


def test_hard_evaluation() -> None:
    """Evaluation, from the bot's side: windows 4/3+1/2+2: +10000 / +100 / +10; the opponent's:
    -10000 / -120 / -10. Centre column +7 per own piece. Two or more immediately winning columns
    for the bot +800; for the opponent -900. Bottom row, three contiguous own pieces with an open
    fourth slot: +200 each."""
    weights = HardWeights()
    assert weights.windows == WindowWeights(10000, 100, 10, -10000, -120, -10)
    threes, twos, their_twos = 2 * 100, 2 * 10, 3 * -10
    centre, double, bottom = 7, 800, 200
    expected = threes + twos + their_twos + centre + double + bottom
    assert evaluate(OPEN_THREE, FIRST, weights) == expected
    threes, twos, their_twos = 2 * -120, 3 * 10, 2 * -10
    assert evaluate(OPEN_THREE, SECOND, weights) == threes + twos + their_twos + centre - 900

    # Four of FIRST, with a three and a two that overlap them; SECOND's three and two.
    first = (10000 + 100 + 10) + (-120 - 10) + 7 + 200
    assert evaluate(WON, FIRST, weights) == first
    assert evaluate(WON, SECOND, weights) == (-10000 - 120 - 10) + (100 + 10)


@pytest.mark.parametrize(
    ("text", "threes"),
    [
        ("7x6:33445", 1),  # both ends open
        ("7x6:112233", 1),  # at the edge, one end open
        ("7x6:112234", 0),  # SECOND has closed it
        ("7x6-xd1:112233", 0),  # a forbidden cell closes it
        ("7x6:112244", 0),  # a gap
        ("7x6-xa1-xb1-xc1:112233", 0),  # not on the lowest row of the board
        ("12x4:aabbccllkkjj", 2),  # two of them
    ],
)
def test_hard_threes_on_the_bottom_row(text: str, threes: int) -> None:
    """Bottom row, three contiguous own pieces with an open fourth slot: +200 each."""
    assert features(Position.parse(text), FIRST, HardWeights()).bottom_three == threes


def test_hard_one_winning_column_is_no_double_threat() -> None:
    """Two or more immediately winning columns for the bot +800; for the opponent -900."""
    weights = HardWeights(WindowWeights(0, 0, 0, 0, 0, 0), centre=0, bottom_three=0)
    assert features(THREES, FIRST, weights).winning_columns == 1
    assert evaluate(THREES, FIRST, weights) == 0
    assert evaluate(THREES, SECOND, weights) == 0
    assert evaluate(OPEN_THREE, FIRST, weights) == 800
    assert evaluate(OPEN_THREE, SECOND, weights) == -900
    # Two threats in one column are one column that wins at once, or none.
    assert features(STACKED, FIRST, weights).winning_columns == 0


# threat


def test_threat_evaluation() -> None:
    """Evaluation: centre +6, distance 1 +3 per piece; windows +1000 / +50 / +10 / -80 / -8 (and
    -1000 for four of the opponent's, which the table forgot)."""
    names = [name for name in THREAT_NAMES if name not in ("centre", "adjacent")]
    weights = ThreatWeights(ThreatWeights().windows, **dict.fromkeys(names, 0))
    assert weights.windows == WindowWeights(1000, 50, 10, -1000, -80, -8)
    assert evaluate(OPEN_THREE, FIRST, weights) == (2 * 50 + 2 * 10 - 3 * 8) + 6 + 2 * 3
    assert evaluate(OPEN_THREE, SECOND, weights) == (3 * 10 - 2 * 80 - 2 * 8) + 6 + 3
    assert evaluate(WON, FIRST, weights) == (1000 + 50 + 10 - 80 - 8) + 6 + 3
    assert evaluate(WON, SECOND, weights) == (-1000 - 80 - 8 + 50 + 10) + 3


def test_threat_kinds_of_threats() -> None:
    """Threats (three in line and the fourth cell empty): playable now +500, favourable parity +150,
    unfavourable +80; opponent's playable -450, favourable -140 (and -70 for unfavourable, which
    the table forgot)."""
    threats = WindowWeights(0, 0, 0, 0, 0, 0)
    rest = ("centre", "adjacent", "stacked", "their_stacked", "opens_theirs", "opens_mine")
    weights = ThreatWeights(threats, **dict.fromkeys(rest, 0), controlled=0)
    assert evaluate(THREES, FIRST, weights) == 500 - 140  # d1, and SECOND's d2
    assert evaluate(THREES, SECOND, weights) == -450 + 150
    assert evaluate(STACKED, FIRST, weights) == 150 + 80  # f3 and f2
    assert evaluate(STACKED, SECOND, weights) == -140 - 70


def test_threat_counts_cells_and_not_lines() -> None:
    """Threats (three in line and the fourth cell empty)."""
    # SECOND completes two lines on d2, from a to d and from b to e: one threat, two windows.
    counts = features(GUARDED, SECOND, ThreatWeights())
    assert counts.windows.three == 2
    assert (counts.playable, counts.favourable, counts.unfavourable) == (0, 1, 0)


@pytest.mark.parametrize("seed", range(3))
def test_threat_odd_rows_favour_first(seed: int) -> None:
    """Odd rows, counted from 1 at the bottom, favour FIRST; even rows SECOND."""
    chance = random.Random(seed)
    seen = 0
    for _ in range(200):
        position = Position()
        for _ in range(chance.randint(10, 40)):
            quiet = [c for c in position.legal_columns if position.play(c).outcome is None]
            if not quiet:
                break
            position = position.play(chance.choice(quiet))
        for player in Player:
            board = Board(position, player)
            later = [cell for cell in board.threats[player] if not board.is_landing_cell(cell)]
            odd = sum((row + 1) % 2 == 1 for _, row in later)
            good, bad = (odd, len(later) - odd) if player is FIRST else (len(later) - odd, odd)
            counts = features(position, player, ThreatWeights())
            assert (counts.favourable, counts.unfavourable) == (good, bad), position.to_text()
            seen += len(later)
    assert seen > 100


@pytest.mark.parametrize(
    ("rules", "favoured"),
    [
        ("7x6", "f3"),  # 42 cells; f3 has 3 above it
        ("7x6-xa1", "f2"),  # 41 cells: the other way round
        ("7x6-xa1-xb1", "f3"),  # 40
        ("7x6-xf6", "f3"),  # 41 cells, but also one less above
        ("7x6-xf5-xf6", "f3"),  # 40, two less above
        ("7x7", "f3"),  # 49 cells, f3 with 4 above
        ("8x7", "f2"),  # 56 cells, f2 with 5 above
        ("7x6-bb6", "f3"),  # a bonus cell changes nothing
    ],
)
def test_threat_parity_on_every_board(rules: str, favoured: str) -> None:
    """A cell with an even number of playable cells above it in its column favours SECOND when the
    board has an even number of playable cells, and FIRST when it has an odd number; every other
    cell favours the other player."""
    position = Position.parse(STACKED.to_text().partition(":")[2], Rules.parse(rules))
    counts = features(position, FIRST, ThreatWeights())
    assert (counts.favourable, counts.unfavourable) == (1, 1)
    # Two empty cells below f3 and one below f2: only f3 can be controlled.
    assert counts.controlled == (favoured == "f3")


def test_threat_two_threats_in_one_column() -> None:
    """Two threats in one column on adjacent rows: +300 (and -300 for the opponent's)."""
    weights = only("stacked", "their_stacked")
    assert evaluate(STACKED, FIRST, weights) == 300
    assert evaluate(STACKED, SECOND, weights) == -300
    # d2 and d3 lie on top of each other too, but belong to different players.
    assert evaluate(GUARDED, FIRST, weights) == evaluate(GUARDED, SECOND, weights) == 0


def only(*names: str) -> ThreatWeights:
    """The documented weights of these features, and 0 for all others."""
    others = [name for name in THREAT_NAMES if name not in names]
    return ThreatWeights(WindowWeights(0, 0, 0, 0, 0, 0), **dict.fromkeys(others, 0))


def test_threat_zugzwang() -> None:
    """Zugzwang: our move would open the cell of an opponent's threat above -200; the opponent's
    would open ours +180."""
    weights = only("opens_theirs", "opens_mine")
    assert evaluate(GUARDED, FIRST, weights) == -200  # d1 opens d2
    assert evaluate(GUARDED, SECOND, weights) == 180
    assert evaluate(STACKED, FIRST, weights) == 180  # f1 opens f2
    assert evaluate(STACKED, SECOND, weights) == -200
    # A forbidden cell between the two is skipped: on this board d1 opens d3, FIRST's.
    holed = Position.parse("7x6-xd2:55325311322")
    assert evaluate(holed, FIRST, weights) == 180
    assert evaluate(holed, SECOND, weights) == -200
    # A threat that can be played already is opened by nobody.
    assert evaluate(OPEN_THREE, FIRST, weights) == 0


def test_threat_forced_play() -> None:
    """Zugzwang: […] a threat of favourable parity that we control +250. Forced play: an even
    number of cells to fill below our threat, no opponent's threat among them, favourable
    parity."""
    weights = only("controlled")
    assert evaluate(STACKED, FIRST, weights) == 250  # f3, two cells below
    assert evaluate(STACKED, SECOND, weights) == 0  # SECOND has no threat
    assert evaluate(STACKED.play(5), FIRST, weights) == 0  # now one cell is left below f3
    assert evaluate(GUARDED, FIRST, weights) == 0  # d3, but SECOND would win on d2
    assert evaluate(GUARDED, SECOND, weights) == 0  # d2, one cell below
    assert evaluate(THREES, FIRST, weights) == 0  # d1 is playable: no play is forced
    # Without d2 nothing stops FIRST on d3, but one cell is below it, and the parity has changed.
    assert evaluate(Position.parse("7x6-xd2:55325311322"), FIRST, weights) == 0


def test_threat_the_whole_sum() -> None:
    """All parts of the evaluation together."""
    windows = 2 * 50 + 2 * 10 - 8
    pieces = 2 * 6 + 3
    assert evaluate(STACKED, FIRST, ThreatWeights()) == (
        windows + pieces + 150 + 80 + 300 + 180 + 250
    )
    windows = 10 - 2 * 80 - 2 * 8
    pieces = 6 + 3
    assert evaluate(STACKED, SECOND, ThreatWeights()) == windows + pieces - 140 - 70 - 300 - 200


# classic


def test_classic_evaluation() -> None:
    """Evaluation: centre +3 per own piece; windows +-100 / +-10 / +-2, mixed 0."""
    weights = ClassicWeights()
    assert evaluate(OPEN_THREE, FIRST, weights) == (2 * 10 + 2 * 2 - 3 * 2) + 3
    assert evaluate(OPEN_THREE, SECOND, weights) == (3 * 2 - 2 * 10 - 2 * 2) + 3
    assert evaluate(WON, FIRST, weights) == (100 + 10 + 2 - 10 - 2) + 3
    assert evaluate(WON, SECOND, weights) == -(100 + 10 + 2 - 10 - 2)
    # One column of both players' pieces: every window is mixed or holds one piece.
    assert evaluate(Position.parse("7x6:444444"), FIRST, weights) == 3 * 3
    assert evaluate(Position.parse("7x6:111111"), FIRST, weights) == 0


def test_classic_exactly_69_windows() -> None:
    """On 7x6 exactly 69 windows: 24 + 21 + 12 + 12."""
    upright, level, falling, rising = _native.window_counts(native_rules(_native, Rules()))
    assert (level, upright, rising, falling) == (24, 21, 12, 12)
    assert level + upright + rising + falling == 69


# Every board


@pytest.mark.parametrize(
    ("rules", "centre", "adjacent"),
    [
        ("7x6", "d", "ce"),
        ("8x6", "de", "cf"),
        ("4x4", "bc", "ad"),
        ("5x4", "c", "bd"),
        ("12x12", "fg", "eh"),
        ("7x6-xd1-xd2", "d", "ce"),
    ],
)
def test_centre_on_every_board(rules: str, centre: str, adjacent: str) -> None:
    """Centre: the middle column, or the two middle columns of an even width. "Adjacent" and "edge"
    columns of the documents are columns at distance 1 and 2 from the centre."""
    board = Rules.parse(rules)
    for column in range(board.columns):
        position = Position(board, [column])
        counts = features(position, FIRST, ThreatWeights())
        letter = chr(ord("a") + column)
        assert (counts.centre, counts.adjacent) == (letter in centre, letter in adjacent)
        assert features(position, FIRST, HardWeights()).centre == (letter in centre)
        assert features(position, FIRST, ClassicWeights()).centre == (letter in centre)
        assert features(position, SECOND, ThreatWeights()).centre == 0


def test_a_window_has_no_forbidden_cell_and_a_ban_makes_it_dead() -> None:
    """A window is any four cells in line, none forbidden; a ban in it makes it dead."""
    weights = ClassicWeights()
    plain = features(Position.parse("7x6:1122"), FIRST, weights).windows
    assert (plain.two, plain.their_two) == (1, 1)
    holed = features(Position.parse("7x6-xc1:1122"), FIRST, weights).windows
    assert (holed.two, holed.their_two) == (0, 1)
    # SECOND's piece on the bonus cell a2 brings a ban, on c1 and on g1.
    dead = features(Position.parse("7x6-ba2:11322"), FIRST, weights).windows
    assert (dead.two, dead.their_two) == (0, 1)
    alive = features(Position.parse("7x6-ba2:11722"), FIRST, weights).windows
    assert (alive.two, alive.their_two) == (1, 1)

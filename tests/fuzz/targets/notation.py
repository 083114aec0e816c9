"""Rules, moves, cells and positions in text: what is read is written, and read as the same."""

from fourfold.errors import IllegalMove, InvalidNotation, InvalidRules
from fourfold.rules import Position, Rules, notation
from tests.fuzz.registry import check_sentence, target, text_of


@target("rules", share=200)
def fuzz_rules(data: bytes) -> None:
    """Read rules, and a single cell."""
    text = text_of(data)
    try:
        rules = Rules.parse(text)
    except (InvalidNotation, InvalidRules) as error:
        check_sentence(error)
    else:
        assert Rules.parse(str(rules)) == rules
        assert rules.mirror().mirror() == rules
    try:
        cell = notation.parse_cell(text)
    except InvalidNotation as error:
        check_sentence(error)
    else:
        if cell[1] < 10**6:
            assert notation.parse_cell(notation.format_cell(cell)) == cell


@target("positions", share=60)
def fuzz_positions(data: bytes) -> None:
    """Read a position, and moves alone."""
    text = text_of(data)
    try:
        moves = notation.parse_moves(text)
    except InvalidNotation as error:
        check_sentence(error)
    else:
        assert notation.parse_moves(notation.format_moves(moves, 12)) == moves
    try:
        position = Position.parse(text)
    except (InvalidNotation, InvalidRules, IllegalMove) as error:
        check_sentence(error)
        return
    assert Position.parse(position.to_text()) == position
    assert Position(position.rules, position.moves).key == position.key
    assert position.mirror().mirror() == position
    assert (position.outcome is None) == bool(position.legal_columns)
    assert str(position)

"""The native rules against those in Python, on games of any columns."""

from fourfold import _native
from fourfold.errors import IllegalMove
from fourfold.rules import Player, Position, Rules
from fourfold.search.native_rules import native_rules
from tests.fuzz.registry import target

_STATUS = {
    None: _native.Status.draw,
    Player.FIRST: _native.Status.first_wins,
    Player.SECOND: _native.Status.second_wins,
}


def _rules_of(data: bytes) -> Rules:
    size, extras, *cells = data
    columns, rows = 4 + size % 9, 4 + size // 9 % 9
    places = [(cell % columns, cell // columns % rows) for cell in cells]
    bonus = places.pop() if places and extras & 1 else None
    return Rules(columns, rows, [cell for cell in places if cell != bonus], bonus)


@target("twin", share=6, mutations=500)
def fuzz_twin(data: bytes) -> None:
    """Play bytes as columns on both sides, and compare all that is seen at the end."""
    rules = _rules_of(data[:5].ljust(5, b"\0"))
    columns = [byte % (rules.columns + 2) - 1 for byte in data[5:160]]
    position = Position(rules)
    legal: list[int] = []
    for column in columns:
        if column not in position.legal_columns:
            try:
                position.play(column)
            except IllegalMove:
                pass
            else:
                raise AssertionError(f"{column} was played in {position.to_text()}")
            try:
                _native.trace(native_rules(rules), [*legal, column])
            except ValueError:
                continue
            raise AssertionError(f"the core played {column} in {position.to_text()}")
        position = position.play(column)
        legal.append(column)
    last = _native.trace(native_rules(rules), legal)[-1]
    outcome = position.outcome
    expected = _native.Status.ongoing if outcome is None else _STATUS[outcome.winner]
    assert last.status == expected
    landing = [column for column, row in enumerate(last.landing_rows) if row >= 0]
    assert tuple(landing) == position.legal_columns
    assert tuple(last.line_cells) == position.winning_cells
    if outcome is None:
        assert last.turn == position.turn.value
        assert last.must_ban == position.must_ban

"""What hypothesis draws from: rules, games and things that are neither."""

from hypothesis import strategies as st

from fourfold import Position, Rules

sides = st.integers(4, 12)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any rules: plain, with a few or with very many forbidden cells, with or without a bonus."""
    columns, rows = draw(sides), draw(sides)
    cells = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    most = draw(st.sampled_from([0, 1, 5, columns * rows]))
    forbidden = draw(st.lists(cells, max_size=most))
    bonus = draw(st.none() | cells.filter(lambda cell: cell not in forbidden))
    return Rules(columns, rows, forbidden, bonus)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position that play can reach on any rules, the game being over or not."""
    position = Position(draw(rules()))
    for choice in draw(st.lists(st.integers(0, 11), max_size=80)):
        if position.outcome is not None:
            break
        legal = position.legal_columns
        position = position.play(legal[choice % len(legal)])
    return position


strangers = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.complex_numbers(),
    st.text(),
    st.binary(),
    st.fractions(),
    st.decimals(),
    st.lists(st.integers()),
    st.dictionaries(st.integers(), st.integers()),
    st.just(object()),
)
"""Values of any type but int."""

awkward_text = st.one_of(
    st.text(),
    st.text(alphabet="0123456789abclxXbBlLmz-: \t\n٣²½１ａ"),
    st.sampled_from(["", "x", "-", ":", "::", "7x6", "9" * 5000, "7x" + "6" * 5000]),
)


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text that is nearly right: a character added, lost or changed."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        lost = draw(st.integers(0, 1))
        text = text[:place] + draw(st.text(max_size=1) | awkward_text) + text[place + lost :]
    return text

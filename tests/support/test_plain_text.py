"""Text that is printed: no control characters, and columns that line up."""

from hypothesis import given
from hypothesis import strategies as st

from fourfold.support.plain_text import aligned, printable


@given(st.text(st.characters()))
def test_no_control_character_is_printed(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    assert all(new in (old, "·") for new, old in zip(shown, text, strict=True))


def test_what_people_write_stays() -> None:
    assert printable("Zoë's player, 4½ Elo: 中文 ●") == "Zoë's player, 4½ Elo: 中文 ●"
    assert printable("\x1b]0;title\x07\x9b31m\u202e\ud800") == "·]0;title··31m··"


def test_columns_line_up() -> None:
    assert aligned([["a", "bb", ""], ["\x1b[m", "c\n", "d"]]) == ["a    bb", "·[m  c·  d"]

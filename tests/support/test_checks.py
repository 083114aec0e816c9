"""Range checks: what they take, and in which words they refuse."""

from typing import Any

import pytest

from fourfold import InvalidOption, InvalidRules
from fourfold.support.checks import whole_number, whole_number_in_text, whole_number_or_none


class Three:
    def __index__(self) -> int:
        return 3


class Several:
    """Like an array, which has the method and cannot always use it."""

    def __index__(self) -> int:
        raise TypeError("only one number can be an index")


LONG = pytest.param(10**9999, id="long")


@pytest.mark.parametrize("value", [1, 3, 9, Three()])
def test_what_is_allowed(value: object) -> None:
    number = whole_number("the seed", value, 1, 9)
    assert type(number) is int
    assert number == (3 if isinstance(value, Three) else value)


@pytest.mark.parametrize("value", [0, 10, -1, True, 3.0, "3", None, [3], Several(), LONG])
def test_what_is_refused(value: object) -> None:
    with pytest.raises(
        InvalidOption, match=r"^the seed is .+, but must be a whole number from 1 to 9$"
    ):
        whole_number("the seed", value, 1, 9)


def test_none_can_be_allowed() -> None:
    assert whole_number_or_none("the seed", None, 1, 9) is None
    assert whole_number_or_none("the seed", 2, 1, 9) == 2
    with pytest.raises(InvalidOption, match=r"from 1 to 9, or None$"):
        whole_number_or_none("the seed", 0, 1, 9)


@pytest.mark.parametrize(
    ("most", "shown"),
    [(None, "from 0"), (1023, "from 0 to 1023"), (2**64 - 1, r"from 0 to 2\*\*64 - 1")],
)
def test_large_limits_are_shown_as_powers(most: int | None, shown: str) -> None:
    with pytest.raises(InvalidRules, match=rf"a whole number {shown}$"):
        whole_number("the seed", -1, 0, most, error=InvalidRules)


@pytest.mark.parametrize(("text", "number"), [("7", 7), (" 12 ", 12), ("0012", 12)])
def test_numbers_in_text(text: str, number: int) -> None:
    assert whole_number_in_text("the seed", text, 1, 99) == number


@pytest.mark.parametrize("text", ["", "0", "100", "-1", "+1", "1.5", "x", "٣", "1_0", "9" * 9999])
def test_texts_that_are_refused(text: Any) -> None:
    with pytest.raises(InvalidRules, match=r"^the seed is '.*, but must be a whole number from 1"):
        whole_number_in_text("the seed", text, 1, 99, error=InvalidRules)

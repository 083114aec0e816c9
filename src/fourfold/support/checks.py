"""Checks values that come from outside, and refuses them with one kind of message:

the number of workers is 0, but must be a whole number from 1 to 1024
"""

import operator

from fourfold.errors import FourfoldError, InvalidOption, describe

_SHOWN_AS_POWER = 2**32  # limits from here on are shown as a power of two


def as_int(value: object) -> int | None:
    """Return the plain int of anything with `__index__`, such as a NumPy integer; None otherwise.

    None for True and False as well: Python counts them as ints, but a caller who passes one where
    a column is expected has made a mistake.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array has the method, and can use it only if it holds one number
        return None


def whole_number(
    name: str,
    value: object,
    least: int,
    most: int | None = None,
    *,
    error: type[FourfoldError] = InvalidOption,
) -> int:
    """Return `value` as an int, or refuse it: it must be a whole number from `least` to `most`.

    name: what the message calls it, with its article: "the seed".
    value: an int, or anything that `as_int` takes.
    most: None is no upper limit.
    error: what is raised.
    """
    number = as_int(value)
    if number is None or not _is_within(number, least, most):
        raise error(f"{name} is {describe(value)}, but must be {_allowed(least, most)}")
    return number


def whole_number_or_none(name: str, value: object, least: int, most: int) -> int | None:
    """Return None for None, else a whole number as `whole_number` does."""
    number = as_int(value)
    if value is not None and (number is None or not _is_within(number, least, most)):
        allowed = f"{_allowed(least, most)}, or None"
        raise InvalidOption(f"{name} is {describe(value)}, but must be {allowed}")
    return number


def whole_number_in_text(
    name: str, text: str, least: int, most: int, *, error: type[FourfoldError] = InvalidOption
) -> int:
    """Return the number that a text writes in ASCII digits, or refuse it like `whole_number`."""
    digits = text.strip()
    # The length is checked first: int() raises an error of its own for thousands of digits.
    if digits.isascii() and digits.isdigit() and len(digits.lstrip("0")) <= len(str(most)):
        number = int(digits)
        if least <= number <= most:
            return number
    raise error(f"{name} is {describe(text)}, but must be {_allowed(least, most)}")


def _is_within(number: int, least: int, most: int | None) -> bool:
    return least <= number and (most is None or number <= most)


def _allowed(least: int, most: int | None) -> str:
    return f"a whole number from {least}" + ("" if most is None else f" to {_shown(most)}")


def _shown(limit: int) -> str:
    if limit >= _SHOWN_AS_POWER and (limit + 1).bit_count() == 1:
        return f"2**{limit.bit_length()} - 1"
    return str(limit)
